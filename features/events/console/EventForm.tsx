import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import type { Refused } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { words as kit } from '#ui/language/words.ts'
import {
  type EventDraft,
  type EventEdited,
  type EventState,
  type EventType,
  eventStates,
  eventTypes,
} from '../contract.ts'
import { words } from '../words.ts'
import { AskedPart } from './AskedPart.tsx'
import { eventWords } from './event.words.ts'
import { QuizPart } from './QuizPart.tsx'
import { QualifyingPart } from './QualifyingPart.tsx'
import { StartPart } from './StartPart.tsx'
import { type StockLine, StockPart, stockFrom } from './StockPart.tsx'

const fresh: EventDraft = {
  name: '',
  names: {},
  type: 'half',
  distance: 21_097.5,
  state: 'normal',
  price: 0,
  paystate: 'open',
  places: 100,
  signup_from: null,
  signup_until: null,
  pay_end: null,
  draw_at: null,
  start_at: null,
  pay_minutes: null,
  colour: '#1971c2',
  sort: 0,
  form: {
    idtypes: ['idcard', 'hkpass', 'other', 'passport'],
    ask: {
      email: 'optional',
      emername: 'required',
      emertel: 'required',
      emerrelationship: 'optional',
      clothes: 'required',
    },
    clothes: ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL'],
    packagebus: [],
    questions: [],
    quiz: [],
    zones: [],
  },
  start: null,
}

type Props = {
  event: EventEdited | undefined
  zone: string
  refused: Refused | undefined
  busy: boolean
  onSave: (draft: EventDraft, stock: ReturnType<typeof stockFrom>) => void
  onCancel: () => void
}
/** Everything about one event. What is typed stays until it is saved or given up. */
export const EventForm = ({ event, zone, refused, busy, onSave, onCancel }: Props) => {
  const t = useWords()
  const [draft, setDraft] = useState<EventDraft>(event?.draft ?? fresh)
  const [stock, setStock] = useState<StockLine[]>(event?.stock ?? [])
  const change = (patch: Partial<EventDraft>) => setDraft((now) => ({ ...now, ...patch }))
  const errorAt = (field: string) => refused?.fields[`draft.${field}`]
  const part = { draft, change, errorAt }
  const kept = event?.draw_kept ? { disabled: true, hint: t(eventWords.draw_kept) } : {}
  const date = (field: 'signup_from' | 'signup_until' | 'draw_at' | 'pay_end') => (
    <DateTimeInput
      label={t(eventWords[field])}
      optional
      {...(field === 'draw_at' ? kept : {})}
      zone={zone}
      value={draft[field]}
      error={errorAt(field)}
      onChange={(at) => change({ [field]: at })}
    />
  )
  const said = refused ? [...new Set([refused.msg, ...Object.values(refused.fields)])] : []
  return (
    <form
      className="grid gap-4"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        onSave(draft, stockFrom(draft, stock, event?.stock ?? []))
      }}
    >
      <Card title={t(eventWords.basics)}>
        <div className="grid gap-4">
          <WordsInput
            label={t(eventWords.name)}
            max={80}
            error={errorAt('name')}
            value={{ ...draft.names, 'zh-cn': draft.name }}
            onChange={({ 'zh-cn': name, ...names }) =>
              change({
                name: name ?? '',
                names: Object.fromEntries(Object.entries(names).filter(([, value]) => value)),
              })
            }
          />
          <div className="grid gap-4 md:grid-cols-4">
            <Select
              label={t(eventWords.type)}
              value={draft.type}
              options={eventTypes.map((type) => ({ value: type, label: t(words[type]) }))}
              onChange={(changed) => change({ type: changed.target.value as EventType })}
            />
            <NumberInput
              label={t(eventWords.distance)}
              unit={t(eventWords.metres)}
              optional
              value={draft.distance}
              error={errorAt('distance')}
              onChange={(distance) => change({ distance })}
            />
            <TextInput
              label={t(eventWords.colour)}
              type="color"
              value={draft.colour}
              inputClassName="!p-1.5"
              onChange={(changed) => change({ colour: changed.target.value })}
            />
            <NumberInput
              label={t(eventWords.sort)}
              value={draft.sort}
              error={errorAt('sort')}
              onChange={(sort) => change({ sort: Math.round(sort ?? 0) })}
            />
          </div>
        </div>
      </Card>
      <Card title={t(eventWords.entering)}>
        <div className="grid gap-4 md:grid-cols-3">
          <Select
            label={t(eventWords.state)}
            {...kept}
            value={draft.state}
            options={eventStates.map((state) => ({ value: state, label: t(words[`event_state_${state}`]) }))}
            onChange={(changed) => change({ state: changed.target.value as EventState })}
          />
          <NumberInput
            label={t(eventWords.price)}
            unit={t(eventWords.yuan)}
            value={draft.price / 100}
            error={errorAt('price')}
            onChange={(price) => change({ price: Math.round((price ?? 0) * 100) })}
          />
          <NumberInput
            label={t(eventWords.places)}
            value={draft.places}
            error={errorAt('places') ?? (refused?.refusal === 'places_below_taken' ? refused.msg : undefined)}
            {...(event?.taken ? { hint: t(eventWords.places_hint, { n: event.taken }) } : {})}
            onChange={(places) => change({ places: Math.round(places ?? 0) })}
          />
          {date('signup_from')}
          {date('signup_until')}
          {draft.state === 'draw' || draft.draw_at ? date('draw_at') : null}
          {date('pay_end')}
          <NumberInput
            label={t(eventWords.pay_minutes)}
            unit={t(eventWords.minutes)}
            optional
            hint={t(eventWords.pay_minutes_hint)}
            value={draft.pay_minutes}
            error={errorAt('pay_minutes')}
            onChange={(pay_minutes) => change({ pay_minutes: pay_minutes === null ? null : Math.round(pay_minutes) })}
          />
          <Select
            label={t(eventWords.paystate)}
            value={draft.paystate}
            options={[
              { value: 'open', label: t(eventWords.open) },
              { value: 'closed', label: t(eventWords.closed) },
            ]}
            onChange={(changed) => change({ paystate: changed.target.value === 'closed' ? 'closed' : 'open' })}
          />
        </div>
      </Card>
      <AskedPart {...part} />
      <StockPart {...part} stock={stock} onStock={setStock} refused={refused} />
      <StartPart {...part} zone={zone} stock={stock} onStock={setStock} />
      <QuizPart {...part} />
      <QualifyingPart {...part} />
      {said.length > 0 ? (
        <div role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {said.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ) : null}
      <div
        className={
          'sticky bottom-0 z-10 -mx-4 flex justify-end gap-3 border-t ' +
          'border-line bg-surface px-4 py-3 md:mx-0 md:rounded'
        }
      >
        <Button look="plain" onClick={onCancel}>
          {t(kit.cancel)}
        </Button>
        <Button type="submit" busy={busy}>
          {t(eventWords.save)}
        </Button>
      </div>
    </form>
  )
}
