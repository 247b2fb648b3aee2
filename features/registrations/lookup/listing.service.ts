import type { ParsedOf } from '#contract/endpoint.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { normalMobile } from '#features/people/rules.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { consoleRegistrationsList } from '../changes/changes.contract.ts'
import { mobileIndex, numberIndexes } from '../signup/sealing.service.ts'
import { raceGiven } from '../status/ownership.service.ts'
import type { RaceGiven } from '../status/present.service.ts'
import type { ViewRow } from '../store.ts'
import { registrationsOfBib } from './findingBibs.service.ts'
import { listWanted } from './listing.store.ts'

type Wanted = Omit<ParsedOf<typeof consoleRegistrationsList>, 'limit'>
/** `after`: where the next part begins; `first`: nothing came before this one. */
export type Listed = { race: RaceGiven; rows: ViewRow[]; after: string | null; first: boolean }

/** A part of a race's registrations as staff filter them, newest first; the race's key is prepared. */
export const listFor = async (
  { db, seal, now }: Pick<Parts, 'db' | 'seal'> & { now: Date },
  input: Wanted,
  limit: number,
): Promise<Listed | undefined> => {
  const race = await raceGiven(db, input.raceid, now)
  if (!race) return undefined
  await seal.prepare(raceScope(race.id))
  const before = idIn(input.after)
  const q = input.q.normalize('NFKC')
  const found = await listWanted(db, {
    ...input,
    q,
    worn: q ? await registrationsOfBib(db, race.id, q) : [],
    before,
    limit: rowsFor(limit),
    numbers: q ? numberIndexes(seal, race.id, q) : [],
    mobile: mobileIndex(seal, race.id, normalMobile(q)),
  })
  return { race, ...pageOf(found, limit, byId), first: before === undefined }
}
