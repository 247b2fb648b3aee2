import { type Db, type Tx, named } from '#db/db.ts'
import { packRows } from '#features/registrations/public.store.ts'
import { staffRows } from '#features/staff/public.store.ts'
import type { HandoutKind, ShirtChange } from './entries.rules.ts'

/** An entry with the names that a screen shows. */
export type DeskEntryRow = {
  id: number
  entry: string
  kind: HandoutKind
  registrationid: number
  name: string
  printed: string | null
  deskid: number | null
  deviceid: number | null
  staffid: number | null
  desk: string | null
  staff: string | null
  proxy: string | null
  undoes: string | null
  undone: boolean
  size_out: string | null
  size_in: string | null
  bib: string | null
  tag: string | null
  despite: string[]
  doubts: string[]
  at: Date
  received_at: Date
}
const undone = 'exists (select from handouts u where u.raceid = h.raceid and u.undoes = h.entry)'
const shown = `select h.id, h.entry::text as entry, h.kind, h.registrationid, r.name, r.printed, h.deskid, h.deviceid,
    h.staffid, d.name as desk, s.name as staff, p.name as proxy, h.undoes::text as undoes, ${undone} as undone,
    h.size_out, h.size_in, h.bib, h.tag, h.despite, h.doubts, h.at, h.received_at
  from handouts h
  join ${packRows.text} r on r.raceid = h.raceid and r.id = h.registrationid
  left join desks d on d.raceid = h.raceid and d.id = h.deskid
  left join desk_proxies p on p.raceid = h.raceid and p.id = h.proxyid
  left join ${staffRows.text} s on s.staffid = h.staffid`

export const listEntries = (on: Db | Tx, raceid: number, ids: readonly number[]): Promise<DeskEntryRow[]> =>
  named<DeskEntryRow>(on, 'desks: entries', `${shown} where h.raceid = $1 and h.registrationid = any($2::bigint[])`, [
    raceid,
    ids,
  ])
/** Finds entries by the numbers that their devices gave them. */
export const findEntries = (
  on: Db | Tx,
  raceid: number,
  entries: readonly string[],
): Promise<Pick<DeskEntryRow, 'id' | 'entry' | 'kind' | 'registrationid' | 'undoes' | 'bib'>[]> =>
  named(
    on,
    'desks: entries by number',
    `select id, entry::text as entry, kind, registrationid, undoes::text as undoes, bib from handouts
      where raceid = $1 and entry = any($2::uuid[])`,
    [raceid, entries],
  )

export type NewDeskEntry = {
  entry: string
  kind: HandoutKind
  registrationid: number
  deskid: number | null
  deviceid: number | null
  staffid: number | null
  undoes: string | null
  size_out: string | null
  size_in: string | null
  bib: string | null
  tag: string | null
  proxyid: number | null
  despite: readonly string[]
  doubts: readonly string[]
  signature: Buffer | null
  device_at: Date
  at: Date
  received_at: Date
}
const written = [
  ['entry', 'uuid'],
  ['kind', 'text'],
  ['registrationid', 'bigint'],
  ['deskid', 'integer'],
  ['deviceid', 'bigint'],
  ['staffid', 'bigint'],
  ['undoes', 'uuid'],
  ['size_out', 'text'],
  ['size_in', 'text'],
  ['bib', 'text'],
  ['tag', 'text'],
  ['proxyid', 'bigint'],
  ['despite', 'jsonb'],
  ['doubts', 'jsonb'],
  ['signature', 'bytea'],
  ['device_at', 'timestamptz'],
  ['at', 'timestamptz'],
  ['received_at', 'timestamptz'],
] as const satisfies (readonly [keyof NewDeskEntry, string])[]
const writtenNames = written.map(([name]) => name).join(', ')
const valueOf = (row: NewDeskEntry, name: (typeof written)[number][0]): unknown => {
  const value = row[name]
  if (name === 'despite' || name === 'doubts') return JSON.stringify(value)
  return value instanceof Date ? value.toISOString() : value
}
/** Adds entries in their order. The caller has made sure that the race has none of these entries yet. */
export const insertEntries = async (tx: Tx, raceid: number, rows: readonly NewDeskEntry[]): Promise<void> => {
  if (rows.length === 0) return
  await named(
    tx,
    'desks: add entries',
    `insert into handouts (raceid, ${writtenNames})
      select $1, ${writtenNames} from unnest(${written.map(([, type], at) => `$${at + 2}::${type}[]`).join(', ')})
        with ordinality as one (${writtenNames}, place) order by place`,
    [raceid, ...written.map(([name]) => rows.map((row) => valueOf(row, name)))],
  )
}

export type Desked = { deskid: number | null; deviceid: number | null; staffid: number | null }
/** The SQL condition for the entries of desk $2; if $2 is null, of device $3; if both are null, of person $4. */
const ofDesk = `h.deskid is not distinct from $2::int and ($2::int is not null
  or (h.deviceid is not distinct from $3::bigint and ($3::bigint is not null or h.staffid = $4::bigint)))`
