import { useState } from 'react'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { genders, outcomes } from '#features/results/rules.ts'
import { timingOutcomeWords } from '../console.words.ts'
import { deskWords as words } from './desk.words.ts'
import { type DeskFilters, marks } from './useDesk.ts'

type Props = {
  filters: DeskFilters
  events: readonly { id: number; name: string }[]
  agegroups: readonly string[]
  fields: readonly string[]
  change: (patch: Partial<DeskFilters>) => void
}
export const DeskFilterBar = ({ filters, events, agegroups, fields, change }: Props) => {
  const t = useWords()
  // Keeps the typed text in the field. The address gets it a moment later.
  const [q, setQ] = useState(filters.q)
  const [club, setClub] = useState(filters.club)
  const search = (typed: string) => {
    setQ(typed)
    change({ q: typed.trim() })
  }
  const all = { value: '', label: t(words.everybody) }
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4 xl:grid-cols-7">
        <TextInput
          className="col-span-2"
          label={t(words.search)}
          type="search"
          value={q}
          maxLength={100}
          onChange={(event) => search(event.target.value)}
          onClear={() => search('')}
        />
        <Select
          label={t(words.event)}
          value={filters.eventid}
          onChange={(event) => change({ eventid: event.target.value, agegroup: '', field: '' })}
          options={[
            { value: '', label: t(words.all_events) },
            ...events.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <Select
          label={t(words.status)}
          value={filters.outcome}
          onChange={(event) => change({ outcome: event.target.value })}
          options={[all, ...outcomes.map((one) => ({ value: one, label: t(timingOutcomeWords[one]) }))]}
        />
        <Select
          label={t(words.gender)}
          value={filters.gender}
          onChange={(event) => change({ gender: event.target.value })}
          options={[all, ...genders.map((one) => ({ value: one, label: t(words[one]) }))]}
        />
        <Select
          label={t(words.agegroup)}
          value={filters.agegroup}
          onChange={(event) => change({ agegroup: event.target.value })}
          options={[all, ...agegroups.map((one) => ({ value: one, label: one }))]}
        />
        {fields.length > 1 ? (
          <Select
            label={t(words.field)}
            value={filters.field}
            onChange={(event) => change({ field: event.target.value })}
            options={[all, ...fields.map((one) => ({ value: one || '-', label: one || t(words.runners) }))]}
          />
        ) : null}
        <TextInput
          label={t(words.club)}
          value={club}
          maxLength={100}
          onChange={(event) => {
            setClub(event.target.value)
            change({ club: event.target.value.trim() })
          }}
        />
      </div>
      <div role="group" aria-label={t(words.only)} className="flex flex-wrap items-center gap-2">
        {marks.map((mark) => (
          <ChoiceChip
            key={mark}
            chosen={filters.marks.includes(mark)}
            onClick={() =>
              change({
                marks: filters.marks.includes(mark)
                  ? filters.marks.filter((one) => one !== mark)
                  : [...filters.marks, mark],
              })
            }
          >
            {t(words[mark])}
          </ChoiceChip>
        ))}
      </div>
    </div>
  )
}
