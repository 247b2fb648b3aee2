import type { Db, Tx } from '#db/db.ts'
import { findSettings } from './store.ts'
import { type PlatformSettings, usualSettings } from './settings.rules.ts'

/** The settings of the platform as they are now, with a default for each setting that nobody has changed. */
export const platformSettings = async (on: Db | Tx): Promise<PlatformSettings> => ({
  ...usualSettings,
  ...(await findSettings(on))?.settings,
})
