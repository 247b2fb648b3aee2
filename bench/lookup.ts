import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AddressInfo } from 'node:net'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { from } from 'pg-copy-streams'
import { keyFrom } from '#contract/scalars.ts'
import { type Db, named, poolOf } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { maskIdnum } from '#features/people/rules.ts'
import { RACE, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { conclude, openGround, openLoad, quantile, say } from './ground/ground.ts'
import type { LoadReport } from './ground/load.ts'

/**
 * Measures the public look-up by identity number among a million registrations. Every call comes from an address of its
 * own. The limit for comparison is a Fastify server with one prepared select by primary key. The two servers take turns
 * in one process.
 */
const PEOPLE = Number(process.argv[2] ?? 1_000_000)
const SOCKETS = 64
const ROUNDS = 4
const SECONDS = 4
const GOAL = { ratio: 0.6 }

const states = ['normal', 'normal', 'normal', 'draw', 'undraw', 'wait', 'audit'] as const

/**
 * Writes invented people by COPY. Each person has values of their own in the columns that the look-up reads. The values
 * of the other columns are sealed once and repeated.
 */
const fill = async (db: Db, seal: Seal): Promise<void> => {
  const scope = raceScope(RACE)
  await seal.prepare(scope)
  const hex = (bytes: Buffer) => `\\\\x${bytes.toString('hex')}`
  const sealed = {
    idnum: hex(seal.seal(scope, 'idnum', idnumOf(1))),
    birth: hex(seal.seal(scope, 'birth', '1990-01-01')),
    mobile: hex(seal.seal(scope, 'mobile', '13900000000')),
  }
  const digits = (n: number) => Uint8Array.from({ length: 22 }, (_, at) => Math.floor(n / 58 ** at) % 58)
  function* lines() {
    for (let n = 0; n < PEOPLE; n++) {
      const idnum = idnumOf(n)
      const index = seal.blind(scope, 'idnum', idnum)
      const state = states[n % states.length]!
      const paid = n % 3 === 0 ? '2026-03-01T00:00:00Z' : '\\N'
      yield `${RACE}\t${keyFrom(RACE, digits(n))}\t${1 + (n % 4)}\t1\t${state}\t沈跑跑\tidcard\t${sealed.idnum}\t${maskIdnum(idnum)}\t${hex(index)}\t${hex(index)}\t${sealed.birth}\t${sealed.mobile}\t139****0000\tmale\t12000\t${paid}\t2026-03-01T00:00:00Z\t2026-03-01T00:00:00Z\n`
    }
  }
  const client = await poolOf(db).connect()
  try {
    const copy = client.query(
      from(
        'copy registrations (raceid, _key, eventid, uid, state, name, idtype, idnum, idnum_mask, idnum_ix, document_ix, birth, mobile, mobile_mask, gender, price, pay_at, created_at, updated_at) from stdin',
      ),
    )
    await pipeline(Readable.from(lines(), { objectMode: true, highWaterMark: 1000 }), copy)
  } finally {
    client.release()
  }
  await sql`vacuum analyze registrations`.execute(db)
}

/** Opens a bare server that does only the least work for a look-up. */
const openBare = async (db: Db) => {
  const app = Fastify({ trustProxy: true })
  await app.register(formbody)
  app.post<{ Body: { id: string } }>('/one', async (request) => {
    const [row] = await named<{ name: string }>(
      db,
      'bench one',
      'select _key, raceid, eventid, name, bib, state, pay_at from registrations where raceid = $1 and id = $2',
      [RACE, Number(request.body.id)],
    )
    return { code: '200', msg: '', data: [row] }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() }
}

const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
const { parts, port, close } = await openGround()
const { db, seal } = parts
const bare = await openBare(db)
try {
  await openRace({ db, clock })
  for (const id of [1, 2, 3, 4])
    await openEvent({ db, clock }, { id, places: PEOPLE, state: id === 2 ? 'draw' : 'normal' })
  const began = performance.now()
  await fill(db, seal)
  say(`${PEOPLE} registrations are in after ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const base = {
    sockets: SOCKETS,
    made: 'lookup' as const,
    count: 120_000,
    raceid: RACE,
    eventid: 1,
    people: PEOPLE,
    seconds: SECONDS,
  }
  const ours: LoadReport[] = []
  const theirs: LoadReport[] = []
  const processor = { ours: 0, theirs: 0 }
  const timed = async (who: 'ours' | 'theirs', request: Parameters<typeof openLoad>[0]): Promise<LoadReport> => {
    const load = await openLoad(request)
    const before = process.cpuUsage()
    const report = await load.fire()
    const { user, system } = process.cpuUsage(before)
    processor[who] += user + system
    return report
  }
  for (let round = -1; round < ROUNDS; round++) {
    // Round -1 warms up. Addresses differ from round to round, so that the server remembers no caller.
    const mine = await timed('ours', { ...base, port, from: (round + 1) * 120_000 })
    const other = await timed('theirs', { ...base, port: bare.port, path: '/one', from: (round + 1) * 120_000 })
    if (round < 0) {
      processor.ours = processor.theirs = 0
      continue
    }
    ours.push(mine)
    theirs.push(other)
    say(
      `round ${round + 1}: look-up ${(mine.at.length / SECONDS).toFixed(0)}/s, Fastify and one select ${(other.at.length / SECONDS).toFixed(0)}/s`,
    )
  }
  const count = (all: readonly LoadReport[]) => all.reduce((sum, { at }) => sum + at.length, 0)
  const perSecond = count(ours) / (ROUNDS * SECONDS)
  const best = count(theirs) / (ROUNDS * SECONDS)
  const ratio = perSecond / best
  const p99 = quantile(
    ours.flatMap(({ ms }) => ms).toSorted((a, b) => a - b),
    0.99,
  )
  const refused = ours.reduce(
    (sum, { codes }) =>
      sum + Object.entries(codes).reduce((more, [code, times]) => more + (code === '200' ? 0 : times), 0),
    0,
  )
  const us = { ours: processor.ours / count(ours), theirs: processor.theirs / count(theirs) }
  say(
    `look-up                ${perSecond.toFixed(0)}/s   p99 ${p99.toFixed(1)} ms   ${us.ours.toFixed(0)} µs of processor   refused ${refused}`,
  )
  say(
    `Fastify and one select ${best.toFixed(0)}/s   ${us.theirs.toFixed(0)} µs of processor   ratio ${ratio.toFixed(3)}   goal ${GOAL.ratio}`,
  )
  conclude({
    name: 'lookup',
    per_second: perSecond,
    limit_per_second: best,
    ratio,
    p99_ms: p99,
    registrations: PEOPLE,
    refused,
    server_us_per_call: us.ours,
    limit_us_per_call: us.theirs,
    reached: ratio >= GOAL.ratio && refused === 0,
  })
} finally {
  await bare.close()
  await close()
}
