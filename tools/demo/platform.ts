import { usualPlatformSettings } from '#features/platform/settings.rules.ts'
import { lockSettings, savePlatformSettings } from '#features/platform/store.ts'
import type { Parts } from '#seam/server/handle.ts'

/**
 * Lets codes go to every country in the demo. The sandbox of text messages costs nothing, and visitors from abroad sign
 * up with their own number.
 */
export const seedPlatform = (parts: Parts, now: Date): Promise<void> =>
  parts.db.transaction().execute(async (tx) => {
    await lockSettings(tx, now)
    await savePlatformSettings(tx, { ...usualPlatformSettings, countries: [] }, now)
  })
