import { createHash, randomBytes } from 'node:crypto'
import type { Db, Tx } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { type EventRow, lockEvent, readEvent } from '#features/events/service.ts'
import { paystateOf, eventStateOf } from '#features/events/rules.ts'
import { publishedRace } from '#features/registrations/status/ownership.service.ts'
import { logChange } from '#features/staff/service.ts'
import type { Parts, Who } from '#seam/server/handle.ts'
import { type Chain, roundAt, timeOfRound } from '#integrations/beacon/client.ts'
import { servesPeople } from '#integrations/integrations.ts'
import type { BallotDeclared } from '../contract.ts'
import { isSourceLater, publishedRules } from '../declared.rules.ts'
import {
  type OpenOrderRow,
  listUnpaidEntrants,
  closeGroups,
  countEntrants,
  countUnpaidEntrants,
  insertEntries,
  listLines,
  removeEntries,
} from './entries.store.ts'
import { BALLOT_METHOD } from './list.rules.ts'
import { type BallotRow, findBallot, lockBallot, saveDrawProgress, updateBallot } from '../store.ts'
import type { RuleProblem } from '../words.ts'

type Working = Pick<Parts, 'db' | 'integrations' | 'clock'>
/** The job that makes the list. Its payload is the draw's key. */
export const FREEZE = 'ballot freeze'
export const listName = ({ raceid, id }: { raceid: number; id: number }): string => `ballots/${raceid}/${id}.list.txt`

/** Tells whether entrants of the event pay before the draw. Only paid entrants then take part. */
export const isPrepaid = (event: Pick<EventRow, 'paystate'>): boolean => paystateOf(event) === 'open'

export type WhyNotFrozen =
  | 'ballot_not_declared'
  | 'ballot_event_not_draw'
  | 'ballot_signup_open'
  | 'ballot_orders_open'
  | 'ballot_no_entries'
  | 'ballot_places_short'
  | 'ballot_source_soon'
  | 'ballot_beacon_pretend'

/**
 * The largest number of open orders that a refusal names. The draw's list cannot be frozen while such orders are open.
 */
const NAMED = 20
/** Lists the orders that payers may still pay. A draw's list cannot be frozen before they are paid or closed. */
export const openOrdersOf = async (db: Db, { raceid, id }: { raceid: number; id: number }): Promise<OpenOrderRow[]> => {
  const ballot = await findBallot(db, raceid, id)
  return ballot ? listUnpaidEntrants(db, raceid, ballot.eventid, NAMED) : []
}

/** Adds `chain` and `round` to a beacon's source. The round is the first one at or after the declared moment. */
const fixedSource = async (
  source: BallotDeclared['source'],
  { integrations }: Pick<Working, 'integrations'>,
): Promise<BallotDeclared['source']> => {
  if (source.kind !== 'beacon') return source
  const chain = await integrations.beacon.chain()
  return { ...source, chain: chain.hash, round: roundAt(chain, new Date(source.at)) }
}

/** Returns the moment from which somebody may know the seed: the beacon's round, or the number's declared moment. */
const seedMoment = (source: BallotDeclared['source'], chain: Chain | undefined): Date =>
  source.kind === 'beacon' ? timeOfRound(chain!, source.round!) : new Date(source.at!)

/**
 * Tells whether this source is a sandbox although the race is published and the installation serves real people. Nobody
 * could verify such a draw.
 */
export const isPretendSource = async (
  { db, integrations }: Pick<Working, 'db' | 'integrations'>,
  raceid: number,
  source: BallotDeclared['source'],
  now: Date,
): Promise<boolean> =>
  source.kind === 'beacon' &&
  integrations.beacon.sandbox &&
  servesPeople(integrations) &&
  (await publishedRace(db, raceid, now)) !== undefined

