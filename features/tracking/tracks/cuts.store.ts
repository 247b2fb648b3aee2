import { type Db, named } from '#db/db.ts'

type CutRow = {
  track: number
  bib: string | null
  name: string | null
  eventid: number | null
  at: Date
  from: number
  to: number
}
export const cutsOfRace = (db: Db, raceid: number, most: number): Promise<CutRow[]> =>
  named<CutRow>(
    db,
    'tracking: cuts of a race',
    `select t.id as track, t.bib, t.name, t.eventid, f.at, f.from_m as "from", f.to_m as "to"
      from track_facts f join tracks t on t.raceid = f.raceid and t.id = f.trackid
      where f.raceid = $1 and f.kind = 'cut' and t.erased_at is null order by f.at desc, t.id limit $2`,
    [raceid, most],
  )
