import { useState } from 'react'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { shortDuration } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { appTrailRank } from '../contract.ts'
import { type TrailRanking, rankings } from '../rank.rules.ts'
import { trailWords as words } from './trails.words.ts'

const byWords = { time: words.time, points: words.sum, repeats: words.repeats } as const

export const TrailRanksCard = ({
  raceid,
  id,
  ranking,
  own,
}: {
  raceid: number
  id: number
  ranking: TrailRanking
  own?: string | undefined
}) => {
  const t = useWords()
  const [by, setBy] = useState<TrailRanking>(ranking)
  const ranks = useAsk(appTrailRank, { raceid, id, by, limit: 100 }, { staleTime: 5_000, keep: true })
  const items = ranks.data?.items ?? []
  return (
    <Card title={t(words.ranks)}>
      <Segmented
        label={t(words.rank_by)}
        value={by}
        onChange={(value) => setBy(rankings.find((one) => one === value) ?? ranking)}
        options={rankings.map((value) => ({ value, label: t(byWords[value]) }))}
      />
      {ranks.isPending ? <Skeleton className="mt-4 h-40" /> : null}
      {ranks.error ? <ErrorState error={ranks.error} onRetry={() => void ranks.refetch()} /> : null}
      {ranks.data && items.length === 0 ? <Empty title={t(words.ranks_none)} /> : null}
      <ol className="mt-2 divide-y divide-line">
        {items.map((one, n) => (
          <li
            key={n}
            className={`figures flex min-h-12 items-center gap-4 py-2 ${one.name === own ? 'font-bold text-strong' : ''}`}
          >
            <span className="display w-8 shrink-0 text-right text-20">{one.rank}</span>
            <span className="min-w-0 flex-1 truncate">{one.name}</span>
            <span className="shrink-0">
              {by === 'time' ? shortDuration(one.seconds) : by === 'points' ? one.points : one.repeats}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
