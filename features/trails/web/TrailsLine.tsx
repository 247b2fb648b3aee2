import { Footprints } from 'lucide-react'
import { path } from '#seam/web/paths.ts'
import { useWords } from '#ui/language/lang.tsx'
import { LineLink } from '#seam/web/LineLink.tsx'
import { useAsk } from '#ui/network/call.ts'
import { appTrailQuery } from '../contract.ts'
import { trailWords as words } from './trails.words.ts'

/** A line that leads to the trails of a race. It shows only where the race has some. */
export const TrailsLine = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const { data } = useAsk(appTrailQuery, { raceid }, { quiet: true, staleTime: 300_000 })
  if (!data || data.items.length === 0) return null
  return (
    <LineLink
      href={path.trails({ raceid })}
      icon={<Footprints className="size-5" />}
      title={t(words.home_title)}
      text={t(words.home_text)}
    />
  )
}
