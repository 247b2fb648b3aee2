import type { AddressInfo } from 'node:net'
import formbody from '@fastify/formbody'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { type Db, named } from '#db/db.ts'
import { makeAlbum } from '#features/photos/service.ts'
import { photoFetch, photoList } from '#features/photos/contract.ts'
import { photoAddresses } from '#features/photos/rules.ts'
import { openRace } from '#test/entrants.ts'
import { conclude, openGround, openLoad, quantile, say } from './ground/ground.ts'
import type { LoadReport } from './ground/load.ts'

/**
 * Measures the query for the first three photos of a bib (the strip on a result's page) among a million photos in one
 * album. The limit for comparison is a Fastify server that gives the same answer with one prepared select. The two
 * servers take turns in one process. The bench also measures two pages of all photos: the first page and a late one.
 */
const PHOTOS = Number(process.argv[2] ?? 1_000_000)
/** The number of runners with photos. Every fifth photo shows two runners. */
const BIBS = Math.max(1, Math.round(PHOTOS / 25))
const RACE = 2026
const SOCKETS = 64
const ROUNDS = 3
const SECONDS = Number(process.argv[3] ?? 4)
const GOAL = { ratio: 0.6 }

const fill = async (db: Db, albumid: number): Promise<void> => {
  await sql`insert into photos (raceid, id, albumid, sha256, filename, state, hash, ext, width, height, bytes, taken_at, created_at, ready_at, incoming)
    overriding system value
    select ${RACE}::int, n, ${albumid}::int, sha256(int8send(n)), 'B' || n || '.jpg', 'ready', md5(n::text), 'jpg',
      3000, 2000, 900000, '2026-03-01T00:00:00Z'::timestamptz + n * interval '20 milliseconds', now(), now(), false
    from generate_series(1, ${PHOTOS}::bigint) as n`.execute(db)
  await sql`insert into photo_bibs (raceid, bib, photoid, source, created_at)
    select ${RACE}::int, 'B' || ((n * 7919) % ${BIBS}::bigint), n, 'name', now()
    from generate_series(1, ${PHOTOS}::bigint) as n
    union all select ${RACE}::int, 'B' || ((n * 104729 + 1) % ${BIBS}::bigint), n, 'name', now() from generate_series(5, ${PHOTOS}::bigint, 5) as n
    on conflict do nothing`.execute(db)
  await sql`vacuum analyze photos`.execute(db)
  await sql`vacuum analyze photo_bibs`.execute(db)
}

