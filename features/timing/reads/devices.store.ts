import { type Db, type Tx, named } from '#db/db.ts'

export type ReaderRow = {
  raceid: number
  id: number
  stationid: number
  name: string
  offset_ms: number
  /** True for the phone of a person, false for a reader of chips. */
  by_hand: boolean
  seen_at: Date | null
  retired_at: Date | null
}
const deviceColumns = ['raceid', 'id', 'stationid', 'name', 'offset_ms', 'by_hand', 'seen_at', 'retired_at'] as const
export const listDevices = (on: Db | Tx, raceid: number): Promise<ReaderRow[]> =>
  on.selectFrom('timing_devices').select(deviceColumns).where('raceid', '=', raceid).orderBy('id').execute()
export const findDeviceByKey = async (db: Db, raceid: number, key_hash: Buffer): Promise<ReaderRow | undefined> =>
  (
    await named<ReaderRow>(
      db,
      'timing: device by key',
      `select ${deviceColumns.join(', ')}
        from timing_devices
        where key_hash = $2 and raceid = $1 and retired_at is null`,
      [raceid, key_hash],
    )
  )[0]
/** Finds the device of a key, also after staff switched the device off. */
export const findDeviceEver = async (db: Db, raceid: number, key_hash: Buffer): Promise<ReaderRow | undefined> =>
  (
    await named<ReaderRow>(
      db,
      'timing: device of key ever',
      `select ${deviceColumns.join(', ')} from timing_devices where key_hash = $2 and raceid = $1`,
      [raceid, key_hash],
    )
  )[0]
export const insertDevice = async (
  tx: Tx,
  row: { raceid: number; stationid: number; name: string; key_hash: Buffer; created_at: Date; by_hand?: boolean },
): Promise<number> =>
  (
    await named<{ id: number }>(
      tx,
      'timing: device',
      `insert into timing_devices (raceid, id, stationid, name, key_hash, created_at, by_hand)
        select $1, coalesce(max(id), 0) + 1, $2, $3, $4, $5, $6
        from timing_devices
        where raceid = $1
        returning id`,
      [row.raceid, row.stationid, row.name, row.key_hash, row.created_at, row.by_hand ?? false],
    )
  )[0]!.id
export const changeDevice = async (
  tx: Tx,
  raceid: number,
  id: number,
  change: Partial<Pick<ReaderRow, 'stationid' | 'name' | 'offset_ms' | 'retired_at'>> & { key_hash?: Buffer },
): Promise<void> => {
  await tx.updateTable('timing_devices').set(change).where('raceid', '=', raceid).where('id', '=', id).execute()
}
export const sawDevices = async (tx: Tx, raceid: number, ids: readonly number[], now: Date): Promise<void> => {
  await named(
    tx,
    'timing: devices seen',
    'update timing_devices set seen_at = $3 where raceid = $1 and id = any($2::int[])',
    [raceid, ids, now],
  )
}
export const chipsOfDevice = async (tx: Tx, raceid: number, deviceid: number): Promise<string[]> =>
  (
    await named<{ chip: string }>(
      tx,
      'timing: chips of a reader',
      'select distinct chip from timing_reads where raceid = $1 and deviceid = $2',
      [raceid, deviceid],
    )
  ).map(({ chip }) => chip)
