import type { Tx } from '#db/db.ts'
import { settingsOf } from '#features/races/rules.ts'
import { lockRace, saveRace } from '#features/races/service.ts'
import type { RaceCopy } from '#seam/server/configuration.ts'

/** Replaces the posters in the setting `poster_qr_only` of a copied race by the copies of these posters. */
export const followPosters = async (tx: Tx, { to, ids, now }: RaceCopy): Promise<void> => {
  const race = await lockRace(tx, to)
  if (!race) return
  const { poster_qr_only } = settingsOf(race)
  if (poster_qr_only.length === 0) return
  const followed = poster_qr_only.flatMap((id) => ids.posters?.get(id) ?? [])
  await saveRace(tx, { ...race, settings: { ...(race.settings as object), poster_qr_only: followed } }, now)
}
