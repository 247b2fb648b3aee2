import { bibAsPrinted } from '#features/registrations/lookup/findingBibs.service.ts'
import type { Db } from '#db/db.ts'
import { writtenBib } from '#features/registrations/bib.rules.ts'
import { type FoundResult, findByVeryBib } from '../report/queries.store.ts'

/**
 * Finds the published result of a written bib: the result under exactly this bib, or the result of the registration
 * that the bib means. A result may have no registration.
 */
export const findByBib = async (
  db: Db,
  raceid: number,
  now: Date,
  bib: string,
  eventid: number | null,
): Promise<FoundResult | undefined> => {
  const written = writtenBib(bib)
  const found = await findByVeryBib(db, raceid, now, written, eventid)
  if (found) return found
  const printed = await bibAsPrinted(db, raceid, written, { eventid: eventid ?? undefined })
  return printed === written ? undefined : findByVeryBib(db, raceid, now, printed, eventid)
}
