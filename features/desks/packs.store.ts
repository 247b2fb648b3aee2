import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { holdsNameByIndex } from '#db/names/nameSearch.ts'
import { signatureRows } from '#features/checkin/public.store.ts'
import { eventRows } from '#features/events/public.store.ts'
import { packRows } from '#features/registrations/public.store.ts'
import { chipsOfRunners } from './public.store.ts'

export type PackRow = {
  raceid: number
  id: number
  _key: string
  eventid: number
  orderid: number | null
  name: string
  gender: string | null
  state: string
  paid: boolean
  over: boolean
  idnum_mask: string
  mobile_mask: string | null
  age: number | null
  guardian: boolean
  printed: string | null
  zone: string | null
  size: string | null
  window: string | null
  addons: unknown
  face: unknown
  event: string
  event_names: unknown
  signed: string[]
  chip: string | null
  handed: boolean
}
const shown = () => `select r.raceid, r.id, r._key, r.eventid, r.orderid, r.name, r.gender, r.state, r.paid, r.over,
    r.idnum_mask, r.mobile_mask, r.age, r.guardian, r.printed, r.zone, r.size, r."window", r.addons, r.face,
    e.name as event, e.names as event_names,
    array(select s.kind from ${signatureRows.text} s where s.raceid = r.raceid and s.registrationid = r.id) as signed,
    (select min(c.chip) from ${chipsOfRunners.get().text} c where c.raceid = r.raceid and c.bib = r.printed) as chip,
    exists (select from handouts h where h.raceid = r.raceid and h.registrationid = r.id and h.kind = 'pack'
      and not exists (select from handouts u where u.raceid = h.raceid and u.undoes = h.entry)) as handed
  from ${packRows.text} r join ${eventRows.text} e on e.raceid = r.raceid and e.id = r.eventid`

/** The largest number of ids that are single parameters of a statement. PostgreSQL keeps the plan of this statement. */
const FEW = 8
const few = () =>
  `${shown()} where r.raceid = $1 and r.id in (${Array.from({ length: FEW }, (_, at) => `$${at + 2}`).join(', ')})
    order by r.id`
/**
 * Lists packs. PostgreSQL plans a statement with a list of ids again at every call, and this planning takes longer than
 * reading a few packs. So a few ids are single parameters.
 */
export const listPacks = (on: Db | Tx, raceid: number, ids: readonly number[]): Promise<PackRow[]> =>
  ids.length > 0 && ids.length <= FEW
    ? named<PackRow>(on, 'desks: few packs', few(), [
        raceid,
        ...Array.from({ length: FEW }, (_, at) => ids[at] ?? null),
      ])
    : named<PackRow>(on, 'desks: packs', `${shown()} where r.raceid = $1 and r.id = any($2::bigint[]) order by r.id`, [
        raceid,
        ids,
      ])
/**
 * Finds one pack. PostgreSQL keeps the plan of a statement with a single id. It plans a statement with a list of ids
 * again at every call, and this planning takes longer than reading the pack.
 */
export const findPack = async (on: Db | Tx, raceid: number, id: number): Promise<PackRow | undefined> =>
  (await named<PackRow>(on, 'desks: pack', `${shown()} where r.raceid = $1 and r.id = $2`, [raceid, id]))[0]
/** Lists the other registrations of the same sign-up that are not over, at most 20. */
export const listFriends = (db: Db, { raceid, orderid, id }: PackRow): Promise<PackRow[]> =>
  orderid === null
    ? Promise.resolve([])
    : named<PackRow>(
        db,
        'desks: friends',
        `${shown()} where r.raceid = $1 and r.orderid = $2 and r.id <> $3 and not r.over order by r.id limit 20`,
        [raceid, orderid, id],
      )
/** Reads one page of the packs of runners who will run and have a bib, in the order of the bibs within an event. */
export const pagePacks = (
  db: Db,
  raceid: number,
  {
    eventid,
    window,
    after,
    limit,
  }: { eventid: number | undefined; window: string | undefined; after: number | undefined; limit: number },
): Promise<PackRow[]> =>
  named<PackRow>(
    db,
    'desks: page of packs',
    `${shown()} where r.raceid = $1 and ($2::int is null or r.eventid = $2) and r.printed is not null
      and ($5::text is null or r."window" = $5) and r.state = 'normal' and r.paid and not r.over
      and ($3::bigint is null or (r.eventid, lpad(r.printed, 13, '0'), r.id) > (select w.eventid,
        lpad(w.printed, 13, '0'), w.id from ${packRows.text} w where w.raceid = $1 and w.id = $3))
      order by r.eventid, lpad(r.printed, 13, '0'), r.id limit $4`,
    [raceid, eventid ?? null, after ?? null, limit, window ?? null],
  )
export const findIdOfKey = async (db: Db, raceid: number, key: string): Promise<number | undefined> =>
  (
    await named<{ id: number }>(
      db,
      'desks: by key',
      `select id from ${packRows.text} r where raceid = $1 and _key = $2`,
      [raceid, key],
    )
  )[0]?.id

/** The ways in which a typed text may mean a runner. */
export type PackQuery = {
  /** Registrations whose bib is this text. */
  worn: readonly number[]
  /** Blind indexes: `numbers` of the text as a document number, `mobile` of the text as a mobile. */
  numbers: readonly Buffer[]
  mobile: Buffer | null
  /** The text as the last four characters of a number. */
  end: string | null
  /** The text as a part of a name. */
  name: string | null
  chip: string | null
}
/** Finds the registrations that a typed text may mean, at most `limit`. Live registrations come first. */
export const findByText = async (
  db: Db,
  raceid: number,
  { worn, numbers, mobile, end, name, chip }: PackQuery,
  limit: number,
): Promise<number[]> => {
  const ways = [
    ...(worn.length > 0 ? [sql<boolean>`r.id = any(${[...worn]}::bigint[])`] : []),
    ...(numbers.length > 0 ? [sql<boolean>`r.idnum_ix = any(${[...numbers]}::bytea[])`] : []),
    ...(mobile ? [sql<boolean>`r.mobile_ix = ${mobile}`] : []),
    ...(end ? [sql<boolean>`right(r.idnum_mask, 4) = ${end}`, sql<boolean>`right(r.mobile_mask, 4) = ${end}`] : []),
    ...(chip
      ? [
          sql<boolean>`r.printed = any(array(select c.bib from ${chipsOfRunners.get().sql} c
            where c.raceid = ${raceid} and c.chip = ${chip}))`,
        ]
      : []),
    ...(name ? [holdsNameByIndex(sql`r.name`, name)] : []),
  ]
  if (ways.length === 0) return []
  const { rows } = await sql<{ id: number }>`select r.id from ${packRows.sql} r
    where r.raceid = ${raceid} and r.deleted_at is null and r.closed_at is null and (${sql.join(ways, sql` or `)})
    order by r.over, r.name, r.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
