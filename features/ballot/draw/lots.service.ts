import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { addJob } from '#db/jobs/jobs.ts'
import { logChange } from '#features/staff/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { DIRECT, DRAWN } from './draw.rules.ts'
import type { DrawRequest, DrawReply } from './draw.worker.ts'
import { type DrawnEntry, writeFates } from '../list/entries.store.ts'
import { listName } from '../list/freezing.service.ts'
import { BALLOT_METHOD } from '../list/list.rules.ts'
import { DRAW } from './seeding.service.ts'
import { type BallotRow, findBallot, lockBallot, saveDrawProgress, updateBallot } from '../store.ts'

type Working = Pick<Parts, 'db' | 'integrations' | 'clock'>
type Outcome = Exclude<DrawReply, { done: number }>

export const outcomeName = ({ raceid, id }: { raceid: number; id: number }): string =>
  `ballots/${raceid}/${id}.outcome.txt`

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
/** The program that drew: the method and this program's version. */
export const CODE_VERSION = `${BALLOT_METHOD} (Startline ${version})`

/**
 * Draws in a separate thread. With 1,133,813 entries the thread needs about 400 MB, for the list (some 50 MB), the
 * scores and the outcome.
 */
const drawBeside = (request: DrawRequest, onProgress: (done: number) => void): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./draw.worker.ts', import.meta.url), { workerData: request })
    worker.on('message', (said: DrawReply) => {
      if ('done' in said) onProgress(said.done)
      else resolve(said)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`The draw ended with ${code} and no outcome`)))
  })

const countsOf = (ballot: BallotRow, { fate, segment }: Outcome): Record<string, number> => {
  const counts: Record<string, number> = {
    ...Object.fromEntries(ballot.declared.segments.map(({ name }) => [name, 0])),
    direct: 0,
    drawn: 0,
    wait: 0,
  }
  const names = ballot.declared.segments.map(({ name }) => name)
  for (let n = 0; n < fate.length; n++) {
    if (fate[n] === DIRECT) counts.direct!++
    else if (fate[n] === DRAWN) {
      counts.drawn!++
      counts[names[segment[n]!]!]!++
    } else counts.wait!++
  }
  return counts
}

const drawnAt = ({ ids, fate, segment, code }: Outcome, n: number): DrawnEntry => {
  const entry = Buffer.from(ids.buffer, ids.byteOffset + 16 * n, 16)
  if (fate[n] === DIRECT) return { entry, fate: 'direct', segment: null, code: null }
  return fate[n] === DRAWN
    ? { entry, fate: 'drawn', segment: segment[n]!, code: null }
    : { entry, fate: 'wait', segment: null, code: code[n]! }
}

/**
 * Draws the lots of a ballot with a seed, from its published list. After a kill the draw begins again and has the same
 * outcome. The function calls `step` after each chunk.
 */
export const drawLots = async (
  { db, integrations, clock }: Working,
  { raceid, id }: { raceid: number; id: number },
  { chunk = 5_000, step = () => undefined }: { chunk?: number; step?: () => void } = {},
): Promise<void> => {
  const ballot = await findBallot(db, raceid, id)
  if (ballot?.state !== 'seeded') return
  const bytes = await integrations.files.read(listName(ballot))
  if (!bytes || !createHash('sha256').update(bytes).digest().equals(ballot.list_hash!)) {
    await updateBallot(db, ballot, { problem: 'list_gone' }, clock())
    throw new Error(`The list of ballot ${raceid}/${id} is not the published one`)
  }
  let saving = Promise.resolve()
  const outcome = await drawBeside(
    { list: bytes, kind: ballot.declared.source.kind, source: ballot.source! },
    (done) => {
      saving = saving.then(() => saveDrawProgress(db, ballot, done / 2)).catch(() => undefined)
    },
  )
  await saving
  if (!ballot.seed!.equals(outcome.seed)) throw new Error(`The seed of ballot ${raceid}/${id} is not its list's`)
  const { length } = outcome.fate
  for (let from = 0; from < length; from += chunk) {
    const drawn = Array.from({ length: Math.min(chunk, length - from) }, (_, at) => drawnAt(outcome, from + at))
    await writeFates(db, raceid, id, drawn)
    step()
    await saveDrawProgress(db, ballot, 0.5 + (from + drawn.length) / length / 2)
  }
  await integrations.files.write(outcomeName(ballot), outcome.text)
  const outcome_hash = createHash('sha256').update(outcome.text).digest()
  await db.transaction().execute(async (tx) => {
    const held = await lockBallot(tx, raceid, id)
    if (held?.state !== 'seeded') return
    const now = clock()
    const counts = countsOf(held, outcome)
    await updateBallot(
      tx,
      held,
      { state: 'drawn', outcome_hash, counts, code_version: CODE_VERSION, drawn_at: now, problem: null, progress: 0 },
      now,
    )
    await logChange(tx, {
      who: undefined,
      now,
      raceid,
      what: 'ballot drawn',
      target: `ballot ${id}`,
      after: { counts, outcome_hash: outcome_hash.toString('hex') },
    })
  })
}

/** Starts the draw again by hand after the job runner stopped trying. */
export const startDraw = (
  db: Parts['db'],
  { raceid, id }: { raceid: number; id: number },
  now: Date,
): Promise<{ refused: 'ballot_not_seeded' } | { ballot: BallotRow }> =>
  db.transaction().execute(async (tx) => {
    const ballot = await lockBallot(tx, raceid, id)
    if (ballot?.state !== 'seeded') return { refused: 'ballot_not_seeded' }
    await addJob(tx, DRAW, { raceid, id }, { key: `${DRAW} ${raceid}/${id}` })
    return { ballot: await updateBallot(tx, ballot, { problem: null, progress: 0 }, now) }
  })