type Row = {
  id: number
  raceid: number
  albumid: number
  hash: string
  ext: string
  width: number
  height: number
  taken_at: Date
  total: number
}
const openBare = async (db: Db, albumid: number) => {
  const app = Fastify({ trustProxy: true })
  await app.register(formbody)
  app.post<{ Body: { bib: string } }>('/one', async (request) => {
    const rows = await named<Row>(
      db,
      'bench photos',
      `select p.id, p.raceid, p.albumid, p.hash, p.ext, p.width, p.height, p.taken_at, count(*) over ()::int as total
       from photo_bibs b join photos p on p.raceid = b.raceid and p.id = b.photoid
       where b.raceid = $1 and b.bib = $2 and not b.gone and p.albumid = $3 and p.state = 'ready'
       order by p.taken_at, p.id
       limit 3`,
      [RACE, request.body.bib, albumid],
    )
    return {
      code: '200',
      msg: '',
      data: { total: rows[0]?.total ?? 0, data: rows.map((row) => ({ ...row, ...photoAddresses(row) })) },
    }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() }
}

const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
const { parts, port, close } = await openGround()
const { db } = parts
const { id: albumid } = await openRace({ db, clock }, { id: RACE }).then(() =>
  db.transaction().execute((tx) =>
    makeAlbum(
      tx,
      RACE,
      {
        name: '全程',
        names: {},
        photographer: '',
        position: 0,
        names_bibs: 'first',
        point: null,
        clock_offset_ms: 0,
        published_at: clock.now(),
      },
      clock.now(),
    ),
  ),
)
const bare = await openBare(db, albumid)
try {
  const began = performance.now()
  await fill(db, albumid)
  say(`${PHOTOS} photos of ${BIBS} bibs are in after ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const request = {
    sockets: SOCKETS,
    made: 'photo' as const,
    count: 50_000,
    raceid: RACE,
    eventid: albumid,
    people: BIBS,
    seconds: SECONDS,
  }
  const reports: Record<'ours' | 'theirs', LoadReport[]> = { ours: [], theirs: [] }
  const processor = { ours: 0, theirs: 0 }
  const timed = async (
    who: 'ours' | 'theirs',
    more: { port: number; path?: string; from: number },
  ): Promise<LoadReport> => {
    const load = await openLoad({ ...request, ...more })
    const before = process.cpuUsage()
    const said = await load.fire()
    const { user, system } = process.cpuUsage(before)
    processor[who] += user + system
    return said
  }
  for (let round = -1; round < ROUNDS; round++) {
    if (round === 0) processor.ours = processor.theirs = 0
    const mine = await timed('ours', { port, from: (round + 1) * 50_000 })
    const other = await timed('theirs', { port: bare.port, path: '/one', from: (round + 1) * 50_000 })
    // Round -1 warms up.
    if (round < 0) continue
    reports.ours.push(mine)
    reports.theirs.push(other)
    say(
      `round ${round + 1}: search by bib ${(mine.at.length / SECONDS).toFixed(0)}/s, Fastify and one select ${(other.at.length / SECONDS).toFixed(0)}/s`,
    )
  }
  const count = (all: readonly LoadReport[]) => all.reduce((sum, { at }) => sum + at.length, 0)
  const perSecond = (all: readonly LoadReport[]) => count(all) / (ROUNDS * SECONDS)
  const us = { ours: processor.ours / count(reports.ours), theirs: processor.theirs / count(reports.theirs) }
  const [ours, limit] = [perSecond(reports.ours), perSecond(reports.theirs)]
  const p99 = quantile(
    reports.ours.flatMap(({ ms }) => ms).toSorted((a, b) => a - b),
    0.99,
  )
  const refused = reports.ours.reduce(
    (sum, { codes }) =>
      sum + Object.entries(codes).reduce((more, [code, times]) => more + (code === '200' ? 0 : times), 0),
    0,
  )
  const page = async (path: string, number: number): Promise<number> => {
    const before = performance.now()
    const answered = (await (
      await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        body: new URLSearchParams({ raceid: String(RACE), page: String(number) }),
      })
    ).json()) as { code: string; data: { items: unknown[] } }
    if (answered.code !== '200' || answered.data.items.length !== 20)
      throw new Error(`${path} answered ${answered.code}`)
    return performance.now() - before
  }
  await page(photoList.path, 1)
  const [first, deep] = [
    await page(photoFetch.path, 1),
    await page(photoFetch.path, Math.min(5000, Math.floor(PHOTOS / 20))),
  ]
  say(
    `search by bib          ${ours.toFixed(0)}/s   p99 ${p99.toFixed(1)} ms   ${us.ours.toFixed(0)} µs of processor   refused ${refused}`,
  )
  say(
    `Fastify and one select ${limit.toFixed(0)}/s   ${us.theirs.toFixed(0)} µs of processor   ratio ${(ours / limit).toFixed(3)}   goal ${GOAL.ratio}`,
  )
  say(`a page of all photos   first ${first.toFixed(0)} ms, deepest ${deep.toFixed(0)} ms`)
  conclude({
    name: 'photos',
    per_second: ours,
    limit_per_second: limit,
    ratio: ours / limit,
    p99_ms: p99,
    photos: PHOTOS,
    refused,
    server_us_per_call: us.ours,
    limit_us_per_call: us.theirs,
    first_page_ms: first,
    deepest_page_ms: deep,
    reached: ours / limit >= GOAL.ratio && refused === 0,
  })
} finally {
  await bare.close()
  await close()
}
