import { type Db, named } from '#db/db.ts'
import { entered, registrationRows } from '#features/registrations/public.store.ts'

export type PrintRow = {
  id: number
  _key: string
  eventid: number
  name: string
  prefix_bib: string | null
  bib: string
  zone: string | null
  clothes: string | null
}
/** The last registration on the previous page of the list. The next page begins after the bib of this registration. */
export type PrintPlace = { eventid: number; id: number }

/** Lists the entered runners who have a bib, by event, prefix and number. */
export const listToPrint = (
  db: Db,
  raceid: number,
  { eventid, after, limit }: { eventid: number | undefined; after: PrintPlace | undefined; limit: number },
): Promise<PrintRow[]> =>
  named<PrintRow>(
    db,
    'bibs: to print',
    `select r.id, r._key, r.eventid, r.name, r.prefix_bib, r.bib, r.runnerzone as zone, r.clothes
     from ${registrationRows.text} r
     where r.raceid = $1 and ($2::integer is null or r.eventid = $2) and r.bib is not null and ${entered('r')}
       and ($3::integer is null or (r.eventid, coalesce(r.prefix_bib, ''), lpad(r.bib, 7, '0'), r.id) >
         (select w.eventid, coalesce(w.prefix_bib, ''), lpad(coalesce(w.bib, ''), 7, '0'), w.id
          from ${registrationRows.text} w where w.raceid = $1 and w.id = $4))
     order by r.eventid, coalesce(r.prefix_bib, ''), lpad(r.bib, 7, '0'), r.id
     limit $5`,
    [raceid, eventid ?? null, after?.eventid ?? null, after?.id ?? null, limit],
  )
