import { ChevronRight, TriangleAlert } from 'lucide-react'
import { path } from '#seam/web/paths.ts'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useSettled } from '#ui/network/useSettled.ts'
import { Link } from '#ui/router/Link.tsx'
import { disruptionNow } from '../contract.ts'
import { disruptionWords as words } from './disruption.words.ts'
import { headlineOf } from '../headline.rules.ts'

/** The change of a race on its home page. It draws nothing while the race goes ahead as planned. */
export const DisruptionLine = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const { lang } = useLang()
  const enabled = useSettled()
  const { data } = useAsk(
    disruptionNow,
    { raceid },
    { enabled, quiet: true, staleTime: 30_000, refetchInterval: 120_000 },
  )
  if (!data) return null
  return data.items.map((one) => (
    <Link
      key={one.id}
      href={path.disruption({ raceid })}
      className="flex min-h-14 items-center gap-3 rounded bg-warning-tint p-4 text-warning-ink shadow-card"
    >
      <TriangleAlert className="size-7 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block text-16 font-bold">{headlineOf(one, t, lang)}</span>
        <span className="line-clamp-2 block break-words">{one.reason}</span>
        <span className="figures mt-1 block text-14 font-medium">
          {one.open ? t(words.choose_by, { when: dateText(one.until, lang, 'deadline', data.zone) }) : t(words.see)}
        </span>
      </span>
      <ChevronRight className="size-5 shrink-0" aria-hidden />
    </Link>
  ))
}
