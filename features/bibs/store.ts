import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { namePattern } from '#contract/names/han.ts'
import { entered, registrationRows } from '#features/registrations/public.store.ts'
import { type Due, printed } from './rules.ts'
import { listVips } from './vip/vip.store.ts'

/** The condition of a registration that is due a number and a start zone: its runner is entered. */
const due = entered('registrations')
const columns = `id, eventid, name, gender, runnerzone as zone, (qualifying->>'seconds')::int as seconds, created_at, bib, prefix_bib`

export const listDue = (on: Db | Tx, raceid: number, eventids: readonly number[]): Promise<Due[]> =>
  named<Due>(
    on,
    'bibs: due',
    `select ${columns} from ${registrationRows.text} registrations where raceid = $1 and eventid = any($2::integer[]) and ${due} order by id`,
    [raceid, eventids],
  )

/** Lists every number that a runner wears, in its printed form. */
export const wornBibs = async (on: Db | Tx, raceid: number): Promise<Set<string>> =>
  new Set(
    (
      await named<{ printed: string }>(
        on,
        'bibs: worn',
        `select coalesce(prefix_bib, '') || bib as printed
          from ${registrationRows.text} registrations
          where raceid = $1 and bib is not null and deleted_at is null and closed_at is null`,
        [raceid],
      )
    ).map(({ printed }) => printed),
  )
/** Lists every number that a runner wears or that is kept for a guest, in its printed form. */
export const takenBibs = async (on: Db | Tx, raceid: number): Promise<Set<string>> => {
  const taken = await wornBibs(on, raceid)
  for (const vip of await listVips(on, raceid)) taken.add(printed(vip))
  return taken
}

/** Tells whether another registration wears a number. */
export const isTaken = async (on: Db | Tx, raceid: number, printed: string, except: number): Promise<boolean> =>
  (
    await named(
      on,
      'bibs: taken by another',
      `select id from ${registrationRows.text} registrations
       where raceid = $1 and (coalesce(prefix_bib, '') || bib) = $2 and bib is not null and deleted_at is null
         and closed_at is null and id <> $3
       limit 1`,
      [raceid, printed, except],
    )
  ).length > 0

export type BibHolder = {
  id: number
  name: string
  idnum_ix: Buffer
  bib: string | null
  prefix_bib: string | null
  due: boolean
}
/**
 * Lists the live registrations that an imported list of bibs may name, and the registrations that have a bib from the
 * list.
 */
export const listForBibs = (
  on: Db | Tx,
  raceid: number,
  of: { ids: readonly number[]; numbers: readonly Buffer[]; names: readonly string[]; printed: readonly string[] },
): Promise<BibHolder[]> =>
  named<BibHolder>(
    on,
    'bibs: whom a list means',
    `select id, name, idnum_ix, bib, prefix_bib, (${due}) as due
      from ${registrationRows.text} registrations
      where raceid = $1 and deleted_at is null and closed_at is null
        and (id = any($2::bigint[]) or idnum_ix = any($3::bytea[])
          or lower(regexp_replace(normalize(name, NFKC), '\\s', '', 'g')) = any($4::text[])
          or coalesce(prefix_bib, '') || bib = any($5::text[]))`,
    [raceid, of.ids, of.numbers, of.names, of.printed],
  )

export type BibCount = { eventid: number; due: number; given: number; last: string | null }
export const countDue = (db: Db, raceid: number): Promise<BibCount[]> =>
  named<BibCount>(
    db,
    'bibs: counted',
    `select eventid, count(*)::int as due, count(bib)::int as given,
        (array_agg(coalesce(prefix_bib, '') || bib order by length(bib) desc, bib desc) filter (where bib is not null))[1] as last
      from ${registrationRows.text} registrations
      where raceid = $1 and ${due}
      group by eventid`,
    [raceid],
  )
export const countZones = (db: Db | Tx, raceid: number): Promise<{ eventid: number; zone: string; n: number }[]> =>
  named(
    db,
    'bibs: zones counted',
    `select eventid, runnerzone as zone, count(*)::int as n
      from ${registrationRows.text} registrations
      where raceid = $1 and runnerzone is not null and ${due}
      group by eventid, runnerzone`,
    [raceid],
  )

export type BibRow = {
  id: number
  eventid: number
  name: string
  bib: string | null
  prefix_bib: string | null
  zone: string | null
  clothes: string | null
}
export const listLines = async (
  db: Db,
  filter: {
    raceid: number
    eventid?: number | undefined
    q?: string
    /** The registrations whose bib is the searched text. */
    worn?: readonly number[]
    after?: number | undefined
    limit?: number
  },
): Promise<BibRow[]> => {
  let query = db
    .selectFrom(registrationRows.as('registrations'))
    .select(['id', 'eventid', 'name', 'bib', 'prefix_bib', 'runnerzone as zone', 'clothes'])
    .where('raceid', '=', filter.raceid)
    .where('state', '=', 'normal')
    .where('pay_at', 'is not', null)
    .where('refundid', '=', 0)
    .where('deleted_at', 'is', null)
    .where('closed_at', 'is', null)
    .orderBy('id')
  if (filter.eventid !== undefined) query = query.where('eventid', '=', filter.eventid)
  if (filter.after !== undefined) query = query.where('id', '>', filter.after)
  if (filter.q) {
    const beginning = `^${namePattern(filter.q)}`
    query = query.where((on) =>
      on.or([sql<boolean>`name ~* ${beginning}`, ...(filter.worn?.length ? [on('id', 'in', filter.worn)] : [])]),
    )
  }
  if (filter.limit !== undefined) query = query.limit(filter.limit)
  return query.execute()
}
