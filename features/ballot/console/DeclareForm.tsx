import { useEffect, useRef, useState } from 'react'
import { CancelButton } from '#ui/form/unsaved/CancelButton.tsx'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { countText } from '#ui/language/clock.ts'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { openDraft } from '#ui/form/unsaved/draft.ts'
import { useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { type DrawEvent, type StaffBallot, consoleBallotsDeclare } from '../console.contract.ts'
import type { BallotDeclared } from '../contract.ts'
import { isWhole } from './CriterionInput.tsx'
import { DirectPart, SegmentsPart, WeightsPart } from './RuleParts.tsx'
import { ballotDrawWords as words } from './draw.words.ts'

type Form = Omit<BallotDeclared, 'places' | 'source'> & {
  places: number | null
  kind: 'beacon' | 'number'
  at: string | null
  number: string
  draw_at: string | null
  pay_end: string | null
}

const startOf = (event: DrawEvent, ballot: StaffBallot | undefined): Form => {
  const declared = ballot?.declared
  return {
    places: declared?.places ?? event.places - event.taken,
    segments: declared?.segments ?? [
      { name: 'open', says: { 'zh-cn': '公开抽签', 'zh-tw': '公開抽籤', en: 'Open draw' }, who: { is: 'everybody' } },
    ],
    weights: declared?.weights ?? [],
    direct: declared?.direct ?? [],
    together: declared?.together ?? 'none',
    groups: declared?.groups ?? 'skip',
    kind: declared?.source.kind ?? 'beacon',
    at: declared?.source.at ?? null,
    number: declared?.source.kind === 'number' ? declared.source.says : '',
    draw_at: ballot ? ballot.draw_at : event.draw_at,
    pay_end: ballot ? ballot.pay_end : event.pay_end,
  }
}

/** Returns the name of the first field without a value, in the order of the form. */
const missingIn = ({ places, segments, weights, direct, kind, number, at }: Form) => {
  if (places === null) return 'places'
  const criteria = [...segments.map(({ who }) => who), ...weights.map(({ who }) => who), ...direct]
  if (segments.slice(0, -1).some((segment) => segment.places === undefined) || !criteria.every(isWhole))
    return 'segments'
  if (kind === 'number' && number.trim() === '') return 'sourceText'
  if (at !== null) return undefined
  return kind === 'beacon' ? 'sourceAt' : 'numberAt'
}

/** The form for a draw's rules. The device keeps the typed text until the rules are declared. */
export const DeclareForm = ({
  raceid,
  event,
  ballot,
  zone,
  onClose,
  onDone,
}: {
  raceid: number
  event: DrawEvent
  ballot: StaffBallot | undefined
  zone: string
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const declare = useCall(consoleBallotsDeclare)
  const [draft] = useState(() => openDraft<Form>(`ballot ${event.id}`, raceid, []))
  const [form, setForm] = useState<Form>(() => ({ ...startOf(event, ballot), ...draft.read() }))
  const [refused, setRefused] = useState<Refused>()
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => draft.write(form), [form, draft])
  const set =
    <Name extends keyof Form>(name: Name) =>
    (value: Form[Name]) =>
      setForm((now) => ({ ...now, [name]: value }))
  const wrong = refused?.fields ?? {}
  const missing = missingIn(form)
  const whyNot =
    missing === 'segments' ? t(words.missingSegment) : missing && t(words.missing, { name: t(words[missing]) })
  const send = async () => {
    setRefused(undefined)
    const { places, kind, at, number, draw_at, pay_end, ...rest } = form
    const source = kind === 'beacon' ? { kind, at: at! } : { kind, says: number.trim(), at: at! }
    try {
      await declare.mutateAsync({
        raceid,
        eventid: event.id,
        declared: { ...rest, places: places!, source },
        draw_at,
        pay_end,
      })
      draft.clear()
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
      requestAnimationFrame(() => {
        const first = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')
        first?.scrollIntoView({ block: 'center' })
        first?.focus({ preventScroll: true })
      })
    }
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${t(ballot ? words.change : words.declare)} · ${event.name}`}
      actions={
        <>
          <CancelButton label={t(words.back)} onClick={onClose} />
          <Button busy={declare.isPending} disabledReason={whyNot} onClick={() => void send()}>
            {t(words.save)}
          </Button>
        </>
      }
    >
      <div ref={fields} className="grid gap-6">
        <NumberInput
          className="md:w-60"
          label={t(words.places)}
          hint={
            `${t(words.placesHint)} · ${t(words.eventPlaces)} ${countText(event.places)}, ` +
            t(words.takenAlready, { n: countText(event.taken) })
          }
          value={form.places}
          onChange={set('places')}
          {...(wrong.places ? { error: wrong.places } : {})}
        />
        <SegmentsPart value={form.segments} onChange={set('segments')} error={wrong.segments} />
        <WeightsPart value={form.weights} onChange={set('weights')} error={wrong.weights} />
        <DirectPart value={form.direct} onChange={set('direct')} error={wrong.direct} />
        <RadioCards
          label={t(words.together)}
          value={form.together}
          onChange={(value) => set('together')(value as Form['together'])}
          options={(['none', 'order', 'team'] as const).map((value) => ({
            value,
            label: t(words[`together_${value}`]),
          }))}
        />
        {form.together === 'none' ? null : (
          <RadioCards
            label={t(words.groups)}
            value={form.groups}
            onChange={(value) => set('groups')(value as Form['groups'])}
            options={(['skip', 'stop'] as const).map((value) => ({ value, label: t(words[`groups_${value}`]) }))}
          />
        )}
        <SourceFields form={form} set={set} zone={zone} error={wrong.source} />
        <div className="grid items-start gap-4 md:grid-cols-2">
          <DateTimeInput
            label={t(words.drawAt)}
            hint={t(words.drawAtHint)}
            zone={zone}
            value={form.draw_at}
            onChange={set('draw_at')}
            optional
            {...(wrong.draw_at ? { error: wrong.draw_at } : {})}
          />
          <DateTimeInput
            label={t(words.payEnd)}
            hint={t(words.payEndHint)}
            zone={zone}
            value={form.pay_end}
            onChange={set('pay_end')}
            optional
            {...(wrong.pay_end ? { error: wrong.pay_end } : {})}
          />
        </div>
        {refused ? (
          <p role="alert" className="font-medium text-danger-ink">
            {refused.msg}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

type SetForm = <Name extends keyof Form>(name: Name) => (value: Form[Name]) => void
type SourceProps = { form: Form; set: SetForm; zone: string; error: string | undefined }
/** The source of the draw's random number. */
const SourceFields = ({ form, set, zone, error }: SourceProps) => {
  const t = useWords()
  return (
    <>
      <RadioCards
        label={t(words.source)}
        value={form.kind}
        onChange={(value) => set('kind')(value as Form['kind'])}
        options={(['beacon', 'number'] as const).map((value) => ({
          value,
          label: t(words[`source_${value}`]),
          description: t(words[`source_${value}_text`]),
        }))}
      />
      {form.kind === 'beacon' ? null : (
        <TextInput
          label={t(words.sourceText)}
          hint={t(words.sourceTextHint)}
          value={form.number}
          maxLength={200}
          onChange={(typed) => set('number')(typed.target.value)}
        />
      )}
      <DateTimeInput
        label={t(form.kind === 'beacon' ? words.sourceAt : words.numberAt)}
        hint={t(words.sourceAtHint)}
        zone={zone}
        value={form.at}
        onChange={set('at')}
        {...(error ? { error } : {})}
      />
    </>
  )
}
