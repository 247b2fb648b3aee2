/**
 * A count of calls in the memory of this process, for paths that are called too often for a write at every call. A rate
 * with a name is shared: the processes of an installation tell each other once a second how often a subject has called
 * (db/limits/sharedRates.ts). A rate without a name holds for each process, which is enough to keep a process from
 * being flooded. A limit that must hold exactly, such as the limit of failed tries, belongs in the database
 * (db/limits/limits.ts).
 */
export type Rate = {
  /**
   * Counts one call. A call that costs as much as several calls counts as `much` calls. Returns the seconds to wait: 0
   * within the rate.
   */
  count: (subject: string, now: Date, much?: number) => number
}

/**
 * The calls of one subject. `count` is the number of calls in this process, and `reported` is the part of `count` that
 * the database has. `others` is the number of calls in the other processes at the last exchange.
 */
type Counted = { count: number; until: number; reported: number; others: number }
type Memory = { seen: Map<string, Counted>; changed: Set<string> }

/** The most subjects that a rate remembers. A full rate forgets the older half before it adds a subject. */
const MOST = 100_000
const every = new Set<Memory>()
const sharedRates = new Map<string, Memory>()
/**
 * Resets every rate of this process. Tests call it, because they run in one process and must not share their counts.
 */
export const forgetRates = (): void =>
  every.forEach(({ seen, changed }) => {
    seen.clear()
    changed.clear()
  })

/**
 * Makes the memory of a rate. Rates of one name in one process count together, because tests build several servers in a
 * process.
 */
const newMemory = (shared: string | undefined): Memory => {
  const known = shared === undefined ? undefined : sharedRates.get(shared)
  if (known) return known
  const memory: Memory = { seen: new Map(), changed: new Set() }
  every.add(memory)
  if (shared !== undefined) sharedRates.set(shared, memory)
  return memory
}

/**
 * Allows `max` calls of one subject within `seconds` of its first call. `shared` is the name under which all processes
 * count together.
 */
export const rateOf = (max: number, seconds: number, shared?: string): Rate => {
  const { seen, changed } = newMemory(shared)
  return {
    count: (subject, now, much = 1) => {
      const at = now.getTime()
      const known = seen.get(subject)
      if (known && known.until > at) {
        known.count += much
        if (shared !== undefined) changed.add(subject)
        return known.count + known.others <= max ? 0 : Math.max(1, Math.ceil((known.until - at) / 1000))
      }
      if (known) seen.delete(subject)
      if (seen.size >= MOST) for (const old of [...seen.keys()].slice(0, MOST / 2)) seen.delete(old)
      seen.set(subject, { count: much, until: at + seconds * 1000, reported: 0, others: 0 })
      if (shared !== undefined && much > 1) changed.add(subject)
      return 0
    },
  }
}

/**
 * Calls of this process that are not reported yet. `put` takes the total of all processes. `keep` lets the next
 * `takeUnreported` return the calls again, after a report that failed.
 */
export type UnreportedCalls = {
  rate: string
  subject: string
  count: number
  until: number
  put: (total: number, until: number) => void
  keep: () => void
}
/**
 * Takes the calls that this process must report to the other processes. The function does not report a subject whose
 * count is 1. Most subjects call once, and a write for each of these subjects would cost as much as a limit in the
 * database.
 */
export const takeUnreported = (now: Date): UnreportedCalls[] =>
  [...sharedRates].flatMap(([rate, { seen, changed }]) => {
    const unreported = [...changed].flatMap((subject): UnreportedCalls[] => {
      const counted = seen.get(subject)
      if (!counted || counted.until <= now.getTime()) return []
      const { count, reported, until } = counted
      return [
        {
          rate,
          subject,
          count: count - reported,
          until,
          put: (total, ends) => {
            counted.reported = count
            counted.others = Math.max(0, total - count)
            counted.until = ends
          },
          keep: () => {
            // If the subject was forgotten meanwhile, or its time began anew, the memory holds a new count. The failed
            // report does not belong to the new count.
            if (seen.get(subject) === counted) changed.add(subject)
          },
        },
      ]
    })
    changed.clear()
    return unreported
  })
