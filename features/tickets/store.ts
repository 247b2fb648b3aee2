import { type Db, type Tx, named } from '#db/db.ts'
import { newKey } from '#db/random.ts'

/** The columns of a paid line of an order that its tickets need. */
type PaidLine = { id: number; uid: number; goodsid: number; variantid: number; slot: string; n: number }
/** Makes the tickets of paid lines, one for each piece. */
export const insertTickets = async (tx: Tx, raceid: number, items: readonly PaidLine[], now: Date): Promise<void> => {
  const rows = items.flatMap((item) => Array.from({ length: item.n }, () => ({ item, key: newKey(raceid) })))
  await named(
    tx,
    'make tickets',
    `insert into tickets (raceid, _key, itemid, uid, goodsid, variantid, slot, created_at, updated_at)
      select $1, _key, itemid, uid, goodsid, variantid, slot, $2, $2
      from unnest($3::text[], $4::bigint[], $5::bigint[], $6::integer[], $7::integer[], $8::text[])
        as given (_key, itemid, uid, goodsid, variantid, slot)`,
    [
      raceid,
      now,
      rows.map(({ key }) => key),
      rows.map(({ item }) => item.id),
      rows.map(({ item }) => item.uid),
      rows.map(({ item }) => item.goodsid),
      rows.map(({ item }) => item.variantid),
      rows.map(({ item }) => item.slot),
    ],
  )
}

/** The condition that a ticket is still with its buyer and no gate has let anybody in with it. */
const unused = `t.state = 'valid' and t.turn = 1
  and not exists (select from ticket_scans s where s.raceid = t.raceid and s.ticketid = t.id and s.outcome = 'ok')`
/** Locks the tickets of sold items, and counts for each item the tickets that the buyer may give back. */
export const lockUnused = async (
  tx: Tx,
  raceid: number,
  itemids: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  await named(
    tx,
    'lock tickets of items',
    'select id from tickets where raceid = $1 and itemid = any($2::bigint[]) order by id for update',
    [raceid, itemids],
  )
  const rows = await named<{ itemid: number; n: number }>(
    tx,
    'unused tickets of items',
    `select t.itemid, count(*)::integer as n from tickets t
      where t.raceid = $1 and t.itemid = any($2::bigint[]) and ${unused} group by t.itemid`,
    [raceid, itemids],
  )
  return new Map(rows.map(({ itemid, n }) => [itemid, n]))
}
/**
 * Ends `pieces` valid tickets of a sold item. The ticket `piece`, which staff chose, comes first. Unused tickets that
 * the buyer still holds come before tickets that are used or handed on. Newer tickets come before older ones.
 */
export const endTickets = async (
  tx: Tx,
  raceid: number,
  { itemid, pieces, piece }: { itemid: number; pieces: number; piece?: number | undefined },
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'end tickets of item',
    `update tickets set state = 'returned', offer = null, offered_at = null, updated_at = $4
      where raceid = $1 and id in (
        select t.id from tickets t where t.raceid = $1 and t.itemid = $2 and t.state = 'valid'
        order by t.id = $5 desc, (${unused}) desc, t.id desc limit $3)`,
    [raceid, itemid, pieces, now, piece ?? 0],
  )
}

export type PaidTicketRow = {
  raceid: number
  id: number
  _key: string
  itemid: number
  uid: number
  goodsid: number
  variantid: number
  slot: string
  holder: string | null
  turn: number
  offered_at: Date | null
  state: 'valid' | 'returned'
  updated_at: Date
  used: boolean
}
const ROW = `select t.raceid, t.id, t._key, t.itemid, t.uid, t.goodsid, t.variantid, t.slot, t.holder, t.turn,
    t.offered_at, t.state, t.updated_at,
    exists (select from ticket_scans s where s.raceid = t.raceid and s.ticketid = t.id and s.outcome = 'ok') as used
  from tickets t`
export const listTicketsOf = (db: Db, raceid: number, uid: number): Promise<PaidTicketRow[]> =>
  named<PaidTicketRow>(
    db,
    'tickets of account',
    `${ROW} where t.raceid = $1 and t.uid = $2 order by t.state desc, t.id desc limit 500`,
    [raceid, uid],
  )
/** Lists at most 50 tickets of several accounts in a race, the valid tickets first. */
export const listTicketsOfAccounts = (db: Db, raceid: number, uids: readonly number[]): Promise<PaidTicketRow[]> =>
  named<PaidTicketRow>(
    db,
    'tickets of accounts',
    `${ROW} where t.raceid = $1 and t.uid = any($2::bigint[]) order by t.state desc, t.id desc limit 50`,
    [raceid, uids],
  )
export const findTicket = async (on: Db | Tx, raceid: number, key: string): Promise<PaidTicketRow | undefined> =>
  (await named<PaidTicketRow>(on, 'ticket by key', `${ROW} where t.raceid = $1 and t._key = $2`, [raceid, key]))[0]
export const findTicketById = async (on: Db | Tx, raceid: number, id: number): Promise<PaidTicketRow | undefined> =>
  (await named<PaidTicketRow>(on, 'ticket by id', `${ROW} where t.raceid = $1 and t.id = $2`, [raceid, id]))[0]
/** Locks tickets in the order of their ids. */
export const lockTickets = async (tx: Tx, raceid: number, ids: readonly number[]): Promise<void> => {
  await named(
    tx,
    'lock tickets',
    'select id from tickets where raceid = $1 and id = any($2::bigint[]) order by id for update',
    [raceid, ids],
  )
}
export const lockByOffer = async (tx: Tx, raceid: number, offer: Buffer): Promise<number | undefined> =>
  (
    await named<{ id: number }>(
      tx,
      'ticket by link',
      `select id from tickets where raceid = $1 and offer = $2 and state = 'valid' for update`,
      [raceid, offer],
    )
  )[0]?.id
export const changeTicket = async (
  tx: Tx,
  { raceid, id }: Pick<PaidTicketRow, 'raceid' | 'id'>,
  set: { holder?: string | null; offer?: Buffer | null; offered_at?: Date | null; uid?: number; turn?: number },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('tickets')
    .set({ ...set, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
export const insertMove = async (
  tx: Tx,
  move: { raceid: number; ticketid: number; from_uid: number; to_uid: number; turn: number; at: Date },
): Promise<void> => {
  await tx.insertInto('ticket_moves').values(move).execute()
}
export const listMoves = (db: Db, raceid: number, ticketid: number): Promise<{ at: Date }[]> =>
  db
    .selectFrom('ticket_moves')
    .select('at')
    .where('raceid', '=', raceid)
    .where('ticketid', '=', ticketid)
    .orderBy('id')
    .execute()

export type KeyRow = { public: string; secret: Buffer }
export const findRaceKey = (db: Db, raceid: number): Promise<KeyRow | undefined> =>
  db.selectFrom('ticket_keys').select(['public', 'secret']).where('raceid', '=', raceid).executeTakeFirst()
/** Stores a key pair, unless another call has stored one. */
export const keepRaceKey = async (db: Db, raceid: number, row: KeyRow, now: Date): Promise<void> => {
  await db
    .insertInto('ticket_keys')
    .values({ raceid, ...row, created_at: now })
    .onConflict((on) => on.column('raceid').doNothing())
    .execute()
}
