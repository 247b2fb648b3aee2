import { sql } from 'kysely'
import type { Merging } from '#contract/personal.ts'
import { type Db, type Tx, named } from '#db/db.ts'

export const countedStays = (uid: string): string =>
  `select count(*)::integer from hotel_stays s where s.uid = ${uid} and s.state in ('open', 'booked')`
type HeldStay = {
  raceid: number
  arrival: string
  departure: string
  rooms: number
  guests: string[]
  note: string
  state: string
  confirmation: string | null
  outcome: string | null
  created_at: Date
}
export const listHeldStays = (db: Db, uid: number): Promise<HeldStay[]> =>
  named<HeldStay>(
    db,
    'stays of holder',
    `select raceid, arrival, departure, rooms, guests, note, state, confirmation, outcome, created_at
      from hotel_stays where uid = $1 order by created_at desc limit 1000`,
    [uid],
  )
export const adoptStays = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update hotel_stays set uid = ${to} where uid = ${from}`.execute(tx)
}
export const eraseGuests = async (tx: Tx, uid: number): Promise<void> => {
  await sql`update hotel_stays set guests = '{}', note = '' where uid = ${uid}`.execute(tx)
}
export const eraseGuestsOfRace = async (tx: Tx, raceid: number): Promise<void> => {
  await sql`update hotel_stays set guests = '{}', note = ''
    where raceid = ${raceid} and (guests <> '{}' or note <> '')`.execute(tx)
}
export const countNamedStays = async (db: Db, raceid: number): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::integer as n from hotel_stays
      where raceid = ${raceid} and (guests <> '{}' or note <> '')`.execute(db)
  ).rows[0]!.n
