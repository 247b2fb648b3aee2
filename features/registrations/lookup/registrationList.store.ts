import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { holdsName, holdsNameByIndex } from '#db/names/nameSearch.ts'
import { eventRows } from '#features/events/public.store.ts'
import { orderRows } from '#features/orders/public.store.ts'
import { registrationStates } from '../contract.ts'
import { hasLeft, teamNames } from '../public.store.ts'
import { transition } from '../status/transitions.rules.ts'
import { type ViewRow, viewOf } from '../store.ts'
import { type ListedState, type PaidFilter, type RegistrationSort, listedStates } from './filter.contract.ts'

export type RegistrationFilter = {
  raceid: number
  /** The moment for which the filter decides whether a fee is due. */
  now: Date
  eventid?: number | undefined
  state?: ListedState | undefined
  paid?: PaidFilter | undefined
  /** The typed text. A row matches if the text is a part of its name. */
  q: string
  /** The registrations that wear the typed bib. */
  worn: readonly number[]
  /** The blind indexes of the typed text, read as the number of a document. */
  numbers: readonly Buffer[]
  /** The blind index of the typed text, read as a mobile number. */
  mobile: Buffer
  gender?: string | undefined
  age_from?: number | undefined
  age_to?: number | undefined
  province?: string | undefined
  signed_from?: Date | undefined
  signed_before?: Date | undefined
  tag?: string | undefined
  team?: string | undefined
  code?: string | undefined
  clothes?: string | undefined
  bib?: '0' | '1' | undefined
  /** The wanted answers. A key is the column of a field, or `answers.` and the name of an own field. */
  fields?: Readonly<Record<string, string>> | undefined
  /** The names of fields whose answer may hold several options. */
  several?: readonly string[] | undefined
  ids?: readonly number[] | undefined
  /** An add-on: the event that sells it, and the id of the add-on. */
  addon?: { eventid: number; id: string } | undefined
}
type Condition = RawBuilder<boolean>

const left = sql.raw<boolean>(hasLeft('r'))
/**
 * Returns the condition for a state. If the filter names no state, a search or a choice of rows also finds runners who
 * left.
 */
const ofState = ({ state, q, ids }: RegistrationFilter): Condition[] => {
  if (state === 'deleted') return [sql`r.deleted_at is not null`]
  if (state === 'closed') return [sql`r.deleted_at is null`, sql`r.closed_at is not null`]
  const stands = [sql<boolean>`r.deleted_at is null`, sql<boolean>`r.closed_at is null`]
  if (state === 'left') return [...stands, left]
  if (state) return [...stands, sql`r.state = ${state}`, sql`not ${left}`]
  return q === '' && ids === undefined ? [...stands, sql`not ${left}`] : stands
}
const payingStates = registrationStates.filter((state) => transition(state, 'pay') !== undefined)
/** Returns the condition for a fee that is due: the rule `isDue` (status/payable.rules.ts). */
const dueAt = (now: Date): Condition => sql<boolean>`r.refundid = 0 and r.pay_at is null and r.price > 0
  and r.deleted_at is null and r.closed_at is null and r.state in (${sql.join(payingStates)})
  and case when r.orderid is null
    then r.eventid in (select e.id from ${eventRows.sql} e where e.raceid = r.raceid and e.paystate <> 'closed'
      and (e.pay_end is null or e.pay_end > ${now}))
    else exists (select from ${orderRows.sql} o where o.raceid = r.raceid and o.id = r.orderid and o.pay_end > ${now})
    end`
const paidIs: Record<Exclude<PaidFilter, 'due'>, Condition> = {
  '0': sql<boolean>`r.refundid = 0 and r.pay_at is null`,
  '1': sql<boolean>`r.refundid = 0 and r.pay_at is not null`,
  '2': sql<boolean>`r.refundid <> 0`,
}

const meant = ({ q, worn, numbers, mobile }: RegistrationFilter): Condition => {
  return sql.join(
    [
      holdsNameByIndex(sql`r.name`, q),
      sql`r.mobile_ix = ${mobile}`,
      ...(worn.length > 0 ? [sql`r.id = any(${[...worn]}::bigint[])`] : []),
      ...(numbers.length > 0 ? [sql`r.idnum_ix = any(${[...numbers]}::bytea[])`] : []),
    ],
    sql` or `,
  ) as Condition
}
const ofTeam = (raceid: number, team: string): Condition =>
  sql`r.teamid in (select t.id from ${teamNames.get().sql} t where t.raceid = ${raceid} and ${holdsName(sql`t.name`, team)})`

