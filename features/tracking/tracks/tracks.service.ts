import type { Tx } from '#db/db.ts'
import { newToken, tokenHash } from '#db/sessions.ts'
import { type TrackRow, changeTrack, insertTrack, nextVersion } from './tracks.store.ts'

/** The carrier of a new track, and who may see it. `consent_at` is the moment of a runner's own consent. */
export type Opening = {
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
}

/** Opens a track. The token identifies its device. The server keeps only a hash of it, so nobody can read it later. */
export const openTrack = async (
  tx: Tx,
  raceid: number,
  opening: Opening,
  now: Date,
): Promise<{ track: TrackRow; token: string; link: string }> => {
  const [token, link] = [newToken(), newToken()]
  const track = await insertTrack(tx, {
    raceid,
    ...opening,
    version: await nextVersion(tx, raceid),
    token_hash: tokenHash(token),
    link_hash: opening.visibility === 'link' ? tokenHash(link) : null,
    created_at: now,
  })
  return { track, token, link }
}

/** Stops a track. The server keeps no further fix. The count of refused fixes tells this to the device. */
export const stopTrack = async (
  tx: Tx,
  raceid: number,
  id: number,
  by: NonNullable<TrackRow['stopped_by']>,
  now: Date,
): Promise<void> =>
  changeTrack(tx, raceid, id, { version: await nextVersion(tx, raceid), stopped_at: now, stopped_by: by })
