import { useState } from 'react'
import { consoleEventsList } from '#features/events/contract.ts'
import { path } from '#seam/console/paths.ts'
import { toast, toastSuccess } from '#ui/feedback/Toast.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { UnsavedBar } from '#ui/form/unsaved/UnsavedBar.tsx'
import { savedText } from '#ui/form/unsaved/fieldNames.ts'
import { words as unsavedWords } from '#ui/form/unsaved/unsaved.words.ts'
import { type Unsaved, useUnsaved } from '#ui/form/unsaved/useUnsaved.ts'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { useGo } from '#ui/router/Link.tsx'
import { type ConsoleTrail, consoleTrailsSave } from '../console.contract.ts'
import { type TrailRanking, rankings } from '../rank.rules.ts'
import { PointsEditor } from './PointsEditor.tsx'
import { type TrailForm, faultOf, formOfTrail, inputOf } from './trailForm.ts'
import { trailDeskWords as words } from './trailDesk.words.ts'

const rankingWords = { time: words.by_time, points: words.by_points, repeats: words.by_repeats } as const
type Props = { raceid: number; zone: string; trail: ConsoleTrail | undefined; again: () => Promise<unknown> }

export const TrailSetup = ({ raceid, zone, trail, again }: Props) => {
  const t = useWords()
  const go = useGo()
  const save = useCall(consoleTrailsSave)
  const version = trail?.updated_at ?? null
  const unsaved = useUnsaved<TrailForm>({
    name: `trail ${trail?.id ?? 'new'}`,
    raceid,
    saved: formOfTrail(trail),
    version,
  })
  const { form, change } = unsaved
  const [refused, setRefused] = useState<Refused>()
  const labelOf = (field: string) =>
    t(field === 'eventid' ? words.event : words[field as Exclude<keyof TrailForm, 'eventid'>])
  const fault = faultOf(form)
  const send = async () => {
    setRefused(undefined)
    try {
      const saved = await save.mutateAsync({
        raceid,
        ...(trail ? { id: trail.id, updated_at: trail.updated_at } : {}),
        ...inputOf(form),
      })
      toastSuccess(savedText(t, unsaved.changed.map(labelOf)))
      unsaved.done()
      await again()
      if (!trail) go(path.trail({ raceid, id: saved.trail.id }), { replace: true })
    } catch (thrown) {
      const why = refusedFrom(thrown)
      if (why.refusal !== 'trail_changed_meanwhile') return setRefused(why)
      await again()
      toast(t(unsavedWords.merged))
    }
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!fault) void send()
      }}
    >
      <div key={unsaved.turn} className="grid gap-4">
        <Basics raceid={raceid} zone={zone} form={form} change={change} />
        <PointsEditor points={form.points} zone={zone} onChange={(points) => change({ points })} />
      </div>
      {refused ? (
        <p role="alert" className="font-medium text-danger-ink">
          {refused.msg}
        </p>
      ) : null}
      <UnsavedBar
        unsaved={unsaved}
        labelOf={labelOf}
        busy={save.isPending}
        disabledReason={fault ? t(words[fault.word], { n: fault.n ?? 0 }) : undefined}
        {...(trail ? {} : { fresh: {} })}
      />
    </form>
  )
}

type BasicsProps = { raceid: number; zone: string } & Pick<Unsaved<TrailForm>, 'form' | 'change'>
const Basics = ({ raceid, zone, form, change }: BasicsProps) => {
  const t = useWords()
  const { lang } = useLang()
  const events = useAsk(consoleEventsList, { raceid }, { quiet: true })
  return (
    <Card title={t(words.setup)}>
      <div className="grid gap-4">
        <WordsInput label={t(words.name)} value={form.name} max={60} onChange={(name) => change({ name })} />
        <TextArea
          label={t(words.description)}
          value={form.description}
          maxLength={2000}
          optional
          onChange={(event) => change({ description: event.target.value })}
        />
        <div className="grid items-start gap-4 md:grid-cols-3">
          <Select
            label={t(words.event)}
            hint={t(words.event_hint)}
            value={String(form.eventid ?? '')}
            onChange={(event) => change({ eventid: Number(event.target.value) || null })}
            options={[
              { value: '', label: t(words.no_event) },
              ...(events.data?.items ?? []).map((one) => ({
                value: String(one.id),
                label: one.draft.names[lang] || one.draft.name,
              })),
            ]}
          />
          <Select
            label={t(words.ranking)}
            value={form.ranking}
            onChange={(event) => change({ ranking: event.target.value as TrailRanking })}
            options={rankings.map((value) => ({ value, label: t(rankingWords[value]) }))}
          />
          <NumberInput
            label={t(words.rounds)}
            value={form.rounds}
            min={1}
            max={1000}
            onChange={(rounds) => change({ rounds })}
          />
          <DateTimeInput
            label={t(words.opens_at)}
            zone={zone}
            value={form.opens_at}
            optional
            onChange={(opens_at) => change({ opens_at })}
          />
          <DateTimeInput
            label={t(words.closes_at)}
            zone={zone}
            value={form.closes_at}
            optional
            onChange={(closes_at) => change({ closes_at })}
          />
        </div>
        <div className="grid gap-x-6 md:grid-cols-2">
          <Checkbox checked={form.ordered} onChange={(event) => change({ ordered: event.target.checked })}>
            {t(words.ordered)}
          </Checkbox>
          <Checkbox checked={form.published} onChange={(event) => change({ published: event.target.checked })}>
            {t(words.published)}
          </Checkbox>
        </div>
      </div>
    </Card>
  )
}
