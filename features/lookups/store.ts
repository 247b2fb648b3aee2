import { rowsFor } from '#db/pages.ts'
import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { holdsName } from '#db/names/nameSearch.ts'
import { refundRows } from '#features/payments/public.store.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { orderRows } from '#features/orders/public.store.ts'

const MOST = 50

/**
 * The fields that a found registration adds to its card. `uid`, `orderid` and `teamid` identify its owner and its
 * related registrations.
 */
export type KnownRow = {
  id: number
  _key: string
  raceid: number
  eventid: number
  uid: number
  mobile_ix: Buffer | null
  orderid: number | null
  teamid: number | null
  enname: string | null
  gender: string | null
  idnum_mask: string
  runnerzone: string | null
  hide_name: boolean
}
const known = [
  'id',
  '_key',
  'raceid',
  'eventid',
  'uid',
  'mobile_ix',
  'orderid',
  'teamid',
  'enname',
  'gender',
  'idnum_mask',
  'runnerzone',
  'hide_name',
] as const

/** A registration with the fields of cards and details. */
export type SeenRow = KnownRow & {
  name: string
  bib: string | null
  prefix_bib: string | null
  state: string
  refundid: number
  pay_at: Date | null
  invite: string | null
  wait_pos: number | null
  tag: string | null
  delay_words: unknown
  price: number
  drawn_at: Date | null
  closed_at: Date | null
  freed_at: Date | null
  o_state: string | null
  o_payment: string | null
  o_pay_end: Date | null
  o_pay_at: Date | null
  f_state: string | null
}
const seen = (db: Db, raceid: number) =>
  db
    .selectFrom(registrationRows.as('r'))
    .leftJoin(orderRows.as('o'), (join) => join.onRef('o.raceid', '=', 'r.raceid').onRef('o.id', '=', 'r.orderid'))
    .leftJoin(refundRows.as('f'), (join) => join.onRef('f.raceid', '=', 'r.raceid').onRef('f.id', '=', 'r.refundid'))
    .select(known.map((column) => `r.${column}` as const))
    .select([
      'r.name',
      'r.bib',
      'r.prefix_bib',
      'r.state',
      'r.refundid',
      'r.pay_at',
      'r.invite',
      'r.wait_pos',
      'r.tag',
      'r.delay_words',
      'r.price',
      'r.drawn_at',
      'r.closed_at',
      'r.freed_at',
      'f.state as f_state',
      'o.state as o_state',
      'o.payment as o_payment',
      'o.pay_end as o_pay_end',
      'o.pay_at as o_pay_at',
    ])
    .where('r.raceid', '=', raceid)
    .where('r.deleted_at', 'is', null)

export const listKnown = async (db: Db, raceid: number, keys: readonly string[]): Promise<KnownRow[]> =>
  keys.length === 0
    ? []
    : db
        .selectFrom(registrationRows.as('registrations'))
        .select(known)
        .where('raceid', '=', raceid)
        .where('_key', 'in', keys)
        .execute()

export const listIdsOf = async (db: Db, raceid: number, numbers: readonly Buffer[]): Promise<number[]> =>
  (
    await db
      .selectFrom(registrationRows.as('registrations'))
      .select('id')
      .where('raceid', '=', raceid)
      .where('idnum_ix', 'in', numbers)
      .where('deleted_at', 'is', null)
      .limit(MOST)
      .execute()
  ).map(({ id }) => id)

/** Lists the accounts of a race's registrations with a document's number. */
export const listAccountsOf = async (db: Db, raceid: number, numbers: readonly Buffer[]): Promise<number[]> =>
  (
    await db
      .selectFrom(registrationRows.as('registrations'))
      .select('uid')
      .distinct()
      .where('raceid', '=', raceid)
      .where('idnum_ix', 'in', numbers)
      .where('deleted_at', 'is', null)
      .limit(MOST)
      .execute()
  ).map(({ uid }) => uid)

export const findSeen = async (db: Db, raceid: number, key: string): Promise<SeenRow | undefined> =>
  seen(db, raceid).where('r._key', '=', key).executeTakeFirst()

