import { sql } from 'kysely'
import type { Text } from '#contract/words.ts'
import { type Db, type Tx, named } from '#db/db.ts'
import { eventRows } from '#features/events/public.store.ts'
import type { DeferralTarget } from '#features/races/contract.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { staffRows } from '#features/staff/public.store.ts'
import type * as z from 'zod/mini'
import type { DisruptionChoice, DisruptionKind, disruptionStates } from './contract.ts'

/** The values of an event before a plan changed them. Times are ISO texts. */
export type EventBefore = {
  start_at: string | null
  distance_cm: number | null
  paystate: 'open' | 'closed'
}
export type Before = { time: string; events: Record<string, EventBefore> }
export type DisruptionRow = {
  raceid: number
  id: number
  kind: DisruptionKind
  eventids: number[]
  whole: boolean
  reason: Text
  new_start: Date | null
  distances: Record<string, number>
  choices: DisruptionChoice[]
  fallback: DisruptionChoice
  kept_percent: number
  deferral: z.output<typeof DeferralTarget> | null
  until: Date
  state: (typeof disruptionStates)[number]
  before: Before
  bulkids: number[]
  staffid: number
  total: number
  notified_to: number
  news: 'declared' | 'changed' | 'undone' | null
  news_at: Date | null
  created_at: Date
  ended_at: Date | null
}
export type NewDisruption = Omit<
  DisruptionRow,
  'id' | 'state' | 'bulkids' | 'total' | 'notified_to' | 'news' | 'news_at' | 'ended_at'
>

const opened = (row: object): DisruptionRow => row as DisruptionRow

