import type { AddressInfo } from 'node:net'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { type Db, named } from '#db/db.ts'
import { openOrders } from '#features/orders/service.ts'
import { insertRegistrations, type NewRow } from '#features/registrations/signup/insertRegistrations.store.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import type { LoadReport } from './ground/load.ts'
import { ownSeconds } from './ground/processor.ts'
import { openSignups } from './ground/signups.ts'
import { conclude, openAccounts, openGround, openLoad, quantile, say } from './ground/ground.ts'

/**
 * Measures sign-up on one event with a fixed number of places, over HTTP. Each call has a logged-in account of its own.
 * The limit for comparison is the rate at which the same database takes the same ready-made rows (registrations,
 * orders, ledger), 500 rows in a statement. The database is durable, so an answer means a commit on the disk.
 */
const PLACES = Number(process.argv[2] ?? 30_000)
const OVER = Math.ceil(PLACES / 20)
const WARM = 4000
const PRICE = 12_000
const IN_FLIGHT = 256
/**
 * `bare` is the most processor time of a sign-up, as a multiple of the time of a bare answer. A bare answer is an
 * answer of Fastify with one select, for a body of the same size. `bare_p99` is the same multiple for the time of 99 of
 * 100 answers. Machines differ by a factor of two, so these two goals stand beside the goals in absolute numbers.
 */
const GOAL = { per_second: 5000, p99_ms: 150, ratio: 0.1, bare: 2, bare_p99: 12 }

const exactness = async (db: Db, eventid: number) => {
  const { rows } = await sql<{
    taken: number
    held: number
    people: number
    orders: number
    unbalanced: number
    shirts: number
    all_shirts: number
    zone: number
  }>`
    select e.taken,
      (select count(*) from registrations r where r.raceid = e.raceid and r.eventid = e.id and r.place_held) as held,
      (select count(distinct document_ix) from registrations r where r.raceid = e.raceid and r.eventid = e.id) as people,
      (select count(*) from orders) as orders, (select count(*) from order_books where raceid = e.raceid and not balanced) as unbalanced,
      (select taken from counters c where c.raceid = e.raceid and c.eventid = e.id and kind = 'clothes') as shirts,
      (select taken from counters c where c.raceid = e.raceid and c.eventid = 0 and kind = 'clothes') as all_shirts,
      (select taken from counters c where c.raceid = e.raceid and c.eventid = e.id and kind = 'zone') as zone
    from events e where e.raceid = ${RACE} and e.id = ${eventid}`.execute(db)
  return rows[0]!
}

/**
 * Copies up to 15,000 registrations of the measured event into another race, each with a new order. Returns the
 * registrations a second, which are the limit for comparison.
 */
const limit = async (db: Db, eventid: number): Promise<number> => {
  await openRace({ db, clock }, { id: RACE + 1 })
  await openEvent({ db, clock }, { raceid: RACE + 1, id: eventid, places: PLACES })
  const { rows } = await sql<NewRow>`select *
      from registrations
      where raceid = ${RACE} and eventid = ${eventid}
      order by id
      limit 15000`.execute(db)
  const ready = rows.map((row) => ({
    ...row,
    answers: JSON.stringify(row.answers),
    addons: JSON.stringify(row.addons),
    price_by: row.price_by && JSON.stringify(row.price_by),
    consents: JSON.stringify(row.consents),
    qualifying: row.qualifying && JSON.stringify(row.qualifying),
    inviteid: null,
  }))
  const now = new Date()
  let seconds = 0
  for (let at = 0; at < ready.length; at += 500) {
    const batch = ready.slice(at, at + 500)
    const openings = batch.map(({ uid }) => ({
      room: 'registrations',
      uid,
      fee: PRICE,
      subject: '江城马拉松 半程马拉松',
      payEnd: now,
    }))
    const began = performance.now()
    await db.transaction().execute(async (tx) => {
      const orders = await openOrders(tx, RACE + 1, openings, now)
      await insertRegistrations(
        tx,
        RACE + 1,
        batch.map((row, n) => ({ ...row, orderid: orders[n]!.id })),
        [],
        now,
      )
    })
    seconds += (performance.now() - began) / 1000
  }
  return ready.length / seconds
}

/**
 * Starts a server that does the least work for a call of this size: it reads the form, finds the account and answers.
 */
