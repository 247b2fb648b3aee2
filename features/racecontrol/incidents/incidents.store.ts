import { type Db, type Tx, named } from '#db/db.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { staffRows } from '#features/staff/public.store.ts'
import { type IncidentState, incidentStates } from './incidents.contract.ts'

/** An incident as staff write it. `details` is sealed. */
export type IncidentFields = {
  at: Date
  eventid: number | null
  metres: number | null
  lat: number | null
  lon: number | null
  place: string
  bib: string | null
  registrationid: number | null
  state: IncidentState
  family_at: Date | null
  details: Buffer | null
}
export type IncidentRow = IncidentFields & {
  id: number
  version: number
  changed_by: string | null
  updated_at: Date
  /** The name of the registrant; null if no registration has the bib. */
  name: string | null
}
const columns = `i.id, i.version, i.at, i.eventid, i.metres, i.lat, i.lon, i.place, i.bib, i.registrationid, i.state,
  i.family_at, i.details, i.updated_at, s.name as changed_by, r.name`
const joined = `incidents i
  left join ${staffRows.text} s on s.staffid = i.changed_by
  left join ${registrationRows.text} r on r.raceid = i.raceid and r.id = i.registrationid`

export const pageIncidents = (
  db: Db,
  raceid: number,
  { state, after, limit }: { state: IncidentState | null; after: number | null; limit: number },
): Promise<IncidentRow[]> =>
  named<IncidentRow>(
    db,
    'racecontrol: incidents',
    `select ${columns} from ${joined}
      where i.raceid = $1 and ($2::text is null or i.state = $2) and ($3::bigint is null or i.id < $3)
      order by i.id desc limit $4`,
    [raceid, state, after, limit],
  )
export const findIncident = async (on: Db | Tx, raceid: number, id: number): Promise<IncidentRow | undefined> =>
  (
    await named<IncidentRow>(
      on,
      'racecontrol: incident',
      `select ${columns} from ${joined} where i.raceid = $1 and i.id = $2`,
      [raceid, id],
    )
  )[0]
/** Locks an incident until the transaction ends. Returns false if the race has no such incident. */
export const lockIncident = async (tx: Tx, raceid: number, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('incidents')
    .select('id')
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) !== undefined

export const countIncidents = async (db: Db, raceid: number): Promise<Record<IncidentState, number>> => {
  const rows = await named<{ state: IncidentState; n: number }>(
    db,
    'racecontrol: incidents by state',
    'select state, count(*)::int as n from incidents where raceid = $1 group by state',
    [raceid],
  )
  const counted = new Map(rows.map(({ state, n }) => [state, n]))
  return Object.fromEntries(incidentStates.map((state) => [state, counted.get(state) ?? 0])) as Record<
    IncidentState,
    number
  >
}
type By = { staffid: number | null; now: Date }
export const insertIncident = async (
  tx: Tx,
  raceid: number,
  fields: IncidentFields,
  { staffid, now }: By,
): Promise<number> =>
  (
    await tx
      .insertInto('incidents')
      .values({
        raceid,
        ...fields,
        written_by: staffid,
        changed_by: staffid,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
export const changeIncident = async (
  tx: Tx,
  raceid: number,
  id: number,
  fields: IncidentFields,
  { staffid, now }: By,
): Promise<void> => {
  await tx
    .updateTable('incidents')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1), changed_by: staffid, updated_at: now }))
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
