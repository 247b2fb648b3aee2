import { Search, SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { outcomes } from '../../rules.ts'
import { resultOutcomeWords } from '../../report/outcome.words.ts'
import { resultListWords as words } from '../report/score.words.ts'
import { resultFilterWords } from './filter.words.ts'
import type { Filters, List } from './useResults.ts'

type Sheet = List['sheets'][number]
type Props = {
  sheets: readonly Sheet[]
  sheet: Sheet | undefined
  chosen: string
  filters: Filters
  change: (part: Partial<Filters>) => void
}

type More = {
  /** True on a wide screen, where the filters are part of the page. */ wide: boolean
  /** Further choices at the end of the phone's filters. */ children?: ReactNode
}

/** Lets the person choose the event. Draws nothing if fewer than two events have published results. */
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

const FilterFields = ({ sheet, filters, change }: Pick<Props, 'sheet' | 'filters' | 'change'>) => {
  const t = useWords()
  const states = outcomes.filter((outcome) => outcome !== 'running' || sheet?.provisional)
  return (
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
          ...states.map((outcome) => ({ value: outcome, label: t(resultOutcomeWords[outcome]) })),
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
  )
}

/** The jump to a rank, and the way back to the top. */
const Jump = ({ sheet, filters, change }: Pick<Props, 'sheet' | 'filters' | 'change'>) => {
  const t = useWords()
  const [at, setAt] = useState(filters.from)
  return (
    <>
      {(sheet?.finishers ?? 0) > 100 || filters.from ? (
        <form
          className="flex items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            change({ from: at })
          }}
        >
          <TextInput
            className="w-52"
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
    </>
  )
}

/** Returns the active filters, each with a way to end it. */
const useActive = ({ filters, change }: Pick<Props, 'filters' | 'change'>) => {
  const t = useWords()
  const { gender, agegroup, outcome, by, from } = filters
  return [
    gender && { said: t(gender === 'M' ? words.men : words.women), end: () => change({ gender: '' }) },
    agegroup && { said: agegroup, end: () => change({ agegroup: '' }) },
    outcome && { said: t(resultOutcomeWords[outcome]), end: () => change({ outcome: '' }) },
    by !== 'official' && { said: t(by === 'gun' ? words.byGun : words.byNet), end: () => change({ by: 'official' }) },
    from && { said: t(resultFilterWords.from, { n: from }), end: () => change({ from: '' }) },
  ].filter((one) => typeof one === 'object')
}

/** The choice of event, the search, and the other filters of the list. On a phone one button opens the filters. */
export const FilterBar = ({ sheets, sheet, chosen, filters, change, wide, children }: Props & More) => {
  const t = useWords()
  const [open, setOpen] = useState(false)
  const active = useActive({ filters, change })
  const fields = <FilterFields sheet={sheet} filters={filters} change={change} />
  return (
    <div className="grid gap-3">
      <EventChoice sheets={sheets} chosen={chosen} change={change} />
      <div className="flex flex-wrap gap-2">
        <TextInput
          className="min-w-0 flex-[1_1_11rem]"
          label={t(words.search)}
          bare
          placeholder={t(words.search_short)}
          value={filters.q}
          onChange={(event) => change({ q: event.target.value, from: '' })}
          onClear={() => change({ q: '' })}
          before={<Search className="size-5" aria-hidden />}
          enterKeyHint="search"
          maxLength={100}
        />
        {wide ? null : (
          <Button
            look="plain"
            className="shrink-0 px-4"
            icon={<SlidersHorizontal className="size-5" aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {active.length > 0 ? t(resultFilterWords.filters_n, { n: active.length }) : t(resultFilterWords.filters)}
          </Button>
        )}
      </div>
      {!wide && active.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {active.map(({ said, end }) => (
            <li key={said}>
              <button
                type="button"
                onClick={end}
                className="flex min-h-11 items-center gap-1.5 rounded-full bg-tint px-4 text-14 font-medium text-strong"
              >
                {said}
                <X className="size-4" aria-hidden />
                <span className="sr-only">{t(resultFilterWords.remove)}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {wide ? (
        <>
          {fields}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Jump key={filters.from} sheet={sheet} filters={filters} change={change} />
            {(sheet?.points.length ?? 0) > 0 ? (
              <div className="ml-auto">
                <Checkbox checked={filters.splits} onChange={(event) => change({ splits: event.target.checked })}>
                  {t(words.splits)}
                </Checkbox>
              </div>
            ) : null}
          </div>
        </>
      ) : null}
      {open && !wide ? (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={t(resultFilterWords.filters)}
          actions={
            <Button wide onClick={() => setOpen(false)}>
              {t(resultFilterWords.show)}
            </Button>
          }
        >
          <div className="grid gap-4 pb-2 text-left">
            {fields}
            <div className="flex flex-wrap gap-2">
              <Jump sheet={sheet} filters={filters} change={change} />
            </div>
            {children}
          </div>
        </Dialog>
      ) : null}
    </div>
  )
}
