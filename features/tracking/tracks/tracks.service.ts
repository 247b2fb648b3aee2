import type { Tx } from '#db/db.ts'
import { newToken, tokenHash } from '#db/sessions.ts'
import { cutsOfRace } from './cuts.store.ts'
import {
  type TrackRow,
  changeTrack,
  insertTrack,
  moveDevice,
  nextVersion,
  racesHeardFrom,
  releaseDevice,
} from './tracks.store.ts'

/** The carrier of a new track. `consent_at` is the moment of a runner's own consent. */
export type TrackOpening = {
  kind: TrackRow['kind']
  source: TrackRow['source']
  visibility: TrackRow['visibility']
  eventid: number | null
  bib: string | null
  uid?: number
  registrationid?: number
  consent_at?: Date
  consent_version?: string
  cheers?: boolean
  name?: string
  target_s?: number
  wave?: string
  /** The existing identifier of a device. Without it, the track gets a new identifier. */
  token_hash?: Buffer
  takes_from?: Date
}

/**
 * Opens a track. The server keeps only a hash of the token, so nobody can read the token later. The returned `token`
 * has no use if the opening has a `token_hash`. The returned `link` has no use if the track is not shared by link.
 */
export const openTrack = async (
  tx: Tx,
  raceid: number,
  opening: TrackOpening,
  now: Date,
): Promise<{ track: TrackRow; token: string; link: string }> => {
  const [token, link] = [newToken(), newToken()]
  const track = await insertTrack(tx, {
    raceid,
    ...opening,
    version: await nextVersion(tx, raceid),
    token_hash: opening.token_hash ?? tokenHash(token),
    link_hash: opening.visibility === 'link' ? tokenHash(link) : null,
    created_at: now,
  })
  return { track, token, link }
}

/**
 * Opens a track for a device that another person carried before. The earlier fixes of the device do not belong to the
 * new carrier.
 */
export const openForDevice = async (
  tx: Tx,
  raceid: number,
  opening: Omit<TrackOpening, 'takes_from'> & { token_hash: Buffer },
  now: Date,
): Promise<TrackRow> => {
  await releaseDevice(tx, raceid, opening.token_hash)
  return (await openTrack(tx, raceid, { ...opening, takes_from: now }, now)).track
}

/** Gives the device of a track a new identifier. Stopped tracks of the device lose the old identifier. */
export const renameDevice = async (tx: Tx, raceid: number, old: Buffer, name: Buffer): Promise<void> => {
  await releaseDevice(tx, raceid, old)
  await moveDevice(tx, raceid, old, name)
}

/** Stops a track. A shared run still takes late fixes of the time before the stop. */
export const stopTrack = async (
  tx: Tx,
  raceid: number,
  id: number,
  by: NonNullable<TrackRow['stopped_by']>,
  now: Date,
): Promise<void> =>
  changeTrack(tx, raceid, id, { version: await nextVersion(tx, raceid), stopped_at: now, stopped_by: by })

export const racesWithDevices = racesHeardFrom

/** Lists the parts of courses that carriers left out, the latest cut first. */
export const latestCuts = cutsOfRace
