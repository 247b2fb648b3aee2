import { useState } from 'react'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { durationText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { useAsk } from '#ui/network/call.ts'
import { type ConsoleTrail, consoleTrailsRanks } from '../console.contract.ts'
import { rankings } from '../rank.rules.ts'
import { trailDeskWords as words } from './trailDesk.words.ts'

const byWords = { time: words.by_time, points: words.by_points, repeats: words.by_repeats } as const

/** The ranking of a trail for staff. A draft has a ranking too. */
export const RanksPanel = ({ raceid, trail }: { raceid: number; trail: ConsoleTrail }) => {
  const t = useWords()
  const [by, setBy] = useState(trail.ranking)
  const ranks = useAsk(consoleTrailsRanks, { raceid, id: trail.id, by }, { staleTime: 0, keep: true })
  return (
    <>
      <Segmented
        label={t(words.ranking)}
        value={by}
        onChange={(value) => setBy(rankings.find((one) => one === value) ?? trail.ranking)}
        options={rankings.map((value) => ({ value, label: t(byWords[value]) }))}
      />
      {ranks.isPending ? <SkeletonCards count={4} className="h-14" /> : null}
      {ranks.error ? <ErrorState error={ranks.error} onRetry={() => void ranks.refetch()} /> : null}
      {ranks.data?.items.length === 0 ? <Empty title={t(words.ranks_none)} /> : null}
      {ranks.data && ranks.data.items.length > 0 ? (
        <Card>
          <Table
            caption={t(words.ranks)}
            rows={ranks.data.items}
            rowKey={(_, n) => n}
            columns={[
              { key: 'rank', title: t(words.rank), cell: (row) => row.rank, figures: true },
              { key: 'name', title: t(words.person), cell: (row) => <span className="font-medium">{row.name}</span> },
              { key: 'time', title: t(words.by_time), cell: (row) => durationText(row.seconds) || '—', figures: true },
              { key: 'points', title: t(words.by_points), cell: (row) => row.points, figures: true },
              { key: 'repeats', title: t(words.by_repeats), cell: (row) => row.repeats, figures: true },
            ]}
          />
        </Card>
      ) : null}
    </>
  )
}
