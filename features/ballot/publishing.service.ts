import { type Settled, settleDraw } from '#features/registrations/draw/drawOutcome.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import type { Db, Tx } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { keepEventDrawAt, setEventDrawAt } from '#features/events/service.ts'
import { logChange } from '#features/staff/service.ts'
import type { Parts, Who } from '#seam/server/handle.ts'
import { countToApply, listToApply, markApplied } from './list/entries.store.ts'
import {
  type BallotRow,
  findBallot,
  listLate,
  listToPublish,
  lockBallot,
  saveDrawProgress,
  updateBallot,
} from './store.ts'
import type { RuleProblem } from './words.ts'

type Working = Pick<Parts, 'db' | 'seal' | 'clock'>
type Key = { raceid: number; id: number }
/** The job that applies the outcome to the registrations. Its payload is the draw's key. */
export const PUBLISH_BALLOT = 'ballot publish'
/** The seconds after which the job tries again if places are missing. */
const AGAIN_SECONDS = 30
/** The fates in the order in which the job applies them. Winners get places before anybody gets a waiting code. */
const passes = [['direct', 'drawn'], ['wait']] as const

const jobOf = ({ raceid, id }: Key) => ({ key: `${PUBLISH_BALLOT} ${raceid}/${id}` })

/**
 * Begins to publish a draw. The function removes the time of the draw from the event until all entrants have their
 * outcome. Otherwise an entrant without an outcome would read that the draw is over.
 */
const start = async (tx: Tx, ballot: BallotRow, who: Who | undefined, now: Date): Promise<BallotRow> => {
  const { raceid, id, eventid } = ballot
  await setEventDrawAt(tx, raceid, eventid, null, now)
  await logChange(tx, { who, now, raceid, what: 'ballot publishing', target: `ballot ${id}` })
  await addJob(tx, PUBLISH_BALLOT, { raceid, id }, jobOf(ballot))
  return updateBallot(
    tx,
    ballot,
    {
      state: 'publishing',
      progress: 0,
      problem: null,
      draw_at: ballot.draw_at && ballot.draw_at < now ? ballot.draw_at : now,
    },
    now,
  )
}

export const startPublishing = (
  db: Db,
  { raceid, id }: Key,
  who: Who | undefined,
  now: Date,
): Promise<{ refused: 'ballot_not_drawn' } | { ballot: BallotRow }> =>
  db.transaction().execute(async (tx) => {
    const ballot = await lockBallot(tx, raceid, id)
    return ballot?.state === 'drawn' ? { ballot: await start(tx, ballot, who, now) } : { refused: 'ballot_not_drawn' }
  })

/**
 * Begins to publish the draws whose hour has come. If a draw is not ready at its hour, the function removes the hour
 * from the event, so that runners see no hour that has passed.
 */
export const publishDue = async (db: Db, now: Date): Promise<void> => {
  for (const key of await listToPublish(db, now)) await startPublishing(db, key, undefined, now)
  for (const { raceid, id, eventid } of await listLate(db, now)) {
    await db.transaction().execute(async (tx) => {
      const ballot = await lockBallot(tx, raceid, id)
      if (!ballot?.draw_at || ballot.draw_at > now) return
      if (ballot.state !== 'published' && ballot.state !== 'cancelled')
        await setEventDrawAt(tx, raceid, eventid, null, now)
    })
  }
}

/**
 * Applies the outcome, a chunk in each transaction, and every entry exactly once. After a kill the publication
 * continues with the remaining entries. The function calls `step` after each chunk.
 */
export const publishOutcome = async (
  parts: Working,
  { raceid, id }: Key,
  { chunk = 1_000, step = () => undefined }: { chunk?: number; step?: () => void } = {},
): Promise<void> => {
  const { db, seal, clock } = parts
  const seen = await findBallot(db, raceid, id)
  if (seen?.state !== 'publishing') return
  const race = await raceGiven(db, raceid, clock())
  if (!race) throw new Error(`There is no race ${raceid}`)
  await seal.prepare(raceScope(raceid))
  await seal.prepare('accounts')
  const total = Math.max(1, seen.entries ?? 0)
  let left = await countToApply(db, raceid, id)

  /** Applies the next chunk. Returns the id of its last entry, or undefined if nothing is left to apply. */
  const next = (fates: readonly string[], after: number, stuck: Set<Settled['outcome']>): Promise<number | undefined> =>
    db.transaction().execute(async (tx) => {
      const ballot = await lockBallot(tx, raceid, id)
      if (ballot?.state !== 'publishing') return undefined
      const lots = await listToApply(tx, raceid, id, fates, after, chunk)
      if (lots.length === 0) return undefined
      const now = clock()
      const settled = await settleDraw(tx, { seal, race, eventid: ballot.eventid, payEnd: ballot.pay_end, now }, lots)
      const applied = settled.filter(({ outcome }) => outcome === 'done' || outcome === 'gone').map((one) => one.id)
      await markApplied(tx, raceid, id, applied, now)
      for (const { outcome } of settled) if (outcome !== 'done' && outcome !== 'gone') stuck.add(outcome)
      left -= applied.length
      return lots.at(-1)!.id
    })

  const stuck = new Set<Settled['outcome']>()
  for (const fates of passes)
    for (let after: number | undefined = 0; after !== undefined;) {
      after = await next(fates, after, stuck)
      step()
      await saveDrawProgress(db, seen, Math.min(1, 1 - left / total))
    }
  await finish(
    parts,
    seen,
    [...stuck].find(
      (outcome): outcome is RuleProblem & Settled['outcome'] =>
        outcome === 'sold_out' || outcome === 'clothes_gone' || outcome === 'bus_full',
    ),
  )
}

/**
 * Publishes the ballot when all entrants have their outcome. Otherwise the ballot shows the problem, and the job tries
 * again.
 */
const finish = async ({ db, clock }: Working, { raceid, id }: Key, problem: RuleProblem | undefined): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const ballot = await lockBallot(tx, raceid, id)
    if (ballot?.state !== 'publishing') return
    const now = clock()
    if ((await countToApply(tx, raceid, id)) > 0) {
      await updateBallot(tx, ballot, { problem: problem ?? null }, now)
      await addJob(
        tx,
        PUBLISH_BALLOT,
        { raceid, id },
        { ...jobOf(ballot), runAt: new Date(now.getTime() + (problem ? AGAIN_SECONDS : 1) * 1000) },
      )
      return
    }
    await setEventDrawAt(tx, raceid, ballot.eventid, now, now)
    await keepEventDrawAt(tx, raceid, ballot.eventid, false, now)
    await updateBallot(tx, ballot, { state: 'published', published_at: now, problem: null, progress: 1 }, now)
    await logChange(tx, {
      who: undefined,
      now,
      raceid,
      what: 'ballot published',
      target: `ballot ${id}`,
      after: { counts: ballot.counts, outcome_hash: ballot.outcome_hash?.toString('hex') },
    })
  })
}
