import type { OutputOf } from '#contract/endpoint.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { FieldSet } from '#ui/form/Field.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { Select } from '#ui/form/Select.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import {
  type DisruptionChoice,
  type DisruptionKind,
  type consoleDisruptionsList,
  disruptionKinds,
} from '../contract.ts'
import { planTermWords } from '../words.ts'
import { disruptionDeskWords as words } from './disruptionDesk.words.ts'
import type { DraftForm } from './useDraft.ts'

type List = OutputOf<typeof consoleDisruptionsList>
type Props = { form: DraftForm; list: List }

export const DraftFields = ({ form, list }: Props) => {
  const t = useWords()
  const { typed, change, refused } = form
  const fields = refused?.fields ?? {}
  return (
    <>
      <RadioCards
        label={t(words.kind)}
        columns={3}
        centred
        value={typed.kind}
        onChange={(kind) => form.setKind(kind as DisruptionKind)}
        options={disruptionKinds.map((value) => ({ value, label: t(planTermWords.kinds[value]) }))}
      />
      <Events form={form} list={list} />
      <WordsInput
        label={t(words.reason)}
        max={300}
        value={typed.reason}
        error={fields['draft.reason.zh-cn']}
        onChange={(reason) => change({ reason })}
      />
      {typed.kind === 'postpone' ? (
        <DateTimeInput
          label={t(words.new_start)}
          hint={t(words.new_start_hint)}
          zone={list.zone}
          value={typed.new_start}
          error={fields['draft.new_start']}
          onChange={(new_start) => change({ new_start })}
        />
      ) : null}
      {typed.kind === 'shorten' ? <Distances form={form} list={list} /> : null}
      <Choices form={form} list={list} />
      <DateTimeInput
        label={t(words.until)}
        zone={list.zone}
        value={typed.until}
        error={fields['draft.until']}
        onChange={(until) => change({ until })}
      />
    </>
  )
}

const Events = ({ form: { typed, change, refused }, list }: Props) => {
  const t = useWords()
  if (list.events.length < 2) return null
  const has = (id: number) => typed.eventids.includes(id)
  return (
    <FieldSet label={t(words.events)} error={refused?.fields['draft.eventids']}>
      <div className="flex flex-wrap gap-x-6">
        <Checkbox checked={typed.eventids.length === 0} onChange={() => change({ eventids: [] })}>
          {t(words.all_events)}
        </Checkbox>
        {list.events.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={has(id)}
            onChange={() =>
              change({ eventids: has(id) ? typed.eventids.filter((one) => one !== id) : [...typed.eventids, id] })
            }
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </FieldSet>
  )
}

const Distances = ({ form: { typed, change, refused }, list }: Props) => {
  const t = useWords()
  const events = list.events.filter(({ id }) => typed.eventids.length === 0 || typed.eventids.includes(id))
  const set = (id: number, metres: number | null) => {
    const { [id]: _, ...others } = typed.distances
    change({ distances: metres === null ? others : { ...others, [id]: metres } })
  }
  const fields = refused?.fields ?? {}
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {events.map(({ id, name, distance }, at) => (
        <NumberInput
          key={id}
          empty
          decimals={2}
          min={1}
          label={t(words.distance, { event: name })}
          hint={distance === null ? undefined : t(words.distance_hint, { metres: distance })}
          error={fields[`draft.distances.${id}`] ?? (at === 0 ? fields['draft.distances'] : undefined)}
          value={typed.distances[id] ?? null}
          onChange={(metres) => set(id, metres)}
        />
      ))}
    </div>
  )
}

const Choices = ({ form, list }: Props) => {
  const t = useWords()
  const { typed, change, refused } = form
  const fields = refused?.fields ?? {}
  const possible: readonly DisruptionChoice[] =
    typed.kind === 'cancel' ? ['defer', 'refund'] : ['keep', 'defer', 'refund']
  return (
    <>
      <FieldSet label={t(words.choices)} error={fields['draft.choices']}>
        <div className="flex flex-wrap gap-x-6">
          {possible.map((choice) => (
            <Checkbox key={choice} checked={typed.choices.includes(choice)} onChange={() => form.toggle(choice)}>
              {t(planTermWords.choices[choice])}
            </Checkbox>
          ))}
        </div>
      </FieldSet>
      {typed.choices.includes('defer') ? (
        <div className="grid gap-4 md:grid-cols-2">
          <Select
            label={t(words.defer_to)}
            value={typed.race}
            error={fields['draft.deferral']}
            onChange={(event) => change({ race: event.target.value })}
            options={[
              { value: '', label: t(words.defer_none) },
              ...list.races.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <Select
            label={t(words.pays)}
            value={typed.pays}
            onChange={(event) => change({ pays: event.target.value as 'nothing' | 'full' })}
            options={(['nothing', 'full'] as const).map((value) => ({ value, label: t(words[`pays_${value}`]) }))}
          />
        </div>
      ) : null}
      <div className="grid gap-4 md:grid-cols-2">
        <Select
          label={t(words.fallback)}
          value={typed.fallback}
          error={fields['draft.fallback']}
          onChange={(event) => change({ fallback: event.target.value as DisruptionChoice })}
          options={typed.choices.map((value) => ({ value, label: t(planTermWords.choices[value]) }))}
        />
        <NumberInput
          label={t(words.kept)}
          hint={t(words.kept_hint)}
          unit="%"
          max={100}
          value={typed.kept_percent}
          error={fields['draft.kept_percent']}
          onChange={(kept_percent) => change({ kept_percent })}
        />
      </div>
    </>
  )
}
