import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, openDb } from '#db/db.ts'
import { entrant, openEvent, openRace } from '#test/entrants.ts'

/**
 * Proves that the real server loses nothing when it is killed and started again. It is a child process, and several
 * people's sign-ups and payments go on through every kill.
 */

const RACE = 2026
const EVENT = 1
const METHODS = ['wechat', 'alipay', 'cmb', 'paypal'] as const
const ROOT = join(import.meta.dirname, '../..')

export type Proof = {
  people: number
  places: number
  kills: readonly Killed[]
  sideBySide: number
  folder: string
  /** Makes orders due at once, so that the proof does not wait until their time to pay is over. */ hurry?: boolean
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
 * Kills with kill -9. It starts a killed server again, and a living server restarts a database that was killed alone.
 * Returns the server that runs afterwards.
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

type Envelope = { code: string; refusal?: string; data: unknown }
/**
 * Makes a person's call and repeats it until it succeeds, whatever the network says. A write carries the same `_once`
 * each time.
 */
export const asker =
  (origin: string, given: { over: boolean }) =>
  async (path: string, fields: Record<string, unknown>): Promise<Envelope> => {
    const body = new URLSearchParams(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
    )
    for (;;) {
      if (given.over) throw new Error('The proof was given up')
      try {
        const answer = (await (
          await fetch(origin + path, { method: 'POST', body, signal: AbortSignal.timeout(15_000) })
        ).json()) as Envelope
        if (answer.code !== '500' && answer.code !== '429' && answer.refusal !== 'gateway_down') return answer
      } catch {
        // The server was killed, or is not back yet.
      }
      await wait(100)
    }
  }

export type PayTarget = {
  url: string | null
  code_url: string | null
  form: { action: string; fields: Record<string, string> } | null
}
/** The fields that a browser would send with the page's form. */
const pressed = (page: string): { action: string; body: URLSearchParams } => ({
  action: /action="([^"]+)"/.exec(page)?.[1] ?? '',
  body: new URLSearchParams([
    ...[...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
      ([, name, value]) =>
        [name!, value!.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))] as [
          string,
          string,
        ],
    ),
    ['do', 'pay'],
  ]),
})
/** Opens the gateway's page and presses "pay". Returns true once the gateway has accepted the payment. */
export const payAtGateway = async (way: PayTarget, origin: string, given: { over: boolean }): Promise<boolean> => {
  for (;;) {
    if (given.over) return false
    try {
      const signal = () => AbortSignal.timeout(15_000)
      const shown = await (way.form
        ? fetch(new URL(way.form.action, origin), {
            method: 'POST',
            body: new URLSearchParams(way.form.fields),
            signal: signal(),
          })
        : fetch(new URL(way.code_url ?? way.url ?? '', origin), {
            headers: { 'accept-language': 'en' },
            signal: signal(),
          }))
      const page = await shown.text()
      const { action, body } = pressed(page)
      // The page of a paid or ended trade has no form to press.
      if (shown.ok && !action) return /Payment succeeded|Payment approved|支付成功|已同意付款/.test(page)
      if (shown.ok) {
        const answer = await fetch(new URL(action, origin), {
          method: 'POST',
          body,
          redirect: 'manual',
          signal: signal(),
        })
        const said = await answer.text()
        if (answer.status === 303 || answer.ok) return answer.status === 303 || /Payment succeeded|支付成功/.test(said)
      }
    } catch {
      // The server was killed, or is not back yet.
    }
    await wait(100)
  }
}

export const openAccounts = async (db: Db, count: number) =>
  sql`with made as (
      insert into accounts (created_at, updated_at) select now(), now()
      from generate_series(1, ${count}::integer)
      returning uid
    ), numbered as (select uid, row_number() over () - 1 as n from made)
    insert into sessions (token_hash, kind, uid, created_at, seen_at, expires_at, user_agent, address)
    select sha256(convert_to('prove-' || n, 'UTF8')), 'runner', uid, now(), now(), now() + interval '30 days',
      'prove', '10.0.0.0/24'
    from numbered`.execute(db)

