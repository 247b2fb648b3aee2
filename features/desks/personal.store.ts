import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'

/** Erases the personal data in a registration's entries: the proxies, the signatures and the notes on clashes. */
export const eraseHanded = async (tx: Tx, raceid: number, registrationid: number): Promise<void> => {
  await sql`update handouts set signature = null, proxyid = null
    where raceid = ${raceid} and registrationid = ${registrationid}`.execute(tx)
  await tx
    .deleteFrom('desk_proxies')
    .where('raceid', '=', raceid)
    .where('registrationid', '=', registrationid)
    .execute()
  await sql`update desk_settlements set note = '' where raceid = ${raceid} and registrationid = ${registrationid}`.execute(
    tx,
  )
}
export const eraseBetween = async (
  tx: Tx,
  raceid: number,
  { after, upto }: { after: number; upto: number },
): Promise<number> => {
  await sql`update handouts set proxyid = null where raceid = ${raceid} and registrationid > ${after}
    and registrationid <= ${upto} and proxyid is not null`.execute(tx)
  const signed = await sql`update handouts set signature = null where raceid = ${raceid} and registrationid > ${after}
    and registrationid <= ${upto} and signature is not null`.execute(tx)
  const proxies = await sql`delete from desk_proxies where raceid = ${raceid} and registrationid > ${after}
    and registrationid <= ${upto}`.execute(tx)
  const notes = await sql`update desk_settlements set note = '' where raceid = ${raceid} and registrationid > ${after}
    and registrationid <= ${upto} and note <> ''`.execute(tx)
  return [signed, proxies, notes].reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0)
}
export const countDeskRecords = async (db: Db, raceid: number): Promise<number> =>
  (
    await named<{ n: number }>(
      db,
      'desks: personal',
      `select ((select count(*) from desk_proxies where raceid = $1)
        + (select count(*) from handouts where raceid = $1 and signature is not null)
        + (select count(*) from desk_settlements where raceid = $1 and note <> ''))::int as n`,
      [raceid],
    )
  )[0]!.n

/** Lists the entries of a registration, for the copy of the person's data. */
export const listHanded = (
  db: Db,
  raceid: number,
  registrationid: number,
): Promise<{ kind: string; at: Date; proxy: string | null; size: string | null; bib: string | null }[]> =>
  named(
    db,
    'desks: handed to person',
    `select h.kind, h.at, p.name as proxy, h.size_out as size, h.bib from handouts h
      left join desk_proxies p on p.raceid = h.raceid and p.id = h.proxyid
      where h.raceid = $1 and h.registrationid = $2 order by h.id`,
    [raceid, registrationid],
  )
