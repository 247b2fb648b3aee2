import type { AddressInfo } from 'node:net'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { type Db, named } from '#db/db.ts'
import { importResults } from '#features/results/service.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { roadResults } from '#tools/demo/results.ts'
import { conclude, openGround, openLoad, quantile, say } from './ground/ground.ts'
import type { LoadReport } from './ground/load.ts'

/**
 * Measures the call for a result by its key among many results. The limit for comparison is a Fastify server with one
 * prepared select by key. The two servers take turns in one process. Then the bench measures the same calls during an
 * import that changes every result.
 */
const RUNNERS = Number(process.argv[2] ?? 50_000)
const SOCKETS = 64
const ROUNDS = 4
const SECONDS = 4
const GOAL = { ratio: 0.6, per_second: 1000, p99_ms: 110 }

/** Starts a server that does the least work for the same question. */
const openBare = async (db: Db) => {
  const app = Fastify()
  await app.register(formbody)
  app.post<{ Body: { id: string } }>('/one', async (request) => {
    const [row] = await named<{ id: number }>(
      db,
      'bench one result',
      'select id, _key, eventid, bib, name, gun_ms, net_ms, splits from results where raceid = $1 and _key = $2',
      [RACE, request.body.id],
    )
    return { code: '200', msg: '', data: row }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() }
}

const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
const { parts, port, close } = await openGround()
const { db } = parts
const bare = await openBare(db)
try {
  await openRace({ db, clock })
  await openEvent({ db, clock }, { id: 1, distance_cm: 4_219_500 })
  const year = new Date().getUTCFullYear()
  const take = (text: string) =>
    importResults(parts, {
      raceid: RACE,
      eventid: 1,
      filename: 'bench.csv',
      bytes: Buffer.from(text),
      publish: true,
      now: new Date(),
    })
  await take(roadResults('full', RUNNERS, 10_001, 226, year))
  await sql`vacuum analyze results`.execute(db)
  const keys = (await db.selectFrom('results').select('_key').where('raceid', '=', RACE).orderBy('bib').execute()).map(
    ({ _key }) => _key,
  )
  // The keys are shuffled, because people finish and look in a random order.
  const tickets = keys
    .map((key, at) => [Math.imul(at + 1, 2_654_435_761) >>> 0, key] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, key]) => key)
  say(`${keys.length} results are in`)
  const base = {
    sockets: SOCKETS,
    made: 'result' as const,
    from: 0,
    count: Math.min(keys.length, 40_000),
    raceid: RACE,
    eventid: 1,
    tickets,
    seconds: SECONDS,
  }
  const timed = async (request: Parameters<typeof openLoad>[0]): Promise<LoadReport> => (await openLoad(request)).fire()
  const [ours, theirs]: [LoadReport[], LoadReport[]] = [[], []]
  for (let round = -1; round < ROUNDS; round++) {
    const mine = await timed({ ...base, port })
    const other = await timed({ ...base, port: bare.port, path: '/one' })
    if (round < 0) continue
    ours.push(mine)
    theirs.push(other)
    say(
      `round ${round + 1}: result ${(mine.at.length / SECONDS).toFixed(0)}/s, Fastify and one select ${(other.at.length / SECONDS).toFixed(0)}/s`,
    )
  }
  const load = await openLoad({ ...base, port, seconds: 10 })
  const began = performance.now()
  let took = 0
  // Another seed changes every row of the file, so every result is written.
  const importing = take(roadResults('full', RUNNERS, 10_001, 227, year)).then((outcome) => {
    took = performance.now() - began
    return outcome
  })
  const beside = await load.fire()
  const outcome = await importing
  const changed = 'report' in outcome ? outcome.report.counts.changed : 0
  const count = (all: readonly LoadReport[]) => all.reduce((sum, { at }) => sum + at.length, 0)
  const perSecond = count(ours) / (ROUNDS * SECONDS)
  const best = count(theirs) / (ROUNDS * SECONDS)
  const p99 = (all: readonly LoadReport[]) =>
    quantile(
      all.flatMap(({ ms }) => ms).toSorted((a, b) => a - b),
      0.99,
    )
  // Only calls during the import count.
  const during = beside.at.filter((at) => at <= took).length / (Math.min(took, 10_000) / 1000)
  const duringMs = beside.ms.filter((_, at) => beside.at[at]! <= took).toSorted((a, b) => a - b)
  const refused = [...ours, beside].reduce(
    (sum, { codes }) =>
      sum + Object.entries(codes).reduce((more, [code, times]) => more + (code === '200' ? 0 : times), 0),
    0,
  )
  const [ratio, importP99] = [perSecond / best, quantile(duringMs, 0.99)]
  say(`result                 ${perSecond.toFixed(0)}/s   p99 ${p99(ours).toFixed(1)} ms   refused ${refused}`)
  say(`Fastify and one select ${best.toFixed(0)}/s   ratio ${ratio.toFixed(3)}   goal ${GOAL.ratio}`)
  say(
    `beside an import of ${changed} results (${(took / 1000).toFixed(1)} s): ${during.toFixed(0)}/s, p99 ${importP99.toFixed(1)} ms   goal ${GOAL.per_second}/s, ${GOAL.p99_ms} ms`,
  )
  conclude({
    name: 'results',
    per_second: perSecond,
    limit_per_second: best,
    ratio,
    p99_ms: p99(ours),
    results: keys.length,
    refused,
    import_s: took / 1000,
    beside_import_per_second: during,
    beside_import_p99_ms: importP99,
    reached: ratio >= GOAL.ratio && refused === 0 && during >= GOAL.per_second && importP99 < GOAL.p99_ms,
  })
} finally {
  await bare.close()
  await close()
}