type Count = { what: string; n: number }
/** The faults at the end, as counts that must all be zero. */
const faults = async (db: Db): Promise<Count[]> => {
  const { rows } = await sql<Count>`
    with live as (select * from registrations where raceid = ${RACE} and deleted_at is null and closed_at is null)
    select 'places counted that are not held, or held and not counted' as what,
      abs((select taken from events where raceid = ${RACE} and id = ${EVENT}) - (select count(*) from live where place_held)) as n
    union all select 'places beyond the places', (select greatest(taken - places, 0) from events where raceid = ${RACE} and id = ${EVENT})
    union all select 'documents with two live registrations', (select count(*) from (select document_ix from live group by document_ix having count(*) > 1) twice)
    union all select 'orders neither paid nor closed', (select count(*) from orders where raceid = ${RACE} and state = 'open')
    union all select 'live registrations that are not paid', (select count(*) from live where pay_at is null)
    union all select 'paid orders without a live registration', (select count(*) from orders o where o.raceid = ${RACE} and o.state = 'paid' and not exists (select from live r where r.orderid = o.id))
    union all select 'orders whose ledger does not balance', (select count(*) from order_books where raceid = ${RACE} and not balanced)
    union all select 'refunds that are not done', (select count(*) from refunds where raceid = ${RACE} and state <> 'done')`.execute(
    db,
  )
  return rows.map(({ what, n }) => ({ what, n: Number(n) }))
}

/**
 * Lets `people` sign up for fewer places. Most of them pay, while the server, the database or both are killed (kill -9)
 * at even distances and started again. At the end nothing acknowledged is lost, nothing is sold twice, and everything
 * unfinished has ended by itself.
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
  const acknowledged: { key: string; paid: boolean }[] = []
  let next = 0
  let done = 0
  const person = async (n: number) => {
    const _token = `prove-${n}`
    const saved = await ask('/registration/save', { ...entrant(n), _token, _once: `sign-up-${n}` })
    if (saved.code !== '200') {
      const why = saved.refusal ?? saved.code
      found.refused[why] = (found.refused[why] ?? 0) + 1
      return
    }
    const entry = { key: (saved.data as { _key: string })._key, paid: false }
    acknowledged.push(entry)
    // Every seventh person only looks.
    if (n % 7 === 3) return
    const payment = METHODS[n % METHODS.length]!
    const begun = await ask('/registration/pay', {
      id: entry.key,
      payment,
      ...(payment === 'wechat' ? { way: 'native' } : {}),
      _token,
    })
    const next = (begun.data as { next?: PayTarget | null } | null)?.next
    // Only our server takes a payment that was approved at PayPal; at the other gateways the payer has paid.
    if (next) entry.paid = (await payAtGateway(next, origin, given)) && payment !== 'paypal'
  }
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
    if (hurry)
      await sql`update orders set pay_end = now(), close_at = now() where raceid = ${RACE} and state = 'open'`.execute(
        db,
      )
    const end = Date.now() + 240_000
    let left: Count[] = []
    do {
      await wait(500)
      // A pool whose every connection was killed mends itself, but one query may still meet a dead connection.
      left = (await faults(db).catch(() => undefined)) ?? [{ what: 'the database does not answer', n: 1 }]
    } while (left.some(({ n }) => n > 0) && Date.now() < end)
    for (const { what, n } of left) if (n > 0) found.wrong.push(`${n} ${what}`)

    const { rows } = await sql<{ _key: string; paid: boolean; back: boolean }>`
      select r._key, r.pay_at is not null as paid,
        exists (select from refunds f where f.raceid = r.raceid and f.orderid = r.orderid and f.state = 'done') as back
      from registrations r where r.raceid = ${RACE}`.execute(db)
    const kept = new Map(rows.map((row) => [row._key, row]))
    const lost = acknowledged.filter(({ key }) => !kept.has(key)).length
    if (lost > 0) found.wrong.push(`${lost} acknowledged sign-ups are lost`)
    const unpaid = acknowledged.filter(({ key, paid }) => paid && !kept.get(key)?.paid && !kept.get(key)?.back).length
    if (unpaid > 0)
      found.wrong.push(`${unpaid} payments that the gateway acknowledged are neither with us nor on their way back`)
    if (new Set(acknowledged.map(({ key }) => key)).size !== acknowledged.length)
      found.wrong.push('two people were given one registration')
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
