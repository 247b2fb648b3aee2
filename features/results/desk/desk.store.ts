import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { holdsName, inLike } from '#db/names/nameSearch.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import type { Original } from '../corrections/corrections.rules.ts'
import type { RowProblem } from '../import/reading/row.rules.ts'
import type { GenderLetter, ResultOutcome } from '../rules.ts'
import type { DeskCursor, DeskSort } from './desk.rules.ts'

export type DeskFilter = {
  raceid: number
  eventid?: number | undefined
  q: string
  /** The bibs that `q` could mean. */
  bibs: readonly string[]
  gender?: GenderLetter | undefined
  agegroup?: string | undefined
  field?: string | undefined
  outcome?: ResultOutcome | undefined
  club: string
  doubtful: boolean
  corrected: boolean
  hidden: boolean
  unmatched: boolean
}
export type DeskResult = {
  raceid: number
  id: number
  _key: string
  eventid: number
  bib: string
  name: string | null
  gender: GenderLetter | null
  agegroup: string | null
  field: string
  club: string | null
  outcome: ResultOutcome
  reason: string | null
  gun_ms: number | null
  net_ms: number | null
  registrationid: number | null
  handed_in: boolean
  hide_name: boolean
  /** True if the runner wishes to hide the name. */
  wish: boolean
  original: Original | null
  doubts: string[]
  problems: RowProblem[]
  updated_at: Date
  inputs_version: string | null
}

/** Selects the doubts about rows of the last file of each event, one row for each doubt. */
const raised = (raceid: number) => sql`
  select i.eventid, one.problem ->> 'bib' as bib, one.problem ->> 'word' as word, one.problem
  from result_imports i
  cross join lateral jsonb_array_elements(i.problems) as one (problem)
  where i.raceid = ${raceid} and one.problem ->> 'severity' = 'doubtful'
    and i.id = (select max(n.id) from result_imports n where n.raceid = ${raceid} and n.eventid = i.eventid)`
/** Returns the condition that a person has settled this doubt. */
const settled = (raceid: number, word: RawBuilder<unknown>) => sql`exists (
  select from result_corrections c
  where c.raceid = ${raceid} and c.eventid = r.eventid and c.bib = r.bib and c.kind = 'doubt' and c.undone_at is null
    and c.change ->> 'doubt' = ${word})`

const whereOf = (filter: DeskFilter): RawBuilder<unknown> => {
  const parts = [sql`r.raceid = ${filter.raceid}`]
  const { q, bibs, club } = filter
  if (filter.eventid !== undefined) parts.push(sql`r.eventid = ${filter.eventid}`)
  if (filter.gender !== undefined) parts.push(sql`r.gender = ${filter.gender}`)
  if (filter.agegroup !== undefined) parts.push(sql`r.agegroup = ${filter.agegroup}`)
  if (filter.field !== undefined) parts.push(sql`r.field = ${filter.field}`)
  if (filter.outcome !== undefined) parts.push(sql`r.outcome = ${filter.outcome}`)
  if (club !== '') parts.push(sql`(${holdsName(sql`r.club`, club)} or ${holdsName(sql`r.team`, club)})`)
  if (filter.corrected)
    parts.push(sql`exists (select from result_corrections c where c.raceid = ${filter.raceid} and c.eventid = r.eventid
      and (c.bib = r.bib or c.change ->> 'with' = r.bib) and c.kind <> 'doubt' and c.undone_at is null)`)
  if (filter.hidden) parts.push(sql`r.hide_name`)
  if (filter.unmatched) parts.push(sql`r.registrationid is null`)
  if (filter.doubtful)
    parts.push(sql`(exists (select from unnest(r.doubts) as d (word) where not ${settled(filter.raceid, sql`d.word`)})
      or exists (select from raised where raised.eventid = r.eventid and raised.bib = r.bib
        and not ${settled(filter.raceid, sql`raised.word`)}))`)
  if (q !== '')
    parts.push(sql`(r.bib = any(${[...bibs]}::text[]) or r.bib ilike ${`%${inLike(q)}`}
      or ${holdsName(sql`r.name`, q)})`)
  return sql.join(parts, sql` and `)
}

/**
 * The value by which each column sorts, and whether it is a number. Bibs are filled up with zeros, so that 9 comes
 * before 10.
 */
const keys: Record<Exclude<DeskSort, 'place'>, { by: RawBuilder<unknown>; numeric: boolean }> = {
  bib: { by: sql`lpad(r.bib, 20, '0') collate "C"`, numeric: false },
  name: { by: sql`left(coalesce(r.name, ''), 40) collate "C"`, numeric: false },
  club: { by: sql`left(coalesce(r.club, ''), 40) collate "C"`, numeric: false },
  status: { by: sql`r.outcome collate "C"`, numeric: false },
  time: { by: sql`coalesce(r.gun_ms, r.net_ms, 2147483647)::bigint`, numeric: true },
  changed: { by: sql`floor(extract(epoch from r.updated_at) * 1000)::bigint`, numeric: true },
}
export const isNumeric = (sort: DeskSort): boolean => sort !== 'place' && keys[sort].numeric

