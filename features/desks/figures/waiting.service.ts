import type { Db } from '#db/db.ts'
import { clashesIn, isSettled } from '../entries.rules.ts'
import { listEntries } from '../store.ts'
import { countPacks, hasHandouts, listClashing, listSettled } from './figures.store.ts'

const CLASHES_MOST = 200

/**
 * Counts the remaining packs, and the clashes that no supervisor has settled. Before the first hand-out it counts
 * nothing, because no runner is late yet.
 */
export const packsWaiting = async (db: Db, raceid: number): Promise<{ left: number; clashes: number }> => {
  if (!(await hasHandouts(db, raceid))) return { left: 0, clashes: 0 }
  const [counted, clashing] = await Promise.all([countPacks(db, raceid), listClashing(db, raceid, CLASHES_MOST)])
  const [entries, settlements] = await Promise.all([
    listEntries(db, raceid, clashing),
    listSettled(db, raceid, clashing),
  ])
  const settled = new Map(settlements.map((one) => [one.registrationid, one.packs]))
  return {
    left: counted.reduce((sum, { expected, handed }) => sum + expected - handed, 0),
    clashes: clashesIn(entries).filter((clash) => !isSettled(clash, settled.get(clash.registrationid) ?? [])).length,
  }
}
