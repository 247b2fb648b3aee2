import type { Db } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { clockText, recorded } from '#features/results/rules.ts'
import type { FieldRunner } from '../field/field.rules.ts'
import {
  type VirtualPointRow,
  listVirtualPoints,
  listVirtualTimes,
  racesWithVirtual,
  writeVirtualTimes,
} from './virtual.store.ts'

const kept = cacheOf<number, VirtualPointRow[]>({ most: 200, ms: 10_000 })
/** Returns the virtual points of a race, at most ten seconds old. */
export const virtualPointsOf = (db: Db, raceid: number, now: Date): Promise<VirtualPointRow[]> =>
  kept.read(db, raceid, { now }, () => listVirtualPoints(db, raceid))
export const forgetVirtualPoints = (raceid: number): void => kept.forget(raceid)

export const virtualOf = async (
  db: Db,
  raceid: number,
  { eventid, bib, gun }: Pick<FieldRunner, 'eventid' | 'bib' | 'gun'>,
  now: Date,
) => {
  const points = (await virtualPointsOf(db, raceid, now)).filter((one) => one.eventid === eventid)
  if (points.length === 0) return []
  const times = new Map((await listVirtualTimes(db, raceid, { eventid, bib })).map(({ pointid, at }) => [pointid, at]))
  return points.map(({ id, label, metres }) => {
    const at = times.get(id) ?? null
    const ms = at === null || gun === null || at.getTime() < gun ? null : at.getTime() - gun
    return { label, metres, at, ms, time: ms === null ? null : clockText(recorded(ms, 'ceil')) }
  })
}

export const watchVirtualPoints = async (db: Db, now: Date): Promise<void> => {
  for (const raceid of await racesWithVirtual(db, now)) await writeVirtualTimes(db, raceid, now)
}
