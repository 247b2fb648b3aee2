import { useState } from 'react'
import { consoleResultsSheets } from '#features/results/contract.ts'
import { ChosenExport } from '#features/exports/console/ChosenExport.tsx'
import { useTickedRows } from '#features/exports/console/useTickedRows.ts'
import type { DeskRow } from '#features/results/desk/desk.contract.ts'
import { type DeskSort, deskSorts } from '#features/results/desk/desk.rules.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRaceId } from '#seam/console/useRace.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import type { Column } from '#ui/layout/table/tableColumn.ts'
import { useAsk } from '#ui/network/call.ts'
import { RunnerPanel } from '../RunnerPanel.tsx'
import { doubtTexts, timingOutcomeWords } from '../console.words.ts'
import { DecisionBar } from './DecisionBar.tsx'
import { DeskSortBar } from './DeskSortBar.tsx'
import { DeskFilterBar } from './DeskFilterBar.tsx'
import { deskWords as words, personWords } from './desk.words.ts'
import { type DeskFilters, anybody, useDesk, useDeskFilters } from './useDesk.ts'

/** The page on which staff find, check and correct all results of a race. */
export const ResultDeskPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const { filters, chosen, change, choose } = useDeskFilters(raceid)
  const [cleared, setCleared] = useState(0)
  const list = useDesk(raceid, filters)
  const { chosen: ticked, toggle, clear: untick } = useTickedRows(JSON.stringify(filters))
  const sheets = useAsk(consoleResultsSheets, { raceid })
  const [first] = list.data?.pages ?? []
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? []
  const isWhole = JSON.stringify({ ...filters, ...anybody }) === JSON.stringify(filters)
  const opened = rows.find(({ bib, eventid }) => bib === chosen?.bib && eventid === chosen.eventid)
  const clear = () => {
    setCleared(cleared + 1)
    change(anybody)
  }
  return (
    <DeskPage title={t(words.title)}>
      {chosen ? null : (
        <DeskFilterBar
          key={cleared}
          filters={filters}
          events={(sheets.data?.events ?? []).filter(({ results }) => results > 0)}
          agegroups={first?.agegroups ?? []}
          fields={first?.fields ?? []}
          change={change}
        />
      )}
      {chosen ? (
        <section className="grid gap-3" aria-label={t(words.look, { bib: chosen.bib })}>
          <div className="flex flex-wrap items-center gap-3">
            <Button look="plain" onClick={() => choose()}>
              {t(words.close)}
            </Button>
            {opened ? <DecisionBar raceid={raceid} row={opened} onDone={() => void list.refetch()} /> : null}
          </div>
          <RunnerPanel
            key={`${chosen.eventid} ${chosen.bib} ${opened?.updated_at ?? ''}`}
            raceid={raceid}
            eventid={chosen.eventid}
            bib={chosen.bib}
            onDone={() => void list.refetch()}
          />
        </section>
      ) : null}
      {list.error && !list.isFetchNextPageError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isPending ? <SkeletonCards count={6} className="h-12" /> : null}
      {list.data && rows.length === 0 ? (
        isWhole ? (
          <Empty
            title={t(words.none_yet)}
            description={t(words.none_yet_text)}
            action={<ButtonLink href={path.results({ raceid })}>{t(words.import)}</ButtonLink>}
          />
        ) : (
          <Empty
            title={t(words.none)}
            description={t(words.none_text)}
            action={
              <Button look="plain" onClick={clear}>
                {t(words.clear)}
              </Button>
            }
          />
        )
      ) : null}
      {rows.length > 0 && !chosen ? (
        <Card>
          <p className="figures mb-2 text-14 text-soft" role="status">
            {first?.total === null || first?.total === undefined ? '' : t(words.total, { n: countText(first.total) })}
          </p>
          <DeskSortBar filters={filters} change={change} />
          <div className={list.isPlaceholderData ? 'opacity-60' : ''}>
            <DeskTable rows={rows} filters={filters} change={change} onChoose={choose} ticked={ticked} tick={toggle} />
          </div>
        </Card>
      ) : null}
      {chosen ? null : <MoreButton list={list} />}
      {chosen || raceid === undefined ? null : (
        <ChosenExport raceid={raceid} table="results" chosen={ticked} clear={untick} />
      )}
    </DeskPage>
  )
}

