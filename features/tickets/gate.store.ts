import { type Db, type Tx, named } from '#db/db.ts'
import type { Direction, ScanOutcome, Replayed, Revoked } from './gate.rules.ts'

/** Lists the tickets whose earlier turns are no longer valid. A returned ticket has no valid turn. */
export const listRevoked = async (db: Db, raceid: number): Promise<Revoked[]> =>
  (
    await named<{ id: number; below: number }>(
      db,
      'revoked tickets',
      `select id, case when state = 'returned' then turn + 1 else turn end as below from tickets
        where raceid = $1 and (turn > 1 or state = 'returned') order by id`,
      [raceid],
    )
  ).map(({ id, below }) => [id, below])

/**
 * Lists the last accepted scan of each ticket among the scans that have come since a moment. Null as `since` means all
 * scans.
 */
export const listPasses = async (
  db: Db,
  raceid: number,
  since: Date | null,
): Promise<[id: number, direction: Direction, at: number][]> =>
  (
    await named<{ ticketid: number; direction: Direction; at: Date }>(
      db,
      'last passes of tickets',
      `select distinct on (ticketid) ticketid, direction, at from ticket_scans
        where raceid = $1 and outcome = 'ok' and ($2::timestamptz is null or came_at >= $2)
        order by ticketid, at desc, id desc`,
      [raceid, since],
    )
  ).map(({ ticketid, direction, at }) => [ticketid, direction, at.getTime()])

export type ScanRow = {
  scan: string
  ticketid: number
  turn: number
  gate: string
  direction: Direction
  outcome: ScanOutcome
  offline: boolean
  staffid: number
  at: Date
  came_at: Date
}
export const findScan = (tx: Tx, raceid: number, scan: string) =>
  tx
    .selectFrom('ticket_scans')
    .select(['ticketid', 'outcome'])
    .where('raceid', '=', raceid)
    .where('scan', '=', scan)
    .executeTakeFirst()
export const listAccepted = async (tx: Tx, raceid: number, ticketid: number): Promise<Direction[]> =>
  (
    await named<{ direction: Direction }>(
      tx,
      'accepted scans of ticket',
      `select direction from ticket_scans where raceid = $1 and ticketid = $2 and outcome = 'ok' order by at, id`,
      [raceid, ticketid],
    )
  ).map(({ direction }) => direction)
export const insertScan = async (tx: Tx, raceid: number, row: ScanRow): Promise<void> => {
  await tx
    .insertInto('ticket_scans')
    .values({ raceid, ...row })
    .execute()
}

/** Lists the scans of a ticket that influence each other, in the order of their times. */
export const listReplayed = (tx: Tx, raceid: number, ticketid: number): Promise<(Replayed & { id: number })[]> =>
  named(
    tx,
    'scans of ticket to replay',
    `select id, direction, outcome, offline from ticket_scans where raceid = $1 and ticketid = $2
      and outcome in ('ok', 'inside', 'outside', 'used') order by at, id`,
    [raceid, ticketid],
  )
export const writeOutcome = async (tx: Tx, raceid: number, id: number, outcome: ScanOutcome): Promise<void> => {
  await tx.updateTable('ticket_scans').set({ outcome }).where('raceid', '=', raceid).where('id', '=', id).execute()
}

export type ClashRow = {
  id: number
  ticketid: number
  goodsid: number
  variantid: number
  slot: string
  gate: string
  direction: Direction
  outcome: ScanOutcome
  at: Date
  came_at: Date
  settled_at: Date | null
  before_gate: string | null
  before_at: Date | null
}
/**
 * Lists scans without network that the server would have refused, each with the nearest accepted scan: at most 500, the
 * unsettled scans first.
 */
export const listClashes = (db: Db, raceid: number): Promise<ClashRow[]> =>
  named<ClashRow>(
    db,
    'clashes of gates',
    `select c.id, c.ticketid, t.goodsid, t.variantid, t.slot, c.gate, c.direction, c.outcome, c.at, c.came_at,
        c.settled_at, b.gate as before_gate, b.at as before_at
      from ticket_scans c join tickets t on t.raceid = c.raceid and t.id = c.ticketid
      left join lateral (select gate, at from ticket_scans s where s.raceid = c.raceid and s.ticketid = c.ticketid
        and s.outcome = 'ok' order by abs(extract(epoch from s.at - c.at)), s.id limit 1) b on true
      where c.raceid = $1 and c.offline and c.outcome <> 'ok' order by c.settled_at is not null, c.id desc limit 500`,
    [raceid],
  )
export const settleClash = async (tx: Tx, raceid: number, id: number, by: number, now: Date): Promise<boolean> =>
  (await tx
    .updateTable('ticket_scans')
    .set({ settled_at: now, settled_by: by })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where('offline', '=', true)
    .where('outcome', '<>', 'ok')
    .where('settled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined
