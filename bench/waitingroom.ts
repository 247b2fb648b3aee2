import { sql } from 'kysely'
import Fastify from 'fastify'
import formbody from '@fastify/formbody'
import type { AddressInfo } from 'node:net'
import { drawDueRooms, writeTicket } from '#features/waitingrooms/service.ts'
import { POLLS_PER_SECOND } from '#features/waitingrooms/rules.ts'
import { RACE, openRace } from '#test/entrants.ts'
import { conclude, openGround, openLoad, quantile, say } from './ground/ground.ts'

/**
 * Measures polls with a hundred thousand people in the waiting room, over HTTP. Each person has a ticket and gets a
 * signed answer. The limit for comparison is a Fastify server that answers a constant. The waiting room tells each
 * person when to poll again, so that all people together poll at most POLLS_PER_SECOND times a second.
 */
const WAITING = Number(process.argv[2] ?? 100_000)
const SECONDS = 5
const SOCKETS = 64

const { parts, port, close } = await openGround()
const { db, seal } = parts
try {
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  await openRace({ db, clock })
  const opens = new Date(Date.now() - 1000)
  await sql`insert into waiting_rooms (raceid, gathers_at, opens_at, paces, use_seconds, per_network, next, created_at, updated_at)
    values (${RACE}, ${opens}::timestamptz - interval '1 hour', ${opens}, ${JSON.stringify([{ from: opens.toISOString(), per_second: 20 }])}::jsonb, 600, 1000000, ${WAITING + 1}, now(), now())`.execute(
    db,
  )
  await sql`insert into waiting_tickets (raceid, uid, network, arrived_at) select ${RACE}, n, sha256(int4send(n)), ${opens}::timestamptz - interval '1 minute'
    from generate_series(1, ${WAITING}::integer) n`.execute(db)
  const drawing = performance.now()
  await drawDueRooms(db, new Date())
  const drawn = (performance.now() - drawing) / 1000
  say(`${WAITING} people were put into random order in ${drawn.toFixed(2)} s`)
  const { rows } = await sql<{
    id: number
    uid: number
    number: number
  }>`select id, uid, number from waiting_tickets where raceid = ${RACE}`.execute(db)
  const tickets = await Promise.all(
    rows.map(({ id, uid, number }) => writeTicket(seal, { raceid: RACE, uid, id, number })),
  )
  const shared = {
    sockets: SOCKETS,
    made: 'poll' as const,
    from: 0,
    count: WAITING,
    raceid: RACE,
    eventid: 0,
    seconds: SECONDS,
    tickets,
  }
  const report = await (await openLoad({ ...shared, port })).fire()
  const perSecond = report.at.length / SECONDS
  const p99 = quantile(
    report.ms.toSorted((a, b) => a - b),
    0.99,
  )

  const bare = Fastify()
  await bare.register(formbody)
  bare.post('/waiting/poll', async () => ({ code: '200', msg: '', data: { poll_ms: 100_000 } }))
  await bare.listen({ port: 0, host: '127.0.0.1' })
  const least = await (await openLoad({ ...shared, port: (bare.server.address() as AddressInfo).port })).fire()
  await bare.close()
  const limit = least.at.length / SECONDS
  say(`polls ${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms; answers ${JSON.stringify(report.codes)}`)
  say(`bare Fastify ${limit.toFixed(0)}/s; needed with ${WAITING} waiting: ${POLLS_PER_SECOND}/s`)
  conclude({
    name: 'waitingroom',
    waiting: WAITING,
    per_second: perSecond,
    limit_per_second: limit,
    ratio: perSecond / limit,
    p99_ms: p99,
    needed_per_second: POLLS_PER_SECOND,
    draw_seconds: drawn,
    reached: perSecond >= POLLS_PER_SECOND,
  })
} finally {
  await close()
}
