import { ChevronRight, Footprints } from 'lucide-react'
import { path } from '#seam/web/paths.ts'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { appTrailQuery } from '../contract.ts'
import { trailWords as words } from './trails.words.ts'

/** A line that leads to the trails of a race. It shows only where the race has some. */
export const TrailsLine = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const { data } = useAsk(appTrailQuery, { raceid }, { quiet: true, staleTime: 300_000 })
  if (!data || data.items.length === 0) return null
  return (
    <Link
      href={path.trails({ raceid })}
      className="flex min-h-14 items-center gap-3 rounded bg-surface p-4 shadow-card hover:bg-tint"
    >
      <span aria-hidden className="flex size-10 shrink-0 items-center justify-center rounded-full bg-tint text-strong">
        <Footprints className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{t(words.home_title)}</span>
        <span className="block text-14 text-soft">{t(words.home_text)}</span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
    </Link>
  )
}
