import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { completeRounds, trailStandingOf } from './rank.rules.ts'
import { type TrailSignupRow, findSignup, findSignupById, findTrail, listCounted, listPoints } from './store.ts'

/**
 * Returns the name and the complete rounds of a sign-up, for the certificate; undefined if the sign-up or its trail is
 * missing. `name` is empty after a withdrawal.
 */
const completed = async (db: Db, signup: TrailSignupRow | undefined, lang: Lang) => {
  const trail = signup && (await findTrail(db, signup.raceid, signup.trailid))
  if (!signup || !trail) return undefined
  const { raceid, id } = signup
  const numbered = (await listPoints(db, raceid, trail.id)).length
  const counted = signup.withdrawn_at === null ? await listCounted(db, raceid, id) : []
  return {
    id,
    trailid: trail.id,
    trail: nameIn(lang, trail.name, trail.names),
    name: signup.withdrawn_at === null ? signup.name : '',
    rounds: completeRounds(numbered, counted),
    standing: trailStandingOf(numbered, counted),
  }
}
/** Finds the complete rounds of an account on a trail; undefined if the account did not sign up. */
export const trailCompletedBy = async (db: Db, raceid: number, trailid: number, uid: number, lang: Lang) =>
  completed(db, await findSignup(db, raceid, trailid, uid), lang)
/** Finds the complete rounds of a sign-up, by its id; undefined if there is no such sign-up. */
export const trailCompleted = async (db: Db, raceid: number, id: number, lang: Lang) =>
  completed(db, await findSignupById(db, raceid, id), lang)
