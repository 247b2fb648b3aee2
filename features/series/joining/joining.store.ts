import { type Db, type Tx, named } from '#db/db.ts'
import { raceRows } from '#features/races/public.store.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { resultRows } from '#features/results/public.store.ts'
import type { JoinState, NumberedEntry } from './joining.rules.ts'

export type JoinRow = {
  id: number
  seriesid: number
  uid: number
  name: string
  document_ix: Buffer | null
  idnum_mask: string
  consent: number
  state: JoinState
  created_at: Date
}
const columns = 'id::int, seriesid, uid::int, name, document_ix, idnum_mask, consent, state, created_at'

/** The blind indexes of a person's document number and of the account's mobiles, under the key of one race. */
export type RaceNumber = { raceid: number; idnum_ix: Buffer; mobile_ixs: readonly Buffer[] }

/** Lists registrations that have one of these document numbers and are not erased, at most 200, the newest first. */
export const listNumbered = (
  on: Db | Tx,
  numbers: readonly RaceNumber[],
): Promise<(NumberedEntry & { raceid: number })[]> => {
  const mobiles = numbers.flatMap(({ raceid, mobile_ixs }) => mobile_ixs.map((ix) => ({ raceid, ix })))
  return named(
    on,
    'series: entries of a number',
    `select r.raceid, r.name, r.uid::int as uid, case when r.mobile_ix is null then null else exists (
        select 1 from unnest($3::int[], $4::bytea[]) own (raceid, ix) where own.raceid = r.raceid and own.ix = r.mobile_ix
      ) end as own_mobile
      from unnest($1::int[], $2::bytea[]) n (raceid, ix)
      join ${registrationRows.text} r on r.raceid = n.raceid and r.idnum_ix = n.ix and r.erased_at is null
      order by r.created_at desc limit 200`,
    [
      numbers.map(({ raceid }) => raceid),
      numbers.map(({ idnum_ix }) => idnum_ix),
      mobiles.map(({ raceid }) => raceid),
      mobiles.map(({ ix }) => ix),
    ],
  )
}

export const listJoinsOf = (on: Db | Tx, uid: number): Promise<JoinRow[]> =>
  named<JoinRow>(
    on,
    'series: joins of an account',
    `select ${columns} from series_joins where uid = $1 order by created_at desc, id desc limit 200`,
    [uid],
  )
export const findJoin = async (on: Db | Tx, id: number): Promise<JoinRow | undefined> =>
  (await named<JoinRow>(on, 'series: one join', `select ${columns} from series_joins where id = $1`, [id]))[0]
export const isTaken = async (on: Db | Tx, seriesid: number, document_ix: Buffer): Promise<boolean> =>
  (
    await named<{ id: number }>(
      on,
      'series: number is taken',
      `select id from series_joins where seriesid = $1 and document_ix = $2 and state = 'joined'`,
      [seriesid, document_ix],
    )
  ).length > 0
/** Lists, for each join of an account, the races in which the join has its document number. */
export const listRacesOf = (on: Db | Tx, uid: number): Promise<{ joinid: number; raceid: number }[]> =>
  named(
    on,
    'series: races of joins',
    'select joinid::int as joinid, raceid from series_join_races where uid = $1 order by joinid, raceid',
    [uid],
  )

