import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openDb } from '#db/db.ts'
import { type DatabaseNode, makePrimary, makeStandby, promote, waitForStandby } from '#test/databases/node.ts'
import { type Acknowledged, asker, endTimeToPay, faultsAtTheEnd, lostOf, personOf } from '../entries.ts'
import { freePort, startServer } from '../killed.ts'
import { openSignUp, signUpAll } from './load.ts'
import { type Pointer, openPointer } from './pointer.ts'

/**
 * The settings of the proof that no acknowledged sign-up is lost if the primary database fails in the middle of
 * sign-ups. The streaming standby has each commit before the commit is acknowledged, and takes over. All processes are
 * real.
 */
export type StandbyProof = {
  people: number
  places: number
  sideBySide: number
  folder: string
  /** True if the proof ends the time to pay of open orders at once, which saves a minute. */
  hurry?: boolean
  say: (line: string) => void
}
export type StandbyFinding = {
  signedUp: number
  paidAtGateway: number
  refused: Record<string, number>
  /** Failed answers that people saw, by kind. People repeated each failed call until it succeeded. */
  seen: Record<string, number>
  /** The number of sign-ups that the server acknowledged while the standby was frozen for two seconds. */
  whileFrozen: number
  /** Milliseconds from the kill to the end of the promotion, and to the first answered sign-up. */
  promotedMs: number
  backMs: number
  wrong: string[]
}

const STANDBY = 'standby'
const FROZEN_MS = 2000

/** The databases of one proof. `pointer` is the address at which the server reaches its database. */
type Machines = { primary: DatabaseNode; standby: DatabaseNode; pointer: Pointer }

/**
 * Starts the killed primary again and writes there. The write must not be acknowledged, because no standby follows this
 * node any more: two primaries must never both take sign-ups.
 */
const oldPrimaryAcknowledges = async ({ primary }: Machines): Promise<boolean> => {
  await primary.start()
  const client = new pg.Client({ host: '127.0.0.1', port: primary.port, user: 'startline', database: 'startline' })
  client.on('error', () => undefined)
  await client.connect()
  const written = client.query(`insert into ids values ('prove', 1, 1)`).then(
    () => true,
    () => false,
  )
  const acknowledged = await Promise.race([written, wait(2000).then(() => false)])
  await primary.kill()
  return acknowledged
}

/**
 * Freezes the standby for a while. Returns the number of sign-ups that the server acknowledged meanwhile, without the
 * sign-ups that were under way when the freeze began.
 */
const acknowledgedWhileFrozen = async ({ standby }: Machines, acknowledged: readonly unknown[]): Promise<number> => {
  standby.freeze()
  try {
    // A commit that the standby had before the freeze may still be acknowledged.
    await wait(300)
    const before = acknowledged.length
    await wait(FROZEN_MS)
    return acknowledged.length - before
  } finally {
    standby.thaw()
  }
}

const loseThePrimary = async (
  { primary, standby, pointer }: Machines,
  answered: () => number,
): Promise<{ promotedMs: number; backMs: number }> => {
  const began = performance.now()
  await primary.kill()
  pointer.pointTo(undefined)
  pointer.cut()
  await promote(standby)
  const promotedMs = Math.round(performance.now() - began)
  pointer.pointTo(standby.port)
  const before = answered()
  for (const end = Date.now() + 60_000; answered() === before; await wait(5))
    if (Date.now() > end) throw new Error('No sign-up is answered after the promotion')
  return { promotedMs, backMs: Math.round(performance.now() - began) }
}

export const proveStandby = async (proof: StandbyProof): Promise<StandbyFinding> => {
  const { people, places, folder, say, hurry = false } = proof
  const primary = await makePrimary(join(folder, 'primary'), await freePort())
  const standby = await makeStandby(primary, join(folder, 'standby'), await freePort(), STANDBY)
  await waitForStandby(primary, STANDBY)
  const pointer = await openPointer(primary.port)
  const machines: Machines = { primary, standby, pointer }
  const url = `postgres://startline@127.0.0.1:${pointer.port}/startline`
  const port = await freePort()
  const server = startServer(join(folder, 'data'), port, { DATABASE_URL: url })
  const db = openDb({ url }, { patienceMs: 60_000 })
  const given = { over: false }
  const found: StandbyFinding = {
    signedUp: 0,
    paidAtGateway: 0,
    refused: {},
    seen: {},
    whileFrozen: 0,
    promotedMs: 0,
    backMs: 0,
    wrong: [],
  }
  try {
    await server.up
    await openSignUp(db, places, people)
    const origin = `http://localhost:${port}`
    const acknowledged: Acknowledged[] = []
    const ask = asker(origin, given, (kind) => void (found.seen[kind] = (found.seen[kind] ?? 0) + 1))
    const person = personOf({ origin, given, ask, acknowledged, refused: found.refused })
    await signUpAll(proof, person, async (reach) => {
      await reach(people / 4)
      say('The standby is frozen for two seconds')
      found.whileFrozen = await acknowledgedWhileFrozen(machines, acknowledged)
      await reach(people / 2)
      say('kill -9 of the primary')
      const refusals = () => Object.values(found.refused).reduce((sum, one) => sum + one, 0)
      Object.assign(found, await loseThePrimary(machines, () => acknowledged.length + refusals()))
      say(`Promoted after ${found.promotedMs} ms, the next sign-up answered after ${found.backMs} ms`)
      if (await oldPrimaryAcknowledges(machines)) found.wrong.push('the old primary acknowledges a write')
    })
    if (found.whileFrozen > 0) found.wrong.push(`${found.whileFrozen} sign-ups were acknowledged without the standby`)
    if (hurry) await endTimeToPay(db)
    found.wrong.push(...(await faultsAtTheEnd(db, 240_000)), ...(await lostOf(db, acknowledged)))
    found.signedUp = acknowledged.length
    found.paidAtGateway = acknowledged.filter(({ paid }) => paid).length
    return found
  } finally {
    given.over = true
    await db.destroy()
    server.child.kill('SIGTERM')
    if (server.child.exitCode === null && server.child.signalCode === null)
      await new Promise((ended) => server.child.once('close', ended))
    await pointer.close()
    await primary.kill()
    await standby.kill()
  }
}
