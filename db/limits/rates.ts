/**
 * Calls counted in the memory of this process, for paths too hot to write at every call (db/limits/limits.ts counts exactly,
 * in the database). With several processes the limit holds for each; what must hold exactly, such as failed tries,
 * belongs into the database.
 */
export type Rate = {
  /**
   * Counts one call (or `much`, where some weigh more than others) and answers the seconds to wait: 0 where it is
   * within the rate.
   */
  count: (subject: string, now: Date, much?: number) => number
}

const every = new Set<Map<string, unknown>>()
/** Begins every rate of this process anew; for tests, which share a process and must not share their counts. */
export const forgetRates = (): void => every.forEach((seen) => seen.clear())

/**
 * At most `max` calls of one subject within `seconds` of its first one. The oldest half is forgotten beyond `most`
 * subjects.
 */
export const rateOf = (max: number, seconds: number, most = 100_000): Rate => {
  const seen = new Map<string, { count: number; until: number }>()
  every.add(seen)
  return {
    count: (subject, now, much = 1) => {
      const at = now.getTime()
      const known = seen.get(subject)
      if (known && known.until > at)
        return (known.count += much) <= max ? 0 : Math.max(1, Math.ceil((known.until - at) / 1000))
      if (known) seen.delete(subject)
      if (seen.size >= most) for (const old of [...seen.keys()].slice(0, most / 2)) seen.delete(old)
      seen.set(subject, { count: much, until: at + seconds * 1000 })
      return 0
    },
  }
}