/**
 * Returns the condition for one answer. An index finds a single answer; answers with several options are compared row
 * by row.
 */
const ofAnswer = (name: string, value: string, several: boolean): Condition =>
  several
    ? sql`${value} = any(string_to_array(r.answers->>${name}, ','))`
    : sql`r.answers @> ${JSON.stringify({ [name]: value })}::jsonb and r.answers <> '{}'::jsonb`
const ofField = (name: string, value: string, several: readonly string[]): Condition =>
  name.startsWith('answers.')
    ? ofAnswer(name.slice('answers.'.length), value, several.includes(name))
    : sql`${sql.ref(`r.${name}`)} = ${value}`

/**
 * Returns the condition that a registration holds an add-on. An add-on that the runner brought along from another event
 * counts for that event.
 */
const ofAddon = ({ eventid, id }: { eventid: number; id: string }): Condition =>
  sql`r.addons @> ${JSON.stringify([{ id }])}::jsonb and r.addons <> '[]'::jsonb and r.place_held and exists (
    select from jsonb_array_elements(r.addons) one
    where one->>'id' = ${id} and coalesce((one->>'of')::integer, r.eventid) = ${eventid})`

/** Writes the conditions of a filter on `r`, a registration. */
export const conditionsOf = (filter: RegistrationFilter): Condition => {
  const { raceid, now, eventid, paid, q, team } = filter
  const given = <Value>(value: Value | undefined, condition: (value: Value) => Condition): Condition[] =>
    value === undefined ? [] : [condition(value)]
  return sql.join(
    [
      sql`r.raceid = ${raceid}`,
      ...ofState(filter),
      ...given(eventid, (id) => sql`r.eventid = ${id}`),
      ...given(paid, (one) => (one === 'due' ? dueAt(now) : paidIs[one])),
      ...(q === '' ? [] : [sql`(${meant(filter)})`]),
      ...given(filter.gender, (gender) => sql`r.gender = ${gender}`),
      ...given(filter.age_from, (age) => sql`r.age_on_race_day >= ${age}`),
      ...given(filter.age_to, (age) => sql`r.age_on_race_day <= ${age}`),
      ...given(filter.province, (province) => sql`r.province = ${province}`),
      ...given(filter.signed_from, (at) => sql`r.created_at >= ${at}`),
      ...given(filter.signed_before, (at) => sql`r.created_at < ${at}`),
      ...given(filter.tag, (tag) => sql`r.tag = ${tag}`),
      ...given(team, (name) => ofTeam(raceid, name)),
      ...given(filter.code, (code) => sql`r.invite = ${code}`),
      ...given(filter.addon, ofAddon),
      ...given(filter.clothes, (size) => sql`r.clothes = ${size}`),
      ...Object.entries(filter.fields ?? {}).map(([name, value]) => ofField(name, value, filter.several ?? [])),
      ...given(filter.ids, (ids) => sql`r.id = any(${[...ids]}::bigint[])`),
      ...given(filter.bib, (has) => (has === '1' ? sql`r.bib is not null` : sql`r.bib is null`)),
    ],
    sql` and `,
  ) as Condition
}

const name = sql.raw<string>('r.name')
const paid = sql.raw<Date>("coalesce(r.pay_at, '-infinity')")
const bib = sql.raw<string>(
  "(case when r.bib is null then '~' else coalesce(r.prefix_bib, '') || lpad(r.bib, 7, '0') end collate \"C\")",
)
const age = sql.raw<number>('coalesce(r.age_on_race_day, -1)')
const sorts: Record<RegistrationSort, { by: RawBuilder<unknown>; falls: boolean }> = {
  newest: { by: sql.raw('r.id'), falls: true },
  oldest: { by: sql.raw('r.id'), falls: false },
  name: { by: name, falls: false },
  name_down: { by: name, falls: true },
  youngest: { by: age, falls: false },
  eldest: { by: age, falls: true },
  paid: { by: paid, falls: true },
  unpaid: { by: paid, falls: false },
  bib: { by: bib, falls: false },
  bib_down: { by: bib, falls: true },
}