/** Lists live registrations that share an order, a team or an account with the given registrations. */
export const listRelated = async (db: Db, raceid: number, of: readonly KnownRow[]): Promise<SeenRow[]> => {
  const orders = of.flatMap(({ orderid }) => orderid ?? [])
  const teams = of.flatMap(({ teamid }) => teamid ?? [])
  return seen(db, raceid)
    .where('r.closed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb(
          'r.uid',
          'in',
          of.map(({ uid }) => uid),
        ),
        ...(orders.length ? [eb('r.orderid', 'in', orders)] : []),
        ...(teams.length ? [eb('r.teamid', 'in', teams)] : []),
      ]),
    )
    .orderBy('r.eventid')
    .orderBy('r.id')
    .limit(MOST)
    .execute()
}

/** Returns a text that sorts after all texts with this beginning, byte by byte. */
const endOf = (beginning: string): string => `${beginning}\u{10ffff}`
/**
 * Lists registrations for staff: by document number, by bib, or by the beginning of a name. A typed text of one letter
 * must be the whole name. Each way uses its own index.
 */
export const listForStaff = async (
  db: Db,
  raceid: number,
  { numbers, name, worn }: { numbers: readonly Buffer[]; name: string; worn: readonly number[] },
): Promise<SeenRow[]> => {
  const latin = name.toUpperCase()
  const begins = [...name].length > 1
  const found = await named<{ id: number }>(
    db,
    'find runners for staff',
    `(select id from ${registrationRows.text} registrations where raceid = $1 and idnum_ix = any($2::bytea[]) and deleted_at is null limit $8)
     union (select id from ${registrationRows.text} registrations where raceid = $1 and name ~>=~ $3 and name ~<=~ $4 and deleted_at is null order by name using ~<~ limit $8)
     union (select id from ${registrationRows.text} registrations where raceid = $1 and enname is not null and upper(enname) ~>=~ $5 and upper(enname) ~<=~ $6 and deleted_at is null order by upper(enname) using ~<~ limit $8)
     union (select id from ${registrationRows.text} registrations where raceid = $1 and id = any($7::bigint[]) and deleted_at is null limit $8)`,
    [raceid, numbers, name, begins ? endOf(name) : name, latin, begins ? endOf(latin) : latin, worn, MOST],
  )
  if (found.length === 0) return []
  return seen(db, raceid)
    .where(
      'r.id',
      'in',
      found.map(({ id }) => id),
    )
    .orderBy('r.eventid')
    .orderBy('r.id')
    .limit(MOST)
    .execute()
}

export type GameRow = {
  raceid: number
  id: number
  name: string
  certificateid: number | null
  posterid: number | null
  published_at: Date | null
  created_at: Date
  updated_at: Date
}
export const findGame = async (on: Db | Tx, raceid: number, id: number): Promise<GameRow | undefined> =>
  on.selectFrom('games').selectAll().where('raceid', '=', raceid).where('id', '=', id).executeTakeFirst()

export const countGameRunners = async (on: Db | Tx, raceid: number, id: number): Promise<number> =>
  Number(
    (
      await on
        .selectFrom('game_runners')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('raceid', '=', raceid)
        .where('gameid', '=', id)
        .executeTakeFirstOrThrow()
    ).count,
  )

export const listGames = async (
  db: Db,
  { raceid, q, before, limit }: { raceid: number; q: string; before: number | undefined; limit: number },
): Promise<(GameRow & { runners: number })[]> => {
  let query = db
    .selectFrom('games')
    .selectAll('games')
    .select((eb) =>
      eb
        .selectFrom('game_runners')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('game_runners.raceid', '=', 'games.raceid')
        .whereRef('game_runners.gameid', '=', 'games.id')
        .as('runners'),
    )
    .where('games.raceid', '=', raceid)
  if (q !== '') query = query.where(holdsName(sql`games.name`, q))
  if (before !== undefined) query = query.where('games.id', '<', before)
  const rows = await query.orderBy('games.id', 'desc').limit(rowsFor(limit)).execute()
  return rows.map((row) => ({ ...row, runners: Number(row.runners) }))
}
export const insertGame = async (tx: Tx, row: Omit<GameRow, 'id'>): Promise<GameRow> =>
  tx.insertInto('games').values(row).returningAll().executeTakeFirstOrThrow()
export const saveGame = async (
  tx: Tx,
  raceid: number,
  id: number,
  row: Pick<GameRow, 'name' | 'certificateid' | 'posterid' | 'published_at' | 'updated_at'>,
): Promise<void> => {
  await tx.updateTable('games').set(row).where('raceid', '=', raceid).where('id', '=', id).execute()
}

