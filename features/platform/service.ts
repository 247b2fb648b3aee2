import type { Db, Tx } from '#db/db.ts'
import type { Lang } from '#contract/words.ts'
import { findSettings } from './store.ts'
import { type PlatformSettings, settingIn, usualPlatformSettings } from './settings.rules.ts'

/**
 * Returns the address of the platform's picture. A new picture has a new address, so that no cache shows the former
 * picture.
 */
export const logoPath = (updated: Date): string => `/platform/logo?v=${updated.getTime()}`

/** Returns the present settings of the platform, with a default for each setting that nobody has changed. */
export const platformSettings = async (on: Db | Tx): Promise<PlatformSettings> => ({
  ...usualPlatformSettings,
  ...(await findSettings(on))?.settings,
})

export const platformName = async (on: Db | Tx, lang: Lang): Promise<string> =>
  settingIn((await platformSettings(on)).name, lang)

/** Returns the address of the platform's picture, or undefined if the platform has no picture. */
export const platformLogo = async (on: Db | Tx): Promise<string | undefined> => {
  const row = await findSettings(on)
  return row?.has_logo ? logoPath(row.updated_at) : undefined
}