/**
 * Limits the ids to the registrations that were made within the days of a filter. Without these limits PostgreSQL would
 * read many registrations outside these days before it finds the first match. The index of the days is coarse, but it
 * finds the limits quickly, because a later registration has a higher id.
 */
const boundsOf = (filter: RegistrationFilter, sort: RegistrationSort): Condition[] => {
  const { raceid, signed_from, signed_before } = filter
  const within = sql`from registrations w where w.raceid = ${raceid}
    ${signed_from === undefined ? sql`` : sql`and w.created_at >= ${signed_from}`}
    ${signed_before === undefined ? sql`` : sql`and w.created_at < ${signed_before}`}`
  const both = signed_from !== undefined && signed_before !== undefined
  const above = both || (sort === 'oldest' && signed_from !== undefined)
  const below = both || (sort === 'newest' && signed_before !== undefined)
  // The `+ 0` hides the primary key from the planner. Otherwise the planner would read the whole index of this key in
  // order.
  return [
    ...(above ? [sql<boolean>`r.id >= (select min(w.id + 0) ${within})`] : []),
    ...(below ? [sql<boolean>`r.id <= (select max(w.id + 0) ${within})`] : []),
  ]
}

/**
 * Reads a page in a sort order. `after` is the last registration that the caller has; the query first reads the
 * position of this registration in the sort order. An inner query finds the ids of the page in the table of
 * registrations alone, and the outer query joins the other tables to these few rows. In a single query PostgreSQL
 * underestimates the matches of a filter, joins all of them, and only then takes the page.
 */
export const listFiltered = async (
  db: Db,
  filter: RegistrationFilter,
  { sort, after, limit }: { sort: RegistrationSort; after: number | undefined; limit: number },
): Promise<ViewRow[]> => {
  const { raceid } = filter
  const { by, falls } = sorts[sort]
  const order = falls ? sql`${by} desc, r.id desc` : sql`${by}, r.id`
  const isById = sort === 'newest' || sort === 'oldest'
  const conditions = [conditionsOf(filter)]
  // `raceid::bigint` is the first column in the indexes of the other sort orders. Without this condition PostgreSQL
  // would choose the primary key.
  if (isById) conditions.push(...boundsOf(filter, sort))
  else conditions.push(sql<boolean>`r.raceid::bigint = ${raceid}`)
  if (after !== undefined) {
    const sign = sql.raw(falls ? '<' : '>')
    const last = sql`(select ${by} from registrations r where r.raceid = ${raceid} and r.id = ${after})`
    conditions.push(isById ? sql`r.id ${sign} ${after}` : sql`(${by}, r.id) ${sign} (${last}, ${after})`)
  }
  const page = sql`select r.id from registrations r where ${sql.join(conditions, sql` and `)}
    order by ${order} limit ${limit}`
  return viewOf(db)
    .where('r.raceid', '=', raceid)
    .where(sql<boolean>`r.id = any(array(${page}))`)
    .orderBy(order)
    .execute()
}

export const countFiltered = async (db: Db, filter: RegistrationFilter): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from registrations r where ${conditionsOf(filter)}`.execute(db)
  return rows[0]!.count
}

type Counts = Partial<Record<ListedState, number>>
export const countByState = async (
  db: Db,
  raceid: number,
  eventid?: number,
): Promise<{ counts: Counts; counts_paid: Counts }> => {
  // The query groups by the state and by truth values. So PostgreSQL expects few groups, and counts with several
  // workers.
  type Row = { state: string; deleted: boolean; closed: boolean; left: boolean; count: number; paid: number }
  const { rows } = await sql<Row>`
    select r.state, r.deleted_at is not null as deleted, r.closed_at is not null as closed, ${left} as left,
      count(*)::integer as count, count(*) filter (where r.pay_at is not null and r.refundid = 0)::integer as paid
    from registrations r where r.raceid = ${raceid} ${eventid === undefined ? sql`` : sql`and r.eventid = ${eventid}`}
    group by 1, 2, 3, 4`.execute(db)
  const counts: Counts = {}
  const counts_paid: Counts = {}
  for (const { state, deleted, closed, left, count, paid } of rows) {
    const listed = deleted ? 'deleted' : closed ? 'closed' : left ? 'left' : listedStates.find((one) => one === state)
    if (!listed) continue
    counts[listed] = (counts[listed] ?? 0) + count
    counts_paid[listed] = (counts_paid[listed] ?? 0) + paid
  }
  return { counts, counts_paid }
}