type TableProps = {
  rows: readonly DeskRow[]
  filters: DeskFilters
  change: (patch: Partial<DeskFilters>) => void
  onChoose: (bib: string, eventid: number) => void
  /** The rows that are ticked for a file. */
  ticked: ReadonlySet<number>
  tick: (id: number) => void
}
const DeskTable = ({ rows, filters, change, onChoose, ticked, tick }: TableProps) => {
  const t = useWords()
  const columns: Column<DeskRow>[] = [
    {
      key: 'bib',
      title: t(words.bib),
      sorts: sortsBy('bib'),
      cell: ({ id, bib, eventid }) => (
        <span className="flex items-center gap-1">
          <Checkbox checked={ticked.has(id)} onChange={() => tick(id)}>
            <span className="sr-only">{t(words.tick, { bib })}</span>
          </Checkbox>
          <button
            type="button"
            className="figures min-h-9 whitespace-nowrap font-medium text-strong underline"
            aria-label={t(words.look, { bib })}
            onClick={() => onChoose(bib, eventid)}
          >
            {bib}
          </button>
        </span>
      ),
    },
    {
      key: 'name',
      title: t(words.name),
      sorts: sortsBy('name'),
      cell: ({ name, gender, agegroup, field }) => (
        <span className="break-words">
          {name ?? '–'}
          <span className="block whitespace-nowrap text-14 text-soft">
            {[gender ? t(personWords[gender]) : '', agegroup ?? '', field].filter(Boolean).join(' · ')}
          </span>
        </span>
      ),
    },
    {
      key: 'club',
      title: t(words.event_club),
      sorts: sortsBy('club'),
      className: 'hidden lg:table-cell',
      cell: ({ club, event }) => (
        <span className="break-words">
          {event}
          {club ? <span className="block text-14 text-soft">{club}</span> : null}
        </span>
      ),
    },
    { key: 'status', title: t(words.status), sorts: sortsBy('status'), cell: (row) => <Status row={row} /> },
    {
      key: 'time',
      title: t(words.time),
      sorts: sortsBy('time'),
      figures: true,
      cell: ({ time, nettime, before }) => (
        <span className="block text-right">
          {time ?? nettime ?? '–'}
          {time && nettime && time !== nettime ? (
            <span className="block text-14 text-soft">{t(words.net, { time: nettime })}</span>
          ) : null}
          {before && before.time !== time ? (
            <span className="block text-14 text-soft line-through">{t(words.was, { time: before.time ?? '–' })}</span>
          ) : null}
        </span>
      ),
    },
    {
      key: 'place',
      title: t(words.place),
      sorts: sortsBy('place'),
      figures: true,
      cell: ({ place }) => place ?? '–',
    },
    { key: 'marks', title: t(words.marks), cell: (row) => <Marks row={row} /> },
  ]
  return (
    <Table
      caption={t(words.title)}
      rows={rows}
      rowKey={({ id }) => id}
      columns={columns}
      sorting={{ sort: `${filters.down ? '-' : ''}${filters.sort}`, onSort: (order) => change(sortIn(order)) }}
    />
  )
}

/** A sort by rank cannot be reversed. */
const sortsBy = (sort: DeskSort) => (sort === 'place' ? { up: sort } : { up: sort, down: `-${sort}` })
const sortIn = (order: string): Pick<DeskFilters, 'sort' | 'down'> => ({
  sort: deskSorts.find((one) => one === order.replace(/^-/, '')) ?? 'place',
  down: order.startsWith('-'),
})

const Status = ({ row: { outcome, before, reason } }: { row: DeskRow }) => {
  const t = useWords()
  return (
    <span className="break-words">
      {t(timingOutcomeWords[outcome])}
      {before && before.outcome !== outcome ? (
        <span className="block text-14 text-soft line-through">{t(timingOutcomeWords[before.outcome])}</span>
      ) : null}
      {reason ? <span className="block text-14 text-soft">{reason}</span> : null}
    </span>
  )
}

const Marks = ({ row: { doubts, before, hidden, matched, handed_in } }: { row: DeskRow }) => {
  const t = useWords()
  const timed = (word: string) => (word in doubtTexts ? t(doubtTexts[word as keyof typeof doubtTexts]) : word)
  return (
    <span className="flex flex-wrap gap-1">
      {doubts.map(({ word, says }) => (
        <span key={word} className="max-w-72 rounded bg-warning-tint px-2 py-0.5 text-14 text-warning-ink">
          {says ?? timed(word)}
        </span>
      ))}
      {before ? <Chip tone="info">{t(words.corrected)}</Chip> : null}
      {hidden ? <Chip>{t(hidden === 'staff' ? words.by_staff : words.by_runner)}</Chip> : null}
      {matched ? null : <Chip>{t(words.unmatched)}</Chip>}
      {handed_in ? <Chip>{t(words.handed_in)}</Chip> : null}
    </span>
  )
}
