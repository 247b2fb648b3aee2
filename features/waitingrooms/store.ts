import { type Insertable, sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { WaitingRooms } from '#db/schema.ts'
import type { PaceFrom, WaitingRoomFacts } from './rules.ts'

export type RoomRow = WaitingRoomFacts & { per_network: number; seed: Buffer | null; updated_at: Date }
type Stored = Omit<RoomRow, 'paces'> & { paces: { from: string; per_second: number }[] }
const columns =
  'raceid, gathers_at, opens_at, closes_at, paces, use_seconds, per_network, drawn_at, seed, early, next, updated_at'
const roomFrom = (row: Stored | undefined): RoomRow | undefined =>
  row && { ...row, paces: row.paces.map(({ from, per_second }): PaceFrom => ({ from: new Date(from), per_second })) }

export const findRoom = async (db: Db | Tx, raceid: number): Promise<RoomRow | undefined> =>
  roomFrom(
    (
      await named<Stored>(db, 'find waiting room', `select ${columns} from waiting_rooms where raceid = $1`, [raceid])
    )[0],
  )
export const lockRoom = async (tx: Tx, raceid: number): Promise<RoomRow | undefined> =>
  roomFrom(
    (
      await named<Stored>(
        tx,
        'lock waiting room',
        `select ${columns} from waiting_rooms where raceid = $1 for update`,
        [raceid],
      )
    )[0],
  )

export const saveRoom = async (tx: Tx, row: Insertable<WaitingRooms>): Promise<void> => {
  const { raceid: _, created_at: __, ...kept } = row
  await tx
    .insertInto('waiting_rooms')
    .values(row)
    .onConflict((on) => on.column('raceid').doUpdateSet(kept))
    .execute()
}
export const setPaces = async (tx: Tx, raceid: number, paces: readonly PaceFrom[], now: Date): Promise<void> => {
  await tx
    .updateTable('waiting_rooms')
    .set({ paces: JSON.stringify(paces), updated_at: now })
    .where('raceid', '=', raceid)
    .execute()
}
export const setCloses = async (tx: Tx, raceid: number, at: Date): Promise<void> => {
  await tx.updateTable('waiting_rooms').set({ closes_at: at, updated_at: at }).where('raceid', '=', raceid).execute()
}

/**
 * Numbers the tickets that have no number yet, in the order of a keyed hash, and returns how many they are. The caller
 * has locked the room.
 */
export const numberEarly = async (tx: Tx, raceid: number, seed: Buffer, now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    update waiting_tickets t set number = ordered.n
    from (select id, row_number() over (order by sha256(${seed}::bytea || int8send(id)), id) as n
      from waiting_tickets where raceid = ${raceid} and number is null) ordered
    where t.raceid = ${raceid} and t.id = ordered.id`.execute(tx)
  const early = Number(numAffectedRows ?? 0)
  await sql`update waiting_rooms set drawn_at = ${now}, seed = ${seed}, early = ${early}, next = ${early + 1}
    where raceid = ${raceid}`.execute(tx)
  return early
}

export type TicketRow = { id: number; uid: number; number: number | null }
export const findTickets = (tx: Db | Tx, raceid: number, uids: readonly number[]): Promise<TicketRow[]> =>
  named<TicketRow>(
    tx,
    'find waiting tickets',
    'select id, uid, number from waiting_tickets where raceid = $1 and uid = any($2::bigint[])',
    [raceid, uids],
  )
export const findTicket = async (db: Db, raceid: number, id: number): Promise<TicketRow | undefined> =>
  (
    await named<TicketRow>(
      db,
      'find waiting ticket',
      'select id, uid, number from waiting_tickets where raceid = $1 and id = $2',
      [raceid, id],
    )
  )[0]

export const countNetworks = async (
  tx: Tx,
  raceid: number,
  networks: readonly Buffer[],
): Promise<Map<string, number>> =>
  new Map(
    (
      await named<{ network: Buffer; n: number }>(
        tx,
        'count waiting networks',
        `select network, count(*)::integer as n from waiting_tickets where raceid = $1 and network = any($2::bytea[])
         group by network`,
        [raceid, networks],
      )
    ).map(({ network, n }) => [network.toString('hex'), n]),
  )

export type NewTicket = { uid: number; network: Buffer; number: number | null; at: Date }
/**
 * Writes new tickets in order. A new ticket replaces a lapsed ticket of the same account. `next` is the room's next
 * number.
 */
export const insertTickets = async (
  tx: Tx,
  raceid: number,
  tickets: readonly NewTicket[],
  next: number,
): Promise<TicketRow[]> => {
  const uids = tickets.map(({ uid }) => uid)
  await named(tx, 'drop waiting tickets', 'delete from waiting_tickets where raceid = $1 and uid = any($2::bigint[])', [
    raceid,
    uids,
  ])
  const rows = await named<TicketRow>(
    tx,
    'insert waiting tickets',
    `insert into waiting_tickets (raceid, uid, network, number, arrived_at)
     select $1, uid, network, number, at from unnest($2::bigint[], $3::bytea[], $4::integer[],
       $5::timestamptz[]) with ordinality as given (uid, network, number, at, n) order by n
     returning id, uid, number`,
    [
      raceid,
      uids,
      tickets.map(({ network }) => network),
      tickets.map(({ number }) => number),
      tickets.map(({ at }) => at),
    ],
  )
  await named(tx, 'count waiting numbers', 'update waiting_rooms set next = $2 where raceid = $1', [raceid, next])
  return rows
}

/** Counts the kept tickets of a room, and those of them whose number is at most `upto`. */
export const countTickets = async (
  db: Db | Tx,
  raceid: number,
  upto: number,
): Promise<{ tickets: number; admitted: number }> =>
  (
    await named<{ tickets: number; admitted: number }>(
      db,
      'count waiting tickets',
      `select count(*)::integer as tickets, count(*) filter (where number <= $2::bigint)::integer as admitted
       from waiting_tickets where raceid = $1`,
      [raceid, upto],
    )
  )[0]!

/** Lists the rooms that have tickets. */
export const listRoomsWithTickets = async (db: Db): Promise<RoomRow[]> =>
  (
    await sql<Stored>`select ${sql.raw(columns)} from waiting_rooms r
      where exists (select from waiting_tickets t where t.raceid = r.raceid) order by raceid`.execute(db)
  ).rows.flatMap((row) => roomFrom(row) ?? [])
/** Removes tickets of a room up to a number, or all its tickets. It removes at most `limit` and returns how many. */
export const removeTickets = async (db: Db, raceid: number, upto: number | 'all', limit: number): Promise<number> => {
  const meant = upto === 'all' ? sql`true` : sql`number <= ${upto}`
  const done = await sql`delete from waiting_tickets where raceid = ${raceid} and id in
    (select id from waiting_tickets where raceid = ${raceid} and ${meant} order by id limit ${limit})`.execute(db)
  return Number(done.numAffectedRows ?? 0)
}

export const listRoomsToDraw = async (db: Db, now: Date): Promise<number[]> =>
  (
    await db
      .selectFrom('waiting_rooms')
      .select('raceid')
      .where('drawn_at', 'is', null)
      .where('opens_at', '<=', now)
      .execute()
  ).map(({ raceid }) => raceid)
