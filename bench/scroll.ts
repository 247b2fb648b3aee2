import type { AddressInfo } from 'node:net'
import { type Page, chromium } from 'playwright-core'
import { saveEvent } from '#features/events/service.ts'
import { saveRace } from '#features/races/service.ts'
import { importResults } from '#features/results/service.ts'
import { buildApp } from '#server/app.ts'
import { buildApps } from '#tools/build.ts'
import { roadResults } from '#tools/demo/results.ts'
import { chromiumFlags, chromiumPath, sizes } from '#tools/screens.ts'
import { openGround, quantile, say } from './ground/ground.ts'

/**
 * Measures how a phone (processor four times slower) scrolls through the results of 50,000 runners: from the first
 * result on, then deep in the list. The limit for comparison, in the same run, is a page of plain rows of the same
 * height that are all there from the beginning. For each task of the page's main thread, the bench counts the
 * processor's time, because other work may share the machine.
 */
const RUNNERS = Number(process.argv[2] ?? 50_000)
const SCREENS = 40
const goals = { long_tasks: 0, worst_ms: 50, ratio: 0.5 }

type Scrolled = { rows: number; tasks_ms: number; worst_ms: number; long: number; frames_p95_ms: number }
type TraceEvent = { name: string; ph: string; dur?: number; tdur?: number; pid: number; tid: number }

/** Returns the duration of each task of the page's main thread, in milliseconds of the processor. */
const tasksOf = (events: readonly TraceEvent[]): number[] => {
  // The main thread is the thread that lays out the page.
  const threads = Map.groupBy(
    events.filter(({ name }) => name === 'PrePaint'),
    ({ pid, tid }) => `${pid} ${tid}`,
  )
  const [main] = [...threads].toSorted((a, b) => b[1].length - a[1].length)[0] ?? []
  const tasks = events
    .filter((one) => one.name === 'ThreadControllerImpl::RunTask' && one.ph === 'X' && `${one.pid} ${one.tid}` === main)
    .map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000)
  if (tasks.length === 0) throw new Error('The trace names no tasks of the page')
  return tasks
}

/** Records the time between frames from now on. Returns the scroll position of the page. */
const noteFrames = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const kept = globalThis as unknown as { gaps: number[] }
    kept.gaps = []
    let last = performance.now()
    const frame = (now: number) => {
      kept.gaps.push(now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    return scrollY
  })

/**
 * Drags the page up by `SCREENS` screens as a thumb does. Returns the figures of the main thread's tasks and of the
 * frames during the drag.
 */
const scroll = async (page: Page): Promise<Scrolled> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as typeof events)))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] },
  } as never)
  const began = await noteFrames(page)
  for (let at = 0; at < SCREENS; at++) {
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] })
    await touch('touchStart', 740)
    for (let step = 1; step <= 10; step++) await touch('touchMove', 740 - step * 70)
    await touch('touchEnd')
  }
  await page.waitForTimeout(500)
  const { until, gaps } = await page.evaluate(() => ({
    until: scrollY,
    gaps: (globalThis as unknown as { gaps: number[] }).gaps,
  }))
  const done = new Promise((resolve) => void session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await done
  await session.detach()
  const tasks = tasksOf(events)
  return {
    rows: Math.round((until - began) / 76),
    tasks_ms: Math.round(tasks.reduce((sum, ms) => sum + ms, 0)),
    worst_ms: Math.round(Math.max(...tasks)),
    long: tasks.filter((ms) => ms > 50).length,
    frames_p95_ms: Math.round(
      quantile(
        gaps.toSorted((x, y) => x - y),
        0.95,
      ),
    ),
  }
}

const makeResults = async (parts: Awaited<ReturnType<typeof openGround>>['parts']): Promise<void> => {
  const now = parts.clock()
  const race = {
    id: 2026,
    name: '澜江马拉松',
    city: '澜江市',
    province: '浙江省',
    time: now,
    published_at: now,
    created_at: now,
  }
  const event = {
    raceid: 2026,
    id: 1,
    name: '马拉松',
    type: 'full' as const,
    distance_cm: 4_219_500,
    places: RUNNERS,
    start_at: now,
  }
  await parts.db.transaction().execute(async (tx) => {
    await saveRace(tx, race, now)
    await saveEvent(tx, event, now)
  })
  await importResults(parts, {
    raceid: 2026,
    eventid: 1,
    filename: 'scroll.csv',
    bytes: Buffer.from(roadResults('full', RUNNERS, 10_001, 226, now.getUTCFullYear())),
    publish: true,
    now,
  })
}

/**
 * Scrolls down until the list loads no more rows, then scrolls back to half of the way. Returns the number of rows,
 * estimated from the height of the page.
 */
const readToEnd = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (let tries = 0, last = -1; tries < 900 && scrollY !== last; tries++) {
      last = tries % 6 === 5 ? scrollY : -1
      scrollTo(0, document.documentElement.scrollHeight)
      await new Promise((go) => setTimeout(go, 60))
    }
    const at = scrollY
    scrollTo(0, at / 2)
    return Math.round(at / 76)
  })

const judge = (held: number, { bare, first, deep }: Record<'bare' | 'first' | 'deep', Scrolled>): void => {
  const result = {
    runners: RUNNERS,
    held,
    long_tasks: first.long + deep.long,
    worst_ms: Math.max(first.worst_ms, deep.worst_ms),
    worst_limit_ms: bare.worst_ms,
    per_row_ms: first.tasks_ms / Math.max(1, first.rows),
    per_row_deep_ms: deep.tasks_ms / Math.max(1, deep.rows),
    per_row_limit_ms: bare.tasks_ms / Math.max(1, bare.rows),
    frames_p95_ms: deep.frames_p95_ms,
    frames_p95_limit_ms: bare.frames_p95_ms,
  }
  const met = result.worst_ms <= goals.worst_ms && result.long_tasks <= goals.long_tasks
  say(JSON.stringify({ name: 'scroll', ...result, goals, met }))
}

/** A list whose rows have the same height and are all there from the beginning. */
const bareList =
  '<!doctype html><html lang="zh-CN"><title>.</title><meta name="viewport" content="width=device-width"><ol>' +
  `${Array.from({ length: 2000 }, (_, at) => `<li style="height:76px">${at}</li>`).join('')}</ol>`

const main = async (): Promise<void> => {
  await buildApps({ quiet: true })
  const ground = await openGround()
  const app = await buildApp(ground.parts, { apps: true })
  app.get('/bare', (_request, reply) => reply.type('text/html; charset=utf-8').send(bareList))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const site = `http://localhost:${(app.server.address() as AddressInfo).port}`
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags })
  try {
    await makeResults(ground.parts)
    const context = await browser.newContext({ viewport: sizes.phone, isMobile: true, hasTouch: true, locale: 'zh-CN' })
    context.setDefaultTimeout(120_000)
    const page = await context.newPage()
    const visit = async (path: string) => {
      await page.goto(site + path, { waitUntil: 'networkidle' })
      const found = await scroll(page)
      say(`${path}: ${JSON.stringify(found)}`)
      return found
    }
    const bare = await visit('/bare')
    const first = await visit('/report?raceid=2026')
    const held = await readToEnd(page)
    const deep = await scroll(page)
    say(`among ${held} rows: ${JSON.stringify(deep)}`)
    judge(held, { bare, first, deep })
  } finally {
    await browser.close()
    await app.close()
    await ground.close()
  }
}
await main()