/** Begins the freezing. After that nobody can change the rules, and a job makes the list. */
export const beginFreezing = async (
  parts: Pick<Working, 'db' | 'integrations'>,
  { raceid, id }: { raceid: number; id: number },
  who: Who,
  now: Date,
): Promise<{ refused: WhyNotFrozen } | { ballot: BallotRow }> => {
  const seen = await findBallot(parts.db, raceid, id)
  if (seen && (await isPretendSource(parts, raceid, seen.declared.source, now)))
    return { refused: 'ballot_beacon_pretend' }
  const source = seen && (await fixedSource(seen.declared.source, parts))
  return parts.db.transaction().execute(async (tx) => {
    const ballot = await lockBallot(tx, raceid, id)
    if (!ballot || !source || ballot.state !== 'declared' || ballot.freezing_at !== null)
      return { refused: 'ballot_not_declared' }
    // Another person has changed the rules meanwhile, so the source that this call found is not the declared source.
    if (JSON.stringify(ballot.declared) !== JSON.stringify(seen.declared)) return { refused: 'ballot_not_declared' }
    const event = await lockEvent(tx, raceid, ballot.eventid)
    if (!event || eventStateOf(event) !== 'draw') return { refused: 'ballot_event_not_draw' }
    if (event.signup_until === null || event.signup_until > now) return { refused: 'ballot_signup_open' }
    const prepaid = isPrepaid(event)
    if (prepaid && (await countUnpaidEntrants(tx, raceid, ballot.eventid)) > 0) return { refused: 'ballot_orders_open' }
    if (ballot.declared.places > event.places - event.taken) return { refused: 'ballot_places_short' }
    if (source.at === undefined || !isSourceLater(new Date(source.at), now)) return { refused: 'ballot_source_soon' }
    if ((await countEntrants(tx, { raceid, eventid: ballot.eventid, prepaid })) === 0)
      return { refused: 'ballot_no_entries' }
    const frozen = await updateBallot(
      tx,
      ballot,
      {
        declared: { ...ballot.declared, source },
        freezing_at: now,
        group_salt: randomBytes(32).toString('hex'),
        problem: null,
        progress: 0,
      },
      now,
    )
    await logChange(tx, {
      who,
      now,
      raceid,
      what: 'ballot freezing',
      target: `ballot ${id}`,
      after: { declared: frozen.declared },
    })
    await addJob(tx, FREEZE, { raceid, id }, { key: `${FREEZE} ${raceid}/${id}` })
    return { ballot: frozen }
  })
}

/** Undoes the freezing and shows the reason. The organiser may then change the rules and freeze the list again. */
const undo = async (tx: Tx, ballot: BallotRow, problem: RuleProblem, now: Date): Promise<void> => {
  await removeEntries(tx, ballot.raceid, ballot.id)
  await updateBallot(tx, ballot, { freezing_at: null, group_salt: null, problem, progress: 0 }, now)
}

const stillFreezing = async (
  tx: Tx,
  { raceid, id }: { raceid: number; id: number },
): Promise<BallotRow | undefined> => {
  const ballot = await lockBallot(tx, raceid, id)
  return ballot?.state === 'declared' && ballot.freezing_at !== null && ballot.group_salt !== null ? ballot : undefined
}

/** Yields the list piece by piece, and hashes each piece. */
const pieces = async function* (
  db: Db,
  ballot: BallotRow,
  hash: ReturnType<typeof createHash>,
  page: number,
  onProgress: (lines: number) => Promise<void>,
) {
  const put = (said: string) => {
    const bytes = Buffer.from(said)
    hash.update(bytes)
    return bytes
  }
  yield put(`${BALLOT_METHOD}\n${JSON.stringify(publishedRules(ballot.raceid, ballot.eventid, ballot.declared))}\n`)
  let after: Buffer = Buffer.alloc(0)
  for (let listed = 0; ;) {
    const lines = await listLines(db, ballot.raceid, ballot.id, after, page)
    if (lines.length === 0) return
    yield put(lines.map(({ line }) => `${line}\n`).join(''))
    after = lines.at(-1)!.entry
    listed += lines.length
    await onProgress(listed)
  }
}

