import { Suspense, useMemo, useState } from 'react'
import { onDemand } from '#ui/router/onDemand.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import type { DeskFigures } from '../../figures/figures.contract.ts'
import { deskName } from './deskName.ts'
import { type Quarter, quartersOf } from './quarters.ts'
import { words } from './supervisor.words.ts'

// The chart library is large, so the page loads this library only when it shows a chart.
const FlowChart = onDemand(async () => (await import('#ui/media/FlowChart.tsx')).FlowChart)
const ALL = 'all'
const sum = (packs: readonly number[]): number => packs.reduce((all, n) => all + n, 0)

export const QuartersCard = ({ desks, zone }: { desks: DeskFigures['desks']; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const [as, setAs] = useState('chart')
  const [chosen, setChosen] = useState(ALL)
  const quarters = useMemo(() => quartersOf(desks), [desks])
  const at = desks.findIndex(({ id }) => String(id) === chosen)
  const periods = useMemo(
    () =>
      quarters.map((quarter) => ({
        full: dateText(quarter.at, lang, 'deadline', zone),
        short: dateText(quarter.at, lang, 'second', zone).slice(0, 5),
      })),
    [quarters, lang, zone],
  )
  const lines = useMemo(
    () => [
      {
        says: t(words.packs),
        tone: 'accent' as const,
        values: quarters.map(({ packs }) => (at < 0 ? sum(packs) : packs[at]!)),
      },
    ],
    [quarters, at, t],
  )
  return (
    <Card title={t(words.quarters)}>
      {quarters.length === 0 ? (
        <p className="text-14 text-soft">{t(words.nothing_yet)}</p>
      ) : (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
            <Select
              bare
              className="min-w-48"
              label={t(words.desk)}
              value={at < 0 ? ALL : chosen}
              onChange={(event) => setChosen(event.target.value)}
              options={[
                { value: ALL, label: t(words.all_desks) },
                ...desks.map((desk) => ({ value: String(desk.id), label: deskName(t, desk) })),
              ]}
            />
            <Segmented
              label={t(words.view)}
              value={as}
              onChange={setAs}
              options={[
                { value: 'chart', label: t(words.as_chart) },
                { value: 'table', label: t(words.as_table) },
              ]}
            />
          </div>
          {as === 'chart' ? (
            <Suspense fallback={<Skeleton className="h-56" />}>
              <FlowChart
                label={t(words.quarters)}
                periodTitle={t(words.quarter)}
                periods={periods}
                lines={lines}
                said={countText}
              />
            </Suspense>
          ) : (
            <QuarterTable desks={at < 0 ? desks : [desks[at]!]} first={Math.max(0, at)} rows={quarters} zone={zone} />
          )}
        </>
      )}
    </Card>
  )
}

type TableProps = {
  desks: DeskFigures['desks']
  /** The index of the first shown desk in the list of all desks. */
  first: number
  rows: readonly Quarter[]
  zone: string
}
const QuarterTable = ({ desks, first, rows, zone }: TableProps) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <div className="max-h-96 overflow-y-auto">
      <Table
        caption={t(words.quarters)}
        rows={rows.toReversed()}
        rowKey={({ at }) => at}
        columns={[
          {
            key: 'at',
            title: t(words.quarter),
            cell: ({ at }) => dateText(at, lang, 'deadline', zone),
            className: 'whitespace-nowrap',
          },
          ...desks.map((desk, nth) => ({
            key: String(desk.id),
            title: deskName(t, desk),
            figures: true,
            cell: ({ packs }: Quarter) => countText(packs[first + nth] ?? 0),
          })),
          ...(desks.length > 1
            ? [
                {
                  key: 'all',
                  title: t(words.all_desks),
                  figures: true,
                  cell: ({ packs }: Quarter) => countText(sum(packs)),
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}
