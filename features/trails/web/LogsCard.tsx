import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { type Trail, appTrailChecklogs } from '../contract.ts'
import { trailWords as words } from './trails.words.ts'

export const LogsCard = ({ raceid, trail }: { raceid: number; trail: Trail }) => {
  const t = useWords()
  const { lang } = useLang()
  const logs = useAsk(appTrailChecklogs, { raceid, id: trail.id }, { quiet: true, staleTime: 0, keep: true })
  const nameOf = (point: number | null) => trail.points.find((one) => one.point === point)?.name ?? t(words.log_file)
  return (
    <Card title={t(words.logs)}>
      {logs.isPending ? <Skeleton className="h-24" /> : null}
      {logs.error ? <ErrorState error={logs.error} onRetry={() => void logs.refetch()} /> : null}
      {logs.data?.items.length === 0 ? <Empty title={t(words.logs_none)} /> : null}
      <ul className="divide-y divide-line">
        {(logs.data?.items ?? []).map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
            <span className="min-w-0 flex-[1_1_10rem]">
              <span className="block font-medium">{nameOf(one.point)}</span>
              <span className="figures block text-14 text-soft">{dateText(one.at, lang, 'deadline')}</span>
              {one.says ? <span className="block text-14 text-danger-ink">{one.says}</span> : null}
            </span>
            {one.late ? <Chip>{t(words.log_late)}</Chip> : null}
            {one.reason === null ? <Chip tone="success">{t(words.log_counts)}</Chip> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
