import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { openSession } from '#db/sessions.ts'
import { buildApp } from '#server/app.ts'
import { buildApps } from '#tools/build.ts'
import { seedDemo } from '#tools/seed.ts'
import { chromiumFlags, chromiumPath } from '#tools/screens.ts'
import { budget, firstVisit, weigh, weighPage } from '#tools/build/weight.ts'
import { pictureAt } from '#ui/media/picture.ts'
import { openGround, say } from './ground/ground.ts'
import { type Recorded, requestsUntilSettled } from './ground/requests.rules.ts'

/**
 * The first pages of most visits, and the main pages of the other rooms, for the demo races. `npm run bench -- page`
 * visits each page, `… page home score` only these two. `built` is the page's address in the build.
 */
type Visited = {
  name: string
  built: string
  path: string
  token?: string
  race: number
  /** Set if the page belongs to one person. Search engines must not find such a page. */
  own?: true
}

/**
 * The goals for a phone's first visit, in kB gzipped, in seconds, and as layout shift. The measurement applies slow 4G
 * and a processor four times slower.
 */
const goals = {
  js_kb: budget.js / 1000,
  css_kb: budget.css / 1000,
  screen_kb: budget.screen / 1000,
  requests: 25,
  lcp_s: 1.8,
  cls: 0.01,
  performance: 95,
  accessibility: 100,
  practices: 100,
  seo: 100,
} as const
/**
 * The names of figures that must be at least as large as their goals. All other figures must not exceed their goals.
 */
const least: ReadonlySet<string> = new Set(['performance', 'accessibility', 'practices', 'seo'])
const rounds = 3
const dist = join(import.meta.dirname, '../dist/web')
const kb = (bytes: number) => Number((bytes / 1000).toFixed(1))

