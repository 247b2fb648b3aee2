import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { type SceneLine, consoleScenesDays } from '../console.contract.ts'
import { words } from '../words.ts'

/** The scans of one scene by day, the latest day first. */
export const DaysDialog = ({ raceid, scene, onClose }: { raceid: number; scene: SceneLine; onClose: () => void }) => {
  const t = useWords()
  const days = useAsk(consoleScenesDays, { raceid, id: scene.id }, { quiet: true })
  const items = days.data?.items ?? []
  const most = Math.max(1, ...items.map(({ scans }) => scans))
  return (
    <Dialog open onClose={onClose} title={`${scene.label} · ${t(words.by_day)}`}>
      {days.error ? <ErrorState error={days.error} onRetry={() => void days.refetch()} /> : null}
      {days.isPending ? <SkeletonCards count={2} className="h-11" /> : null}
      {days.data && items.length === 0 ? <Empty title={t(words.never)} /> : null}
      <ol className="grid gap-2 pb-4">
        {items.map(({ day, scans }) => (
          <li key={day} className="figures grid grid-cols-[7rem_1fr_4rem] items-center gap-3">
            <span>{day}</span>
            <span className="h-3 rounded-full bg-sunk" aria-hidden>
              <span className="block h-3 rounded-full bg-fill" style={{ width: `${(scans / most) * 100}%` }} />
            </span>
            <span className="text-right font-medium">{scans}</span>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