type NewJoin = Omit<JoinRow, 'id' | 'created_at' | 'document_ix'> & { document_ix: Buffer }
export const insertJoin = async (tx: Tx, row: NewJoin, now: Date): Promise<JoinRow> =>
  (
    await named<JoinRow>(
      tx,
      'series: join',
      `insert into series_joins (seriesid, uid, name, document_ix, idnum_mask, consent, state, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
      [row.seriesid, row.uid, row.name, row.document_ix, row.idnum_mask, row.consent, row.state, now],
    )
  )[0]!
/** Stores the blind indexes of a join for these races. If the join already has a row in a race, this row stays. */
export const insertRaces = async (tx: Tx, join: JoinRow, numbers: readonly RaceNumber[]): Promise<void> => {
  for (const { raceid, idnum_ix, mobile_ixs } of numbers)
    await named(
      tx,
      'series: number in a race',
      `insert into series_join_races (raceid, seriesid, joinid, uid, name, active, idnum_ix, mobile_ixs)
        values ($1, $2, $3, $4, $5, $6, $7, $8::bytea[]) on conflict (raceid, seriesid, joinid) do nothing`,
      [raceid, join.seriesid, join.id, join.uid, join.name, join.state === 'joined', idnum_ix, mobile_ixs],
    )
}
export const removeJoin = async (tx: Tx, { id, uid }: { id: number; uid: number }): Promise<JoinRow | undefined> => {
  const [row] = await named<JoinRow>(
    tx,
    'series: leave',
    `delete from series_joins where id = $1 and uid = $2 returning ${columns}`,
    [id, uid],
  )
  if (row) await named(tx, 'series: forget numbers', 'delete from series_join_races where joinid = $1', [id])
  return row
}
export const decideJoin = async (
  tx: Tx,
  { id, state, staffid }: { id: number; state: JoinState; staffid: number | null },
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'series: decide a join',
    'update series_joins set state = $2, decided_at = $3, staffid = $4 where id = $1',
    [id, state, now, staffid],
  )
  await named(tx, 'series: count the number', 'update series_join_races set active = $2 where joinid = $1', [
    id,
    state === 'joined',
  ])
}
export const countJoins = async (db: Db, seriesid: number): Promise<{ joined: number; waiting: number }> =>
  (
    await named<{ joined: number; waiting: number }>(
      db,
      'series: count joins',
      `select count(*) filter (where state = 'joined')::int as joined,
          count(*) filter (where state = 'waiting')::int as waiting from series_joins where seriesid = $1`,
      [seriesid],
    )
  )[0]!
export const countWaitingJoins = async (db: Db): Promise<ReadonlyMap<number, number>> =>
  new Map(
    (
      await named<{ seriesid: number; n: number }>(
        db,
        'series: count waiting joins',
        `select seriesid, count(*)::int as n from series_joins where state = 'waiting' group by seriesid`,
        [],
      )
    ).map(({ seriesid, n }) => [seriesid, n]),
  )
export const listWaiting = (db: Db, seriesid: number, after: number, limit: number): Promise<JoinRow[]> =>
  named<JoinRow>(
    db,
    'series: waiting joins',
    `select ${columns} from series_joins where seriesid = $1 and state = 'waiting' and id > $2 order by id limit $3`,
    [seriesid, after, limit],
  )
/**
 * Lists, for each of these joins, the registrations with its document number, and the results with this number that
 * belong to no registration. The list has at most 1,000 rows.
 */
export const listFound = (
  db: Db,
  joinids: readonly number[],
): Promise<
  { joinid: number; raceid: number; race: string; race_names: object; name: string; own_mobile: boolean | null }[]
> =>
  named(
    db,
    'series: entries of waiting joins',
    `select f.*, c.name as race, c.names as race_names
      from (select n.joinid::int as joinid, n.raceid, g.name, g.mobile_ix = any(n.mobile_ixs) as own_mobile
          from series_join_races n
          join ${registrationRows.text} g on g.raceid = n.raceid and g.idnum_ix = n.idnum_ix and g.erased_at is null
          where n.joinid = any($1::bigint[])
        union all select n.joinid::int, n.raceid, coalesce(r.name, ''), null
          from series_join_races n
          join ${resultRows.text} r on r.raceid = n.raceid and r.document_ix = n.idnum_ix and r.registrationid is null
          where n.joinid = any($1::bigint[])) f
      join ${raceRows.text} c on c.id = f.raceid
      order by f.joinid, c.time, f.raceid limit 1000`,
    [joinids],
  )

/**
 * Removes the document numbers of joins in seasons that are over: every index and every masked number. Deletes the
 * joins that wait or are refused. The results of the other joins stay in the standings by the ids of the results.
 */
export const forgetNumbers = async (tx: Tx, lastSeason: number): Promise<number> => {
  const over = 'select id from series where season <= $1'
  await named(
    tx,
    'series: keep found results',
    `update series_join_races n set idnum_ix = null, mobile_ixs = '{}', resultids = found.ids
      from (select n.raceid, n.joinid, array_agg(r.id) as ids
        from series_join_races n
        join ${resultRows.text} r on r.raceid = n.raceid
        left join ${registrationRows.text} g on g.raceid = r.raceid and g.id = r.registrationid
        where n.seriesid in (${over}) and n.active and n.idnum_ix = coalesce(g.idnum_ix, r.document_ix)
          and g.erased_at is null and (g.id is null or g.uid = n.uid or g.mobile_ix = any(n.mobile_ixs))
        group by n.raceid, n.joinid) found
      where n.raceid = found.raceid and n.joinid = found.joinid and n.idnum_ix is not null`,
    [lastSeason],
  )
  await named(
    tx,
    'series: forget numbers of past seasons',
    `delete from series_join_races where seriesid in (${over}) and idnum_ix is not null`,
    [lastSeason],
  )
  await named(
    tx,
    'series: forget joins that never counted',
    `delete from series_joins where seriesid in (${over}) and state <> 'joined'`,
    [lastSeason],
  )
  const done = await named<{ id: number }>(
    tx,
    'series: forget documents',
    `update series_joins set document_ix = null, idnum_mask = ''
      where seriesid in (${over}) and document_ix is not null returning id`,
    [lastSeason],
  )
  return done.length
}
