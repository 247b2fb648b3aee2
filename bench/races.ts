import { setTimeout as wait } from 'node:timers/promises'
import { cpus, loadavg } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { openEvent, openRace } from '#test/entrants.ts'
import { citusServers, lendDistributed } from '#test/databases/citus.ts'
import { conclude, openAccounts, openGround, openLoad, quantile, say } from './ground/ground.ts'
import type { LoadReport } from './ground/load.ts'

/**
 * Measures sign-up on four races at once, and look-ups in them, over HTTP on one PostgreSQL. If CITUS_SERVERS names a
 * distributed database (docs/scale.md), the bench then measures the same on that database in the same run. There it
 * also moves a race to another machine while people sign up for the race. Afterwards exactly the acknowledged sign-ups
 * must be there.
 */
const ROUNDS = 3
const EACH = Number(process.argv[2] ?? 2000)
const SOCKETS = 48
const SECONDS = 4
const RACES = 4
const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
type Ground = Awaited<ReturnType<typeof openGround>>

/** Returns race ids whose rows lie on the workers in turn. On a database with one server, any ids will do. */
const chooseRaces = async (db: Db, isSpread: boolean): Promise<number[]> => {
  const ids = Array.from({ length: 40 }, (_, at) => 2026 + at)
  if (!isSpread) return ids.slice(0, RACES)
  const { rows } = await sql<{ id: number; port: number }>`
    select one.id, p.nodeport as port from unnest(${ids}::int[]) as one (id)
    join citus_shards p on p.table_name = 'races'::regclass
      and p.shardid = get_shard_id_for_distribution_column('races', one.id)`.execute(db)
  const byPort = [...Map.groupBy(rows, ({ port }) => port).values()]
  return Array.from({ length: RACES }, (_, at) => byPort[at % byPort.length]![Math.floor(at / byPort.length)]!.id)
}

const median = (all: readonly number[]): number =>
  quantile(
    all.toSorted((one, other) => one - other),
    0.5,
  )
const p99Of = (reports: readonly LoadReport[]): number =>
  quantile(
    reports.flatMap(({ ms }) => ms).toSorted((one, other) => one - other),
    0.99,
  )

/** Lets people sign up for an event of each race at once. */
const rush = async (ground: Ground, races: readonly number[], eventid: number, from: number) => {
  const places = EACH - Math.ceil(EACH / 20)
  for (const raceid of races) await openEvent({ db: ground.parts.db, clock }, { raceid, id: eventid, places })
  const loads = await Promise.all(
    races.map((raceid, at) =>
      openLoad({
        port: ground.port,
        sockets: SOCKETS,
        made: 'signup',
        from: from + at * EACH,
        count: EACH,
        raceid,
        eventid,
      }),
    ),
  )
  const before = process.cpuUsage()
  const reports = await Promise.all(loads.map(({ fire }) => fire()))
  const { user, system } = process.cpuUsage(before)
  const seconds = Math.max(...reports.flatMap(({ at }) => at)) / 1000
  const won = reports.reduce((sum, { at }) => sum + at.length, 0)
  let exact = true
  for (const [at, raceid] of races.entries()) {
    const { rows } = await sql<{ n: number; held: number; taken: number }>`
      select count(distinct document_ix)::int as n, count(*) filter (where place_held)::int as held,
        (select taken from events where raceid = ${raceid} and id = ${eventid}) as taken
      from registrations where raceid = ${raceid} and eventid = ${eventid}`.execute(ground.parts.db)
    const { n, held, taken } = rows[0]!
    exact &&= [n, held, taken, reports[at]!.at.length].every((figure) => figure === places)
  }
  return { perSecond: won / seconds, p99: p99Of(reports), cpuUs: (user + system) / (EACH * races.length), exact }
}

const lookUp = async (ground: Ground, races: readonly number[]) => {
  const loads = await Promise.all(
    races.map((raceid, at) =>
      openLoad({
        port: ground.port,
        sockets: 16,
        made: 'lookup',
        from: at * 100_000,
        count: 20_000,
        raceid,
        eventid: 1,
        people: EACH,
        seconds: SECONDS,
      }),
    ),
  )
  const reports = await Promise.all(loads.map(({ fire }) => fire()))
  return { perSecond: reports.reduce((sum, { at }) => sum + at.length, 0) / SECONDS, p99: p99Of(reports) }
}

