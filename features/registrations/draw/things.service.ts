import type { Tx } from '#db/db.ts'
import { type Counter, countCounters, lockCounters } from '#features/events/service.ts'
import { leftIn } from '#features/events/rules.ts'
import { stockCounts } from '../inventory/inventory.service.ts'
import { type ViewRow, listHoldings } from '../store.ts'
import type { ShirtSeatZone } from './line.store.ts'

/**
 * Locks the counters of shirts, seats and zones of these registrations. Returns copies of the counters, which the
 * caller changes in memory.
 */
export const lockStockCounters = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  ids: readonly number[],
): Promise<Counter[]> => {
  const held = await listHoldings(tx, raceid, ids)
  const names = new Set(
    held.flatMap(({ clothes, packagebus, runnerzone }) =>
      [clothes, packagebus, runnerzone].filter((name) => name !== null),
    ),
  )
  return names.size > 0 ? (await lockCounters(tx, raceid, [eventid], [...names])).map((one) => ({ ...one })) : []
}

/** Returns the wanted shirt, seat and zone that are still free. A thing that is sold out is null. */
export const availableOf = (row: ViewRow, counters: readonly Counter[]): ShirtSeatZone => {
  const left = leftIn(counters, row.eventid)
  const or = (kind: string, name: string | null) => (name !== null && left(kind, name) === 0 ? null : name)
  return {
    clothes: or('clothes', row.clothes),
    packagebus: or('packagebus', row.packagebus),
    runnerzone: or('zone', row.runnerzone),
  }
}

/** Takes the shirt, seat and zone off the counters in memory, so that the next registration sees the rest. */
export const subtractFromCounters = (
  { clothes, packagebus, runnerzone }: ShirtSeatZone,
  counters: readonly Counter[],
): void => {
  const took = [
    ['clothes', clothes],
    ['packagebus', packagebus],
    ['zone', runnerzone],
  ] as const
  for (const one of counters) if (took.some(([kind, name]) => one.kind === kind && one.name === name)) one.taken++
}

/** Writes the counts of taken things to the locked counters. */
export const writeCounters = async (
  tx: Tx,
  raceid: number,
  counters: readonly Counter[],
  given: readonly { row: ViewRow; kept: ShirtSeatZone }[],
): Promise<void> => {
  const counts =
    counters.length > 0
      ? stockCounts(
          given.map(({ row, kept }) => ({ ...row, ...kept })),
          1,
        )
      : []
  if (counts.length > 0) await countCounters(tx, raceid, counts)
}
