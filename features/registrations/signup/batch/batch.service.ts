import type { Db, Tx } from '#db/db.ts'
import { inNamedBatches } from '#db/sharing/batch.ts'
import { violationOf } from '#db/errors/violation.ts'
import type { EntryDecision, EntryRefusal, WhyNotIn } from '../../inventory/places.rules.ts'
import { type Coming, type SavedAnswer, writeAccepted } from './accepted.service.ts'
import { type WaitingSignup, decideSignups, latestMoment } from './decision.service.ts'
import { measuredBatch } from '#db/measures.ts'

/** A refusal of a sign-up. `from` and `to` are the former and the present price, in fen. */
export type NotIn = { refused: WhyNotIn; from?: number | undefined; to?: number | undefined }
export type SignupOutcome = { saved: SavedAnswer } | NotIn | { failed: unknown }
const notIn = ({ outcome, from, to }: EntryRefusal): NotIn => ({ refused: outcome, from, to })

/**
 * The most sign-ups in one batch. A batch is the group of sign-ups that one transaction writes. A batch of this size
 * holds its lock for about ten milliseconds (docs/decisions).
 */
export const MOST = 500

/** Writes one batch of one event in one transaction. It accepts or refuses each sign-up separately. */
const commit = async (tx: Tx, waiting: readonly WaitingSignup[]): Promise<SignupOutcome[]> => {
  const now = latestMoment(waiting)
  const { events, counters, answered, decisions, sold } = await decideSignups(tx, waiting, now, false)
  const coming = waiting.flatMap((one, at): Coming[] => {
    const how = decisions[at]!
    return how.outcome === 'in' ? [{ one, how, event: events.get(one.eventid)!, beside: sold.get(one) }] : []
  })
  const saved = (await writeAccepted(tx, coming, counters, now)).values()
  const outcomes = decisions.map((decision, at): SignupOutcome | undefined => {
    if (decision.outcome === 'in') return { saved: saved.next().value! }
    if (decision.outcome === 'answered')
      return { saved: answered.get(waiting[at]!.once!.row.toString('hex')) as SavedAnswer }
    return decision.outcome === 'same' ? undefined : notIn(decision)
  })
  return outcomes.map(
    (outcome, at) => outcome ?? outcomes[(decisions[at] as Extract<EntryDecision, { outcome: 'same' }>).as]!,
  )
}

/**
 * Enters several sign-ups of one race in the caller's transaction, under one order. It enters all of them, or it writes
 * nothing and names the first refused sign-up. These sign-ups have no key of a repeated call (`once`).
 */
export const enterTogether = async (
  tx: Tx,
  waiting: readonly WaitingSignup[],
  subject: string,
): Promise<{ saved: SavedAnswer[] } | (NotIn & { person: number })> => {
  const now = latestMoment(waiting)
  const { events, counters, decisions, sold } = await decideSignups(tx, waiting, now, true)
  const coming: Coming[] = []
  for (const [person, how] of decisions.entries()) {
    const one = waiting[person]!
    if (how.outcome === 'in') coming.push({ one, how, event: events.get(one.eventid)!, beside: sold.get(one) })
    else if (how.outcome === 'answered' || how.outcome === 'same')
      throw new Error('Of several people none repeats a call by itself')
    else return { ...notIn(how), person }
  }
  return { saved: await writeAccepted(tx, coming, counters, now, subject) }
}

/** Finds the outcome of a single sign-up that a constraint of the database refused. */
const refusedBy = (error: unknown): SignupOutcome => {
  const violation = violationOf(error)
  if (violation?.constraint === 'one_live_registration_per_document') return { refused: 'already_registered' }
  if (violation?.constraint === 'places_are_not_oversold') return { refused: 'sold_out' }
  if (violation?.constraint === 'codes_are_not_overused') return { refused: 'invite_used_up' }
  return { failed: error }
}

const single = async (db: Db, one: WaitingSignup): Promise<SignupOutcome> => {
  for (const again of [true, true, false]) {
    try {
      return (await db.transaction().execute((tx) => commit(tx, [one])))[0]!
    } catch (error) {
      // A violation in `once_answers` means that another call with the same key was faster. The next try finds the
      // answer of that call. Any other error, and an error of the last try, is the outcome.
      if (!again || violationOf(error)?.table !== 'once_answers') return refusedBy(error)
    }
  }
  return { failed: new Error('not reached') }
}

/**
 * Writes a batch of sign-ups. If the batch fails, the function writes its sign-ups one by one, so that a fault in one
 * sign-up does not stop another sign-up.
 */
export const commitBatch = async (db: Db, waiting: readonly WaitingSignup[]): Promise<SignupOutcome[]> => {
  try {
    return await db.transaction().execute((tx) => commit(tx, waiting))
  } catch (error) {
    if (waiting.length === 1 && violationOf(error) === undefined) return [{ failed: error }]
    const outcomes: SignupOutcome[] = []
    for (const one of waiting) outcomes.push(await single(db, one))
    return outcomes
  }
}

const enter = inNamedBatches(MOST, ({ db }: { db: Db }, waiting: WaitingSignup[]) =>
  measuredBatch('sign-up', (all: WaitingSignup[]) => commitBatch(db, all))(waiting),
)

/**
 * Waits for the event's next batch and returns this sign-up's own outcome. While one batch commits, the next batch
 * collects sign-ups, and no timer runs. Each event has its own queue in each process. Batches of different processes
 * wait for the lock of the event's row.
 */
export const enterBatch = (db: Db, one: WaitingSignup): Promise<SignupOutcome> =>
  enter({ db }, `${one.raceid}/${one.eventid}`, one)
