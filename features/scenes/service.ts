import { dayIn } from '#contract/days.ts'
import { nameIn, type Lang } from '#contract/words.ts'
import { inBatches } from '#db/sharing/batch.ts'
import type { Db } from '#db/db.ts'
import { contentOfScene } from '#features/codes/service.ts'
import { readPublishedRace } from '#features/races/service.ts'
import { percentDecoded } from '#contract/written.ts'
import { linkOfScene, raceOfScene, stateOfScene } from './scene.rules.ts'
import { type Scan, type SceneRow, countScans, findScene } from './store.ts'

export const paramsOf = (row: Pick<SceneRow, 'params'>): Record<string, string> =>
  (row.params ?? {}) as Record<string, string>
export const scenePath = (row: SceneRow): string =>
  linkOfScene({ page: row.page, params: paramsOf(row) }, row.raceid, row.scene)

const counting = inBatches(1000, async (scans: (Scan & { db: Db })[]) => {
  await countScans(scans[0]!.db, scans)
  return scans.map(() => undefined)
})
type Ground = { db: Db; now: Date }
/** Counts one scan of a scene. The day of the scan is the present day in the time zone `zone`. */
export const countScan = ({ db, now }: Ground, row: SceneRow, zone: string): Promise<undefined> =>
  counting({ db, raceid: row.raceid, sceneid: row.id, day: dayIn(zone, now), at: now })

type Resolved = {
  row: SceneRow | undefined
  scene: string
  raceid: number
  race: { name: string; zone: string }
  page: string
  params: Record<string, string>
  /** The page as a path with its query. */
  path: string
}
/**
 * Resolves a scene that the console or /wechat/mini/qrcode made. Its race must be published, because a scene reveals
 * its race.
 */
export const resolveScene = async (
  { db, now }: Ground,
  text: string,
  lang: Lang,
): Promise<Resolved | 'scene_unknown' | 'scene_over'> => {
  const scene = percentDecoded(text)
  const ours = raceOfScene(scene)
  const row = ours === undefined ? undefined : await findScene(db, ours, scene)
  const other = ours === undefined ? await contentOfScene(db, scene) : undefined
  const raceid = row?.raceid ?? other?.raceid
  const race = raceid === undefined ? undefined : await readPublishedRace(db, raceid, now)
  if (raceid === undefined || !race) return 'scene_unknown'
  if (row && stateOfScene(row, now) !== 'live')
    return stateOfScene(row, now) === 'over' ? 'scene_over' : 'scene_unknown'
  const path = row ? scenePath(row) : other!.link
  const address = new URL(path, 'http://page.invalid')
  return {
    row,
    scene,
    raceid,
    race: { name: nameIn(lang, race.name, race.names), zone: race.zone },
    page: address.pathname,
    params: row ? paramsOf(row) : Object.fromEntries(address.searchParams),
    path,
  }
}

/** Returns the link behind a live scene of the console. */
export const linkBehind = async (
  db: Db,
  scene: string,
  now: Date,
): Promise<{ raceid: number; link: string } | undefined> => {
  const raceid = raceOfScene(scene)
  const row = raceid === undefined ? undefined : await findScene(db, raceid, scene)
  return row && stateOfScene(row, now) === 'live' ? { raceid: row.raceid, link: scenePath(row) } : undefined
}