/** Moves the first race to another machine while people sign up for it. */
const move = async (ground: Ground, races: readonly number[], eventid: number, from: number) => {
  const { db } = ground.parts
  const [raceid] = races
  const { rows } = await sql<{ shardid: string; host: string; port: number }>`
    select p.shardid::text as shardid, p.nodename as host, p.nodeport as port from citus_shards p
    where p.table_name = 'races'::regclass
      and p.shardid = get_shard_id_for_distribution_column('races', ${raceid}::int)`.execute(db)
  const { shardid, host, port } = rows[0]!
  const others = await sql<{ host: string; port: number }>`
    select nodename as host, nodeport as port from pg_dist_node
    where groupid <> 0 and (nodename, nodeport) <> (${host}::text, ${port}::int)`.execute(db)
  const to = others.rows[0]!
  let moving = 0
  const moved = wait(100).then(async () => {
    const began = performance.now()
    await sql`select citus_move_shard_placement(${shardid}::bigint, ${host}, ${port}::int, ${to.host}, ${to.port}::int,
      shard_transfer_mode => 'force_logical')`.execute(db)
    moving = (performance.now() - began) / 1000
  })
  let at = from
  let exact = true
  let longest = 0
  let signed = 0
  let over = false
  void moved.finally(() => (over = true)).catch(() => undefined)
  for (let round = 0; !over || round === 0; round++) {
    const found = await rush(ground, [raceid!], eventid + round, at)
    at += EACH
    exact &&= found.exact
    longest = Math.max(longest, found.p99)
    signed += EACH - Math.ceil(EACH / 20)
  }
  await moved
  return { exact, moving, longest, signed }
}

const measure = async (name: string, ground: Ground, isSpread: boolean) => {
  const { db } = ground.parts
  const races = await chooseRaces(db, isSpread)
  const consents = { disclaimer: { version: 'v1', title: {}, body: {} } }
  for (const id of races) await openRace({ db, clock }, { id, settings: { consents } })
  await openAccounts(db, 0, EACH * RACES * (ROUNDS + 1) + EACH * 40)
  const all = []
  for (let round = 0; round <= ROUNDS; round++) {
    const found = await rush(ground, races, round + 1, round * EACH * RACES)
    if (round > 0) all.push(found)
    say(
      `${name}: ${found.perSecond.toFixed(0)} sign-ups a second over ${RACES} races, p99 ${found.p99.toFixed(0)} ms, ${found.cpuUs.toFixed(0)} µs of the server a call, ${found.exact ? 'exact' : 'NOT EXACT'}${round === 0 ? ' (warming up)' : ''}`,
    )
  }
  const looked = []
  for (let round = 0; round <= ROUNDS; round++) {
    const found = await lookUp(ground, races)
    if (round > 0) looked.push(found)
  }
  const figures = {
    per_second: median(all.map(({ perSecond }) => perSecond)),
    p99_ms: median(all.map(({ p99 }) => p99)),
    server_us: median(all.map(({ cpuUs }) => cpuUs)),
    lookups_per_second: median(looked.map(({ perSecond }) => perSecond)),
    lookup_p99_ms: median(looked.map(({ p99 }) => p99)),
    exact: all.every(({ exact }) => exact),
  }
  say(
    `${name}: medians ${figures.per_second.toFixed(0)} sign-ups a second, ${figures.lookups_per_second.toFixed(0)} look-ups a second`,
  )
  if (!isSpread) return { figures }
  const moved = await move(ground, races, ROUNDS + 2, EACH * RACES * (ROUNDS + 1))
  say(
    `${name}: a race moved in ${moved.moving.toFixed(1)} s while ${moved.signed} people signed up, p99 ${moved.longest.toFixed(0)} ms, ${moved.exact ? 'nothing lost' : 'NOT EXACT'}`,
  )
  return { figures, moved }
}

const load = loadavg()[0]!
const single = await openGround()
const alone = await measure('one server', single, false).finally(() => single.close())
let spread: Awaited<ReturnType<typeof measure>> | undefined
if (citusServers) {
  const { url } = await lendDistributed(citusServers)
  const ground = await openGround({ url })
  spread = await measure(`${citusServers.length - 1} workers`, ground, true).finally(() => ground.close())
} else say('CITUS_SERVERS is not set, so only one server was measured.')
const prefixed = Object.fromEntries(
  Object.entries(spread?.figures ?? {}).map(([name, value]) => [`spread_${name}`, value]),
)
const met = alone.figures.exact && (!spread || (spread.figures.exact && spread.moved!.exact))
conclude({
  name: 'races',
  cores: cpus().length,
  load_before: load,
  ...alone.figures,
  ...prefixed,
  ...(spread?.moved
    ? { moved_s: spread.moved.moving, moved_p99_ms: spread.moved.longest, moved_signed: spread.moved.signed }
    : {}),
  met,
})
process.exit(met ? 0 : 1)
