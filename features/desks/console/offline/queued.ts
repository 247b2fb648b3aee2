import type { InputOf } from '#contract/endpoint.ts'
import { type Anchor, type ClockReading, dateOf, deviceMomentOf } from '#ui/network/deviceTime.ts'
import type { Lease } from '#ui/network/lease.ts'
import type { consoleDesksDeviceSend } from '../../device/device.contract.ts'
import type { BookedEntry } from './books.rules.ts'

/**
 * An entry in the queue: the fields of the call, the entry for the device's own books, and the clocks (`read`) when the
 * entry was written. An entry from an older version of this program has no clocks.
 */
export type QueuedHandout = {
  given: Omit<InputOf<typeof consoleDesksDeviceSend>['entries'][number], 'at' | 'unsure_ms'>
  held: BookedEntry
  read?: ClockReading
}

/**
 * Returns the entries of the queue as a call sends them, with their moments by the present clock of the device. Entries
 * of one pack keep their order even if they were written within one millisecond.
 */
export const datedEntries = (
  queue: readonly QueuedHandout[],
  { anchor, lease }: { anchor?: Anchor | null; lease: Lease | null },
  now: Anchor,
) => {
  const latest = new Map<number, number>()
  return queue.map(({ given, held, read }) => {
    const moment = new Date(held.at).getTime()
    // If an entry has no reading of the clocks, its only moment is the moment in `held`.
    const { at, unsure } = read
      ? dateOf(read, anchor ?? null, now)
      : { at: moment - (lease?.offset ?? 0) + (now.server - now.device), unsure: 0 }
    const least = (latest.get(held.registrationid) ?? -Infinity) + 1
    const dated = { at: Math.max(at, least), unsure }
    latest.set(held.registrationid, dated.at)
    return { ...given, at: deviceMomentOf(dated, now), ...(unsure > 0 ? { unsure_ms: Math.round(unsure) } : {}) }
  })
}