type Freezing = { seen: BallotRow; page: number; step: () => void }

/** Makes the entries, a page at a time. This step takes half of the time of a freezing. */
const makeEntries = async ({ db, clock }: Working, { seen, page, step }: Freezing): Promise<void> => {
  const { raceid, id: ballotid, eventid } = seen
  const prepaid = isPrepaid((await readEvent(db, raceid, eventid, clock(), true))!)
  const expected = Math.max(1, await countEntrants(db, { raceid, eventid, prepaid }))
  for (let listed = 0; ;) {
    const n = await db.transaction().execute(async (tx) => {
      const ballot = await stillFreezing(tx, seen)
      if (!ballot) return 0
      const { declared, group_salt } = ballot
      return insertEntries(tx, { raceid, ballotid, eventid, declared, prepaid, groupSalt: group_salt! }, page)
    })
    step()
    if (n === 0) return
    listed += n
    await saveDrawProgress(db, seen, Math.min(0.5, listed / expected / 2))
  }
}

/**
 * Closes the groups. If no draw can use the list, the function undoes the freezing. Returns undefined in this case, and
 * if the freezing has already ended.
 */
const checkEntries = ({ db, clock }: Working, seen: BallotRow) =>
  db.transaction().execute(async (tx) => {
    const ballot = await stillFreezing(tx, seen)
    if (!ballot) return undefined
    const { entries, direct, largest } = await closeGroups(tx, seen.raceid, seen.id)
    const problem = direct > ballot.declared.places ? 'too_many_direct' : largest > 50 ? 'group_too_big' : undefined
    if (problem) await undo(tx, ballot, problem, clock())
    return problem ? undefined : { ballot, entries }
  })

const writeList = async (
  { db, integrations }: Working,
  { seen, page, step }: Freezing,
  { ballot, entries }: { ballot: BallotRow; entries: number },
): Promise<Buffer> => {
  const hash = createHash('sha256')
  await integrations.files.writeFrom(
    listName(seen),
    pieces(db, ballot, hash, page, async (lines) => {
      step()
      await saveDrawProgress(db, seen, 0.5 + Math.min(0.5, lines / entries / 2))
    }),
  )
  return hash.digest()
}

/**
 * Makes the list and freezes it. Each salt is saved at once, so that the freezing continues after a kill and gives the
 * same list. `page` is the number of entries of one step. A million entries need some 20 MB of memory. The function
 * calls `step` after each page.
 */
export const freezeList = async (
  parts: Working,
  { raceid, id }: { raceid: number; id: number },
  { page = 20_000, step = () => undefined }: { page?: number; step?: () => void } = {},
): Promise<void> => {
  const { db, integrations, clock } = parts
  const seen = await findBallot(db, raceid, id)
  if (seen?.state !== 'declared' || seen.freezing_at === null) return
  const freezing = { seen, page, step }
  await makeEntries(parts, freezing)
  const checked = await checkEntries(parts, seen)
  if (!checked) return
  const { entries, ballot: declared } = checked
  const list_hash = await writeList(parts, freezing, checked)
  const { source } = declared.declared
  const chain = source.kind === 'beacon' ? await integrations.beacon.chain() : undefined
  await db.transaction().execute(async (tx) => {
    const ballot = await stillFreezing(tx, seen)
    if (!ballot) return
    const now = clock()
    // The hash must be public before anybody can know the seed. A later hash would prove nothing.
    if (seedMoment(source, chain) <= now) return undo(tx, ballot, 'source_passed', now)
    await updateBallot(
      tx,
      ballot,
      { state: 'frozen', list_hash, entries, frozen_at: now, progress: 0, problem: null },
      now,
    )
    await logChange(tx, {
      who: undefined,
      now,
      raceid,
      what: 'ballot frozen',
      target: `ballot ${id}`,
      after: { entries, list_hash: list_hash.toString('hex') },
    })
  })
}
