import { countFailure } from '#db/failures.ts'
import { type Sweep, eachInTurn } from '#db/jobs/jobs.ts'
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
  listToCheck,
  markPassChanged,
  markPassTold,
  markPassesChecked,
  racesWithPasses,
  removeDevice,
  removePassesOfRaces,
} from './updates.store.ts'

type Working = Parts & { now: Date }
const MINUTE_MS = 60_000
/** The largest number of passes that one run compares. The other passes wait for the next minute. */
const AT_ONCE = 400
/** The time after a race for which its passes still change. */
const AFTER_MS = 30 * 86_400_000

/** The pass behind a row. */
const passOf = ({ raceid, ticketid, registrationid, turn, lang, own }: SavedPassRow): SavedPass => ({
  subject: ticketid === null ? 'registration' : 'ticket',
  raceid,
  id: Number(ticketid ?? registrationid),
  turn,
  lang,
  own,
})

/** Tells the phones of a pass. Returns false if the push service asks to come again later. */
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
  const told = shown ?? (ended && walletPassOf(ended, ''))
  if (told) await google.update(told, parts.now)
}
/**
 * Compares one pass with its present contents, and tells the wallets of a change. If a wallet does not answer, the next
 * run finds the same difference and tries again.
 */
const checkPass = async (parts: Working, row: SavedPassRow): Promise<void> => {
  const { db, now } = parts
  const pass = passOf(row)
  const { fingerprint } = await presentPass(parts, pass, now)
  if (fingerprint.equals(row.fingerprint)) return
  await markPassChanged(db, row.raceid, row.serial, now)
  try {
    const [phones] = await Promise.all([tellPhones(parts, row), tellGoogle(parts, row, pass)])
    if (phones) await markPassTold(db, row.raceid, row.serial, fingerprint)
  } catch (error) {
    await countFailure(db, 'wallet', now, error)
  }
}

const changes: Sweep<Parts> = {
  name: 'passes_changed',
  everySeconds: 60,
  run: async (parts) => {
    const rows = await listToCheck(parts.db, new Date(parts.now.getTime() - MINUTE_MS / 2), AT_ONCE)
    await markPassesChecked(parts.db, rows, parts.now)
    await eachInTurn(rows, (row) => checkPass(parts, row))
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
