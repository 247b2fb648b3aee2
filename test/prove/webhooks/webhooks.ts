import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, openDb } from '#db/db.ts'
import { entrant, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { asker, openAccounts } from '../entries.ts'
import { type Killed, freePort, killHard, startServer } from '../killed.ts'

/**
 * Proves that each event reaches a receiver at least once. The receiver is a program of its own, written from
 * docs/integrate.md. It answers late, with errors and with resets, while the server is killed.
 */

const RACE = 2026

export type WebhookProof = {
  people: number
  kills: readonly Killed[]
  sideBySide: number
  slowSeconds: number
  folder: string
  say: (line: string) => void
}
export type WebhookFinding = {
  /** The events that the database holds, and the messages that the receiver kept. */
  events: number
  kept: number
  /** Messages that arrived more than once. Their id is the same each time. */
  repeated: number
  forged: number
  kills: number
  wrong: string[]
}

type ReceivedMessage = { id: string; body: { type: string; data: { registrationid?: number } } }
const keptIn = (file: string): ReceivedMessage[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => {
          const [id, body] = line.split('\t')
          return { id: id!, body: JSON.parse(body!) as ReceivedMessage['body'] }
        })
    : []

/** Starts the receiver. `forged` counts the messages whose signature it did not accept. */
const startReceiver = async (port: number, env: Record<string, string>) => {
  const program = spawn('python3', [join(import.meta.dirname, 'receiver.py'), String(port)], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const found = { program, forged: 0 }
  const up = new Promise<void>((resolve, reject) => {
    createInterface({ input: program.stdout }).on('line', (line) => {
      if (line.startsWith('listening')) resolve()
      if (line === 'forged') found.forged += 1
    })
    program.once('exit', () => reject(new Error('The receiver ended')))
  })
  await up
  return found
}

/** Lets the server send waiting messages at once, so that the proof does not wait for pauses of hours. */
const hurry = async (db: Db): Promise<void> => {
  await sql`update webhooks set rest_until = null`.execute(db)
  await sql`update graphile_worker._private_jobs j set run_at = now(), attempts = 0
    from graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'webhook send' and j.locked_at is null and j.run_at > now()`.execute(db)
}
const left = async (db: Db): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::integer as n from webhook_deliveries where state = 'waiting'`.execute(db))
    .rows[0]!.n

const stop = async (child: ChildProcess): Promise<void> => {
  const ended = new Promise((resolve) => child.once('close', resolve))
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await ended
}

const compared = async (
  db: Db,
  kept: readonly ReceivedMessage[],
): Promise<Pick<WebhookFinding, 'events' | 'repeated' | 'wrong'>> => {
  const { rows } = await sql<{ event: string; type: string; id: number }>`
    select event::text, type, (body ->> 'registrationid')::integer as id from webhook_deliveries`.execute(db)
  const { rows: people } = await sql<{ id: number }>`
    select id::integer from registrations where raceid = ${RACE}`.execute(db)
  const arrived = new Map(kept.map((one) => [one.id, one]))
  const wrong: string[] = []
  const missing = rows.filter(({ event }) => !arrived.has(event)).length
  if (missing > 0) wrong.push(`${missing} events never arrived`)
  const unknown = [...arrived.keys()].filter((id) => !rows.some(({ event }) => event === id)).length
  if (unknown > 0) wrong.push(`${unknown} messages belong to no event`)
  const created = new Set(
    kept.flatMap(({ body }) => (body.type === 'registration.created' ? [body.data.registrationid] : [])),
  )
  const unsent = people.filter(({ id }) => !created.has(id)).length
  if (unsent > 0) wrong.push(`${unsent} sign-ups were never told`)
  return { events: rows.length, repeated: kept.length - arrived.size, wrong }
}

export const proveWebhooks = async ({
  people,
  kills,
  sideBySide,
  slowSeconds,
  folder,
  say,
}: WebhookProof): Promise<WebhookFinding> => {
  const [port, receiverPort] = [await freePort(), await freePort()]
  const env = { WEBHOOK_LOOPBACK: '1' }
  let server = startServer(folder, port, env)
  await server.up
  const db = openDb(
    { host: join(folder, 'postgres'), port: 5432, user: 'startline', database: 'startline' },
    { patienceMs: 60_000 },
  )
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  await openRace({ db, clock }, { id: RACE, settings: { unpaid_most: 100_000 } })
  await openEvent({ db, clock }, { raceid: RACE, id: 1, places: people * 2, price: 0 })
  await openAccounts(db, people)
  const owner = await staffSession({ db, clock }, [{ raceid: null, role: 'owner' }])
  const given = { over: false }
  const ask = asker(`http://localhost:${port}`, given)
  const made = await ask('/console/webhooks/make', {
    raceid: RACE,
    name: 'proof',
    url: `http://127.0.0.1:${receiverPort}/`,
    events: ['registration.created', 'registration.paid'],
    _token: owner.token,
  })
  const file = join(folder, 'kept')
  const receiver = await startReceiver(receiverPort, {
    WEBHOOK_SECRET: (made.data as { secret: string }).secret,
    KEPT: file,
    SLOW_SECONDS: String(slowSeconds),
  })
  const found: WebhookFinding = { events: 0, kept: 0, repeated: 0, forged: 0, kills: 0, wrong: [] }
  let [next, done] = [0, 0]
  const lane = async () => {
    while (next < people) {
      const n = next++
      const saved = await ask('/registration/save', { ...entrant(n), _token: `prove-${n}`, _once: `sign-up-${n}` })
      if (saved.code !== '200') found.wrong.push(`a sign-up was refused: ${saved.refusal ?? saved.code}`)
      done += 1
    }
  }
  /**
   * Kills servers while messages are being sent. The first half of the kills come during the sign-ups, the others
   * afterwards, while messages still wait.
   */
  const killing = (async () => {
    const early = Math.ceil(kills.length / 2)
    for (const [at, what] of kills.entries()) {
      while (at < early && done < ((at + 1) * people) / (early + 1)) await wait(20)
      if (at >= early) await wait(1500 + Math.floor(Math.random() * 1500))
      say(`kill -9 of ${what} after ${done} sign-ups, with ${keptIn(file).length} messages kept`)
      found.kills += 1
      server = await killHard(what, server, folder, port, env)
      await server.up
    }
  })()
  const hurrying = (async () => {
    while (!given.over) {
      await hurry(db).catch(() => undefined)
      await wait(500)
    }
  })()
  try {
    await Promise.all([killing, ...Array.from({ length: sideBySide }, lane)])
    const end = Date.now() + 600_000
    while ((await left(db).catch(() => 1)) > 0 && Date.now() < end) await wait(500)
    const kept = keptIn(file)
    const { events, repeated, wrong } = await compared(db, kept)
    if (receiver.forged > 0) wrong.push(`${receiver.forged} signatures were wrong`)
    return { ...found, events, repeated, kept: kept.length, forged: receiver.forged, wrong: [...found.wrong, ...wrong] }
  } finally {
    given.over = true
    await hurrying
    await db.destroy()
    await stop(server.child)
    await stop(receiver.program)
  }
}
