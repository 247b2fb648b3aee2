import type { Tx } from '#db/db.ts'
import { eventNow } from '#features/events/service.ts'
import type { CorrectedPerson } from '#features/registrations/correct/correct.service.ts'
import { agegroupOf, rankingOf } from '../rules.ts'
import { findSheet, saveSheet } from '../store.ts'
import { listResultsOfRegistration, writePerson } from './corrected.store.ts'
import { holdResults, rerank } from './derived.service.ts'

/** Copies a runner's corrected name, gender, age and age group to the results, and ranks again. */
export const followCorrected = async (tx: Tx, person: CorrectedPerson, now: Date): Promise<void> => {
  const { raceid } = person
  const results = await listResultsOfRegistration(tx, raceid, person.id)
  for (const eventid of [...new Set(results.map((one) => one.eventid))].sort((a, b) => a - b)) {
    await holdResults(tx, raceid, [eventid])
    const ranking = rankingOf((await eventNow(tx, raceid, eventid))?.ranking)
    const ids = results.filter((one) => one.eventid === eventid).map(({ id }) => id)
    const agegroup = agegroupOf({ age: person.age, age_in_year: person.age_in_year }, ranking)
    await writePerson(tx, person, ids, agegroup, now)
    const sheet = await findSheet(tx, raceid, eventid)
    if (!sheet) continue
    const { totals, clock } = await rerank(tx, raceid, eventid, ranking, sheet.corrected, { changed: ids, gone: [] })
    await saveSheet(tx, { ...sheet, totals, clock, updated_at: now })
  }
}
