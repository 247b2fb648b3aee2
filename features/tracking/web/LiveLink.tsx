import { ChevronRight, Radio } from 'lucide-react'
import { path } from '#seam/web/paths.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { liveWords as words } from './live.words.ts'

export const LiveLink = ({
  raceid,
  bib,
  eventid,
}: {
  raceid: number
  /** The runner whose page opens. */
  bib?: string | null | undefined
  eventid?: number | undefined
}) => {
  const t = useWords()
  return (
    <Link
      href={path.live({ raceid, bib, eventid })}
      className="flex min-h-14 items-center gap-3 rounded bg-surface p-4 shadow-card hover:bg-tint"
    >
      <span aria-hidden className="flex size-10 shrink-0 items-center justify-center rounded-full bg-tint text-strong">
        <Radio className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{t(words.see_live)}</span>
        <span className="block text-14 text-soft">{t(words.see_live_text)}</span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
    </Link>
  )
}
