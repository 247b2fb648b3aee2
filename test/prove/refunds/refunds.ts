import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, openDb } from '#db/db.ts'
import { entrant, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type PayTarget, asker, openAccounts, payAtGateway } from '../entries.ts'
import { type Killed, freePort, killHard, startServer } from '../killed.ts'
import { booksOf } from '../promoted.ts'

/**
 * Refunds everybody of a race in bulk on the real server, while server and database are killed. A second member of
 * staff approves. The sandbox gateway finishes a refund three seconds after the server asked for it. The proof: the
 * gateway's own books have one refund for each trade, to the fen.
 */

const RACE = 2026
const EVENT = 1
/** An odd price: the race keeps 20 % of it, rounded down to 1999 fen. */
const PRICE = 9_999
const BACK = 8_000
export type RefundsProof = {
  people: number
  kills: readonly Killed[]
  sideBySide: number
  folder: string
  say: (line: string) => void
}
export type RefundsProved = { people: number; back: number; kills: number; seconds: number; wrong: string[] }

const faults = async (db: Db, people: number): Promise<string[]> => {
  const { rows } = await sql<{ what: string; n: number }>`
    with all_of as (select * from registrations where raceid = ${RACE})
    select 'runners who did not leave' as what, (select count(*) from all_of where exited_at is null) as n
    union all select 'places that are still held', (select count(*) from all_of where place_held)
    union all select 'refunds beyond one for each, or missing', abs(${people} - (select count(*) from refunds where raceid = ${RACE}))
    union all select 'refunds that are not done', (select count(*) from refunds where raceid = ${RACE} and state <> 'done')
    union all select 'rows that gave back another amount', (select count(*) from bulk_rows where raceid = ${RACE} and back is distinct from ${BACK}::bigint)
    union all select 'orders out of balance', (select count(*) from order_books where raceid = ${RACE} and not balanced)`.execute(
    db,
  )
  return rows.filter(({ n }) => Number(n) > 0).map(({ what, n }) => `${n} ${what}`)
}

/** Compares the gateway's own books with the amounts that had to go back. */
const faultsOfBooks = (folder: string, people: number): string[] => {
  const paid = booksOf(folder).filter((trade) => trade.paid > 0)
  const astray = paid.filter((trade) => trade.paid !== PRICE || trade.back !== BACK).length
  return [
    ...(paid.length === people ? [] : [`${paid.length} trades were paid for ${people} people`]),
    ...(astray === 0 ? [] : [`${astray} trades of the gateway's own books have another amount`]),
  ]
}

