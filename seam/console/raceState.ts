import { text } from '#contract/words.ts'
import type { Tone } from '#ui/feedback/Chip.tsx'
import type { KnownRace } from './useRace.ts'

export type RaceState = 'hidden' | 'coming' | 'today' | 'over'

const dayIn = (zone: string, at: Date): string => {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at)
  } catch {
    return at.toISOString().slice(0, 10)
  }
}

/** Returns the state of a race. The race's own time zone decides which day it is. */
export const raceStateOf = (
  { published, time, zone }: Pick<KnownRace, 'published' | 'time' | 'zone'>,
  now: Date,
): RaceState => {
  if (!published) return 'hidden'
  const [day, today] = [dayIn(zone, new Date(time)), dayIn(zone, now)]
  return day === today ? 'today' : day < today ? 'over' : 'coming'
}

export const raceStateWords = {
  hidden: text('未发布', '未發布', 'Not published'),
  coming: text('已发布', '已發布', 'Published'),
  today: text('今日比赛', '今日比賽', 'Race day'),
  over: text('已结束', '已結束', 'Finished'),
} as const satisfies Record<RaceState, unknown>

export const raceStateTones = {
  hidden: 'plain',
  coming: 'success',
  today: 'race',
  over: 'plain',
} as const satisfies Record<RaceState, Tone>
