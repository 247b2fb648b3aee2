import { createHash } from 'node:crypto'
import { dayIn } from '#contract/days.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { type RoutePoint, routeLength } from '#features/tracking/share/route.rules.ts'
import { gridOf, isSameTrack, reasonOfFile, trackSketch, withoutSpikes } from '#features/trails/track.rules.ts'
import type { ProofReason } from './contract.ts'
import { type DayProof, dayStatesOf, placeOfProof, challengeStandingOf } from './days.rules.ts'
import {
  listChallenges,
  type ChallengeRow,
  type NewProof,
  type ProofRow,
  type ChallengeSignupRow,
  groupOf,
  insertProof,
  isPhotoKnown,
  listProofs,
  listSketches,
  lockChallenge,
  lockSignup,
} from './store.ts'
import { proofReasonWords } from './words.ts'

const NEWEST = 50

export const presentChallenge = (row: ChallengeRow, people: number, lang: Lang) => ({
  ...row,
  name: nameIn(lang, row.name, row.names),
  description: nameIn(lang, row.description, row.descriptions),
  people,
})
export const presentProof = <Row extends ProofRow>(row: Row, lang: Lang) => ({
  ...row,
  says: row.reason === null ? null : proofReasonWords[row.reason][lang],
})

/** Lists the proofs that count or wait, as the rules of days read them. */
export const countingOf = (proofs: readonly ProofRow[]): DayProof[] =>
  proofs.flatMap(({ state, day, proof, metres, made_up }) =>
    state === 'refused' ? [] : [{ day, proof, metres, made_up, waiting: state === 'waiting' }],
  )

type Whose = {
  challenge: ChallengeRow
  signup: ChallengeSignupRow
  zone: string
  people: number
  now: Date
  lang: Lang
}
export const presentMine = async (on: Db | Tx, { challenge, signup, zone, people, now, lang }: Whose) => {
  const proofs = await listProofs(on, signup.raceid, signup.id)
  const counting = countingOf(proofs)
  const today = dayIn(zone, now)
  return {
    challenge: presentChallenge(challenge, people, lang),
    zone,
    today,
    name: signup.name,
    group: signup.groupid === null ? null : ((await groupOf(on, signup.raceid, signup.groupid)) ?? null),
    standing: challengeStandingOf(challenge, counting, today),
    calendar: dayStatesOf(challenge, counting, today),
    proofs: proofs.slice(0, NEWEST).map((row) => presentProof(row, lang)),
  }
}

/** A proof with the facts from its file. The server reads the file before the transaction takes locks. */
export type Shown =
  | { proof: 'track'; track: readonly RoutePoint[]; reason: ProofReason | undefined }
  | { proof: 'photo'; mark: Buffer }
export const trackShown = (read: readonly RoutePoint[], now: Date): Shown => {
  const track = withoutSpikes(read)
  return { proof: 'track', track, reason: reasonOfFile(track, now) }
}
export const photoShown = (bytes: Uint8Array): Shown => ({
  proof: 'photo',
  mark: createHash('sha256').update(bytes).digest(),
})

export type Clocking = {
  challenge: ChallengeRow
  signup: ChallengeSignupRow
  zone: string
  now: Date
  shown: Shown
  /** The day that the person chose. */
  chosen: string | undefined
  note: string
}
const dayOf = ({ shown, zone, now, chosen }: Clocking): { day: string; today: string; trackDay: string | null } => {
  const today = dayIn(zone, now)
  const trackDay = shown.proof === 'track' && shown.track[0] ? dayIn(zone, new Date(shown.track[0][0])) : null
  return { day: chosen ?? trackDay ?? today, today, trackDay }
}
/** Checks the kind, the file and the day of a proof. A photo that fails the check is not kept. */
export const proofPlaceNow = async (on: Db | Tx, clocking: Clocking): Promise<{ made_up: boolean } | ProofReason> => {
  const { challenge, signup, shown } = clocking
  if (!challenge.proofs.includes(shown.proof)) return 'proof_kind'
  if (shown.proof === 'track' && shown.reason) return shown.reason
  return placeOfProof(challenge, countingOf(await listProofs(on, signup.raceid, signup.id)), dayOf(clocking))
}

/** Returns the columns of a row whose values come from the file of the proof. */
const shownRow = ({
  shown,
}: Clocking): Pick<NewProof, 'proof' | 'metres' | 'seconds' | 'began_at' | 'mark' | 'sketch'> => {
  if (shown.proof === 'photo')
    return { proof: 'photo', metres: 0, seconds: null, began_at: null, mark: shown.mark, sketch: null }
  const [first, last] = [shown.track[0], shown.track.at(-1)]
  if (!first || !last) return { proof: 'track', metres: 0, seconds: null, began_at: null, mark: null, sketch: null }
  return {
    proof: 'track',
    metres: routeLength(shown.track),
    seconds: Math.round((last[0] - first[0]) / 1000),
    began_at: new Date(first[0]),
    mark: null,
    sketch: trackSketch(gridOf(first), shown.track),
  }
}
const knownReason = async (tx: Tx, { challenge, shown }: Clocking, row: ReturnType<typeof shownRow>) => {
  const { raceid, id } = challenge
  if (shown.proof === 'photo') return (await isPhotoKnown(tx, raceid, id, shown.mark)) ? 'photo_known' : undefined
  const others = await listSketches(tx, raceid, id, row.metres)
  return others.some(({ sketch }) => isSameTrack(row.sketch!, sketch)) ? 'track_known' : undefined
}
/**
 * Stores a proof. A proof that does not count is stored as refused, with the reason. The lock on the challenge puts
 * proofs into an order, so that the same recording or photo counts only once. Returns undefined if the person has left
 * meanwhile.
 */
export const takeProof = async (tx: Tx, clocking: Clocking, photo: string | null): Promise<ProofRow | undefined> => {
  const { challenge, signup, now, note, shown } = clocking
  const { raceid, id } = challenge
  const fresh = await lockChallenge(tx, raceid, id)
  const own = await lockSignup(tx, raceid, signup.id)
  if (!fresh || !own || own.withdrawn_at !== null) return undefined
  const row = shownRow(clocking)
  const place = await proofPlaceNow(tx, { ...clocking, challenge: fresh })
  const reason = typeof place === 'string' ? place : await knownReason(tx, clocking, row)
  const refused = reason !== undefined
  return insertProof(
    tx,
    raceid,
    {
      challengeid: id,
      signupid: signup.id,
      day: dayOf(clocking).day,
      made_up: typeof place === 'string' ? false : place.made_up,
      ...row,
      ...(refused ? { mark: null, sketch: null, began_at: null } : {}),
      photo,
      state: refused ? 'refused' : fresh.review && shown.proof === 'photo' ? 'waiting' : 'counts',
      reason: reason ?? null,
      note,
    },
    now,
  )
}

export const isChallengeShown = ({ published_at }: Pick<ChallengeRow, 'published_at'>, now: Date): boolean =>
  published_at !== null && published_at <= now
export const hasChallenges = async (db: Db, raceid: number, now: Date): Promise<boolean> =>
  (await listChallenges(db, raceid)).some((challenge) => isChallengeShown(challenge, now))
