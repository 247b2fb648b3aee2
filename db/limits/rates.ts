/**
 * Counts calls in the memory of this process, for paths that are called too often for a write at every call.
 * db/limits/limits.ts counts exactly, in the database. With several processes, the limit holds for each process. A
 * limit that must hold exactly, such as the limit of failed tries, belongs in the database.
 */
export type Rate = {
  /** Counts one call, or `much` calls where the call weighs more. Returns the seconds to wait: 0 within the rate. */
  count: (subject: string, now: Date, much?: number) => number
}

const every = new Set<Map<string, unknown>>()
/**
 * Resets every rate of this process. Tests call it, because they run in one process and must not share their counts.
 */
export const forgetRates = (): void => every.forEach((seen) => seen.clear())

/**
 * Allows `max` calls of one subject within `seconds` of its first call. When it knows more than `most` subjects, it
 * forgets the older half.
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
