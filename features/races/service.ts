import type { Insertable } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import type { Races } from '#db/schema.ts'
import { deleteRolesFor } from '#features/staff/public.store.ts'
import type { RefundPolicy } from './refund.contract.ts'
import {
  type RaceRow,
  deleteRace,
  findRace,
  insertRace,
  listRaces,
  lockRace as lockRaceRow,
  setArchived,
  upsertRace,
} from './store.ts'
import { isPublished } from './rules.ts'

export type { RaceRow }

/** Inserts a race, or replaces the race with the same id. */
export const saveRace = async (
  tx: Tx,
  race: Omit<Insertable<Races>, 'menu' | 'skins' | 'settings' | 'names'> & {
    names?: unknown
    menu?: unknown
    skins?: unknown
    settings?: unknown
  },
  now: Date,
): Promise<RaceRow> => {
  races.forget(race.id)
  return upsertRace(tx, {
    ...race,
    names: JSON.stringify(race.names ?? {}),
    menu: JSON.stringify(race.menu ?? []),
    skins: JSON.stringify(race.skins ?? {}),
    settings: JSON.stringify(race.settings ?? {}),
    updated_at: now,
  })
}

/**
 * Writes a race that the public cannot see yet; undefined if another race has the id already. The function removes
 * roles that an earlier race with this id left.
 */
export const createRace = async (
  tx: Tx,
  race: Pick<RaceRow, 'id' | 'name' | 'kind' | 'zone' | 'time'> & { names: object },
  now: Date,
): Promise<RaceRow | undefined> => {
  races.forget(race.id)
  const { names, ...row } = race
  const made = await insertRace(tx, {
    ...row,
    names: JSON.stringify(names),
    published_at: null,
    created_at: now,
    updated_at: now,
  })
  if (made) await deleteRolesFor(tx, made.id)
  return made
}

/** Finds the present state of a race, for decisions. `lockRace` also locks the race until the transaction ends. */
export const raceNow = findRace
export const racesByIds = listRaces
export const lockRace = lockRaceRow

/** Takes a locked race out of the lists. With `at` null it puts the race back. */
export const archiveRace = async (tx: Tx, raceid: number, at: Date | null, now: Date): Promise<void> => {
  races.forget(raceid)
  await setArchived(tx, raceid, at, now)
}

/** Removes a locked race's row after the other tables hold nothing more of the race. */
export const removeRace = async (tx: Tx, raceid: number): Promise<void> => {
  races.forget(raceid)
  await deleteRace(tx, raceid)
}

/**
 * Saves the rules of refund of a race (event 0) or of one of its events. Other settings stay as they are. Without
 * `policy` the function removes the former rules.
 */
export const saveRefundPolicy = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  policy: RefundPolicy | undefined,
  now: Date,
): Promise<void> => {
  const race = await lockRaceRow(tx, raceid)
  if (!race) throw new RangeError(`There is no race ${raceid}`)
  const settings = race.settings as { refunds?: Record<string, RefundPolicy> }
  const { [String(eventid)]: _, ...others } = settings.refunds ?? {}
  await saveRace(
    tx,
    { ...race, settings: { ...settings, refunds: policy ? { ...others, [String(eventid)]: policy } : others } },
    now,
  )
}

/**
 * The cache of races. Every page asks for races, and they seldom change. A change by another server is visible after 5
 * s.
 */
const races = cacheOf<number, RaceRow | undefined>({ ms: 5_000, most: 1000 })

/** Finds a race for reading, published or not. The answer may be 5 s old. */
export const readRace = (db: Db, raceid: number, now: Date): Promise<RaceRow | undefined> =>
  races.read(db, raceid, { now }, () => findRace(db, raceid))
/** Finds a race that runners may see. The answer may be 5 s old. */
export const readPublishedRace = async (db: Db, raceid: number, now: Date): Promise<RaceRow | undefined> => {
  const race = await readRace(db, raceid, now)
  return race && isPublished(race, now) ? race : undefined
}
