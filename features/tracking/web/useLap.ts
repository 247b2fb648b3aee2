import { useMemo } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import { liveWords as words } from './live.words.ts'
import { lapAt, onDrawing } from './place.rules.ts'
import type { LiveStart } from './useLiveRace.ts'

type Event = Pick<LiveStart['events'][number], 'course' | 'laps' | 'points'>
/**
 * Returns functions that name the lap of a place. `lapOf` takes metres of the timed course. `lapOfDrawing` takes metres
 * along the line on the map. Without laps both functions return undefined.
 */
export const useLap = ({ course, laps, points }: Event) => {
  const t = useWords()
  const [finish, drawn] = [points.at(-1)?.metres ?? null, course?.metres]
  return useMemo(() => {
    const lapOfDrawing = (metres: number): string | undefined =>
      laps ? t(words.lap, { n: lapAt(laps, metres) }) : undefined
    const lapOf = (metres: number | null): string | undefined =>
      drawn !== undefined && metres !== null ? lapOfDrawing(onDrawing(metres, finish, drawn)) : undefined
    return { lapOf, lapOfDrawing }
  }, [laps, finish, drawn, t])
}
