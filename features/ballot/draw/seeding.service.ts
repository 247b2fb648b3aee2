import type { Tx } from '#db/db.ts'
import { addJob, eachInTurn } from '#db/jobs/jobs.ts'
import { logChange } from '#features/staff/service.ts'
import type { Parts, Who } from '#seam/server/handle.ts'
import { BeaconDown, BeaconWrong, timeOfRound } from '#integrations/beacon/client.ts'
import { isNumberAhead } from '../declared.rules.ts'
import { isPretendSource } from '../list/freezing.service.ts'
import { seedOf, sourceBytes } from './draw.rules.ts'
import { type BallotRow, findBallot, listToSeed, lockBallot, updateBallot } from '../store.ts'
import type { RuleProblem } from '../words.ts'

type Working = Pick<Parts, 'db' | 'integrations'>
/** The job that draws the lots. Its payload is the draw's key. */
export const DRAW = 'ballot draw'

/** Stores the seed of a frozen draw once, and adds the job that draws the lots. */
const takeSeed = async (
  tx: Tx,
  ballot: BallotRow,
  said: { source: string; signature: string | null },
  who: Who | undefined,
  now: Date,
): Promise<BallotRow> => {
  const { raceid, id } = ballot
  const seed = Buffer.from(seedOf(ballot.list_hash!, sourceBytes(ballot.declared.source.kind, said.source)))
  const seeded = await updateBallot(
    tx,
    ballot,
    { state: 'seeded', ...said, seed, seeded_at: now, problem: null, progress: 0 },
    now,
  )
  await logChange(tx, {
    who,
    now,
    raceid,
    what: 'ballot seeded',
    target: `ballot ${id}`,
    after: { ...said, seed: seed.toString('hex') },
  })
  await addJob(tx, DRAW, { raceid, id }, { key: `${DRAW} ${raceid}/${id}` })
  return seeded
}

/** Enters the public number, once. Nobody can change it afterwards. */
export const enterNumber = (
  db: Parts['db'],
  { raceid, id }: { raceid: number; id: number },
  number: string,
  who: Who,
  now: Date,
): Promise<{ refused: 'ballot_not_frozen' | 'ballot_by_beacon' | 'ballot_number_early' } | { ballot: BallotRow }> =>
  db.transaction().execute(async (tx) => {
    const ballot = await lockBallot(tx, raceid, id)
    if (ballot?.state !== 'frozen') return { refused: 'ballot_not_frozen' }
    const { source } = ballot.declared
    if (source.kind !== 'number') return { refused: 'ballot_by_beacon' }
    if (isNumberAhead(source, now)) return { refused: 'ballot_number_early' }
    return { ballot: await takeSeed(tx, ballot, { source: number, signature: null }, who, now) }
  })

/**
 * Asks the beacon for the round of one draw. After a wrong answer or no answer the function saves the problem, and a
 * later call asks again.
 */
const seedByBeacon = async (
  { db, integrations }: Working,
  key: { raceid: number; id: number },
  now: Date,
): Promise<void> => {
  const seen = await findBallot(db, key.raceid, key.id)
  if (seen?.state !== 'frozen' || seen.declared.source.kind !== 'beacon') return
  const { chain, round } = seen.declared.source
  const askBeacon = async (): Promise<{ source: string; signature: string } | { problem: RuleProblem } | undefined> => {
    try {
      const connected = await integrations.beacon.chain()
      if (connected.hash !== chain) return { problem: 'beacon_other' }
      if (timeOfRound(connected, round!) > now) return undefined
      // Staff may have frozen the list while the race was not published.
      if (await isPretendSource({ db, integrations }, key.raceid, seen.declared.source, now))
        return { problem: 'beacon_pretend' }
      const said = await integrations.beacon.round(round!)
      return said && { source: said.randomness, signature: said.signature }
    } catch (error) {
      if (error instanceof BeaconWrong) return { problem: 'beacon_wrong' }
      if (error instanceof BeaconDown) return { problem: 'beacon_down' }
      throw error
    }
  }
  const answer = await askBeacon()
  if (answer === undefined || ('problem' in answer && answer.problem === seen.problem)) return
  await db.transaction().execute(async (tx) => {
    const ballot = await lockBallot(tx, key.raceid, key.id)
    if (ballot?.state !== 'frozen') return
    if ('problem' in answer) await updateBallot(tx, ballot, { problem: answer.problem }, now)
    else await takeSeed(tx, ballot, answer, undefined, now)
  })
}

/** Asks the beacon for every frozen draw whose round is due. A failing draw does not delay the other draws. */
export const seedDue = async (parts: Working, now: Date): Promise<void> =>
  eachInTurn(await listToSeed(parts.db), (key) => seedByBeacon(parts, key, now))
