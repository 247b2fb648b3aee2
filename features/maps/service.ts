import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type GroundShown, GroundSettings, type MapFile } from './contract.ts'
import { groundFrom, hostsOf, plainGroundSettings } from './rules.ts'
import { findMapSettings } from './store.ts'

type StoredGround = { settings: GroundSettings; updated_at: Date | null }
/**
 * Reads the settings as they are now. Settings that an older server wrote and this server cannot read count as missing
 * settings.
 */
export const readMapSettings = async (db: Db): Promise<StoredGround> => {
  const row = await findMapSettings(db)
  const settings = row && GroundSettings.safeParse(row.ground)
  return settings?.success
    ? { settings: settings.data, updated_at: row!.updated_at }
    : { settings: plainGroundSettings, updated_at: null }
}

/** Every page asks for the settings, and owners seldom change them, so a process keeps them for some seconds. */
const kept = cacheOf<'settings', StoredGround>({ ms: 5_000, most: 1 })
const settingsOf = async (db: Db, now: Date): Promise<GroundSettings> =>
  (await kept.read(db, 'settings', { now }, () => readMapSettings(db))).settings
export const forgetMapSettings = (): void => kept.forget('settings')

/** Returns the ground of every map. Rooms that show a map send the ground with their answers. */
export const groundOf = async (db: Db, now: Date): Promise<GroundShown> => groundFrom(await settingsOf(db, now))
/** Returns the origins from which pages may load the map's background. The content policy of pages names them. */
export const mapHosts = async (db: Db, now: Date): Promise<string[]> => hostsOf(await settingsOf(db, now))

export const folderOfMaps = ({ folder }: Pick<Parts, 'folder'>): string => join(folder, 'maps')
const HEAD = 'PMTiles'
/** Tells whether a file of the maps folder is a PMTiles file of version 3. */
export const isMapFile = async (parts: Pick<Parts, 'folder'>, name: string): Promise<boolean> => {
  const file = await open(join(folderOfMaps(parts), name)).catch(() => undefined)
  if (!file) return false
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(8), position: 0 })
    return buffer.toString('latin1', 0, HEAD.length) === HEAD && buffer[HEAD.length] === 3
  } finally {
    await file.close()
  }
}
/** Lists the PMTiles files in the maps folder by name. */
export const listMapFiles = async (parts: Pick<Parts, 'folder'>): Promise<MapFile[]> => {
  const folder = folderOfMaps(parts)
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names
      .filter((name) => /^\w[\w.-]{0,100}\.pmtiles$/.test(name))
      .toSorted()
      .map(async (name) =>
        (await isMapFile(parts, name)) ? [{ name, bytes: (await stat(join(folder, name))).size }] : [],
      ),
  )
  return found.flat()
}
