import * as z from 'zod/mini'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { raceScope } from '#db/sealing/seal.ts'
import type { Db } from '#db/db.ts'
import { ownFieldsOf } from '#features/forms/service.ts'
import { normalCode } from '#features/invitations/rules.ts'
import { dayStart } from '#features/races/refund.rules.ts'
import type { Parts } from '#seam/server/handle.ts'
import { normalMobile } from '#features/accounts/rules.ts'
import { mobileIndex, numberIndexes } from '../signup/sealing.service.ts'
import { raceGiven } from '../status/ownership.service.ts'
import type { RaceGiven } from '../status/present.service.ts'
import type { ViewRow } from '../store.ts'
import { countMatching } from './counting.service.ts'
import { filterOfRegistrations } from './filter.contract.ts'
import { registrationsOfBib } from './findingBibs.service.ts'
import { type RegistrationFilter, listFiltered } from './registrationList.store.ts'

export const Filter = z.object(filterOfRegistrations)
type Wanted = z.output<typeof Filter> & { raceid: number; after?: string | undefined }
type Working = Pick<Parts, 'db' | 'seal'> & { now: Date }
/** A part of the list. `after` is the cursor of the next part. `first` tells that this is the first part. */
export type ListingPart = {
  race: RaceGiven
  rows: ViewRow[]
  after: string | null
  first: boolean
  /** The number of all matches. Only the first part has it. */
  total: number | null
}

/** Lists the fields of a filter that allow several options in one answer. */
const severalOf = async (db: Db, raceid: number, given: Wanted['fields']): Promise<string[]> => {
  const ofAnswers = Object.keys(given ?? {}).filter((name) => name.startsWith('answers.'))
  if (ofAnswers.length === 0) return []
  const own = await ownFieldsOf(db, raceid)
  return ofAnswers.filter((name) => own.get(name.slice('answers.'.length))?.question.kind === 'choices')
}

const addonOf = (given: string | undefined) => {
  const [eventid, id] = given?.split('.') ?? []
  return eventid === undefined || id === undefined ? undefined : { eventid: Number(eventid), id }
}

/** Turns a filter into the form that the store needs, and prepares the race's key. */
export const filterFor = async (
  { db, seal, now }: Working,
  input: Omit<Wanted, 'sort' | 'after'>,
): Promise<{ race: RaceGiven; filter: RegistrationFilter } | undefined> => {
  const race = await raceGiven(db, input.raceid, now)
  if (!race) return undefined
  await seal.prepare(raceScope(race.id))
  const q = input.q.normalize('NFKC')
  const filter = {
    ...input,
    now,
    q,
    code: input.code === undefined ? undefined : normalCode(input.code),
    signed_from: input.since === undefined ? undefined : dayStart(input.since, race.zone),
    signed_before: input.upto === undefined ? undefined : dayStart(input.upto, race.zone, 1),
    worn: q ? await registrationsOfBib(db, race.id, q) : [],
    numbers: q ? numberIndexes(seal, race.id, q) : [],
    mobile: mobileIndex(seal, race.id, normalMobile(q)),
    addon: addonOf(input.addon),
    several: await severalOf(db, race.id, input.fields),
  }
  return { race, filter }
}

/** Reads a part of a race's registrations with the filter and the sort order that staff chose. */
export const listFor = async (
  working: Working,
  { sort, after: cursor, ...input }: Wanted,
  limit: number,
  counts = false,
): Promise<ListingPart | undefined> => {
  const found = await filterFor(working, input)
  if (!found) return undefined
  const { race, filter } = found
  const { db } = working
  const after = idIn(cursor)
  const [rows, total] = await Promise.all([
    listFiltered(db, filter, { sort, after, limit: rowsFor(limit) }),
    counts && after === undefined ? countMatching(db, filter) : null,
  ])
  return { race, ...pageOf(rows, limit, byId), first: after === undefined, total }
}