export const listDeskIds = async (db: Db, filter: DeskFilter): Promise<Set<number>> =>
  new Set(
    (
      await sql<{ id: number }>`with raised as materialized (${raised(filter.raceid)})
        select r.id from results r where ${whereOf(filter)}`.execute(db)
    ).rows.map(({ id }) => id),
  )
export const countDesk = async (db: Db, filter: DeskFilter): Promise<number> =>
  Number(
    (
      await sql<{ count: number }>`with raised as materialized (${raised(filter.raceid)})
        select count(*) as count from results r where ${whereOf(filter)}`.execute(db)
    ).rows[0]!.count,
  )
/** Reads a page in the order of a column. Each row has the value by which it sorts. */
export const pageDesk = async (
  db: Db,
  filter: DeskFilter,
  {
    sort,
    down,
    after,
    limit,
  }: { sort: Exclude<DeskSort, 'place'>; down: boolean; after: DeskCursor | undefined; limit: number },
): Promise<{ id: number; key: string | number }[]> => {
  const { by, numeric } = keys[sort]
  const to = down ? sql`desc` : sql`asc`
  const than = down ? sql`<` : sql`>`
  const key = after && (numeric ? sql`${after.key}::bigint` : sql`${after.key}::text collate "C"`)
  const beyond = after ? sql`and (${by}, r.id) ${than} (${key}, ${after.id}::bigint)` : sql``
  return (
    await sql<{ id: number; key: string | number }>`with raised as materialized (${raised(filter.raceid)})
      select r.id, ${by} as key from results r
      where ${whereOf(filter)} ${beyond}
      order by ${by} ${to}, r.id ${to}
      limit ${limit}`.execute(db)
  ).rows
}

/** Lists some results with everything that the desk shows. The list has no order. */
export const listDeskRows = async (db: Db, raceid: number, ids: readonly number[]): Promise<DeskResult[]> =>
  ids.length === 0
    ? []
    : (
        await sql<DeskResult>`with raised as materialized (${raised(raceid)})
          select r.raceid, r.id, r._key, r.eventid, r.bib, r.name, r.gender, r.agegroup, r.field, r.club, r.outcome,
            r.reason, r.gun_ms, r.net_ms, r.registrationid, r.handed_in, r.hide_name,
            coalesce(g.hide_name, false) as wish, r.original, r.updated_at, t.version as inputs_version,
            array(select d.word from unnest(r.doubts) as d (word) where not ${settled(raceid, sql`d.word`)}) as doubts,
            coalesce((select jsonb_agg(raised.problem) from raised
              where raised.eventid = r.eventid and raised.bib = r.bib and not ${settled(raceid, sql`raised.word`)}), '[]')
              as problems
          from results r
          left join ranking_inputs t on t.raceid = r.raceid and t.eventid = r.eventid
          left join ${registrationRows.sql} g on g.raceid = r.raceid and g.id = r.registrationid
          where r.raceid = ${raceid} and r.id = any(${[...ids]}::bigint[])`.execute(db)
      ).rows

/**
 * Lists the age groups and the fields that the results of a race, or of one event, have. They are the choices of two
 * filters.
 */
export const listGroups = async (
  db: Db,
  raceid: number,
  eventid: number | undefined,
): Promise<{ agegroups: string[]; fields: string[] }> => {
  const of = eventid === undefined ? sql`` : sql`and eventid = ${eventid}`
  const { rows } = await sql<{ agegroups: string[] | null; fields: string[] | null }>`
    select array_agg(distinct agegroup order by agegroup) filter (where agegroup is not null) as agegroups,
      array_agg(distinct field order by field) as fields
    from results where raceid = ${raceid} ${of}`.execute(db)
  return { agegroups: rows[0]?.agegroups ?? [], fields: rows[0]?.fields ?? [] }
}
export type DeskSheet = { eventid: number; inputs_version: string | null }
/** Lists the events of a race that have results, in the order of the public list. */
export const listDeskSheets = async (db: Db, raceid: number, eventid: number | undefined): Promise<DeskSheet[]> => {
  const of = eventid === undefined ? sql`` : sql`and s.eventid = ${eventid}`
  return (
    await sql<DeskSheet>`
      select s.eventid, t.version as inputs_version from result_sheets s
      left join ranking_inputs t on t.raceid = s.raceid and t.eventid = s.eventid
      where s.raceid = ${raceid} ${of} order by s.eventid`.execute(db)
  ).rows
}
