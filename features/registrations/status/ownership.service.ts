import { raceOfKey } from '#contract/key.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Limit, countTry, triesSoFar } from '#db/limits/limits.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { mobilesOfAccount } from '#features/accounts/service.ts'
import { readRace } from '#features/races/service.ts'
import type { RaceSettings } from '#features/races/contract.ts'
import { isPublished, settingsOf } from '#features/races/rules.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { RaceGiven } from './present.service.ts'
import { mobileIndex, numberIndexes } from '../signup/sealing.service.ts'
import { type OwnPage, type ViewRow, findByKey, listOwnRegistrations, listRacesOfLate } from '../store.ts'

const settings = new WeakMap<object, RaceSettings>()
/** Finds a race with its settings, also a race that is not published. */
export const raceGiven = async (
  db: Db,
  raceid: number,
  now: Date,
): Promise<(RaceGiven & { address: string; published: boolean }) | undefined> => {
  const row = await readRace(db, raceid, now)
  if (!row) return undefined
  let read = settings.get(row)
  if (!read) settings.set(row, (read = settingsOf(row)))
  return { ...row, settings: read, published: isPublished(row, now) }
}
export const publishedRace = async (db: Db, raceid: number, now: Date) => {
  const race = await raceGiven(db, raceid, now)
  return race?.published ? race : undefined
}

/** Tells whether an account has proved that it holds a mobile. The mobile is given by its blind index in the race. */
export const holdsMobile = async (
  db: Db | Tx,
  seal: Seal,
  raceid: number,
  mobile_ix: Buffer | null,
  uid: number | null,
): Promise<boolean> => {
  const mobiles = uid !== null && mobile_ix ? await mobilesOfAccount(db, seal, uid) : []
  if (mobiles.length === 0) return false
  await seal.prepare(raceScope(raceid))
  return mobiles.some((mobile) => mobileIndex(seal, raceid, mobile).equals(mobile_ix!))
}
/**
 * Tells whether a registration is the caller's own: the caller's account made it, or has proved that it holds the
 * registrant's mobile.
 */
export const isMine = async (
  db: Db | Tx,
  seal: Seal,
  row: Pick<ViewRow, 'uid' | 'raceid' | 'mobile_ix'>,
  uid: number | null,
): Promise<boolean> => uid !== null && (row.uid === uid || holdsMobile(db, seal, row.raceid, row.mobile_ix, uid))
/** Returns the rows that are the account's own registrations. The account's mobiles are read at most once. */
export const ownRegistrationsAmong = async <Row extends Pick<ViewRow, 'uid' | 'raceid' | 'mobile_ix'>>(
  db: Db | Tx,
  seal: Seal,
  rows: readonly Row[],
  uid: number | null,
): Promise<Row[]> => {
  if (uid === null) return []
  const mobiles = rows.some((row) => row.uid !== uid) ? await mobilesOfAccount(db, seal, uid) : []
  if (mobiles.length > 0)
    for (const raceid of new Set(rows.map((row) => row.raceid))) await seal.prepare(raceScope(raceid))
  return rows.filter(
    (row) =>
      row.uid === uid ||
      mobiles.some((mobile) => row.mobile_ix && mobileIndex(seal, row.raceid, mobile).equals(row.mobile_ix)),
  )
}
const lookedAt = 100
/**
 * Lists an account's own registrations, newest first: the registrations that it made, and the registrations whose
 * registrant's mobile it holds. Without a race, the function looks for the mobile only in the coming and the most
 * recent races.
 */
export const ownRegistrations = async (
  db: Db,
  seal: Seal,
  uid: number,
  page: OwnPage,
  now: Date,
): Promise<ViewRow[]> => {
  const mobiles = await mobilesOfAccount(db, seal, uid)
  const races =
    mobiles.length === 0
      ? []
      : page.raceid === undefined
        ? await listRacesOfLate(db, lookedAt)
        : (await raceGiven(db, page.raceid, now))
          ? [page.raceid]
          : []
  for (const raceid of races) await seal.prepare(raceScope(raceid))
  return listOwnRegistrations(
    db,
    uid,
    races.flatMap((raceid) => mobiles.map((mobile) => ({ raceid, mobile_ix: mobileIndex(seal, raceid, mobile) }))),
    page,
  )
}
/**
 * The limit of wrong numbers for one registration, in all calls of strangers together. A person who has only a link
 * cannot find the document number by many tries.
 */
const numbersTried: Limit = { kind: 'wrong numbers for registration', max: 60, seconds: 86_400 }
/**
 * Returns the name under which calls about a registration are counted. The calls of all strangers share one count. The
 * calls of the registrant have a count of their own, so that no stranger can lock the registrant out.
 */
export const laneOfCaller = ({ _key }: Pick<ViewRow, '_key'>, { mine, uid }: NumberCaller): string =>
  mine ? `${_key}\n${uid}` : _key
/** The caller who gives a number. `mine` tells whether the caller is the registrant. */
type NumberCaller = { mine: boolean; uid: number | null }
/**
 * Returns the reason why the document number beside a registration's key is refused: the number is wrong, or too many
 * wrong numbers came before. Undefined if the number is right.
 */
export const whyNotNumber = async (
  { db, seal }: Pick<Parts, 'db' | 'seal'>,
  row: Pick<ViewRow, '_key' | 'raceid' | 'idnum_ix'>,
  idnum: string,
  caller: NumberCaller,
  now: Date,
): Promise<{ wait: number } | { wrong: true } | undefined> => {
  const lane = laneOfCaller(row, caller)
  if ((await triesSoFar(db, numbersTried, lane, now)) >= numbersTried.max)
    return { wait: await countTry(db, numbersTried, lane, now) }
  await seal.prepare(raceScope(row.raceid))
  if (numberIndexes(seal, row.raceid, idnum).some((index) => index.equals(row.idnum_ix))) return undefined
  await countTry(db, numbersTried, lane, now)
  return { wrong: true }
}

export const registrationOf = async (
  { db }: Pick<Parts, 'db'>,
  key: string,
  now: Date,
): Promise<{ row: ViewRow; race: RaceGiven } | undefined> => {
  const raceid = raceOfKey(key)
  const race = raceid === undefined ? undefined : await raceGiven(db, raceid, now)
  const row = race && (await findByKey(db, race.id, key))
  return row && { row, race }
}