type Line = { state: string; done: number; unchanged: number; not_done: number; total: number }
type Asks = ReturnType<typeof asker>
const must = async <Data>(asks: Asks, path: string, fields: Record<string, unknown>): Promise<Data> => {
  const { code, refusal, data } = await asks(path, fields)
  if (code !== '200') throw new Error(`${path} was refused: ${refusal ?? code}`)
  return data as Data
}
const countOf = async (db: Db, query: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  Number((await query.execute(db)).rows[0]?.n ?? 0)

type Running = { db: Db; asks: Asks; origin: string; given: { over: boolean } }
const payEverybody = async ({ db, asks, origin, given }: Running, { people, sideBySide }: RefundsProof) => {
  let next = 0
  const lane = async () => {
    while (next < people) {
      const n = next++
      const fields = { ...entrant(n, { eventid: EVENT }), _token: `prove-${n}`, _once: `sign-up-${n}` }
      const { _key } = await must<{ _key: string }>(asks, '/registration/save', fields)
      const way = { id: _key, payment: 'wechat', way: 'native', _token: `prove-${n}` }
      const begun = await must<{ next: PayTarget | null }>(asks, '/registration/pay', way)
      if (!begun.next || !(await payAtGateway(begun.next, origin, given))) throw new Error(`Payment ${n} failed`)
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, lane))
  const paid = sql<{ n: number }>`select count(*) as n from registrations where raceid = ${RACE} and pay_at is not null`
  while ((await countOf(db, paid)) < people) await wait(100)
}

const beginRefunds = async ({ db, asks }: Running, people: number, wrong: string[]) => {
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  const [first, second] = [
    await staffSession({ db, clock }, [{ raceid: RACE, role: 'cashier' }]),
    await staffSession({ db, clock }, [{ raceid: RACE, role: 'cashier' }]),
  ]
  const bulk = <Data>(name: string, fields: Record<string, unknown>, { token }: { token: string } = first) =>
    must<Data>(asks, `/console/registrations/bulk/${name}`, { raceid: RACE, _token: token, ...fields })
  const chosen = { action: 'refund', filter: {} }
  const how = { refund: 'kept', percent: 20 }
  type Preview = { total: number; upto: number; money: { amount: number } }
  const { total, upto, money } = await bulk<Preview>('preview', { ...chosen, input: how })
  if (money.amount !== BACK * people) wrong.push(`The preview showed ${money.amount} fen`)
  const input = { ...how, reason: '台风红色预警，赛事取消' }
  const begun = { ...chosen, input, total, upto, amount: money.amount, _once: 'refund' }
  const { id } = await bulk<{ id: number }>('start', begun)
  const own = await asks('/console/registrations/bulk/approve', { raceid: RACE, id, _token: first.token })
  if (own.refusal !== 'bulk_same_person') wrong.push(`The same person may approve: ${own.code}`)
  await bulk('approve', { id, _once: 'approve' }, second)
  return { show: async () => (await bulk<{ bulk: Line }>('show', { id })).bulk }
}

/** Waits until the rows with an outcome and the finished refunds together reach a goal. Returns their number. */
const untilReached = async (db: Db, goal: number): Promise<number> => {
  const progress = sql<{ n: number }>`
    select (select count(*) from bulk_rows where raceid = ${RACE} and outcome is not null)
      + (select count(*) from refunds where raceid = ${RACE} and state = 'done') as n`
  for (;;) {
    const now = await countOf(db, progress).catch(() => 0)
    if (now >= goal) return now
    await wait(10)
  }
}
const untilRight = async (db: Db, people: number): Promise<string[]> => {
  const end = Date.now() + 600_000
  for (;;) {
    const wrong = await faults(db, people).catch(() => ['the database does not answer'])
    if (wrong.length === 0 || Date.now() > end) return wrong
    await wait(500)
  }
}

export const proveRefunds = async (proof: RefundsProof): Promise<RefundsProved> => {
  const { people, kills, folder, say } = proof
  const port = await freePort()
  let server = startServer(folder, port)
  await server.up
  const host = { host: join(folder, 'postgres'), port: 5432, user: 'startline', database: 'startline' }
  const db = openDb(host, { patienceMs: 60_000 })
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  const given = { over: false }
  const origin = `http://localhost:${port}`
  const running = { db, asks: asker(origin, given), origin, given }
  const found: RefundsProved = { people, back: 0, kills: 0, seconds: 0, wrong: [] }
  try {
    await openRace({ db, clock }, { id: RACE, settings: { approval_above: 1 } })
    await openEvent({ db, clock }, { id: EVENT, price: PRICE, places: people })
    await openAccounts(db, people)
    await payEverybody(running, proof)
    say(`${people} have paid`)
    const began = performance.now()
    const action = await beginRefunds(running, people, found.wrong)
    for (const [at, what] of kills.entries()) {
      const now = await untilReached(db, Math.floor(((at + 1) * people * 2) / (kills.length + 1)))
      say(`kill -9 of ${what === 'both' ? 'server and database' : what} at ${now} of ${people * 2} steps`)
      found.kills += 1
      server = await killHard(what, server, folder, port)
      await server.up
    }
    found.wrong.push(...(await untilRight(db, people)))
    const line = await action.show()
    if (line.state !== 'ended' || line.done !== people) found.wrong.push(`The action is ${JSON.stringify(line)}`)
    found.seconds = Math.round((performance.now() - began) / 1000)
    found.back = booksOf(folder).reduce((sum, { back }) => sum + back, 0)
    found.wrong.push(...faultsOfBooks(folder, people))
    return found
  } finally {
    given.over = true
    await db.destroy()
    const { child } = server
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await new Promise((ended) => child.once('close', ended))
  }
}