const openBare = async (db: Db) => {
  const app = Fastify()
  await app.register(formbody)
  app.post<{ Body: { _token: string } }>('/one', async (request) => {
    const [row] = await named<{ uid: number }>(
      db,
      'bench one account',
      'select uid, mobile_mask, created_at from accounts where uid = $1',
      [Number(request.body._token.slice('bench-'.length)) + 1],
    )
    return { code: '200', msg: '', data: row }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() }
}

/** Sends all calls. `us` is the processor time of a call in microseconds. `p50` and `p99` are in milliseconds. */
const timed = async (load: { fire: () => Promise<LoadReport> }, calls: number) => {
  const [used, began] = [ownSeconds(), performance.now()]
  const report = await load.fire()
  const us = ((ownSeconds() - used) / calls) * 1e6
  const sorted = report.ms.toSorted((a, b) => a - b)
  return {
    report,
    us,
    seconds: (performance.now() - began) / 1000,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
  }
}

const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
const { parts, port, close } = await openGround()
const { db } = parts
const bare = await openBare(db)
try {
  const total = PLACES + OVER
  await openSignups(db, clock, { 1: WARM, 2: PLACES })
  await openAccounts(db, 0, total + WARM)
  await sql`vacuum analyze`.execute(db)
  say(`Warming up with ${WARM} sign-ups, then ${total} people for ${PLACES} places, ${IN_FLIGHT} in flight`)
  const common = { port, sockets: IN_FLIGHT, made: 'signup' as const, raceid: RACE }
  await (await openLoad({ ...common, from: total, count: WARM, eventid: 1 })).fire()
  const load = await openLoad({ ...common, from: 0, count: total, eventid: 2 })
  await sql`checkpoint`.execute(db)
  const ours = await timed(load, total)
  const { report, seconds, p99 } = ours
  const won = report.at.length
  const perSecond = won / (Math.max(...report.at) / 1000)
  const found = await exactness(db, 2)
  const exact =
    won === PLACES &&
    found.taken === PLACES &&
    found.held === PLACES &&
    found.people === PLACES &&
    found.orders === PLACES + WARM &&
    found.unbalanced === 0 &&
    found.shirts === PLACES &&
    found.all_shirts === PLACES + WARM &&
    found.zone === PLACES
  const bareLoad = { ...common, port: bare.port, path: '/one', from: 0, eventid: 2 }
  await (await openLoad({ ...bareLoad, count: WARM })).fire()
  const theirs = await timed(await openLoad({ ...bareLoad, count: total }), total)
  const best = await limit(db, 2)
  const ratio = perSecond / best
  say(
    `answers: ${JSON.stringify(report.codes)} in ${seconds.toFixed(1)} s; places ${PLACES}, taken ${found.taken}, held ${found.held}, people ${found.people}: ${exact ? 'exact' : 'NOT EXACT'}`,
  )
  say(
    `server ${ours.us.toFixed(0)} µs of processor per call (${((ours.us * total) / seconds / 1e4).toFixed(0)} % of one), load generator ${((report.cpu / total) * 1e6).toFixed(0)} µs`,
  )
  say(
    `sign-ups      ${perSecond.toFixed(0)}/s   p50 ${ours.p50.toFixed(0)} ms   p99 ${p99.toFixed(0)} ms   goal ${GOAL.per_second}/s, ${GOAL.p99_ms} ms`,
  )
  const beside = { us: ours.us / theirs.us, p99: p99 / theirs.p99 }
  say(
    `bare answer   ${(theirs.report.at.length / theirs.seconds).toFixed(0)}/s   ${theirs.us.toFixed(0)} µs   p99 ${theirs.p99.toFixed(0)} ms   a sign-up costs ${beside.us.toFixed(2)} times as much (goal ${GOAL.bare}), p99 ${beside.p99.toFixed(1)} times (goal ${GOAL.bare_p99})`,
  )
  say(`one statement ${best.toFixed(0)}/s   ratio ${ratio.toFixed(3)}   goal ${GOAL.ratio}`)
  const isBeside = beside.us <= GOAL.bare && beside.p99 <= GOAL.bare_p99
  const reached = exact && isBeside && perSecond >= GOAL.per_second && p99 <= GOAL.p99_ms && ratio >= GOAL.ratio
  conclude({
    name: 'signup',
    per_second: perSecond,
    limit_per_second: best,
    ratio,
    p99_ms: p99,
    in_flight: IN_FLIGHT,
    places: PLACES,
    exact,
    server_us_per_call: ours.us,
    bare_us_per_call: theirs.us,
    bare_ratio: beside.us,
    bare_p99_ratio: beside.p99,
    reached,
  })
  if (!exact) process.exitCode = 1
} finally {
  await bare.close()
  await close()
}
