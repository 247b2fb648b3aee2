import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { readRace } from '#features/races/service.ts'
import { erasurePlanOf, unsentOf } from './erasing.service.ts'
import type { ErasureRow } from './store.ts'
import { plan, wholeAccount } from './words.ts'

/** Describes an erasure for the person who requested it, with the erased and the remaining data. */
export const sayErasure = async (db: Db, lang: Lang, row: ErasureRow, now: Date) => {
  const race = row.raceid === null ? undefined : await readRace(db, row.raceid, now)
  const { uid, raceid, registrationid, done_at } = row
  const of = registrationid === null || raceid === null ? { uid } : { uid, raceid, registrationid }
  const unsent = done_at ? [] : await unsentOf(db, of)
  const { gone, kept } = await erasurePlanOf(db, lang, row.scope, { anonymous: row.anonymous, needed: [], unsent }, now)
  const what =
    row.scope === 'account'
      ? wholeAccount[lang]
      : row.scope === 'person'
        ? plan.gone_person[lang]
        : race
          ? nameIn(lang, race.name, race.names)
          : ''
  return { ...row, what, report: [...gone.map((one) => `− ${one}`), ...kept.map((one) => `✓ ${one}`)] }
}
