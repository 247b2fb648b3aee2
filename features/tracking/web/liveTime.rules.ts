const HOUR = 3_600_000
/** Tells whether pages lead to the live page: from an hour before the start to a day and a half after it. */
export const isLiveTime = (start: number, now: number): boolean => now > start - HOUR && now < start + 36 * HOUR