const openBrowser = async (): Promise<{ port: number; close: () => Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-page-'))
  const browser: ChildProcess = spawn(
    chromiumPath() ?? 'chromium',
    [...chromiumFlags, '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'],
    // The browser uses the race's time zone, as runners at home do. In another zone the page first appears and then
    // adds the zone to each time, because the server does not know the zone of the device.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true, env: { ...process.env, TZ: 'Asia/Shanghai' } },
  )
  const port = await new Promise<number>((resolve, reject) => {
    let printed = ''
    browser.stderr?.on('data', (bytes: Buffer) => {
      printed += bytes.toString()
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(printed)
      if (found) resolve(Number(found[1]))
    })
    browser.once('exit', () => reject(new Error('Chromium did not start')))
  })
  return {
    port,
    close: async () => {
      const ended = new Promise((resolve) => browser.once('exit', resolve))
      // Debian's command is a shell script that starts the browser. The script and the browser are in one process
      // group, so the signal goes to this group.
      process.kill(-browser.pid!, 'SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

type Seen = {
  lcp_s: number
  cls: number
  /** The requests of the page over the network until the page has settled (ground/requests.rules.ts). */
  requests: string[]
  /** The requests of the service worker until the page has settled. */
  worker: string[]
  /** The scores of Lighthouse, from 0 to 100. */
  performance: number
  accessibility: number
  practices: number
  seo: number
  wrong: string[]
}

type Lhr = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']
const CRAWLABLE = 'is-crawlable'
const scoreOf = ({ audits, categories }: Lhr, name: string, except: ReadonlySet<string>): number => {
  const [sum, whole] = (categories[name]?.auditRefs ?? []).reduce(
    ([passed, all], { id, weight }) => {
      const score = except.has(id) ? null : (audits[id]?.score ?? null)
      return score === null ? [passed, all] : [passed + weight * score, all + weight]
    },
    [0, 0],
  )
  return whole === 0 ? 0 : Math.round((100 * sum) / whole)
}
const failedIn = ({ audits, categories }: Lhr, name: string, except: ReadonlySet<string>): string[] =>
  (categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && !except.has(id) && audits[id]?.score === 0)
    .map(({ id }) => id)
/**
 * Removes every cookie of the browser, and sets the cookie of the session if there is a token. So each visit is like a
 * first visit.
 */
const setSession = async (url: string, port: number, token?: string): Promise<void> => {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const context = browser.contexts()[0]!
  await context.clearCookies()
  if (token !== undefined) await context.addCookies([{ name: 'startline', value: token, url: new URL(url).origin }])
  await browser.close()
}

const look = async (url: string, port: number, { token, own }: Pick<Visited, 'token' | 'own'>): Promise<Seen> => {
  await setSession(url, port, token)
  const run = await lighthouse(
    url,
    {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    },
    {
      extends: 'lighthouse:default',
      settings: {
        formFactor: 'mobile',
        throttlingMethod: 'devtools',
        throttling: {
          rttMs: 150,
          throughputKbps: 1638.4,
          requestLatencyMs: 562.5,
          downloadThroughputKbps: 1474.56,
          uploadThroughputKbps: 675,
          cpuSlowdownMultiplier: 4,
        },
        screenEmulation: { mobile: true, width: 390, height: 844, deviceScaleFactor: 2, disabled: false },
      },
    },
  )
  if (!run) throw new Error('Lighthouse gave no result')
  const { audits } = run.lhr
  // A page of one person tells search engines to stay away. The score must not count this as a fault.
  const except: ReadonlySet<string> = new Set(own ? [CRAWLABLE] : [])
  const score = (name: string) => scoreOf(run.lhr, name, except)
  const { items = [] } = (audits['network-requests']?.details ?? {}) as { items?: Recorded[] }
  const paintMs = audits['largest-contentful-paint']?.numericValue ?? Number.NaN
  const { page, worker } = requestsUntilSettled(items, Number.isNaN(paintMs) ? 0 : paintMs)
  return {
    lcp_s: Number((paintMs / 1000).toFixed(2)),
    cls: Number((audits['cumulative-layout-shift']?.numericValue ?? Number.NaN).toFixed(4)),
    requests: page,
    worker,
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    seo: score('seo'),
    wrong: ['accessibility', 'best-practices', 'seo'].flatMap((name) => failedIn(run.lhr, name, except)),
  }
}
const middle = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

type Parts = Awaited<ReturnType<typeof openGround>>['parts']

const logIn = (parts: Parts, uid: number): Promise<string> =>
  parts.db
    .transaction()
    .execute((tx) => openSession(tx, { userAgent: 'bench', address: '127.0.0.1', now: parts.clock(), uid }))

/** The paths of further pages of a race, without the slash at the beginning. */
const ofRace = 'route package appointment tickets shop hotels trails challenges luckydraw cards'.split(' ')

/**
 * Returns the pages to visit. A page with a `token` is opened by its owner. `by link` is the visit of a person who is
 * not logged in and opens the link of a message.
 */
const pagesOf = async (parts: Parts): Promise<Visited[]> => {
  const result = await parts.db
    .selectFrom('results')
    .select('_key')
    .where('raceid', '=', 226)
    .where('outcome', '=', 'finished')
    .orderBy('gun_ms')
    .offset(20)
    .limit(1)
    .executeTakeFirstOrThrow()
  const registrations = await parts.db
    .selectFrom('registrations')
    .leftJoin('orders', (join) =>
      join.onRef('orders.raceid', '=', 'registrations.raceid').onRef('orders.id', '=', 'registrations.orderid'),
    )
    .select(['registrations._key', 'registrations.uid', 'orders.state'])
    .where('registrations.raceid', '=', 2026)
    .where('registrations.uid', 'is not', null)
    .where('registrations.deleted_at', 'is', null)
    .execute()
  const paid = registrations.find(({ state }) => state === 'paid')!
  const open = registrations.find(({ state }) => state === 'open')!
  const [byPaid, byOpen] = [await logIn(parts, Number(paid.uid)), await logIn(parts, Number(open.uid))]
  const status = `/queryDetail?_key=${paid._key}`
  const mine = { token: byPaid, race: 2026, own: true } as const
  return [
    { name: 'finder', built: '/finder', path: '/', race: 2026 },
    { name: 'home', built: '/home', path: '/home?raceid=2026', race: 2026 },
    { name: 'query', built: '/query', path: '/query?raceid=2026', race: 2026 },
    { name: 'baoming', built: '/baoming', path: '/baoming?raceid=2026', race: 2026 },
    { name: 'pay', built: '/pay', path: `/pay?_key=${open._key}`, token: byOpen, race: 2026, own: true },
    { name: 'pay by link', built: '/pay', path: `/pay?_key=${open._key}`, race: 2026, own: true },
    { name: 'queryDetail', built: '/querydetail', path: status, ...mine },
    { name: 'queryDetail by link', built: '/querydetail', path: status, race: 2026, own: true },
    { name: 'report', built: '/report', path: '/report?raceid=226', race: 226 },
    { name: 'score', built: '/score', path: `/score?key=${result._key}`, race: 226 },
    { name: 'photos', built: '/photos', path: '/photos?raceid=226', race: 226 },
    { name: 'ballot', built: '/ballot', path: '/ballot?raceid=2026&id=1', race: 2026 },
    { name: 'personallist', built: '/personallist', path: '/personallist?raceid=2026', ...mine },
    { name: 'me', built: '/me', path: '/me', ...mine },
    ...ofRace.map((name) => ({ name, built: `/${name}`, path: `/${name}?raceid=2026`, race: 2026 })),
    { name: 'live', built: '/live', path: '/live?raceid=226', race: 226 },
    { name: 'feed', built: '/feed', path: '/feed?raceid=226', race: 226 },
    { name: 'result', built: '/result', path: `/result?key=${result._key}`, race: 226 },
    { name: 'series', built: '/series', path: '/series', race: 2026 },
  ]
}

/** Returns a page with only the race's picture. Its time is the limit of this machine at this moment. */
const barePage = async (parts: Parts, raceid: number): Promise<string> => {
  const { header } = await parts.db
    .selectFrom('races')
    .select('header')
    .where('id', '=', raceid)
    .executeTakeFirstOrThrow()
  return (
    '<!doctype html><html lang="zh-CN"><title>.</title><meta name="viewport" content="width=device-width"><main>' +
    '<h1>.</h1><img alt="" width="390" height="176" style="object-fit:cover" fetchpriority="high" ' +
    `src="${pictureAt(header ?? '', 750)}"></main>`
  )
}

/**
 * Visits a page several times, each time with an empty cache. The function repeats a visit whose measurement did not
 * end, at most three times in all.
 */
const visit = async (url: string, port: number, as: Pick<Visited, 'token' | 'own'>): Promise<Seen[]> => {
  const seen: Seen[] = []
  for (let tries = 0; seen.length < rounds;) {
    const one = await look(url, port, as)
    if (Number.isNaN(one.lcp_s) && tries++ < rounds) {
      say('this visit was not measured to its end; once more')
      continue
    }
    seen.push(one)
    const wrong = one.wrong.length ? ` (${one.wrong.join(', ')})` : ''
    const said =
      `LCP ${one.lcp_s} s, CLS ${one.cls}, ${one.requests.length} requests and ${one.worker.length} of the worker, ` +
      `performance ${one.performance}, accessibility ${one.accessibility}, practices ${one.practices}, SEO ${one.seo}`
    say(`visit ${seen.length} of ${rounds}: ${said}${wrong}`)
  }
  return seen
}

/** Prints and returns one page's figures. `met` is true if the page meets all goals. */
const judge = ({ name, built }: Visited, limit: number, seen: readonly Seen[]) => {
  const first = weigh(dist, firstVisit)
  const result = {
    js_kb: kb(first.js),
    css_kb: kb(first.css),
    screen_kb: kb(built === '/query' ? 0 : weighPage(dist, built).screen),
    requests: middle(seen.map(({ requests }) => requests.length)),
    lcp_s: middle(seen.map(({ lcp_s }) => lcp_s)),
    cls: middle(seen.map(({ cls }) => cls)),
    performance: middle(seen.map(({ performance }) => performance)),
    accessibility: Math.min(...seen.map(({ accessibility }) => accessibility)),
    practices: Math.min(...seen.map(({ practices }) => practices)),
    seo: Math.min(...seen.map(({ seo }) => seo)),
  }
  let met = true
  for (const goal of Object.keys(goals) as (keyof typeof goals)[]) {
    const isMet = least.has(goal) ? result[goal] >= goals[goal] : result[goal] <= goals[goal]
    met &&= isMet
    const [figure, limit] = [String(result[goal]).padStart(7), String(goals[goal]).padStart(5)]
    say(`${name.padEnd(20)}${goal.padEnd(14)} ${figure}   goal ${limit}   ${isMet ? 'met' : 'MISSED'}`)
  }
  const worker = middle(seen.map((one) => one.worker.length))
  say(`${name.padEnd(20)}${'of the worker'.padEnd(14)} ${String(worker).padStart(7)}   until the page has settled`)
  if (result.requests > goals.requests) {
    const longest = seen.toSorted((a, b) => b.requests.length - a.requests.length)[0]!
    for (const address of longest.requests) say(`  ${address.slice(0, 160)}`)
  }
  return { ...result, worker, lcp_limit_s: limit, met }
}

const main = async (): Promise<void> => {
  await buildApps({ quiet: true })
  const ground = await openGround()
  const app = await buildApp(ground.parts, { apps: true })
  let bare = ''
  app.get('/bare', (_request, reply) => reply.type('text/html; charset=utf-8').send(bare))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await openBrowser()
  try {
    const { parts } = ground
    await seedDemo(parts)
    const site = `http://localhost:${(app.server.address() as AddressInfo).port}`
    const names = process.argv.slice(2)
    const pages = (await pagesOf(parts)).filter(({ name }) => names.length === 0 || names.includes(name))
    const found: Record<string, ReturnType<typeof judge>> = {}
    for (const page of pages) {
      bare = await barePage(parts, page.race)
      // At the very first visit the server resizes the pictures and prepares the page (server/shell.ts). The figures
      // are from later visits.
      await look(site + page.path, browser.port, page)
      const limit = (await look(`${site}/bare`, browser.port, {})).lcp_s
      say(`${page.name}: the race's picture on a page of its own: LCP ${limit} s`)
      found[page.name] = judge(page, limit, await visit(site + page.path, browser.port, page))
    }
    const met = pages.length > 0 && Object.values(found).every((each) => each.met)
    say(JSON.stringify({ name: 'page', pages: found, goals, met }))
    if (!met) process.exitCode = 1
  } finally {
    await browser.close()
    await app.close()
    await ground.close()
  }
}
await main()
