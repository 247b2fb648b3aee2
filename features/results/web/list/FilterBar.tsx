import { Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { outcomes } from '../../rules.ts'
import { outcomeWords } from '../../report/outcome.words.ts'
import { listWords as words } from '../report/score.words.ts'
import type { Filters, List } from './useResults.ts'

type Sheet = List['sheets'][number]
type Props = {
  sheets: readonly Sheet[]
  sheet: Sheet | undefined
  chosen: string
  filters: Filters
  change: (part: Partial<Filters>) => void
}

/** Lets the person choose the event. It draws nothing where there is only one. */
export const EventChoice = ({ sheets, chosen, change }: Pick<Props, 'sheets' | 'chosen' | 'change'>) => {
  const t = useWords()
  const toEvent = (eventid: string) => change({ eventid, agegroup: '', from: '', kind: '' })
  const options = sheets.map(({ eventid, name }) => ({ value: String(eventid), label: name }))
  if (sheets.length < 2) return null
  return sheets.length <= 4 ? (
    <Segmented label={t(words.event)} value={chosen} onChange={toEvent} options={options} />
  ) : (
    <Select
      label={t(words.event)}
      bare
      value={chosen}
      onChange={(event) => toEvent(event.target.value)}
      options={options}
    />
  )
}

/** The choice of event, the search, and the other filters of the list. */
export const FilterBar = ({ sheets, sheet, chosen, filters, change }: Props) => {
  const t = useWords()
  const [at, setAt] = useState(filters.from)
  const states = outcomes.filter((outcome) => outcome !== 'running' || sheet?.provisional)
  return (
    <div className="grid gap-3">
      <EventChoice sheets={sheets} chosen={chosen} change={change} />
      <TextInput
        label={t(words.search)}
        bare
        placeholder={t(words.search)}
        value={filters.q}
        onChange={(event) => change({ q: event.target.value, from: '' })}
        onClear={() => change({ q: '' })}
        before={<Search className="size-5" aria-hidden />}
        enterKeyHint="search"
        maxLength={100}
      />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Select
          label={t(words.gender)}
          bare
          value={filters.gender}
          onChange={(event) => change({ gender: event.target.value as Filters['gender'] })}
          options={[
            { value: '', label: t(words.everybody) },
            { value: 'M', label: t(words.men) },
            { value: 'F', label: t(words.women) },
          ]}
        />
        <Select
          label={t(words.agegroup)}
          bare
          value={filters.agegroup}
          onChange={(event) => change({ agegroup: event.target.value })}
          options={[
            { value: '', label: t(words.allAges) },
            ...(sheet?.agegroups ?? []).map((group) => ({ value: group, label: group })),
          ]}
        />
        <Select
          label={t(words.status)}
          bare
          value={filters.outcome}
          onChange={(event) => change({ outcome: event.target.value as Filters['outcome'] })}
          options={[
            { value: '', label: t(words.allStates) },
            ...states.map((outcome) => ({ value: outcome, label: t(outcomeWords[outcome]) })),
          ]}
        />
        <Select
          label={t(words.order)}
          bare
          value={filters.by}
          onChange={(event) => change({ by: event.target.value as Filters['by'] })}
          options={[
            { value: 'official', label: t(words.official) },
            { value: 'gun', label: t(words.byGun) },
            { value: 'net', label: t(words.byNet) },
          ]}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {(sheet?.finishers ?? 0) > 100 || filters.from ? (
          <form
            className="flex items-center gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              change({ from: at })
            }}
          >
            <TextInput
              className="w-40"
              label={t(words.jump)}
              bare
              placeholder={t(words.jump)}
              inputMode="numeric"
              value={at}
              onChange={(event) => setAt(event.target.value.replace(/\D/g, '').slice(0, 6))}
            />
            <Button type="submit" look="plain">
              {t(words.jumpGo)}
            </Button>
          </form>
        ) : null}
        {filters.from ? (
          <Button
            look="quiet"
            onClick={() => {
              setAt('')
              change({ from: '' })
            }}
          >
            {t(words.fromTop)}
          </Button>
        ) : null}
        {(sheet?.points.length ?? 0) > 0 ? (
          <div className="ml-auto hidden md:block">
            <Checkbox checked={filters.splits} onChange={(event) => change({ splits: event.target.checked })}>
              {t(words.splits)}
            </Checkbox>
          </div>
        ) : null}
      </div>
    </div>
  )
}
