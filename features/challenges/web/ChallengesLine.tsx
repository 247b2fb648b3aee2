import { CalendarCheck } from 'lucide-react'
import { path } from '#seam/web/paths.ts'
import { useWords } from '#ui/language/lang.tsx'
import { LineLink } from '#seam/web/LineLink.tsx'
import { useAsk } from '#ui/network/call.ts'
import { challengesList } from '../contract.ts'
import { challengeWords as words } from './challenges.words.ts'

/** A line that leads to the challenges of a race. It shows only where the race has some. */
export const ChallengesLine = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const { data } = useAsk(challengesList, { raceid }, { quiet: true, staleTime: 300_000 })
  if (!data || data.items.length === 0) return null
  return (
    <LineLink
      href={path.challenges({ raceid })}
      icon={<CalendarCheck className="size-5" />}
      title={t(words.title)}
      text={t(words.home_text)}
    />
  )
}
