import type { RaceEvent } from '#features/events/contract.ts'
import { type Document, type Gender, ageOn, checkDocument } from '#features/people/rules.ts'
import { isDay } from '#contract/days.ts'
import { FULL_AGE } from '../../signup/signup.rules.ts'
import type { Draft } from './draft.ts'

/**
 * The facts that are known about the person of the draft: from the document's number, or else from the fields for
 * gender and birthday. `age` is the age on race day.
 */
export type Holder = { document?: Document; gender?: Gender; birth?: string; age?: number; underAge: boolean }
export const holderOfDraft = (draft: Draft, event: RaceEvent | undefined, now: Date): Holder => {
  const verdict = checkDocument(draft, now)
  const document = verdict.ok ? verdict.document : undefined
  const gender = document?.gender ?? (draft.gender || undefined)
  const birth = document?.birth ?? (isDay(draft.birth) ? draft.birth : undefined)
  const age = birth && event ? ageOn(birth, event.race_day) : undefined
  return {
    underAge: draft.person ? draft.guardian_wanted : age !== undefined && age < FULL_AGE,
    ...(document ? { document } : {}),
    ...(gender ? { gender } : {}),
    ...(birth ? { birth } : {}),
    ...(age === undefined ? {} : { age }),
  }
}
