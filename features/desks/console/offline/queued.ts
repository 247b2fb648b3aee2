import type { InputOf } from '#contract/endpoint.ts'
import { type Anchor, type ClockReading, dateOf, deviceMomentOf } from '#ui/network/deviceTime.ts'
import type { Lease } from '#ui/network/lease.ts'
import type { consoleDesksDeviceSend } from '../../device/device.contract.ts'
import type { BookedEntry } from './books.rules.ts'

/**
 * An entry in the queue: the fields of the call, the entry for the device's own books, and the clocks at the entry. A
 * queue of an older version of this program has no clocks.
 */
export type QueuedHandout = {
  given: Omit<InputOf<typeof consoleDesksDeviceSend>['entries'][number], 'at' | 'unsure_ms'>
  held: BookedEntry
  read?: ClockReading
}

/**
 * Dates waiting entries for a call, by the present clock of the device. Entries of one pack keep their order even if
 * they are written within a millisecond.
 */
export const datedEntries = (
  queue: readonly QueuedHandout[],
  { anchor, lease }: { anchor?: Anchor | null; lease: Lease | null },
  now: Anchor,
) => {
  const latest = new Map<number, number>()
  return queue.map(({ given, held, read }) => {
    const moment = new Date(held.at).getTime()
    // An entry without a reading of the clocks has its moment in the books alone.
    const { at, unsure } = read
      ? dateOf(read, anchor ?? null, now)
      : { at: moment - (lease?.offset ?? 0) + (now.server - now.device), unsure: 0 }
    const least = (latest.get(held.registrationid) ?? -Infinity) + 1
    const dated = { at: Math.max(at, least), unsure }
    latest.set(held.registrationid, dated.at)
    return { ...given, at: deviceMomentOf(dated, now), ...(unsure > 0 ? { unsure_ms: Math.round(unsure) } : {}) }
  })
}
