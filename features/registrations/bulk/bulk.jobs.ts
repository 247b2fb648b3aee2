import type { Db, Tx } from '#db/db.ts'
import { isDatabaseAway } from '#db/pool.ts'
import { type Job, addJob } from '#db/jobs/jobs.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { staffNow } from '#features/staff/service.ts'
import { type Parts, hasRight } from '#seam/server/handle.ts'
import { raceGiven } from '../status/ownership.service.ts'
import { type BulkAction, type BulkWorking, type RowOutcome, bulkActionNamed } from './action.service.ts'
import { BULK, openRequest } from './bulk.service.ts'
import { type BulkRow, endBulk, findBulk, holdRunning, markRow, markRows, nextRows } from './bulk.store.ts'
import { bulkWords } from './bulk.words.ts'

/** The time after which a job begins no further rows. Other jobs can then run, and a server can stop. */
const TURN_MS = 3_000
const ROWS_AT_A_TIME = 50
/** The number of rows that one transaction does, if the action does several at once. */
const ROWS_OF_A_BATCH = 500

type Working = Parts & { now: Date }
type ToDo = { registrationid: number; before: object | null; amount: number | null }

/** The error that rolls the transaction back if another worker has marked the row meanwhile. */
class DoneBefore extends Error {}
/** The error that rolls the transaction back if somebody has stopped the action meanwhile. */
class Stopped extends Error {}

/** Tells whether an error comes from the database and not from the row, such as a broken connection or a deadlock. */
const mayPass = (error: unknown): boolean =>
  isDatabaseAway(error) || /^(08|40|53|55|57)/.test(String((error as { code?: unknown }).code ?? ''))

/**
 * The number of tries after which a row counts as failed. A broken connection causes several kinds of errors, and some
 * of them look like errors of the row.
 */
const TRIES = 3

/**
 * Works on one row. The change and the mark of the row are in one transaction. If a rule answers without a write,
 * only the mark is written. A row that fails `TRIES` times is marked as failed, so that the other rows go on.
 */
const doRow = async (
  working: Omit<BulkWorking, 'beside' | 'amount'>,
  bulk: BulkRow,
  work: { action: BulkAction<unknown>; input: unknown },
  todo: ToDo,
  tries = 1,
): Promise<void> => {
  const { action, input } = work
  const { registrationid, before } = todo
  const { db, race, now } = working
  const row = { raceid: race.id, bulkid: bulk.id, registrationid }
  const mark = async (tx: Tx, found: RowOutcome) => {
    if (!(await holdRunning(tx, race.id, bulk.id))) throw new Stopped()
    return markRow(tx, row, found, now)
  }
  const beside = async (tx: Tx, found: RowOutcome): Promise<void> => {
    if (!(await mark(tx, found))) throw new DoneBefore()
  }
  let found: RowOutcome
  try {
    const given = { ...working, beside, amount: bulk.amount === null ? undefined : todo.amount }
    found = await (bulk.undoes === null
      ? action.run(given, registrationid, input)
      : action.undo!.run(given, registrationid, input, before))
  } catch (error) {
    if (error instanceof DoneBefore) return
    if (error instanceof Stopped) throw error
    // The row did not cause the error. The row stays open, and the job tries again.
    if (mayPass(error)) throw error
    if (tries < TRIES) return doRow(working, bulk, work, todo, tries + 1)
    found = { outcome: 'left', why: bulkWords.failed }
    await db.transaction().execute((tx) => mark(tx, found))
    return
  }
  await db.transaction().execute((tx) => mark(tx, found))
}

/**
 * Works on some rows in one transaction, together with their marks. Returns false if the action cannot work on several
 * rows at once, or if it fails. The job then does each row in a transaction of its own, so that one row does not stop
 * the other rows.
 */
const didBatch = async (
  working: Omit<BulkWorking, 'beside' | 'amount'>,
  bulk: BulkRow,
  { action, input }: { action: BulkAction<unknown>; input: unknown },
  rows: readonly ToDo[],
): Promise<boolean> => {
  if (bulk.undoes !== null || !action.runBatch) return false
  const { race, now } = working
  const beside = async (tx: Tx, found: ReadonlyMap<number, RowOutcome>): Promise<void> => {
    if (!(await holdRunning(tx, race.id, bulk.id))) throw new Stopped()
    if ((await markRows(tx, { raceid: race.id, bulkid: bulk.id }, found, now)) < found.size) throw new DoneBefore()
  }
  const ids = rows.map(({ registrationid }) => registrationid)
  try {
    await action.runBatch({ ...working, beside }, ids, input)
    return true
  } catch (error) {
    // Another worker is doing these rows too. The next round of this job finds the rows that are still open.
    if (error instanceof DoneBefore) return true
    if (error instanceof Stopped) throw error
    if (mayPass(error)) throw error
    return false
  }
}

const end = (db: Db, raceid: number, id: number, state: 'ended' | 'stopped', now: Date): Promise<void> =>
  db.transaction().execute((tx) => endBulk(tx, raceid, id, state, now))

/**
 * Works on an action until the time of the job (`TURN_MS`) is over. Returns true if nothing is left to do, also after
 * the action was stopped.
 */
const doSome = async (parts: Working, raceid: number, id: number): Promise<boolean> => {
  const { db, seal, clock } = parts
  await seal.prepare('accounts')
  await seal.prepare(raceScope(raceid))
  const until = performance.now() + TURN_MS
  for (;;) {
    const now = clock()
    const bulk = await findBulk(db, raceid, id)
    if (bulk?.state !== 'running') return true
    const race = await raceGiven(db, raceid, now)
    const action = bulkActionNamed(bulk.action)
    const who = await staffNow(db, bulk.staffid)
    // The person who began the action may have lost the right since then.
    if (!race || !action || !hasRight(who, action.right, raceid)) {
      await end(db, raceid, id, 'stopped', now)
      return true
    }
    const rows = await nextRows(db, raceid, id, action.runBatch ? ROWS_OF_A_BATCH : ROWS_AT_A_TIME)
    if (rows.length === 0) {
      await end(db, raceid, id, 'ended', now)
      return true
    }
    const work = { action, input: openRequest(seal, raceid, bulk) }
    const common = { ...parts, bulkid: id, race, who, confirmedAt: bulk.created_at }
    if (!(await didBatch({ ...common, now }, bulk, work, rows)))
      for (const row of rows) {
        // A row may ask a gateway before its transaction, so a stop is looked for before each row.
        if ((await findBulk(db, raceid, id))?.state !== 'running') return true
        await doRow({ ...common, now: clock() }, bulk, work, row)
        if (performance.now() > until) return false
      }
    if (performance.now() > until) return false
  }
}

export const goOnWithBulk: Job<Parts>['run'] = async (payload, working) => {
  const { raceid, id } = payload as { raceid: number; id: number }
  const isOver = await doSome(working, raceid, id).catch((error: unknown) => {
    if (error instanceof Stopped) return true
    throw error
  })
  if (isOver) return
  await working.db.transaction().execute((tx) => addJob(tx, BULK, { raceid, id }, { key: `${BULK} ${raceid}/${id}` }))
}

export const jobs: Job<Parts>[] = [{ name: BULK, run: goOnWithBulk }]
