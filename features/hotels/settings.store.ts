import { type Db, type Tx, jsonb, named } from '#db/db.ts'
import { roleRows, staffRows } from '#features/staff/public.store.ts'

export type RacePlaceRow = {
  kind: 'start' | 'expo'
  name: string
  names: Record<string, string>
  lat: number
  lon: number
}
export const listPlaces = (on: Db | Tx, raceid: number): Promise<RacePlaceRow[]> =>
  named<RacePlaceRow>(
    on,
    'hotel places',
    'select kind, name, names, lat, lon from hotel_places where raceid = $1 order by kind desc',
    [raceid],
  )
export const savePlaces = async (tx: Tx, raceid: number, places: readonly RacePlaceRow[]): Promise<void> => {
  await tx.deleteFrom('hotel_places').where('raceid', '=', raceid).execute()
  if (places.length === 0) return
  await tx
    .insertInto('hotel_places')
    .values(places.map(({ names, ...place }) => ({ raceid, ...place, names: jsonb(names) })))
    .onConflict((on) => on.columns(['raceid', 'kind']).doNothing())
    .execute()
}

export const hotelsOfClerk = async (on: Db | Tx, raceid: number, staffid: number): Promise<number[]> =>
  (
    await named<{ goodsid: number }>(
      on,
      'hotels of clerk',
      'select goodsid from hotel_clerks where raceid = $1 and staffid = $2 order by goodsid',
      [raceid, staffid],
    )
  ).map(({ goodsid }) => goodsid)
/** Lists the staff who serve the bookings of hotels in a race, with their hotels. */
export const listClerks = (
  on: Db | Tx,
  raceid: number,
): Promise<{ staffid: number; name: string; hotels: number[] }[]> =>
  named(
    on,
    'clerks of hotels',
    `select s.staffid, s.name, coalesce(c.hotels, '{}') as hotels
      from ${staffRows.text} s
      left join (select staffid, array_agg(goodsid order by goodsid) as hotels from hotel_clerks
        where raceid = $1 group by staffid) c on c.staffid = s.staffid
      where s.removed_at is null and exists (select from ${roleRows.text} r where r.staffid = s.staffid
        and (r.raceid = $1 or r.raceid is null) and (r.role = 'hotel' or 'hotels.work' = any(r.rights)))
      order by s.name, s.staffid limit 500`,
    [raceid],
  )
export const saveClerk = async (
  tx: Tx,
  raceid: number,
  { staffid, hotels }: { staffid: number; hotels: readonly number[] },
  now: Date,
): Promise<void> => {
  await tx.deleteFrom('hotel_clerks').where('raceid', '=', raceid).where('staffid', '=', staffid).execute()
  if (hotels.length === 0) return
  await tx
    .insertInto('hotel_clerks')
    .values([...new Set(hotels)].map((goodsid) => ({ raceid, staffid, goodsid, created_at: now })))
    .onConflict((on) => on.columns(['raceid', 'staffid', 'goodsid']).doNothing())
    .execute()
}
