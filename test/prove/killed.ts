import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDb } from '#db/db.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import {
  type Acknowledged,
  EVENT,
  asker,
  endTimeToPay,
  faultsAtTheEnd,
  lostOf,
  openAccounts,
  personOf,
} from './entries.ts'

/**
 * Proves that the real server loses nothing when it is killed and started again. The server is a child process, and
 * several people's sign-ups and payments go on through every kill.
 */

const ROOT = join(import.meta.dirname, '../..')

export type Proof = {
  people: number
  places: number
  kills: readonly Killed[]
  sideBySide: number
  folder: string
  /** True if the proof ends the time to pay of open orders at once, which saves a minute. */
  hurry?: boolean
  say: (line: string) => void
}
export type KilledFinding = {
  signedUp: number
  refused: Record<string, number>
  paidAtGateway: number
  kills: number
  /** All faults, in words. The list is empty when the proof holds. */
  wrong: string[]
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

export const startServer = (
  folder: string,
  port: number,
  env: Readonly<Record<string, string>> = {},
): { child: ChildProcess; up: Promise<void> } => {
  const child = spawn(process.execPath, [join(ROOT, 'tools/start.ts')], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: '/nonexistent',
      STARTLINE_DEMO: '0',
      STARTLINE_DATA: folder,
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const up = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Startline is at ')) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', () => reject(new Error(`The server ended: ${said.slice(-500)}`)))
  })
  up.catch(() => undefined)
  return { child, up }
}

export type Killed = 'server' | 'database' | 'both'
/**
 * Kills the server, the database or both with kill -9, and starts a killed server again. If only the database was
 * killed, the running server starts the database again. Returns the server that runs afterwards.
 */
export const killHard = async (
  what: Killed,
  server: ReturnType<typeof startServer>,
  folder: string,
  port: number,
  env: Readonly<Record<string, string>> = {},
): Promise<ReturnType<typeof startServer>> => {
  const database = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  if (what !== 'database') server.child.kill('SIGKILL')
  if (what !== 'server') process.kill(database, 'SIGKILL')
  if (what === 'database') return server
  await new Promise((ended) => server.child.once('close', ended))
  return startServer(folder, port, env)
}

/**
 * Lets `people` sign up for fewer places, and most of them pay. Meanwhile the server, the database or both are killed
 * (kill -9) after equal numbers of these people, and started again. At the end nothing acknowledged is lost, nothing is
 * sold twice, and everything unfinished has ended by itself.
 */
export const proveKilled = async ({
  people,
  places,
  kills,
  sideBySide,
  folder,
  hurry = false,
  say,
}: Proof): Promise<KilledFinding> => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  let server = startServer(folder, port)
  await server.up
  const db = openDb(
    { host: join(folder, 'postgres'), port: 5432, user: 'startline', database: 'startline' },
    { patienceMs: 60_000 },
  )
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  await openRace({ db, clock }, { id: RACE, settings: { pay_minutes: 1, paypal: { currency: 'USD', rate: 7.15 } } })
  await openEvent({ db, clock }, { id: EVENT, places })
  await openAccounts(db, people)

  const given = { over: false }
  const ask = asker(origin, given)
  const found: KilledFinding = { signedUp: 0, refused: {}, paidAtGateway: 0, kills: 0, wrong: [] }
  const acknowledged: Acknowledged[] = []
  let next = 0
  let done = 0
  const person = personOf({ origin, given, ask, acknowledged, refused: found.refused })
  const lane = async () => {
    while (next < people) {
      await person(next++)
      done += 1
      if (done % 500 === 0)
        say(
          `${done} of ${people} have been through; ${acknowledged.length} signed up, ${acknowledged.filter(({ paid }) => paid).length} paid`,
        )
    }
  }

  const killing = (async () => {
    for (const [at, what] of kills.entries()) {
      while (done < ((at + 1) * people) / (kills.length + 1)) await wait(20)
      say(`kill -9 of ${what === 'both' ? 'server and database' : what} after ${done} people`)
      found.kills += 1
      server = await killHard(what, server, folder, port)
      await server.up
    }
  })()

  try {
    await Promise.all([killing, ...Array.from({ length: sideBySide }, lane)])
    say('All have been through; what is unfinished must end by itself (orders are payable for a minute)')
    if (hurry) await endTimeToPay(db)
    found.wrong.push(...(await faultsAtTheEnd(db, 240_000)), ...(await lostOf(db, acknowledged)))
    found.signedUp = acknowledged.length
    found.paidAtGateway = acknowledged.filter(({ paid }) => paid).length
    return found
  } finally {
    given.over = true
    await db.destroy()
    server.child.kill('SIGTERM')
    await new Promise((ended) =>
      server.child.exitCode === null && server.child.signalCode === null
        ? server.child.once('close', ended)
        : ended(undefined),
    )
  }
}
