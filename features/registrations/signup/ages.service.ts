import { breather } from '#db/sharing/batch.ts'
import type { Db } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { ageInYear } from '#features/people/rules.ts'
import { listBirths, writeAges } from './ages.store.ts'

const PAGE = 5000
/**
 * Works out the age that each registrant of an event reaches in the calendar year of the race, from the sealed birth
 * dates. The server needs this for sign-ups without a stored age, and for a race that moved into another year. Returns
 * the number of written rows. No person sees a birth date.
 */
export const countAgesByYear = async (
  { db, seal }: { db: Db; seal: Seal },
  raceid: number,
  eventid: number,
  raceDay: string,
): Promise<number> => {
  await seal.prepare(raceScope(raceid))
  const breathe = breather()
  let [upto, written] = [0, 0]
  for (;;) {
    const rows = await listBirths(db, raceid, eventid, upto, PAGE)
    const counted: { id: number; age: number }[] = []
    for (const { id, birth, age_in_race_year } of rows) {
      const age = ageInYear(seal.open(raceScope(raceid), 'birth', birth), raceDay)
      if (age !== age_in_race_year) counted.push({ id, age })
      await breathe()
    }
    if (counted.length > 0) await writeAges(db, raceid, counted)
    written += counted.length
    if (rows.length < PAGE) return written
    upto = rows.at(-1)!.id
  }
}
