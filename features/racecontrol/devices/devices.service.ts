/** Tracking devices. A device feeds one track at a time. The track begins when staff hand the device out. */
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { tokenHash } from '#db/sessions.ts'
import { eventsOf } from '#features/events/service.ts'
import { runnersOfBibsByEvent } from '#features/timing/service.ts'
import { forgetDevice } from '#features/tracking/intake/intake.service.ts'
import { openForDevice, renameDevice, stopTrack } from '#features/tracking/tracks/tracks.service.ts'
import type { AlarmCarrierKind } from '../monitor/alarms.rules.ts'
import { type LiveDeviceRow, changeDevice, endHandout, insertDevice, insertHandout } from './devices.store.ts'

const tokenField = 'device name'
export const openDeviceName = (seal: Seal, raceid: number, sealed: Buffer): string =>
  seal.open(raceScope(raceid), tokenField, sealed)
/**
 * Returns the sealed identifier of a device, and the hash of the identifier. The caller has prepared the key of the
 * race.
 */
const namesOf = (seal: Seal, raceid: number, token: string) => ({
  token: seal.seal(raceScope(raceid), tokenField, token),
  token_hash: tokenHash(token),
})
/** Locks the devices of a race, so that their changes happen one after the other. */
export const lockDevices = (tx: Tx, raceid: number): Promise<void> =>
  lockAll(tx, [{ kind: 'live devices', raceid, id: 0 }])

export const addDevice = (
  tx: Tx,
  { seal, raceid, now }: { seal: Seal; raceid: number; now: Date },
  { token, ...about }: { code: string; model: string; notes: string; token: string },
): Promise<number> => insertDevice(tx, raceid, { ...about, ...namesOf(seal, raceid, token) }, now)

/** The wording to which a runner agrees when a device is handed out with public positions. */
const DESK_CONSENT = 'desk 2026-11-27'
export type Carried = {
  kind: AlarmCarrierKind
  bib: string | null
  name: string | null
  eventid: number | null
  target_s: number | null
  wave: string | null
  shown: boolean
}
/** Hands out a device that is in stock or was lost. */
export const giveDevice = async (
  tx: Tx,
  raceid: number,
  device: Pick<LiveDeviceRow, 'id' | 'token_hash' | 'lost_at'>,
  { shown, name, target_s, wave, ...carried }: Carried,
  { staffid, now }: { staffid: number | null; now: Date },
): Promise<void> => {
  const track = await openForDevice(
    tx,
    raceid,
    {
      ...carried,
      source: 'device',
      visibility: shown ? 'race' : 'control',
      token_hash: device.token_hash,
      ...(name === null ? {} : { name }),
      ...(target_s === null ? {} : { target_s }),
      ...(wave === null ? {} : { wave }),
      ...(shown && carried.kind === 'runner' ? { consent_at: now, consent_version: DESK_CONSENT } : {}),
    },
    now,
  )
  if (device.lost_at !== null) await changeDevice(tx, raceid, device.id, { lost_at: null }, now)
  await insertHandout(tx, raceid, { deviceid: device.id, trackid: track.id, given_by: staffid }, now)
  forgetDevice(device.token_hash)
}
/** Takes a device back or marks it as lost. The track of its carrier ends, so nobody is tracked on the way home. */
export const endDevice = async (
  tx: Tx,
  raceid: number,
  device: LiveDeviceRow,
  lost: boolean,
  by: { staffid: number | null; now: Date },
): Promise<void> => {
  if (device.state === 'out') {
    await stopTrack(tx, raceid, device.trackid!, 'staff', by.now)
    await endHandout(tx, raceid, device.handoutid!, lost ? 'lost' : 'returned', by)
  }
  await changeDevice(tx, raceid, device.id, { lost_at: lost ? by.now : null }, by.now)
  forgetDevice(device.token_hash)
}
/** Gives a device a new identifier. Its present track continues under the new identifier. */
export const renewName = async (
  tx: Tx,
  { seal, raceid, now }: { seal: Seal; raceid: number; now: Date },
  device: LiveDeviceRow,
  token: string,
): Promise<void> => {
  const names = namesOf(seal, raceid, token)
  await changeDevice(tx, raceid, device.id, names, now)
  await renameDevice(tx, raceid, device.token_hash, names.token_hash)
  forgetDevice(device.token_hash)
}

/** Names the carrier of a device for sentences: by bib, by name, or else by the code of the device. */
export const deviceHolderText = ({ bib, name, code }: Pick<LiveDeviceRow, 'bib' | 'name' | 'code'>): string =>
  bib ?? name ?? code

export const showDevices = async (db: Db | Tx, raceid: number, lang: Lang, rows: readonly LiveDeviceRow[]) => {
  const bibs = rows.flatMap(({ bib }) => bib ?? [])
  const [events, runners] = await Promise.all([
    eventsOf(db, raceid),
    bibs.length === 0 ? [] : runnersOfBibsByEvent(db, raceid, bibs),
  ])
  const names = new Map(events.map((one) => [one.id, nameIn(lang, one.name, one.names)]))
  const byBib = Map.groupBy(runners, ({ bib }) => bib)
  const nameOf = (bib: string, eventid: number | null): string | null => {
    const all = byBib.get(bib) ?? []
    return (all.find((one) => one.eventid === eventid) ?? all[0])?.name ?? null
  }
  return rows.map((row) => ({
    ...row,
    carrier:
      row.trackid === null || row.kind === null
        ? null
        : {
            track: row.trackid,
            kind: row.kind,
            bib: row.bib,
            name: row.kind === 'runner' && row.bib !== null ? nameOf(row.bib, row.eventid) : row.name,
            eventid: row.eventid,
            event: row.eventid === null ? null : (names.get(row.eventid) ?? null),
            target_s: row.target_s,
            wave: row.wave,
            shown: row.visibility === 'race',
            given_at: row.given_at!,
            given_by: row.given_by,
          },
  }))
}
