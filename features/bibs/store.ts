import type { Db, Tx } from '#db/db.ts'
import { named } from '#db/db.ts'
import type { Due, Numbered } from './rules.ts'

/*
 * Numbers and start zones are this room's columns of registrations: bib, prefix_bib, runnerzone. Who is due one:
 * registered, paid, live, without a refund.
 */
const due = `state = 'normal' and pay_at is not null and refundid = 0 and deleted_at is null and closed_at is null`
const columns = `id, eventid, name, gender, runnerzone as zone, (qualifying->>'seconds')::int as seconds, created_at, bib, prefix_bib`

export const listDue = (on: Db | Tx, raceid: number, eventids: readonly number[]): Promise<Due[]> =>
  named<Due>(
    on,
    'bibs: due',
    `select ${columns} from registrations where raceid = $1 and eventid = any($2::integer[]) and ${due} order by id`,
    [raceid, eventids],
  )

export type OneDue = Due & { place_held: boolean; due: boolean }
/** One registration, held until the transaction ends. */
export const lockOne = async (tx: Tx, raceid: number, id: number): Promise<OneDue | undefined> =>
  (
    await named<OneDue>(
      tx,
      'bibs: lock one',
      `select ${columns}, place_held, (${due}) as due from registrations where raceid = $1 and id = $2 for update`,
      [raceid, id],
    )
  )[0]

/** Every number that is on somebody's chest, as it is printed. */
export const takenBibs = async (on: Db | Tx, raceid: number): Promise<Set<string>> =>
  new Set(
    (
      await named<{ printed: string }>(
        on,
        'bibs: taken',
        `select coalesce(prefix_bib, '') || bib as printed
          from registrations
          where raceid = $1 and bib is not null and deleted_at is null and closed_at is null`,
        [raceid],
      )
    ).map(({ printed }) => printed),
  )

export const writeBibs = async (tx: Tx, raceid: number, given: readonly Numbered[], now: Date): Promise<number> => {
  const rows = await named<{ id: number }>(
    tx,
    'bibs: write',
    `update registrations r set bib = one.bib, prefix_bib = nullif(one.prefix, ''), updated_at = $5
     from unnest($2::bigint[], $3::text[], $4::text[]) as one (id, prefix, bib)
     where r.raceid = $1 and r.id = one.id and r.bib is null
       and ${due.replaceAll(/\b(state|pay_at|refundid|deleted_at|closed_at)\b/g, 'r.$1')}
     returning r.id`,
    [raceid, given.map(({ id }) => id), given.map(({ prefix }) => prefix), given.map(({ bib }) => bib), now],
  )
  return rows.length
}
export const writeOne = async (
  tx: Tx,
  raceid: number,
  id: number,
  bib: string | null,
  prefix: string | null,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('registrations')
    .set({ bib, prefix_bib: prefix === '' ? null : prefix, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
export const writeZones = async (
  tx: Tx,
  raceid: number,
  placed: readonly (readonly [number, string | null])[],
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'bibs: zones',
    `update registrations r
      set runnerzone = one.zone, updated_at = $4
      from unnest($2::bigint[], $3::text[]) as one (id, zone)
      where r.raceid = $1 and r.id = one.id`,
    [raceid, placed.map(([id]) => id), placed.map(([, zone]) => zone), now],
  )
}

export type Counted = { eventid: number; due: number; given: number; last: string | null }
export const countDue = (db: Db, raceid: number): Promise<Counted[]> =>
  named<Counted>(
    db,
    'bibs: counted',
    `select eventid, count(*)::int as due, count(bib)::int as given,
        (array_agg(coalesce(prefix_bib, '') || bib order by length(bib) desc, bib desc) filter (where bib is not null))[1] as last
      from registrations
      where raceid = $1 and ${due}
      group by eventid`,
    [raceid],
  )
export const countZones = (db: Db | Tx, raceid: number): Promise<{ eventid: number; zone: string; n: number }[]> =>
  named(
    db,
    'bibs: zones counted',
    `select eventid, runnerzone as zone, count(*)::int as n
      from registrations
      where raceid = $1 and runnerzone is not null and ${due}
      group by eventid, runnerzone`,
    [raceid],
  )

export type Line = {
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
  wanted: {
    raceid: number
    eventid?: number | undefined
    q?: string
    /** Whom `q` means where it is a bib. */
    worn?: readonly number[]
    after?: number | undefined
    limit?: number
  },
): Promise<Line[]> => {
  let query = db
    .selectFrom('registrations')
    .select(['id', 'eventid', 'name', 'bib', 'prefix_bib', 'runnerzone as zone', 'clothes'])
    .where('raceid', '=', wanted.raceid)
    .where('state', '=', 'normal')
    .where('pay_at', 'is not', null)
    .where('refundid', '=', 0)
    .where('deleted_at', 'is', null)
    .where('closed_at', 'is', null)
    .orderBy('id')
  if (wanted.eventid !== undefined) query = query.where('eventid', '=', wanted.eventid)
  if (wanted.after !== undefined) query = query.where('id', '>', wanted.after)
  if (wanted.q) {
    const beginning = `${wanted.q.replaceAll(/[\\%_]/g, '\\$&')}%`
    query = query.where((on) =>
      on.or([on('name', 'ilike', beginning), ...(wanted.worn?.length ? [on('id', 'in', wanted.worn)] : [])]),
    )
  }
  if (wanted.limit !== undefined) query = query.limit(wanted.limit)
  return query.execute()
}
