import type { Db } from '#db/db.ts'
import type { GatewayName } from '#integrations/payment/gateway.ts'
import { addCounts, addRefusals } from './watching.store.ts'

/**
 * The activity of channels, counted in memory and written about once a second. Hundreds of notices may come in a
 * second, and one row for each would delay them.
 */

type Counted = {
  notices: number
  noticeAt: Date | null
  refused: Map<string, { count: number; at: Date }>
  failures: number
  failedWhy: string | null
}
const counting = new WeakMap<Db, { channels: Map<GatewayName, Counted>; writtenAt: number }>()
const EVERY = 1000

const countedOf = (db: Db, gateway: GatewayName): Counted => {
  const of = counting.get(db) ?? { channels: new Map<GatewayName, Counted>(), writtenAt: 0 }
  counting.set(db, of)
  const known = of.channels.get(gateway) ?? {
    notices: 0,
    noticeAt: null,
    refused: new Map(),
    failures: 0,
    failedWhy: null,
  }
  of.channels.set(gateway, known)
  return known
}

export const countNotice = async (db: Db, gateway: GatewayName, now: Date): Promise<void> => {
  const counted = countedOf(db, gateway)
  counted.notices += 1
  counted.noticeAt = now
  await writeNow(db, now)
}
/** Counts a refused notice. `why` is a stable word without any content of the notice. */
export const noticeRefused = async (db: Db, gateway: GatewayName, why: string, now: Date): Promise<void> => {
  const { refused } = countedOf(db, gateway)
  refused.set(why, { count: (refused.get(why)?.count ?? 0) + 1, at: now })
  await writeNow(db, now)
}
/**
 * Counts a channel's failure: the channel did not answer, or its answer was not valid. `writeCounted` saves the count
 * later. The saved time is the time of this save, and not the time of the failure.
 */
export const channelFailed = (db: Db, gateway: GatewayName, why: string): void => {
  const counted = countedOf(db, gateway)
  counted.failures += 1
  counted.failedWhy = why.slice(0, 200)
}

const writeNow = async (db: Db, now: Date): Promise<void> => {
  const of = counting.get(db)!
  if (Math.abs(now.getTime() - of.writtenAt) < EVERY) return
  of.writtenAt = now.getTime()
  await writeCounted(db, now)
}

/** Writes the counts since the last write. A killed process loses only counts that were not written. */
export const writeCounted = async (db: Db, now: Date): Promise<void> => {
  const of = counting.get(db)
  const channels = of ? [...of.channels] : []
  of?.channels.clear()
  for (const [gateway, { notices, noticeAt, refused, failures, failedWhy }] of channels) {
    const last = [...refused].toSorted(([, one], [, other]) => other.at.getTime() - one.at.getTime())[0]
    const sum = [...refused.values()].reduce((total, { count }) => total + count, 0)
    await addCounts(
      db,
      {
        gateway,
        notices,
        noticeAt,
        refused: sum,
        refusedAt: last?.[1].at ?? null,
        refusedWhy: last?.[0] ?? null,
        failures,
        failedAt: failures > 0 ? now : null,
        failedWhy,
      },
      now,
    )
    for (const [why, { count, at }] of refused) await addRefusals(db, gateway, why, count, at)
  }
}