export type GameRunnerRow = {
  id: number
  _key: string
  gameid: number
  name: string
  bib: string
  event: string
  time: string | null
  nettime: string | null
  gender: string | null
  meta: unknown
  certificateid: number | null
  posterid: number | null
}
const runners = (db: Db, raceid: number, now: Date) =>
  db
    .selectFrom('game_runners as r')
    .innerJoin('games as g', (join) => join.onRef('g.raceid', '=', 'r.raceid').onRef('g.id', '=', 'r.gameid'))
    .select([
      'r.id',
      'r._key',
      'r.gameid',
      'r.name',
      'r.bib',
      'r.event',
      'r.time',
      'r.nettime',
      'r.gender',
      'r.meta',
      'g.certificateid',
      'g.posterid',
    ])
    .where('r.raceid', '=', raceid)
    .where('g.published_at', '<=', now)
export const listGameRunners = async (
  db: Db,
  raceid: number,
  gameid: number | undefined,
  numbers: readonly Buffer[],
  now: Date,
): Promise<GameRunnerRow[]> => {
  const query = runners(db, raceid, now).where('r.idnum_ix', 'in', numbers)
  return (gameid === undefined ? query : query.where('r.gameid', '=', gameid))
    .orderBy('r.event')
    .orderBy('r.id')
    .limit(MOST)
    .execute()
}
export const findGameRunner = async (
  db: Db,
  raceid: number,
  key: string,
  now: Date,
): Promise<GameRunnerRow | undefined> => runners(db, raceid, now).where('r._key', '=', key).executeTakeFirst()

export const findGameRunnerById = async (
  db: Db,
  raceid: number,
  id: number,
  now: Date,
): Promise<GameRunnerRow | undefined> => runners(db, raceid, now).where('r.id', '=', id).executeTakeFirst()

export type NewGameRunner = {
  _key: string
  bib: string
  name: string
  event: string
  time: string | null
  nettime: string | null
  gender: string | null
  meta: Record<string, string>
  idnum_ix: Buffer | null
}
/** Writes assignments that leave the columns of an erased person unchanged, so that a list does not restore them. */
const unlessErased = (table: string, columns: readonly string[]): string =>
  columns
    .map(
      (column) =>
        `, ${column} = case when ${table}.erased_at is null then excluded.${column} else ${table}.${column} end`,
    )
    .join('')
/**
 * Saves a list in one statement. A runner with a known bib is changed. Returns the ids of the new runners and the
 * number of changed runners.
 */
export const saveGameRunners = async (
  tx: Tx,
  raceid: number,
  gameid: number,
  rows: readonly NewGameRunner[],
  now: Date,
): Promise<{ added: number[]; changed: number }> => {
  const column = <Name extends keyof NewGameRunner>(name: Name) => rows.map((row) => row[name])
  const { rows: written } = await sql<{ id: number; fresh: boolean }>`
    insert into game_runners (raceid, gameid, _key, bib, name, event, time, nettime, gender, meta, idnum_ix, created_at, updated_at)
    select ${raceid}, ${gameid}, _key, bib, name, event, time, nettime, gender, meta::jsonb, idnum_ix, ${now}, ${now}
    from unnest(${column('_key')}::text[], ${column('bib')}::text[], ${column('name')}::text[], ${column('event')}::text[], ${column('time')}::text[], ${column('nettime')}::text[], ${column('gender')}::text[], ${rows.map(({ meta }) => JSON.stringify(meta))}::text[], ${column('idnum_ix')}::bytea[])
      as given (_key, bib, name, event, time, nettime, gender, meta, idnum_ix)
    on conflict (raceid, gameid, bib) do update set time = excluded.time, nettime = excluded.nettime, updated_at = excluded.updated_at${sql.raw(unlessErased('game_runners', ['name', 'event', 'gender', 'meta', 'idnum_ix']))}
    returning id, (xmax = 0) as fresh`.execute(tx)
  const added = written.flatMap(({ id, fresh }) => (fresh ? [id] : []))
  return { added, changed: written.length - added.length }
}

export const countKnown = async (db: Db, raceid: number, gameid: number, bibs: readonly string[]): Promise<number> =>
  bibs.length === 0
    ? 0
    : Number(
        (
          await db
            .selectFrom('game_runners')
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .where('raceid', '=', raceid)
            .where('gameid', '=', gameid)
            .where(sql<boolean>`bib = any(${bibs}::text[])`)
            .executeTakeFirstOrThrow()
        ).count,
      )
