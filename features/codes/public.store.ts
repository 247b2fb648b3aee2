import type { Db } from '#db/db.ts'
import { needed } from '#db/needed.ts'

/** Tells whether a public key belongs to a result or a registration of a race. */
export const isRunnersKey = needed<(db: Db, raceid: number, key: string) => Promise<boolean>>('the keys of runners')

/** Finds the page behind a scene that staff made in the console, as a path with its query. */
export const sceneLink =
  needed<(db: Db, scene: string, now: Date) => Promise<{ raceid: number; link: string } | undefined>>('links of scenes')