export const insertDisruption = async (tx: Tx, row: NewDisruption): Promise<number> =>
  (
    await tx
      .insertInto('disruptions')
      .values({
        ...row,
        reason: JSON.stringify(row.reason),
        distances: JSON.stringify(row.distances),
        deferral: row.deferral && JSON.stringify(row.deferral),
        before: JSON.stringify(row.before),
        news: 'declared',
        news_at: row.created_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/**
 * Lists the plans of a race, the newest first and at most 100. A plan that was taken back is left out unless `all` is
 * true.
 */
export const listDisruptions = async (db: Db | Tx, raceid: number, all: boolean): Promise<DisruptionRow[]> => {
  const query = db.selectFrom('disruptions').selectAll().where('raceid', '=', raceid)
  return (await (all ? query : query.where('state', '<>', 'undone')).orderBy('id', 'desc').limit(100).execute()).map(
    opened,
  )
}

/** Lists all plans of several races, the newest first. Plans that were taken back are among them. */
export const listPlansOf = async (db: Db, raceids: readonly number[]): Promise<DisruptionRow[]> =>
  raceids.length === 0
    ? []
    : (
        await db.selectFrom('disruptions').selectAll().where('raceid', 'in', raceids).orderBy('id', 'desc').execute()
      ).map(opened)

/** Locks a plan. With `share`, several runners can choose at the same time, and the plan cannot end meanwhile. */
export const lockDisruption = async (
  tx: Tx,
  raceid: number,
  id: number,
  share = false,
): Promise<DisruptionRow | undefined> => {
  const query = tx.selectFrom('disruptions').selectAll().where('raceid', '=', raceid).where('id', '=', id)
  const row = await (share ? query.forShare() : query.forUpdate()).executeTakeFirst()
  return row && opened(row)
}

export type DisruptionChange = Partial<
  Pick<DisruptionRow, 'until' | 'new_start' | 'state' | 'bulkids' | 'ended_at' | 'notified_to' | 'news' | 'news_at'>
>
export const updateDisruption = async (tx: Tx, raceid: number, id: number, change: DisruptionChange): Promise<void> => {
  await tx.updateTable('disruptions').set(change).where('raceid', '=', raceid).where('id', '=', id).execute()
}

/** Lists the open plans whose time is over, at most 100. */
export const listDue = (db: Db, now: Date): Promise<{ raceid: number; id: number }[]> =>
  db
    .selectFrom('disruptions')
    .select(['raceid', 'id'])
    .where('state', '=', 'open')
    .where('until', '<=', now)
    .orderBy('until')
    .limit(100)
    .execute()

/** The condition that a registration `r` takes part in a plan: live and paid, with or without a place. */
const takesPart = sql.raw<boolean>(`r.deleted_at is null and r.closed_at is null and r.refundid = 0
  and r.pay_at is not null and r.state in ('normal', 'draw', 'undraw', 'wait', 'audit')`)

/** Adds the missing registrations of the plan's events to the plan, and returns their number. */
export const addMissing = async (
  tx: Tx,
  { raceid, id, eventids }: Pick<DisruptionRow, 'raceid' | 'id' | 'eventids'>,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into disruption_choices (raceid, disruptionid, registrationid, eventid)
    select r.raceid, ${id}::integer, r.id, r.eventid from ${registrationRows.sql} r
    where r.raceid = ${raceid} and r.eventid = any(${eventids}::integer[]) and ${takesPart}
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
export const setTotal = async (tx: Tx, raceid: number, id: number, total: number): Promise<void> => {
  await tx.updateTable('disruptions').set({ total }).where('raceid', '=', raceid).where('id', '=', id).execute()
}

/** Lists the registrations that a plan would be about, page by page. */
export const listTakingPart = async (
  on: Db | Tx,
  raceid: number,
  eventids: readonly number[],
  { after, limit }: { after: number; limit: number },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select r.id from ${registrationRows.sql} r
    where r.raceid = ${raceid} and r.eventid = any(${[...eventids]}::integer[]) and ${takesPart} and r.id > ${after}
    order by r.id limit ${limit}`.execute(on)
  return rows.map(({ id }) => id)
}
/** Lists the unpaid registrations that are still open. A cancellation ends them. */
export const listUnpaid = async (on: Db | Tx, raceid: number, eventids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select r.id from ${registrationRows.sql} r
    where r.raceid = ${raceid} and r.eventid = any(${[...eventids]}::integer[]) and r.deleted_at is null
      and r.closed_at is null and r.refundid = 0 and r.pay_at is null and r.state <> 'auditfail'
    order by r.id`.execute(on)
  return rows.map(({ id }) => id)
}

export type ChoiceRow = {
  disruptionid: number
  registrationid: number
  choice: DisruptionChoice | null
  applied: DisruptionChoice | 'left' | null
}
/** Lists the choices of a plan, in the order of the ids of the registrations. */
export const listChoices = (
  on: Db | Tx,
  raceid: number,
  id: number,
  { after, limit }: { after: number; limit: number },
): Promise<ChoiceRow[]> =>
  named<ChoiceRow>(
    on,
    'disruptions: choices',
    `select disruptionid, registrationid, choice, applied from disruption_choices
      where raceid = $1 and disruptionid = $2 and registrationid > $3 order by registrationid limit $4`,
    [raceid, id, after, limit],
  )
/**
 * Lists the choices of some registrations. For each registration an open plan comes first, then the newest plan. Plans
 * that were taken back are left out.
 */
export const choicesOf = (db: Db | Tx, raceid: number, registrationids: readonly number[]): Promise<ChoiceRow[]> =>
  named<ChoiceRow>(
    db,
    'disruptions: choices of registrations',
    `select c.disruptionid, c.registrationid, c.choice, c.applied from disruption_choices c
      join disruptions d on d.raceid = c.raceid and d.id = c.disruptionid and d.state <> 'undone'
      where c.raceid = $1 and c.registrationid = any($2::bigint[])
      order by c.registrationid, (d.state = 'open') desc, c.disruptionid desc`,
    [raceid, registrationids],
  )
export const saveChoice = async (
  tx: Tx,
  raceid: number,
  { disruptionid, registrationid }: Pick<ChoiceRow, 'disruptionid' | 'registrationid'>,
  choice: DisruptionChoice,
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'disruptions: choose',
    `update disruption_choices set choice = $4, chosen_at = $5
      where raceid = $1 and disruptionid = $2 and registrationid = $3`,
    [raceid, disruptionid, registrationid, choice, now],
  )
}
/** Saves the choices that counted at the end. */
export const saveApplied = async (
  tx: Tx,
  raceid: number,
  id: number,
  applied: readonly { id: number; applied: string }[],
): Promise<void> => {
  await sql`
    update disruption_choices c set applied = one.applied
    from jsonb_to_recordset(${JSON.stringify(applied)}::jsonb) as one (id bigint, applied text)
    where c.raceid = ${raceid} and c.disruptionid = ${id} and c.registrationid = one.id`.execute(tx)
}
export const hasChosen = async (tx: Tx, raceid: number, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('disruption_choices')
    .select('registrationid')
    .where('raceid', '=', raceid)
    .where('disruptionid', '=', id)
    .where('choice', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

export type ChoiceCount = { disruptionid: number; choice: DisruptionChoice | null; n: number }
/**
 * Counts the choices of each plan of a race. After the end the applied choices count. A runner who left the race before
 * the end still counts with the former choice.
 */
export const countChoices = (db: Db, raceid: number): Promise<ChoiceCount[]> =>
  named<ChoiceCount>(
    db,
    'disruptions: counts',
    `select disruptionid, coalesce(nullif(applied, 'left'), choice) as choice, count(*)::integer as n
      from disruption_choices where raceid = $1 group by 1, 2`,
    [raceid],
  )

export type ListedChoice = ChoiceRow & {
  id: number
  name: string
  e_name: string
  e_names: unknown
  chosen_at: Date | null
}
/** Lists the rows of a plan with the names of runners and events, for a file. */
export const listForTable = async (
  db: Db,
  raceid: number,
  id: number,
  { after, limit }: { after: number; limit: number },
): Promise<ListedChoice[]> => {
  const { rows } = await sql<ListedChoice>`
    select c.disruptionid, c.registrationid, c.registrationid as id, c.choice, c.applied, c.chosen_at, r.name,
      e.name as e_name, e.names as e_names
    from disruption_choices c
    join ${registrationRows.sql} r on r.raceid = c.raceid and r.id = c.registrationid
    join ${eventRows.sql} e on e.raceid = c.raceid and e.id = c.eventid
    where c.raceid = ${raceid} and c.disruptionid = ${id} and c.registrationid > ${after}
    order by c.registrationid limit ${limit}`.execute(db)
  return rows
}
export const staffNames = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ staffid: number; name: string }>`
    select staffid, name from ${staffRows.sql} s where staffid = any(${[...new Set(ids)]}::bigint[])`.execute(db)
  return new Map(rows.map(({ staffid, name }) => [staffid, name]))
}
export type TimelineChoice = {
  at: Date
  choice: DisruptionChoice
  kind: DisruptionKind
  applied: string | null
  ended_at: Date | null
}
/** Lists the choices of one registration for its timeline, at most 200. */
export const listChoicesForStory = (db: Db, raceid: number, registrationid: number): Promise<TimelineChoice[]> =>
  named<TimelineChoice>(
    db,
    'disruptions: told choices',
    `select c.chosen_at as at, c.choice, d.kind, c.applied, d.ended_at from disruption_choices c
      join disruptions d on d.raceid = c.raceid and d.id = c.disruptionid
      where c.raceid = $1 and c.registrationid = $2 and c.choice is not null order by d.id limit 200`,
    [raceid, registrationid],
  )
