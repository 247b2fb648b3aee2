import { LocateFixed, LocateOff } from 'lucide-react'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { Whereabouts } from './usePosition.ts'
import { trailWords as words } from './trails.words.ts'

export const PositionBar = ({ where }: { where: Whereabouts }) => {
  const t = useWords()
  if (!where.watching)
    return (
      <Button look="plain" icon={<LocateFixed className="size-5" aria-hidden />} onClick={where.start}>
        {t(words.locate)}
      </Button>
    )
  if (where.denied)
    return (
      <div role="alert" className="grid gap-3 rounded bg-warning-tint p-4 text-warning-ink">
        <p className="font-medium">{t(words.denied)}</p>
        <p className="text-14">{t(words.denied_how)}</p>
        <Button look="plain" onClick={where.start}>
          {t(words.locate)}
        </Button>
      </div>
    )
  const lost = !where.now && where.last !== undefined
  return (
    <div className={`flex items-start gap-3 rounded p-4 ${lost ? 'bg-warning-tint text-warning-ink' : 'bg-sunk'}`}>
      {lost ? (
        <LocateOff className="mt-0.5 size-5 shrink-0" aria-hidden />
      ) : (
        <LocateFixed className="mt-0.5 size-5 shrink-0 text-strong" aria-hidden />
      )}
      <span>
        {/* While the position is lost, its age changes each second, and screen readers do not read the changes out. */}
        <span className="figures block font-medium" role={lost ? undefined : 'status'}>
          {where.now
            ? t(words.now_accurate, { n: where.now.accuracy })
            : lost
              ? t(words.lost, { n: where.age })
              : t(words.locating)}
        </span>
        <span className="block text-14" role="status">
          {lost ? t(words.lost_how) : null}
        </span>
      </span>
    </div>
  )
}
