import { type Db, type Tx, named } from '#db/db.ts'
import { namePattern } from '#contract/names/han.ts'
import { staffRows } from '#features/staff/public.store.ts'
import { trackRows } from '#features/tracking/public.store.ts'
import type { AlarmCarrierKind } from '../monitor/alarms.rules.ts'
import { type LiveDeviceState, deviceStates } from './devices.rules.ts'

/** A device with its latest hand-out, if the device is out or lost. */
export type LiveDeviceRow = {
  id: number
  code: string
  model: string
  notes: string
  token: Buffer
  token_hash: Buffer
  lost_at: Date | null
  state: LiveDeviceState
  handoutid: number | null
  trackid: number | null
  given_at: Date | null
  given_by: string | null
  kind: AlarmCarrierKind | null
  eventid: number | null
  bib: string | null
  name: string | null
  target_s: number | null
  wave: string | null
  visibility: string | null
  battery: number | null
  contact_at: Date | null
}
/** The devices of the race `$1`. A device in the state `free` has no carrier. */
const devices = `(select d.id, d.code, d.model, d.notes, d.token, d.token_hash, d.lost_at,
    case when d.lost_at is not null then 'lost' when h.id is not null and h.ended_at is null then 'out' else 'free' end as state,
    h.id as handoutid, h.trackid, h.given_at, s.name as given_by, h.kind, h.eventid, h.bib, h.name, h.target_s, h.wave,
    h.visibility, h.battery, h.contact_at
  from live_devices d
  left join lateral (
    select o.id, o.trackid, o.given_at, o.ended_at, o.given_by, t.kind, t.eventid, t.bib, t.name, t.target_s, t.wave,
      t.visibility, t.battery, t.contact_at
    from device_handouts o
    left join ${trackRows.text} t on t.raceid = $1 and t.id = o.trackid
    where o.raceid = $1 and o.deviceid = d.id and (o.ended_at is null or d.lost_at is not null)
    order by o.id desc limit 1
  ) h on true
  left join ${staffRows.text} s on s.staffid = h.given_by
  where d.raceid = $1)`

type Filter = { state: LiveDeviceState | null; q: string; after: number | null; limit: number }
export const pageDevices = (db: Db, raceid: number, { state, q, after, limit }: Filter): Promise<LiveDeviceRow[]> =>
  named<LiveDeviceRow>(
    db,
    'racecontrol: devices',
    `select * from ${devices} d where ($2::text is null or state = $2) and ($4::int is null or id > $4)
      and ($3 = '' or position(lower($3) in lower(code)) > 0 or name ~* $6
        or upper(bib) = upper($3))
      order by id limit $5`,
    [raceid, state, q, after, limit, namePattern(q)],
  )
export const listDevicesOf = (on: Db | Tx, raceid: number, codes: readonly string[]): Promise<LiveDeviceRow[]> =>
  named<LiveDeviceRow>(
    on,
    'racecontrol: devices of codes',
    `select * from ${devices} d where code = any($2::text[]) order by id`,
    [raceid, codes],
  )
export const findDevice = async (
  on: Db | Tx,
  raceid: number,
  by: { id: number } | { code: string },
): Promise<LiveDeviceRow | undefined> =>
  (
    await named<LiveDeviceRow>(
      on,
      'racecontrol: device',
      `select * from ${devices} d where ($2::int is null or id = $2) and ($3::text is null or code = $3)`,
      [raceid, 'id' in by ? by.id : null, 'code' in by ? by.code : null],
    )
  )[0]
/** Lists the runners with these bibs who have a device. */
export const listHolders = (
  on: Db | Tx,
  raceid: number,
  bibs: readonly string[],
): Promise<{ bib: string; eventid: number | null; code: string }[]> =>
  named(
    on,
    'racecontrol: holders of devices',
    `select t.bib, t.eventid, d.code from device_handouts h
      join live_devices d on d.raceid = h.raceid and d.id = h.deviceid
      join ${trackRows.text} t on t.raceid = h.raceid and t.id = h.trackid
      where h.raceid = $1 and h.ended_at is null and t.kind = 'runner' and t.bib = any($2::text[])`,
    [raceid, bibs],
  )
/** Lists the devices whose identifier has one of these hashes. */
export const listNamed = (
  on: Db | Tx,
  raceid: number,
  hashes: readonly Buffer[],
): Promise<{ id: number; code: string; token_hash: Buffer }[]> =>
  named(
    on,
    'racecontrol: devices of names',
    'select id, code, token_hash from live_devices where raceid = $1 and token_hash = any($2::bytea[])',
    [raceid, hashes],
  )
export const countDevices = async (db: Db, raceid: number): Promise<Record<LiveDeviceState, number>> => {
  const rows = await named<{ state: LiveDeviceState; n: number }>(
    db,
    'racecontrol: devices counted',
    `select case when d.lost_at is not null then 'lost' when exists (select from device_handouts h
          where h.raceid = d.raceid and h.deviceid = d.id and h.ended_at is null) then 'out' else 'free' end as state,
        count(*)::int as n
      from live_devices d where d.raceid = $1 group by 1`,
    [raceid],
  )
  const counted = new Map(rows.map(({ state, n }) => [state, n]))
  return Object.fromEntries(deviceStates.map((state) => [state, counted.get(state) ?? 0])) as Record<
    LiveDeviceState,
    number
  >
}

export type NewDevice = { code: string; model: string; notes: string; token: Buffer; token_hash: Buffer }
export const insertDevice = async (tx: Tx, raceid: number, device: NewDevice, now: Date): Promise<number> =>
  (
    await tx
      .insertInto('live_devices')
      .values({ raceid, ...device, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
export const changeDevice = async (
  tx: Tx,
  raceid: number,
  id: number,
  change: Partial<NewDevice> & { lost_at?: Date | null },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('live_devices')
    .set({ ...change, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
/** Removes a device that was never handed out. Returns false if the device was handed out. */
export const removeDevice = async (tx: Tx, raceid: number, id: number): Promise<boolean> => {
  const done = await tx
    .deleteFrom('live_devices')
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('device_handouts').select('id').where('raceid', '=', raceid).where('deviceid', '=', id))),
    )
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}
export const insertHandout = async (
  tx: Tx,
  raceid: number,
  handout: { deviceid: number; trackid: number; given_by: number | null },
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('device_handouts')
    .values({ raceid, ...handout, given_at: now })
    .execute()
}
export const endHandout = async (
  tx: Tx,
  raceid: number,
  id: number,
  ended: 'returned' | 'lost',
  { staffid, now }: { staffid: number | null; now: Date },
): Promise<void> => {
  await tx
    .updateTable('device_handouts')
    .set({ ended, ended_at: now, ended_by: staffid })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
