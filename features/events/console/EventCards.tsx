import { Button } from '#ui/form/Button.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { MoneyInput, NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { Refused } from '#ui/network/call.ts'
import { countText, durationText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { type EventEdited, type EventState, type EventType, eventStates, eventTypes } from '../contract.ts'
import { words } from '../words.ts'
import { distanceAfter, promised } from './distances.ts'
import { eventWords } from './event.words.ts'
import type { PartProps } from './parts.ts'

export const EventBasicsCard = ({ draft, change, errorAt }: PartProps) => {
  const t = useWords()
  const metres = promised(draft.type, draft.distance)
  return (
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
        <div className="grid gap-4 md:grid-cols-[1fr_1fr_1.4fr_5rem_7rem]">
          <Select
            label={t(eventWords.type)}
            value={draft.type}
            options={eventTypes.map((type) => ({ value: type, label: t(words[type]) }))}
            onChange={(changed) => {
              const type = changed.target.value as EventType
              change({ type, distance: distanceAfter(draft.type, type, draft.distance) })
            }}
          />
          <NumberInput
            label={t(eventWords.distance)}
            unit={t(eventWords.metres)}
            optional
            decimals={2}
            value={draft.distance}
            error={errorAt('distance')}
            {...(metres === undefined
              ? {}
              : {
                  hint: (
                    <>
                      {t(eventWords.doubt_hint, { type: t(words[draft.type]) })}{' '}
                      <Button look="quiet" className="-ml-5 text-14" onClick={() => change({ distance: metres })}>
                        {t(eventWords.doubt_take, { metres: `${countText(metres)} m` })}
                      </Button>
                    </>
                  ),
                })}
            onChange={(distance) => change({ distance })}
          />
          <NumberInput
            label={t(eventWords.cutoff_minutes)}
            unit={t(eventWords.minutes)}
            optional
            value={draft.cutoff_minutes}
            error={errorAt('cutoff_minutes')}
            {...(draft.cutoff_minutes
              ? { hint: t(eventWords.cutoff_is, { time: durationText(draft.cutoff_minutes * 60) }) }
              : {})}
            onChange={(cutoff_minutes) => change({ cutoff_minutes })}
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
            onChange={(sort) => change({ sort })}
          />
        </div>
      </div>
    </Card>
  )
}

type EnteringProps = PartProps & { event: EventEdited | undefined; zone: string; refused: Refused | undefined }
export const EnteringCard = ({ draft, change, errorAt, event, zone, refused }: EnteringProps) => {
  const t = useWords()
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
  return (
    <Card title={t(eventWords.entering)}>
      <div className="grid gap-4 md:grid-cols-3">
        <Select
          label={t(eventWords.state)}
          {...kept}
          value={draft.state}
          options={eventStates.map((state) => ({ value: state, label: t(words[`event_state_${state}`]) }))}
          onChange={(changed) => change({ state: changed.target.value as EventState })}
        />
        <MoneyInput
          label={t(eventWords.price)}
          unit={t(eventWords.yuan)}
          value={draft.price}
          error={errorAt('price')}
          onChange={(price) => change({ price })}
        />
        <NumberInput
          label={t(eventWords.places)}
          value={draft.places}
          error={errorAt('places') ?? (refused?.refusal === 'places_below_taken' ? refused.msg : undefined)}
          {...(event?.taken ? { hint: t(eventWords.places_hint, { n: event.taken }) } : {})}
          onChange={(places) => change({ places })}
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
          onChange={(pay_minutes) => change({ pay_minutes })}
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
  )
}
