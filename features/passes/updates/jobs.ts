import { countFailure } from '#db/errors/failures.ts'
import { type Sweep, throwAll } from '#db/jobs/jobs.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { racesByIds } from '#features/races/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { endedFacts } from '../facts.service.ts'
import { walletPassOf } from '../files.service.ts'
import type { SavedPass } from './serial.rules.ts'
import { presentPass } from './updates.service.ts'
import {
  type SavedPassRow,
  listPhones,
  listDue,
  listToCheck,
  markPassChanged,
  markPassSent,
  markPassesChecked,
  racesWithPasses,
  removeDevice,
  removePassesOfRaces,
} from './updates.store.ts'

type Working = Parts & { now: Date }
const MINUTE_MS = 60_000
/**
 * The number of passes that the server reads from the queue at once, and the number that it compares at the same time.
 */
const BATCH = 400
const ABREAST = 8
/**
 * The longest time of one run. The run of the next minute continues with the rest of the queue. Each run begins with
 * the passes that have waited longest.
 */
const RUN_MS = 50_000
/** A moment before every change. A pass whose last comparison has this moment is in the queue. */
const NEVER = new Date(0)
/** The time after a race for which its passes still change. */
const AFTER_MS = 30 * 86_400_000

const passOf = ({ raceid, ticketid, registrationid, turn, lang, own }: SavedPassRow): SavedPass => ({
  subject: ticketid === null ? 'registration' : 'ticket',
  raceid,
  id: Number(ticketid ?? registrationid),
  turn,
  lang,
  own,
})

/** Notifies the phones that have a changed pass. Returns false if the push service asks us to try again later. */
const tellPhones = async ({ db, seal, integrations }: Working, { raceid, serial }: SavedPassRow): Promise<boolean> => {
  const { apple } = integrations.wallets
  const phones = apple ? await listPhones(db, raceid, serial) : []
  if (!apple || phones.length === 0) return true
  await seal.prepare(raceScope(raceid))
  const tokens = new Map(
    phones.map(({ device, push_token }) => [device, seal.open(raceScope(raceid), 'pass push token', push_token)]),
  )
  const answers = await apple.push([...new Set(tokens.values())])
  for (const [device, token] of tokens)
    if (answers.get(token) === 'gone') await removeDevice(db, raceid, device, serial)
  return [...answers.values()].every((answer) => answer !== 'busy')
}
const tellGoogle = async (parts: Working, row: SavedPassRow, pass: SavedPass): Promise<void> => {
  const { google } = parts.integrations.wallets
  if (!row.google || !google) return
  const { shown } = await presentPass(parts, pass, parts.now)
  const ended = shown ? undefined : await endedFacts(parts, pass, row.serial, parts.now)
  const latest = shown ?? (ended && walletPassOf(ended, ''))
  if (latest) await google.update(latest, parts.now)
}
/**
 * Compares one pass with its present contents, and notifies the wallets if the contents have changed. Returns false if
 * a wallet does not answer. The next run then finds the same difference and tries again.
 */
const checkPass = async (parts: Working, row: SavedPassRow): Promise<boolean> => {
  const { db, now } = parts
  const pass = passOf(row)
  const { fingerprint } = await presentPass(parts, pass, now)
  if (fingerprint.equals(row.fingerprint)) return true
  await markPassChanged(db, row.raceid, row.serial, now)
  try {
    const [phones] = await Promise.all([tellPhones(parts, row), tellGoogle(parts, row, pass)])
    if (phones) await markPassSent(db, row.raceid, row.serial, fingerprint)
    return phones
  } catch (error) {
    await countFailure(db, 'wallet', now, error)
    return false
  }
}

/** The passes whose wallet did not answer, and the errors of passes that the server could not compare. */
type Checked = { unchecked: SavedPassRow[]; errors: unknown[] }
/** Compares passes, several at the same time. An error of one pass does not stop the other passes. */
const checkPasses = async (parts: Working, rows: readonly SavedPassRow[]): Promise<Checked> => {
  await markPassesChecked(parts.db, rows, parts.now)
  const rest = [...rows]
  const unchecked: SavedPassRow[] = []
  const errors: unknown[] = []
  const work = async () => {
    for (let row = rest.shift(); row; row = rest.shift())
      try {
        if (!(await checkPass(parts, row))) unchecked.push(row)
      } catch (error) {
        errors.push(error)
      }
  }
  await Promise.all(Array.from({ length: ABREAST }, work))
  return { unchecked, errors }
}
/**
 * Works through the queue of passes until it is empty or the time of a run is over. A pass is in the queue if its
 * ticket, registration, kind, event or race changed after its last comparison, or if its wallet did not answer. Returns
 * the number of passes. An error of a pass is thrown at the end, so that all other passes keep their place in the queue.
 */
export const drainPasses = async (parts: Working, batch = BATCH, runMs = RUN_MS): Promise<number> => {
  const began = performance.now()
  const [unchecked, errors]: [SavedPassRow[], unknown[]] = [[], []]
  let [count, last] = [0, batch]
  while (last === batch && performance.now() - began <= runMs) {
    const rows = await listDue(parts.db, parts.now, batch)
    const checked = await checkPasses(parts, rows)
    unchecked.push(...checked.unchecked)
    errors.push(...checked.errors)
    last = rows.length
    count += last
  }
  await markPassesChecked(parts.db, unchecked, NEVER)
  throwAll(errors)
  return count
}
const changes: Sweep<Parts> = {
  name: 'passes_changed',
  everySeconds: 60,
  run: async (parts) => {
    await drainPasses(parts)
    // A pass can change because a new day begins, for example the day from which a race shows bibs. No row changes
    // then, so the server also compares the passes whose last comparison is the longest ago.
    const oldest = await listToCheck(parts.db, new Date(parts.now.getTime() - MINUTE_MS / 2), BATCH)
    const { unchecked, errors } = await checkPasses(parts, oldest)
    await markPassesChecked(parts.db, unchecked, NEVER)
    throwAll(errors)
  },
}
const removal: Sweep<Parts> = {
  name: 'passes_over',
  everySeconds: 86_400,
  run: async ({ db, now }) => {
    const races = await racesByIds(db, await racesWithPasses(db))
    const over = races.filter(({ time }) => time.getTime() + AFTER_MS < now.getTime())
    if (over.length > 0)
      await removePassesOfRaces(
        db,
        over.map(({ id }) => id),
      )
  },
}
export const sweeps = [changes, removal]
