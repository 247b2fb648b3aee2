import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { masksOfAccounts, mobilesOfAccount } from '#features/accounts/service.ts'
import { mobileIndex, numberIndex } from '#features/registrations/signup/sealing.service.ts'
import type { SeriesEvent, SeriesRow } from '../store.ts'
import type { SeriesJoin } from './joining.contract.ts'
import { seasonOver } from './joining.rules.ts'
import { type JoinRow, type RaceNumber, isTaken, listFound, listJoinsOf, listRacesOf } from './joining.store.ts'

/** Returns the blind index of a document number for all series. Only the document numbers of joins have this index. */
export const seriesIndex = async (seal: Seal, number: string): Promise<Buffer> => {
  await seal.prepare('series')
  return seal.blind('series', 'idnum', number)
}
/**
 * Computes the blind indexes of a document number and of the account's mobiles, under the key of each race. The server
 * does not keep the document number itself.
 */
export const numbersOfAccount = async (
  { db, seal }: { db: Db; seal: Seal },
  raceids: readonly number[],
  number: string,
  uid: number,
): Promise<RaceNumber[]> => {
  const mobiles = await mobilesOfAccount(db, seal, uid)
  const numbers: RaceNumber[] = []
  for (const raceid of new Set(raceids)) {
    await seal.prepare(raceScope(raceid))
    numbers.push({
      raceid,
      idnum_ix: numberIndex(seal, raceid, number),
      mobile_ixs: mobiles.map((mobile) => mobileIndex(seal, raceid, mobile)),
    })
  }
  return numbers
}

/** Presents the joins of an account, and the series that the account may still join. */
export const joinsOf = async (
  db: Db,
  uid: number,
  { shown, events, lang, now }: { shown: readonly SeriesRow[]; events: readonly SeriesEvent[]; lang: Lang; now: Date },
) => {
  const rows = await listJoinsOf(db, uid)
  const races = rows.length === 0 ? [] : await listRacesOf(db, uid)
  const isOpen = ({ season }: SeriesRow) => seasonOver(season) > now
  const missingOf = (row: JoinRow, series: SeriesRow): number => {
    const known = new Set(races.flatMap(({ joinid, raceid }) => (joinid === row.id ? raceid : [])))
    const wanted = new Set(events.flatMap(({ seriesid, raceid }) => (seriesid === series.id ? raceid : [])))
    return row.state === 'refused' || !isOpen(series) ? 0 : [...wanted].filter((raceid) => !known.has(raceid)).length
  }
  const joins = rows.flatMap((row): SeriesJoin[] => {
    const series = shown.find(({ id }) => id === row.seriesid)
    if (!series) return []
    const { id, seriesid, name, idnum_mask, state } = row
    const title = nameIn(lang, series.name, series.names)
    return [{ id, seriesid, series: title, name, idnum: idnum_mask, state, missing: missingOf(row, series) }]
  })
  const joinable = shown
    .filter((one) => isOpen(one) && events.some(({ seriesid }) => seriesid === one.id))
    .map((one) => ({ id: one.id, name: nameIn(lang, one.name, one.names), season: one.season }))
  return { joins, joinable }
}

export const presentWaiting = async (db: Db, rows: readonly JoinRow[], lang: Lang) => {
  const [masks, found] = await Promise.all([
    masksOfAccounts(
      db,
      rows.map(({ uid }) => uid),
    ),
    listFound(
      db,
      rows.map(({ id }) => id),
    ),
  ])
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      idnum: row.idnum_mask,
      mobile: masks.get(row.uid) ?? null,
      created_at: row.created_at,
      taken: row.document_ix !== null && (await isTaken(db, row.seriesid, row.document_ix)),
      entries: found
        .filter(({ joinid }) => joinid === row.id)
        .map(({ race, race_names, name, own_mobile }) => ({
          race: nameIn(lang, race, race_names as Record<string, string>),
          name,
          own_mobile,
        })),
    })),
  )
}
