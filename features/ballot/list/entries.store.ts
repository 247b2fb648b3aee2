import { type RawBuilder, sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { orderRows } from '#features/orders/public.store.ts'
import { pastResults } from '../public.store.ts'
import type { BallotDeclared, Criterion } from '../contract.ts'
import { DIRECT_BIT } from '../declared.rules.ts'

/**
 * This file reads registrations and never changes them. features/registrations applies the outcome of the draw to the
 * registrations.
 */

type Bool = RawBuilder<boolean>
/**
 * Selects registrations that take part: they await the draw and are live. If payment comes before the draw, they are
 * paid.
 */
const takesPart = (prepaid: boolean): Bool =>
  prepaid
    ? sql<boolean>`r.state = 'draw' and r.deleted_at is null and r.closed_at is null and r.refundid = 0 and r.pay_at is not null`
    : sql<boolean>`r.state = 'draw' and r.deleted_at is null and r.closed_at is null and r.refundid = 0`

const any = (tests: readonly Bool[]): Bool =>
  tests.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(tests, sql` or `)})`
/**
 * For each criterion, the people on a page of entrants who have finished one of its races. `personOf` names a person by
 * account and name.
 */
type Finishers = ReadonlyMap<Criterion, readonly string[]>
const personOf = sql<string>`r.uid || ' ' || r.name`
/** Returns the SQL condition under which a registration `r` meets a criterion. */
const applies = (who: Criterion, finishers: Finishers): Bool => {
  switch (who.is) {
    case 'everybody':
      return sql<boolean>`true`
    case 'qualified':
      return sql<boolean>`coalesce((r.qualifying ->> 'meets')::boolean, false)`
    case 'local':
      return any(
        who.places.map(
          (place) => sql<boolean>`coalesce(starts_with(r.province, ${place}) or starts_with(r.city, ${place}), false)`,
        ),
      )
    case 'first_timer':
      // Documents are indexed under a different key in each race. The query therefore matches races by account and
      // name, and opens no sealed field.
      return sql<boolean>`not coalesce(${personOf} = any(${finishers.get(who) ?? []}::text[]), false)`
    case 'gender':
      return sql<boolean>`coalesce(r.gender = ${who.gender}, false)`
    case 'age':
      return sql<boolean>`coalesce(r.age_on_race_day between ${who.from} and ${who.to}, false)`
    case 'tag':
      return sql<boolean>`coalesce(r.tag = ${who.tag}, false)`
  }
}
const bit = (test: Bool, at: number) => sql`case when ${test} then ${sql.lit(2 ** at)} else 0 end`

type Of = { raceid: number; ballotid: number; eventid: number }
type Freezing = Of & { declared: BallotDeclared; prepaid: boolean; groupSalt: string }

/**
 * Returns the SQL of an entrant's group. The entrants of one group win or lose together. The group does not reveal the
 * sign-up or the team.
 */
const groupOf = ({ declared, groupSalt }: Freezing) => {
  const hashed = (name: RawBuilder<unknown>) =>
    sql`substring(sha256(convert_to(${groupSalt}::text || ':' || ${name}, 'UTF8')) from 1 for 16)`
  // A sign-up without payment has no order. Registrations of one account at one moment count as one sign-up.
  if (declared.together === 'order')
    return hashed(sql`coalesce('order ' || r.orderid, 'account ' || r.uid || ' ' || extract(epoch from r.created_at))`)
  if (declared.together === 'team')
    return sql`case when r.teamid is null then null else ${hashed(sql`'team ' || r.teamid`)} end`
  return sql`null::bytea`
}

export const countEntrants = async (
  on: Db | Tx,
  { raceid, eventid, prepaid }: { raceid: number; eventid: number; prepaid: boolean },
): Promise<number> =>
  (
    await sql<{
      n: number
    }>`select count(*)::integer as n
      from ${registrationRows.sql} r
      where r.raceid = ${raceid} and r.eventid = ${eventid} and ${takesPart(prepaid)}`.execute(on)
  ).rows[0]!.n
export type OpenOrderRow = { id: number; tradeno: string; name: string; until: Date }
/** Lists the open orders of the draw's entrants, each with one entrant's name. The order that ends first is first. */
export const listUnpaidEntrants = async (
  on: Db | Tx,
  raceid: number,
  eventid: number,
  limit: number,
): Promise<OpenOrderRow[]> =>
  (
    await sql<OpenOrderRow>`select distinct on (o.pay_end, o.id) o.id, o.tradeno, r.name, o.pay_end as until
      from ${registrationRows.sql} r join ${orderRows.sql} o on o.raceid = r.raceid and o.id = r.orderid
      where r.raceid = ${raceid} and r.eventid = ${eventid} and ${takesPart(false)} and o.state = 'open'
      order by o.pay_end, o.id limit ${limit}`.execute(on)
  ).rows

/** Counts the entrants of the draw who have an order that they can still pay. */
export const countUnpaidEntrants = async (on: Db | Tx, raceid: number, eventid: number): Promise<number> =>
  (
    await sql<{
      n: number
    }>`select count(*)::integer as n from ${registrationRows.sql} r join ${orderRows.sql} o on o.raceid = r.raceid and o.id = r.orderid
      where r.raceid = ${raceid} and r.eventid = ${eventid} and ${takesPart(false)} and o.state = 'open'`.execute(on)
  ).rows[0]!.n

/** Selects the next entrants of a draw. The entries that the draw already has show how far the list has come. */
const nextEntrants = ({ raceid, ballotid, eventid, prepaid }: Freezing, most: number) => sql`
  from ${registrationRows.sql} r
  where r.raceid = ${raceid} and r.eventid = ${eventid} and ${takesPart(prepaid)}
    and r.id > coalesce((select max(registrationid) from ballot_entries where raceid = ${raceid} and ballotid = ${ballotid}), 0)
  order by r.id limit ${most}`
/**
 * Finds the people who have finished a race that a criterion names. The function looks only at the accounts of the next
 * entrants. It reads these accounts first, because a statement of a distributed database cannot compare the rows of two
 * races.
 */
const finishersOf = async (tx: Tx, freezing: Freezing, most: number): Promise<Finishers> => {
  const { weights, direct, segments } = freezing.declared
  const found = new Map<Criterion, string[]>()
  let uids: number[] | undefined
  for (const who of [...weights.map((one) => one.who), ...direct, ...segments.map((one) => one.who)]) {
    if (who.is !== 'first_timer') continue
    uids ??= (await sql<{ uid: number }>`select r.uid ${nextEntrants(freezing, most)}`.execute(tx)).rows.map(
      ({ uid }) => uid,
    )
    const { rows } = await sql<{ person: string }>`
      select distinct ${personOf} as person
      from ${pastResults.get().sql} x join ${registrationRows.sql} r on r.raceid = x.raceid and r.id = x.registrationid
      where x.raceid = any(${who.races}::integer[]) and x.outcome = 'finished' and r.uid = any(${uids}::bigint[])
        and r.name is not null`.execute(tx)
    found.set(
      who,
      rows.map(({ person }) => person),
    )
  }
  return found
}

/**
 * Adds the next entrants to the list, up to `most`, each with a salt from the database's strong random numbers. Returns
 * their number, which is 0 when the list has all entrants. The caller has locked the draw.
 */
export const insertEntries = async (tx: Tx, freezing: Freezing, most: number): Promise<number> => {
  const { raceid, ballotid, declared } = freezing
  const finishers = await finishersOf(tx, freezing, most)
  const applying = (who: Criterion) => applies(who, finishers)
  const tickets = sql`(1 ${sql.join(
    declared.weights.map(({ who, plus }) => sql` + case when ${applying(who)} then ${sql.lit(plus)} else 0 end`),
    sql``,
  )})`
  const met = sql`(0 ${sql.join(
    [
      ...declared.weights.map(({ who }, at) => bit(applying(who), at)),
      ...declared.direct.map((who, at) => bit(applying(who), DIRECT_BIT + at)),
    ].map((one) => sql` + ${one}`),
    sql``,
  )})`
  const { rows } = await sql<{ n: number }>`
    with chosen as materialized (
      select r.id, r._key, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') as salt,
        ${groupOf(freezing)} as together, ${any(declared.direct.map(applying))} as direct,
        ${tickets}::smallint as tickets, ${met}::integer as met,
        array[${sql.join(declared.segments.map(({ who }) => applying(who)))}]::boolean[] as within
      ${nextEntrants(freezing, most)}
    ), written as (
      insert into ballot_entries (raceid, ballotid, registrationid, entry, salt, together, weights, met)
      select ${raceid}, ${ballotid}, id, substring(sha256(convert_to(salt || ':' || _key, 'UTF8')) from 1 for 16),
        salt, case when direct then null else together end,
        case when direct then null else (select array_agg(case when one then tickets else 0::smallint end order by place) from unnest(within) with ordinality as u (one, place)) end, met
      from chosen returning 1
    )
    select count(*)::integer as n from written`.execute(tx)
  return rows[0]!.n
}

/**
 * Dissolves groups with a single member. Returns the number of entries, the number of direct entries, and the number of
 * members in the largest group.
 */
export const closeGroups = async (
  tx: Tx,
  raceid: number,
  ballotid: number,
): Promise<{ entries: number; direct: number; largest: number }> => {
  await sql`update ballot_entries e set together = null
    from (select together from ballot_entries where raceid = ${raceid} and ballotid = ${ballotid} and together is not null group by together having count(*) = 1) alone
    where e.raceid = ${raceid} and e.ballotid = ${ballotid} and e.together = alone.together`.execute(tx)
  const { rows } = await sql<{ entries: number; direct: number; largest: number }>`
    select count(*)::integer as entries, count(*) filter (where weights is null)::integer as direct,
      (select coalesce(max(n), 0)::integer from (select count(*) as n from ballot_entries where raceid = ${raceid} and ballotid = ${ballotid} and together is not null group by together) sizes) as largest
    from ballot_entries where raceid = ${raceid} and ballotid = ${ballotid}`.execute(tx)
  return rows[0]!
}
export const removeEntries = async (tx: Tx, raceid: number, ballotid: number): Promise<void> => {
  await tx.deleteFrom('ballot_entries').where('raceid', '=', raceid).where('ballotid', '=', ballotid).execute()
}

/** Lists the lines of the published list in their order, after the given entry. */
export const listLines = (
  db: Db,
  raceid: number,
  ballotid: number,
  after: Buffer,
  limit: number,
): Promise<{ entry: Buffer; line: string }[]> =>
  named(
    db,
    'ballot lines',
    `select entry,
        encode(entry, 'hex') || ' ' || coalesce(encode(together, 'hex'), '-') || ' ' || coalesce(array_to_string(weights, ','), '!') as line
     from ballot_entries where raceid = $1 and ballotid = $2 and entry > $3 order by entry limit $4`,
    [raceid, ballotid, after, limit],
  )

export type DrawnEntry = {
  entry: Buffer
  fate: 'direct' | 'drawn' | 'wait'
  segment: number | null
  code: number | null
}
export const writeFates = async (
  db: Db,
  raceid: number,
  ballotid: number,
  drawn: readonly DrawnEntry[],
): Promise<void> => {
  await named(
    db,
    'ballot fates',
    `update ballot_entries e set fate = given.fate, segment = given.segment, code = given.code
     from unnest($3::bytea[], $4::text[], $5::smallint[], $6::integer[]) as given (entry, fate, segment, code)
     where e.raceid = $1 and e.ballotid = $2 and e.entry = given.entry`,
    [
      raceid,
      ballotid,
      drawn.map(({ entry }) => entry),
      drawn.map(({ fate }) => fate),
      drawn.map(({ segment }) => segment),
      drawn.map(({ code }) => code),
    ],
  )
}

/** Lists the next entries whose outcome is not applied yet. The caller has locked the draw. */
export const listToApply = (
  tx: Tx,
  raceid: number,
  ballotid: number,
  fates: readonly string[],
  after: number,
  limit: number,
): Promise<{ id: number; code: number | null }[]> =>
  named(
    tx,
    'ballot to apply',
    `select registrationid as id, code
      from ballot_entries
      where raceid = $1 and ballotid = $2 and applied_at is null and fate = any($3::text[]) and registrationid > $4
      order by registrationid
      limit $5`,
    [raceid, ballotid, fates, after, limit],
  )
export const markApplied = async (
  tx: Tx,
  raceid: number,
  ballotid: number,
  ids: readonly number[],
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'ballot applied',
    `update ballot_entries
      set applied_at = $4
      where raceid = $1 and ballotid = $2 and registrationid = any($3::bigint[]) and applied_at is null`,
    [raceid, ballotid, ids, now],
  )
}
export const countToApply = async (on: Db | Tx, raceid: number, ballotid: number): Promise<number> =>
  (
    await named<{ n: number }>(
      on,
      'ballot left to apply',
      'select count(*)::integer as n from ballot_entries where raceid = $1 and ballotid = $2 and applied_at is null',
      [raceid, ballotid],
    )
  )[0]!.n
