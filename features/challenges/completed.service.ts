import { dayIn } from '#contract/days.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { challengeStandingOf } from './days.rules.ts'
import { countingOf } from './service.ts'
import { type ChallengeSignupRow, findChallenge, findSignup, findSignupById, listProofs } from './store.ts'

type At = { zone: string; now: Date; lang: Lang }
/** Returns the person and the progress of a sign-up, for the certificate. `name` is empty after a withdrawal. */
const completed = async (db: Db, signup: ChallengeSignupRow | undefined, { zone, now, lang }: At) => {
  const challenge = signup && (await findChallenge(db, signup.raceid, signup.challengeid))
  if (!signup || !challenge) return undefined
  const proofs = signup.withdrawn_at === null ? await listProofs(db, signup.raceid, signup.id) : []
  return {
    id: signup.id,
    challengeid: challenge.id,
    challenge: nameIn(lang, challenge.name, challenge.names),
    name: signup.withdrawn_at === null ? signup.name : '',
    standing: challengeStandingOf(challenge, countingOf(proofs), dayIn(zone, now)),
  }
}
/** Finds the progress of an account in a challenge. */
export const challengeCompletedBy = async (db: Db, raceid: number, challengeid: number, uid: number, at: At) =>
  completed(db, await findSignup(db, raceid, challengeid, uid), at)
/** Finds the progress of a sign-up, by its id. */
export const challengeCompleted = async (db: Db, raceid: number, id: number, at: At) =>
  completed(db, await findSignupById(db, raceid, id), at)
