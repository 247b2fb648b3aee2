import { type Db, named } from '#db/db.ts'
import { signatureRows } from '#features/checkin/public.store.ts'
import { packRows } from '#features/registrations/public.store.ts'
import { chipsOfRunners } from '../public.store.ts'

export type LoadedRow = {
  id: number
  _key: string
  name: string
  gender: string | null
  eventid: number
  orderid: number | null
  printed: string | null
  zone: string | null
  size: string | null
  chip: string | null
  idnum_mask: string
  mobile_mask: string | null
  age: number | null
  state: string
  paid: boolean
  over: boolean
  guardian: boolean
  signed: string[]
  window: string | null
  addons: unknown
}
const columns =
  () => `r.id, r._key, r.name, r.gender, r.eventid, r.orderid, r.printed, r.zone, r.size, r.idnum_mask, r.mobile_mask, r.age,
  r.state, r.paid, r.over, r.guardian, r."window", r.addons,
  c.chip, coalesce(s.kinds, '{}') as signed`
const joined = () => `left join lateral (select array_agg(s.kind) as kinds from ${signatureRows.text} s
    where s.raceid = $1 and s.registrationid = r.id) s on true
  left join lateral (select min(c.chip) as chip from ${chipsOfRunners.get().text} c
    where c.raceid = $1 and c.bib = r.printed) c on true`

/** Lists the runners of a part: registrations that may run, in the order of their ids. */
export const listPart = (db: Db, raceid: number, after: number, limit: number): Promise<LoadedRow[]> =>
  named<LoadedRow>(
    db,
    'desks: load part',
    `select ${columns()} from (select * from ${packRows.text} as p where raceid = $1 and id > $2 and not over
        and state in ('normal', 'audit') order by id limit $3) as r ${joined()} order by r.id`,
    [raceid, after, limit],
  )
/** Lists the registrations that changed since a moment, in any state. A new signature also counts as a change. */
export const listChanged = (db: Db, raceid: number, since: Date, after: number, limit: number): Promise<LoadedRow[]> =>
  named<LoadedRow>(
    db,
    'desks: load changes',
    `select ${columns()} from (select * from ${packRows.text} as p where raceid = $1 and id > $2
        and (updated_at >= $3 or id in (select s.registrationid from ${signatureRows.text} s
          where s.raceid = $1 and s.at >= $3)) order by id limit $4) as r ${joined()} order by r.id`,
    [raceid, after, since, limit],
  )

export type LoadedEntry = {
  entry: string
  kind: string
  registrationid: number
  deskid: number | null
  deviceid: number | null
  undoes: string | null
  size_out: string | null
  size_in: string | null
  tag: string | null
  at: Date
}
const entry = `select entry::text as entry, kind, registrationid, deskid, deviceid, undoes::text as undoes, size_out,
  size_in, tag, at from handouts`
export const listEntriesOfPart = (db: Db, raceid: number, after: number, upto: number): Promise<LoadedEntry[]> =>
  named<LoadedEntry>(
    db,
    'desks: entries of part',
    `${entry} where raceid = $1 and registrationid > $2 and registrationid <= $3 order by id`,
    [raceid, after, upto],
  )
export const listEntriesSince = (db: Db, raceid: number, since: Date): Promise<LoadedEntry[]> =>
  named<LoadedEntry>(db, 'desks: entries since', `${entry} where raceid = $1 and received_at >= $2 order by id`, [
    raceid,
    since,
  ])

export type LoadedProxy = { _key: string; registrationid: number; name: string; withdrawn_at: Date | null }
export const listProxiesOfPart = (db: Db, raceid: number, after: number, upto: number): Promise<LoadedProxy[]> =>
  named<LoadedProxy>(
    db,
    'desks: proxies of part',
    `select _key, registrationid, name, withdrawn_at from desk_proxies
      where raceid = $1 and registrationid > $2 and registrationid <= $3 and withdrawn_at is null order by id`,
    [raceid, after, upto],
  )
export const listProxiesSince = (db: Db, raceid: number, since: Date): Promise<LoadedProxy[]> =>
  named<LoadedProxy>(
    db,
    'desks: proxies since',
    `select _key, registrationid, name, withdrawn_at from desk_proxies
      where raceid = $1 and (created_at >= $2 or withdrawn_at >= $2) order by id`,
    [raceid, since],
  )
