import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { importResults } from '#features/results/service.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { roadResults } from '#tools/demo/results.ts'
import { conclude, openGround, openLoad, quantile, say } from './ground/ground.ts'

/**
 * Measures the results list on the evening of a race with the cache of docs/scale.md (nginx) in front, beside the same
 * calls without it. The calls ask for 40 pages of lists, as many readers do. The bench counts how many calls reach the
 * server, how much of its processor they take, and how old an answer is after a correction.
 */
const RUNNERS = 5_000
const PAGES = 40
const SOCKETS = 64
const ROUNDS = 3
const SECONDS = 4
/**
 * The largest share of the calls that may reach the server, and the largest share of its processor time, compared with
 * the calls without a cache.
 */
const GOAL = { reaching: 0.02, processor: 0.1 }

const conclusion = { name: 'cache' }
try {
  execFileSync('nginx', ['-v'], { stdio: 'ignore' })
} catch {
  say('This bench needs nginx (Debian: apt-get install nginx-light). It is not installed, so nothing was measured.')
  conclude({ ...conclusion, skipped: true })
  process.exit(0)
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
/** The text of docs/scale.md. Its block of nginx code is the part of the configuration that the bench tests. */
const example = readFileSync(join(import.meta.dirname, '../docs/scale.md'), 'utf8')
const shown = /```nginx\n([^]*?)```/.exec(example)![1]!

const folder = mkdtempSync(join(tmpdir(), 'startline-cache-'))
const ground = await openGround()
const { db } = ground.parts
const port = await freePort()
const log = join(folder, 'status.log')
mkdirSync(join(folder, 'cache'))
writeFileSync(
  join(folder, 'nginx.conf'),
  `${process.getuid?.() === 0 ? 'user root;' : ''}
  daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
  events { worker_connections 1024; }
  http {
    log_format status '$upstream_cache_status'; access_log ${log} status;
    client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; keepalive_requests 100000000;
    ${shown
      .replaceAll('/var/cache/nginx/startline', join(folder, 'cache'))
      .replaceAll(/^\s*(?:server_name|ssl_\w+).*$/gm, '')
      .replaceAll(/listen [^;]+;/g, `listen 127.0.0.1:${port};`)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${ground.port}`)}
  }`,
)
const nginx: ChildProcess = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' })
const leave = async () => {
  nginx.kill('SIGQUIT')
  await ground.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
const statuses = (): string[] => readFileSync(log, 'utf8').trimEnd().split('\n')
const list = (at: number) =>
  `/timing/reports/fetch?raceid=${RACE}&eventid=1&limit=50&q=${at % 10}&gender=${at % 2 ? 'F' : 'M'}&page=${at}`

try {
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  await openRace({ db, clock })
  await openEvent({ db, clock }, { id: 1, distance_cm: 4_219_500 })
  const take = (seed: number) =>
    importResults(ground.parts, {
      raceid: RACE,
      eventid: 1,
      filename: 'bench.csv',
      bytes: Buffer.from(roadResults('full', RUNNERS, 10_001, seed, new Date().getUTCFullYear())),
      publish: true,
      now: new Date(),
    })
  await take(226)
  const read = async (to: number, at = 0, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${to}${list(at)}`, { headers: { accept: 'application/json', ...headers } })
  for (let tries = 0; tries < 50; tries++) {
    if (
      await read(port).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break
    await wait(100)
  }
  const first = (await (await read(port)).json()) as { code: string }
  if (first.code !== '200') throw new Error(`The list did not answer: ${JSON.stringify(first).slice(0, 300)}`)

  const paths = Array.from({ length: PAGES }, (_, at) => list(at))
  const load = {
    sockets: SOCKETS,
    made: 'get' as const,
    from: 0,
    count: 20_000,
    raceid: RACE,
    eventid: 1,
    tickets: paths,
  }
  const timed = async (to: number) => {
    const fired = await openLoad({ ...load, port: to, seconds: SECONDS })
    const before = process.cpuUsage()
    const report = await fired.fire()
    const { user, system } = process.cpuUsage(before)
    return { ...report, cpuUs: (user + system) / report.at.length }
  }
  const direct = []
  const cached = []
  const reaching = []
  for (let round = -1; round < ROUNDS; round++) {
    const plain = await timed(ground.port)
    const from = statuses().length
    const behind = await timed(port)
    await wait(200)
    const seen = statuses().slice(from)
    if (round < 0) continue
    direct.push(plain)
    cached.push(behind)
    // The cache itself answers the calls with HIT and UPDATING. STALE stands for the call that makes the cache ask the
    // server.
    reaching.push(seen.filter((status) => status !== 'HIT' && status !== 'UPDATING').length / seen.length)
    say(
      `round ${round + 1}: without a cache ${(plain.at.length / SECONDS).toFixed(0)}/s and ${plain.cpuUs.toFixed(0)} µs of the server a call, behind nginx ${(behind.at.length / SECONDS).toFixed(0)}/s and ${behind.cpuUs.toFixed(1)} µs; ${(reaching.at(-1)! * 100).toFixed(2)} % reach the server`,
    )
  }
  // The cache must never answer a reader with a session, and must never store the answer to this reader.
  const own = async () =>
    (await fetch(`http://127.0.0.1:${port}/user/current`, { headers: { cookie: 'startline=x' } })).headers
  const ownKept = [await own(), await own()].some((headers) => !/no-store/.test(headers.get('cache-control') ?? ''))
  await wait(300)
  const mixed = statuses().slice(-2).includes('HIT')

  // After a correction a reader gets the new list as soon as the old answer has expired in the two caches between
  // reader and server.
  const tag = (await read(port)).headers.get('etag')
  await take(227)
  const corrected = performance.now()
  let stale = 0
  for (; stale < 30_000; stale = performance.now() - corrected) {
    if ((await read(port)).headers.get('etag') !== tag) break
    await wait(50)
  }
  const median = (all: readonly number[]) =>
    quantile(
      all.toSorted((a, b) => a - b),
      0.5,
    )
  const [with_, without] = [cached, direct].map((all) => median(all.map(({ at }) => at.length / SECONDS)))
  const processor = median(cached.map(({ cpuUs }) => cpuUs)) / median(direct.map(({ cpuUs }) => cpuUs))
  const reached = Math.max(...reaching)
  const refused = [...direct, ...cached].reduce(
    (sum, { codes }) => sum + Object.keys(codes).filter((code) => code !== '200').length,
    0,
  )
  say(`after a correction the old list is seen for ${(stale / 1000).toFixed(1)} s at most`)
  conclude({
    ...conclusion,
    per_second: with_!,
    direct_per_second: without!,
    processor_ratio: processor,
    reaching_server: reached,
    stale_s: stale / 1000,
    refused,
    met:
      reached <= GOAL.reaching && processor <= GOAL.processor && refused === 0 && !ownKept && !mixed && stale < 15_000,
  })
} finally {
  await leave()
}
