import type { Lang } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { challengeCompleted, challengeCompletedBy } from '#features/challenges/completed.service.ts'
import { trailCompleted, trailCompletedBy } from '#features/trails/completed.service.ts'
import { numberFor } from '../issue/number.service.ts'
import type { ActivityKind } from './activity.contract.ts'

type TrailDone = NonNullable<Awaited<ReturnType<typeof trailCompleted>>>
type ChallengeDone = NonNullable<Awaited<ReturnType<typeof challengeCompleted>>>
/** The activity of a person, as its certificate shows it. */
export type ActivityDone = {
  id: number
  activity: string
  name: string
  /**
   * The facts of each certificate that is valid now. The certificate of a round stays valid after a later, faster
   * round.
   */
  facts: string[]
  seconds: number | null
  rounds: number | null
  points: number | null
  days: number | null
  metres: number | null
  done_on: Date | string | null
}

const ofTrail = ({ id, trailid, trail, name, rounds, standing }: TrailDone): ActivityDone => ({
  id,
  activity: trail,
  name,
  facts: rounds.map(({ seconds, finished_at }) => JSON.stringify([trailid, name, seconds, finished_at])),
  seconds: standing.seconds,
  rounds: standing.repeats,
  points: standing.points,
  days: null,
  metres: null,
  done_on: standing.finished_at,
})
const ofChallenge = ({ id, challengeid, challenge, name, standing }: ChallengeDone): ActivityDone => ({
  id,
  activity: challenge,
  name,
  facts: standing.complete_on === null ? [] : [JSON.stringify([challengeid, name, standing.complete_on])],
  seconds: null,
  rounds: null,
  points: null,
  days: standing.days,
  metres: standing.metres,
  done_on: standing.complete_on,
})

type Whose = { raceid: number; kind: ActivityKind; zone: string; lang: Lang; now: Date }
/**
 * Finds what an account has done in an activity, with the facts for its certificate. The facts are empty while the
 * activity is not complete. Undefined if the account never signed up for the activity.
 */
export const activityOf = async (
  db: Db,
  { raceid, kind, ...at }: Whose,
  id: number,
  uid: number,
): Promise<ActivityDone | undefined> => {
  if (kind === 'trail') {
    const done = await trailCompletedBy(db, raceid, id, uid, at.lang)
    return done && ofTrail(done)
  }
  const done = await challengeCompletedBy(db, raceid, id, uid, at)
  return done && ofChallenge(done)
}
/** The largest id of a sign-up. An invented number may contain a larger id. */
const ID_MOST = 2 ** 31 - 1
/** Finds what a sign-up has done in an activity. The number of a certificate holds the id of the sign-up. */
export const activityOfNumber = async (
  db: Db,
  { raceid, kind, ...at }: Whose,
  id: number,
): Promise<ActivityDone | undefined> => {
  if (id > ID_MOST) return undefined
  if (kind === 'trail') {
    const done = await trailCompleted(db, raceid, id, at.lang)
    return done && ofTrail(done)
  }
  const done = await challengeCompleted(db, raceid, id, at)
  return done && ofChallenge(done)
}

/** Returns the signed number of the best certificate of an activity. Undefined if the activity is not complete. */
export const numberOfActivity = async (
  seal: Seal,
  raceid: number,
  kind: ActivityKind,
  done: ActivityDone,
): Promise<string | undefined> => {
  const [facts] = done.facts
  if (facts === undefined) return undefined
  await seal.prepare(raceScope(raceid))
  return numberFor(seal, { raceid, kind, id: done.id }, facts)
}