/** Counts the entries that a desk wrote after one of its entries, without undos and up to 100. */
export const countNewer = async (on: Db | Tx, raceid: number, by: Desked, id: number): Promise<number> =>
  (
    await named<{ n: number }>(
      on,
      'desks: newer entries',
      `select count(*)::int as n from (
        select from handouts h where h.raceid = $1 and ${ofDesk} and h.id > $5 and h.kind <> 'undo' limit 100) as newer`,
      [raceid, by.deskid, by.deviceid, by.staffid, id],
    )
  )[0]!.n
export const listOfDesk = (on: Db | Tx, raceid: number, by: Desked, limit: number): Promise<DeskEntryRow[]> =>
  named<DeskEntryRow>(
    on,
    'desks: entries of desk',
    `${shown} where h.raceid = $1 and ${ofDesk} order by h.id desc limit $5`,
    [raceid, by.deskid, by.deviceid, by.staffid, limit],
  )
export const countPacksSince = async (db: Db, raceid: number, by: Desked, since: Date): Promise<number> =>
  (
    await named<{ n: number }>(
      db,
      'desks: packs since',
      `select count(*)::int as n from handouts h
        where h.raceid = $1 and ${ofDesk} and h.kind = 'pack' and h.at >= $5 and not ${undone}`,
      [raceid, by.deskid, by.deviceid, by.staffid, since],
    )
  )[0]!.n

/** Reads the entries of a race page by page, in the order of their arrival. */
export const pageEntries = (
  db: Db,
  raceid: number,
  { deskid, after, limit }: { deskid: number | undefined; after: number | undefined; limit: number },
): Promise<DeskEntryRow[]> =>
  named<DeskEntryRow>(
    db,
    'desks: page of entries',
    `${shown} where h.raceid = $1 and h.id > $2 and ($3::int is null or h.deskid = $3) order by h.id limit $4`,
    [raceid, after ?? 0, deskid ?? null, limit],
  )

/** Finds the registration whose live bag has a tag. `typed` is another spelling of the tag. */
export const findTagged = async (on: Db | Tx, raceid: number, tag: string, typed = tag): Promise<number | undefined> =>
  (
    await named<{ registrationid: number }>(
      on,
      'desks: tag',
      `select h.registrationid from handouts h
        where h.raceid = $1 and h.tag in ($2, $3) and h.kind = 'bag' and not ${undone}
          and not exists (select from handouts b where b.raceid = h.raceid and b.registrationid = h.registrationid
            and b.kind = 'bagback' and b.at >= h.at
            and not exists (select from handouts u where u.raceid = b.raceid and u.undoes = b.entry))
        limit 1`,
      [raceid, tag, typed],
    )
  )[0]?.registrationid

const moved = (sizes: string) => `select size, sum(came)::int as came, sum(gone)::int as gone from (
    select size, change as came, 0 as gone from desk_stock where raceid = $1 ${sizes && `and size = ${sizes}`}
    union all
    select h.size_out, 0, 1 from handouts h
      where h.raceid = $1 and h.size_out ${sizes ? `= ${sizes}` : 'is not null'} and not ${undone}
    union all
    select h.size_in, 0, -1 from handouts h
      where h.raceid = $1 and h.size_in ${sizes ? `= ${sizes}` : 'is not null'} and not ${undone}
  ) as moved group by size`
export type SizeSum = { size: string; came: number; gone: number }
/** Counts, for each size, the shirts that were delivered and the shirts that desks handed out. */
export const sumSizes = (on: Db | Tx, raceid: number): Promise<SizeSum[]> =>
  named<SizeSum>(on, 'desks: sizes', moved(''), [raceid])
/** Counts the remaining shirts of these sizes. Leaves out sizes that the race does not count. */
export const countShirtsLeft = async (
  on: Db | Tx,
  raceid: number,
  sizes: readonly string[],
): Promise<{ size: string; left: number }[]> =>
  sizes.length === 0
    ? []
    : named(
        on,
        'desks: left of sizes',
        `select one.size, one.came - one.gone as left from (${moved('any($2::text[])')}) as one
          where one.size in (select size from desk_stock where raceid = $1)`,
        [raceid, sizes],
      )
export const countedSizes = async (on: Db | Tx, raceid: number): Promise<string[]> =>
  (
    await named<{ size: string }>(on, 'desks: counted', 'select distinct size from desk_stock where raceid = $1', [
      raceid,
    ])
  ).map(({ size }) => size)

export const insertStock = async (
  tx: Tx,
  raceid: number,
  changes: readonly ShirtChange[],
  { note, staffid, now }: { note: string; staffid: number | null; now: Date },
): Promise<void> => {
  await tx
    .insertInto('desk_stock')
    .values(changes.map((change) => ({ raceid, ...change, note, staffid, at: now })))
    .execute()
}
