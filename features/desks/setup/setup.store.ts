import { type Db, type Tx, jsonb, named } from '#db/db.ts'
import { staffRows } from '#features/staff/public.store.ts'
import type { DeskRange } from '../pack.rules.ts'
import type { DeskPreset } from './setup.contract.ts'

export type RaceDeskRow = {
  raceid: number
  id: number
  name: string
  preset: DeskPreset
  ranges: DeskRange[]
  hours: number
  pin_digits: number
  signature: boolean
  closed_at: Date | null
  /** The number of devices that work at the desk. */
  devices: number
}
const shown = `select d.raceid, d.id, d.name, d.preset, d.ranges, d.hours, d.pin_digits, d.signature, d.closed_at,
    (select count(*)::int from desk_devices v where v.raceid = d.raceid and v.deskid = d.id and v.revoked_at is null)
      as devices
  from desks d`
export const listDesks = (on: Db | Tx, raceid: number): Promise<RaceDeskRow[]> =>
  named<RaceDeskRow>(on, 'desks: open', `${shown} where d.raceid = $1 and d.closed_at is null order by d.id`, [raceid])
export const findDesk = async (on: Db | Tx, raceid: number, id: number): Promise<RaceDeskRow | undefined> =>
  (
    await named<RaceDeskRow>(on, 'desks: one', `${shown} where d.raceid = $1 and d.id = $2 and d.closed_at is null`, [
      raceid,
      id,
    ])
  )[0]

/** Finds a desk even after it was closed, for entries that its devices send late. */
export const findDeskEver = async (on: Db | Tx, raceid: number, id: number): Promise<RaceDeskRow | undefined> =>
  (await named<RaceDeskRow>(on, 'desks: ever', `${shown} where d.raceid = $1 and d.id = $2`, [raceid, id]))[0]

export type DeskWritten = Pick<RaceDeskRow, 'name' | 'preset' | 'ranges' | 'hours' | 'pin_digits' | 'signature'>
/** Adds a desk and returns its number. The transaction holds the lock on the desks of the race. */
export const insertDesk = async (tx: Tx, raceid: number, desk: DeskWritten, now: Date): Promise<number> =>
  (
    await named<{ id: number }>(
      tx,
      'desks: add',
      `insert into desks (raceid, id, name, preset, ranges, hours, pin_digits, signature, created_at, updated_at)
        select $1, coalesce(max(id), 0) + 1, $2, $3, $4::jsonb, $5, $6, $7, $8, $8 from desks where raceid = $1
        returning id`,
      [raceid, desk.name, desk.preset, JSON.stringify(desk.ranges), desk.hours, desk.pin_digits, desk.signature, now],
    )
  )[0]!.id
export const changeDesk = async (
  tx: Tx,
  raceid: number,
  id: number,
  { ranges, ...desk }: DeskWritten,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('desks')
    .set({ ...desk, ranges: jsonb(ranges), updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
export const closeDesk = async (tx: Tx, raceid: number, id: number, now: Date): Promise<void> => {
  await tx
    .updateTable('desks')
    .set({ closed_at: now, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('desk_devices')
    .set({ revoked_at: now })
    .where('raceid', '=', raceid)
    .where('deskid', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

export type DeskDeviceRow = {
  raceid: number
  id: number
  deskid: number
  name: string
  staffid: number
  offset_ms: number
  seen_at: Date | null
  waiting: number | null
  revoked_at: Date | null
}
export const findDeviceOfKey = async (db: Db, raceid: number, key_hash: Buffer): Promise<DeskDeviceRow | undefined> =>
  (
    await named<DeskDeviceRow>(
      db,
      'desks: device of key',
      `select raceid, id, deskid, name, staffid, offset_ms, seen_at, waiting, revoked_at from desk_devices
        where key_hash = $2 and raceid = $1`,
      [raceid, key_hash],
    )
  )[0]
export const listDevices = (
  db: Db,
  raceid: number,
): Promise<(DeskDeviceRow & { desk: string; staff: string | null; entries: number })[]> =>
  named(
    db,
    'desks: devices',
    `select v.raceid, v.id, v.deskid, v.name, v.staffid, v.offset_ms, v.seen_at, v.waiting, v.revoked_at, d.name as desk,
        s.name as staff,
        (select count(*)::int from handouts h where h.raceid = v.raceid and h.deviceid = v.id) as entries
      from desk_devices v
      join desks d on d.raceid = v.raceid and d.id = v.deskid
      left join ${staffRows.text} s on s.staffid = v.staffid
      where v.raceid = $1 order by v.revoked_at nulls first, v.id limit 500`,
    [raceid],
  )
export const insertDevice = async (
  tx: Tx,
  row: { raceid: number; deskid: number; name: string; key_hash: Buffer; staffid: number; created_at: Date },
): Promise<number> => (await tx.insertInto('desk_devices').values(row).returning('id').executeTakeFirstOrThrow()).id
/** Revokes a device. Returns false if the race has no such device, or if the device is already revoked. */
export const revokeDevice = async (tx: Tx, raceid: number, id: number, now: Date): Promise<boolean> =>
  (await tx
    .updateTable('desk_devices')
    .set({ revoked_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined
/** Records a contact of a device. */
export const markDeviceSeen = async (
  on: Db | Tx,
  { raceid, id }: Pick<DeskDeviceRow, 'raceid' | 'id'>,
  { now, offset_ms, waiting }: { now: Date; offset_ms: number | undefined; waiting: number | undefined },
): Promise<void> => {
  await on
    .updateTable('desk_devices')
    .set({
      seen_at: now,
      ...(offset_ms === undefined ? {} : { offset_ms }),
      ...(waiting === undefined ? {} : { waiting }),
    })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
