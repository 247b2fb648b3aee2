import { type Db, type Tx, named } from '#db/db.ts'
import { entered, registrationRows } from '#features/registrations/public.store.ts'
import type { Guest, Vip } from './vip.rules.ts'

/** Lists the kept numbers of a race in the order in which staff kept them. */
export const listVips = (
  on: Db | Tx,
  raceid: number,
  { after = 0, limit = 1_000_000 }: { after?: number | undefined; limit?: number } = {},
): Promise<Vip[]> =>
  named<Vip>(
    on,
    'vip bibs: list',
    `select id, prefix, bib, name, registrationid from vip_bibs where raceid = $1 and id > $2 order by id limit $3`,
    [raceid, after, limit],
  )
export const countVips = async (on: Db | Tx, raceid: number): Promise<number> =>
  (
    await named<{ n: number }>(on, 'vip bibs: count', 'select count(*)::int as n from vip_bibs where raceid = $1', [
      raceid,
    ])
  )[0]!.n
export const findVips = (on: Db | Tx, raceid: number, printed: readonly string[]): Promise<Vip[]> =>
  named<Vip>(
    on,
    'vip bibs: by number',
    `select id, prefix, bib, name, registrationid from vip_bibs where raceid = $1 and (prefix || bib) = any($2::text[])`,
    [raceid, printed],
  )

/** Lists the entered runners for whom these numbers may be kept. A kept number names a registration, or only a name. */
export const listGuests = (on: Db | Tx, raceid: number, vips: readonly Vip[]): Promise<Guest[]> =>
  named<Guest>(
    on,
    'vip bibs: guests',
    `select r.id, r.name, coalesce(r.prefix_bib, '') as prefix, r.bib
     from ${registrationRows.text} r
     where r.raceid = $1 and ${entered('r')}
       and (r.id = any($2::bigint[])
         or lower(regexp_replace(normalize(r.name, NFKC), '\\s', '', 'g')) = any(
           select lower(regexp_replace(normalize(one, NFKC), '\\s', '', 'g')) from unnest($3::text[]) one where one <> ''))`,
    [
      raceid,
      vips.flatMap(({ registrationid }) => registrationid ?? []),
      vips.flatMap(({ registrationid, name }) => (registrationid === null ? [name] : [])),
    ],
  )
/** Finds an entered runner by registration. */
export const findGuest = async (on: Db | Tx, raceid: number, id: number): Promise<Guest | undefined> =>
  (
    await named<Guest>(
      on,
      'vip bibs: guest',
      `select r.id, r.name, coalesce(r.prefix_bib, '') as prefix, r.bib from ${registrationRows.text} r
       where r.raceid = $1 and r.id = $2 and ${entered('r')}`,
      [raceid, id],
    )
  )[0]

type NewVip = Omit<Vip, 'id'> & { raceid: number; staffid: number | null; created_at: Date }
/** Keeps numbers for people. If a number is already kept, the new person replaces the former person. */
export const saveVips = async (tx: Tx, rows: readonly NewVip[]): Promise<void> => {
  if (rows.length === 0) return
  const of = <Name extends keyof NewVip>(name: Name) => rows.map((row) => row[name])
  await named(
    tx,
    'vip bibs: save',
    `insert into vip_bibs (raceid, prefix, bib, name, registrationid, staffid, created_at)
     select $1, one.prefix, one.bib, one.name, one.registrationid, $2, $3
     from unnest($4::text[], $5::text[], $6::text[], $7::bigint[]) as one (prefix, bib, name, registrationid)
     on conflict (raceid, (prefix || bib)) do update
       set name = excluded.name, registrationid = excluded.registrationid, staffid = excluded.staffid`,
    [rows[0]!.raceid, rows[0]!.staffid, rows[0]!.created_at, of('prefix'), of('bib'), of('name'), of('registrationid')],
  )
}
export const removeVip = async (tx: Tx, raceid: number, id: number): Promise<Vip | undefined> =>
  (
    await named<Vip>(
      tx,
      'vip bibs: remove',
      'delete from vip_bibs where raceid = $1 and id = $2 returning id, prefix, bib, name, registrationid',
      [raceid, id],
    )
  )[0]

export const eraseVips = async (tx: Tx, raceid: number, registrationid: number): Promise<void> => {
  await tx.deleteFrom('vip_bibs').where('raceid', '=', raceid).where('registrationid', '=', registrationid).execute()
}
export const eraseVipNames = async (tx: Tx, raceid: number): Promise<void> => {
  await tx.updateTable('vip_bibs').set({ name: '' }).where('raceid', '=', raceid).where('name', '<>', '').execute()
}
export const countVipNames = async (db: Db, raceid: number): Promise<number> =>
  (
    await named<{ n: number }>(
      db,
      'vip bibs: names',
      `select count(*)::int as n from vip_bibs where raceid = $1 and name <> ''`,
      [raceid],
    )
  )[0]!.n
