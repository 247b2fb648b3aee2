import { CloudOff } from 'lucide-react'
import { dateText } from '../language/clock.ts'
import { useLang, useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'

type Shown = { data: unknown; error: unknown; dataUpdatedAt: number }
/**
 * Tells that a page which loads itself again shows old facts, because its latest calls failed. Without this line, an
 * empty list of alarms looks the same with and without a server.
 */
export const Stale = ({ shown: { data, error, dataUpdatedAt } }: { shown: Shown }) => {
  const t = useWords()
  const { lang } = useLang()
  if (data === undefined || !error || dataUpdatedAt === 0) return null
  return (
    <p role="alert" className="flex items-center gap-2 rounded bg-warning-tint px-4 py-3 font-medium text-warning-ink">
      <CloudOff className="size-5 shrink-0" aria-hidden />
      {t(words.stale, { time: dateText(new Date(dataUpdatedAt), lang, 'second') })}
    </p>
  )
}
