import type { Db, Tx } from '#db/db.ts'
import { newKey } from '#db/random.ts'
import { tokenHash } from '#db/sessions.ts'
import { HallSettings, type StationKind } from './contract.ts'
import { queueUp } from './queue.service.ts'
import { hallOf, isHallOpenNow } from './rules.ts'
import { findHall, insertStation, listStations, makeHall } from './store.ts'

/** Makes a new key, the hash that the server keeps, and the code of the station for phones. */
export const newStationKey = (raceid: number): { key: string; kept: { code: string; key_hash: Buffer } } => {
  const key = newKey(raceid)
  return { key, kept: { code: newKey(raceid).split('-')[1]!.slice(0, 8), key_hash: tokenHash(key) } }
}

export const isHallOpen = async (db: Db, raceid: number, now: Date): Promise<boolean> => {
  const settings = await findHall(db, raceid)
  return settings !== undefined && isHallOpenNow(hallOf(settings), now)
}

/**
 * Opens a race's hall with its screens and printers. An existing hall stays unchanged. Staff make new links for the
 * stations in the console.
 */
export const openHall = async (
  tx: Tx,
  raceid: number,
  stations: readonly { kind: StationKind; name: string }[],
  now: Date,
): Promise<void> => {
  if (!(await makeHall(tx, raceid, HallSettings.parse({ open: true }), now))) return
  for (const { kind, name } of stations)
    await insertStation(tx, {
      raceid,
      kind,
      name,
      ...newStationKey(raceid).kept,
      seen_at: null,
      created_at: now,
      removed_at: null,
    })
}

/**
 * Sends a finisher's certificate to the hall's first screen, as the runner's own phone does. The function sends nothing
 * if the hall has no screen or refuses the picture.
 */
export const castFor = async (
  tx: Tx,
  raceid: number,
  result: { id: number; _key: string; bib: string },
  now: Date,
): Promise<void> => {
  const screen = (await listStations(tx, raceid)).find(({ kind }) => kind === 'screen')
  if (screen)
    await queueUp(
      tx,
      {
        raceid,
        client: screen.code,
        kind: 'cast',
        runner: { ...result, game: false },
        certificateid: undefined,
        picture: null,
      },
      now,
    )
}
