export const banSources = ['federation', 'organiser'] as const
export type BanSource = (typeof banSources)[number]
export type BanState = 'coming' | 'active' | 'ended' | 'lifted'

/** The days of a ban as ISO texts. `until` null means for life. */
export type BanSpan = { from: string; until: string | null }
export const banState = ({ from, until }: BanSpan, lifted: boolean, today: string): BanState => {
  if (lifted) return 'lifted'
  if (today < from) return 'coming'
  return until !== null && until < today ? 'ended' : 'active'
}
/** Tells whether a ban holds today or on the day of the race. */
export const isInBan = ({ from, until }: BanSpan, today: string, raceDay: string): boolean => {
  const on = (day: string) => day >= from && (until === null || day <= until)
  return on(today) || on(raceDay)
}
