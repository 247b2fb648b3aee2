import type { AddressInfo } from 'node:net'
import { type Browser, type CDPSession, type Page, chromium } from 'playwright-core'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { buildApp } from '#server/app.ts'
import { deviceOf, takeFixes } from '#features/tracking/intake/intake.service.ts'
import { courseFrom } from '#features/courses/shape.rules.ts'
import { readGpx } from '#features/courses/gpx.rules.ts'
import { lineOf, linePlaceAt } from '#features/tracking/matching/line.rules.ts'
import { RACE } from '#test/entrants.ts'
import { gpxOf, wayThrough } from '#test/scenes/walks.ts'
import { buildApps } from '#tools/build.ts'
import { chromiumPath, mapFlags, sizes } from '#tools/screens.ts'
import { conclude, openGround, quantile, say } from '../ground/ground.ts'
import { corners, openDevices, openScene } from './scene.ts'

/**
 * Measures the map of the live page with many moving dots on a phone (processor four times slower) while a finger pans
 * it. The mean time of scripting and layout for a frame, and the longest task after the first second, have limits. A
 * frame is a task of the page with an animation frame: it draws the map, or moves the last drawing with the finger. For
 * comparison the bench also measures the same map before the race, without a runner, because machines differ in speed.
 * It reports the frames and drawings per second without a limit, because here a processor draws in place of a graphics
 * card. `npm run bench -- dots [RUNNERS] [SECONDS]`
 */
const [RUNNERS, SECONDS] = [Number(process.argv[2] ?? 30_000), Number(process.argv[3] ?? 10)]
const goals = { frame_ms: 8, task_ms: 50 }
const SENDERS = 16

type TraceEvent = {
  name: string
  ph: string
  ts: number
  dur?: number
  tdur?: number
  pid: number
  tid: number
  args?: { data?: { functionName?: string } }
}

/** Puts each runner on the course, with fixes 60, 30 and 5 seconds ago, so that the server knows the speeds. */
const placeRunners = async (db: Db, now: number): Promise<void> => {
  const course = lineOf(courseFrom(readGpx(gpxOf(wayThrough(corners))), null)!)
  const tokens = await openDevices(db, RUNNERS, 1)
  await sql`update tracks set version = 1 where raceid = ${RACE}`.execute(db)
  await Promise.all(
    Array.from({ length: SENDERS }, async (_, part) => {
      for (let n = part; n < tokens.length; n += SENDERS) {
        const device = (await deviceOf(db, tokens[n]!, new Date(now)))!
        const speed = 2.4 + (n % 17) / 10
        const far = 300 + ((n * 7919) % 38_000)
        const fixes = [60_000, 30_000, 5000].map((ago) => {
          const { lat, lon } = linePlaceAt(course, far - (speed * ago) / 1000)
          const at = now - ago
          return { at, lat, lon, accuracy: 6, altitude: null, speed, heading: null, battery: 80, sos: false }
        })
        await takeFixes(db, { device, fixes, refused: [], now: new Date(now) })
      }
    }),
  )
}

/**
 * The names of trace events that are scripting or layout. If one of these events lies inside another, only the outer
 * one counts.
 */
const works = new Set([
  'FunctionCall',
  'EvaluateScript',
  'FireAnimationFrame',
  'TimerFire',
  'EventDispatch',
  'UpdateLayoutTree',
  'Layout',
  'PrePaint',
  'HandlePostMessage',
  'RunMicrotasks',
  'MinorGC',
  'MajorGC',
])
/** Returns the milliseconds of each task with an animation frame. One task may run several callbacks. */
const framesIn = (
  tasks: readonly { ts: number; until: number; ms: number }[],
  events: readonly TraceEvent[],
): number[] => {
  const moments = events.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts)
  return tasks.filter(({ ts, until }) => moments.some((at) => at >= ts && at <= until)).map(({ ms }) => ms)
}
/** Lists the parts of the longest task. A part of less than 5 ms is left out. */
const partsOf = (
  tasks: readonly { ts: number; until: number; ms: number }[],
  events: readonly TraceEvent[],
): string => {
  const [longest] = tasks.toSorted((a, b) => b.ms - a.ms)
  return events
    .filter(
      ({ name, ts, dur = 0 }) =>
        name !== 'ThreadControllerImpl::RunTask' &&
        longest &&
        ts >= longest.ts &&
        ts + dur <= longest.until &&
        dur >= 5000,
    )
    .map(
      ({ name, dur = 0, tdur, args }) =>
        `${name} ${args?.data?.functionName ?? ''} ${((tdur ?? dur) / 1000).toFixed(0)}`,
    )
    .join(', ')
}
/**
 * Returns the processor time of the main thread in milliseconds: of each task after the first second, of each frame,
 * and of all scripting and layout.
 */
const measured = (events: readonly TraceEvent[]) => {
  const threads = Map.groupBy(
    events.filter(({ name }) => name === 'PrePaint'),
    ({ pid, tid }) => `${pid} ${tid}`,
  )
  const [main] = [...threads].toSorted((a, b) => b[1].length - a[1].length)[0] ?? []
  const own = events.filter(({ pid, tid, ph }) => ph === 'X' && `${pid} ${tid}` === main)
  const tasks = own
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    .map(({ ts, dur, tdur }) => ({ ts, until: ts + (dur ?? 0), ms: (tdur ?? dur ?? 0) / 1000 }))
  const first = Math.min(...tasks.map(({ ts }) => ts))
  const later = tasks.filter(({ ts }) => ts > first + 1_000_000)
  let [until, worked] = [0, 0]
  const parts = new Map<string, number>()
  for (const { name, ts, dur = 0, tdur } of own.filter(({ name }) => works.has(name)).toSorted((a, b) => a.ts - b.ts)) {
    if (ts < until) continue
    until = ts + dur
    const ms = (tdur ?? dur) / 1000
    worked += ms
    parts.set(name, (parts.get(name) ?? 0) + ms)
  }
  if (tasks.length === 0) throw new Error('The trace names no tasks of the page')
  return { later, frames: framesIn(tasks, own), worked, parts, longest: partsOf(later, own) }
}

type Drawn = { drawings: number; dots: number }
/** Counts the drawings of dots from now on, and the dots of the last drawing. */
const countDrawings = () => {
  const kept = Object.assign(globalThis, { drawn: { drawings: 0, dots: 0 } })
  const card = WebGL2RenderingContext.prototype
  const { drawArrays } = card
  card.drawArrays = function (mode, from, count) {
    if (mode === this.POINTS) {
      kept.drawn.drawings += 1
      kept.drawn.dots = count
    }
    drawArrays.call(this, mode, from, count)
  }
}
/**
 * Pans the map with a mouse for `SECONDS` seconds. Returns the number of drawings with dots, and the dots of the last
 * drawing.
 */
const pan = async (page: Page): Promise<Drawn> => {
  await page.evaluate(() =>
    Object.assign(globalThis, {
      drawn: Object.assign((globalThis as unknown as { drawn: Drawn }).drawn, { drawings: 0 }),
    }),
  )
  const box = (await page.locator('[data-map=shown]').boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const began = Date.now()
  for (let n = 0; Date.now() - began < SECONDS * 1000; n++)
    await page.mouse.move(x + 120 * Math.sin(n / 20), y + 80 * Math.cos(n / 27))
  await page.mouse.up()
  return page.evaluate(() => (globalThis as unknown as { drawn: Drawn }).drawn)
}

const trace = async (session: CDPSession, page: Page) => {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] },
  } as never)
  const drawn = await pan(page)
  const done = new Promise((resolve) => void session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await done
  return { ...drawn, ...measured(events) }
}

/** Opens the live page on a slow phone, zooms in, and pans. Without positions the map shows the course alone. */
const panned = async (browser: Browser, port: number, positions: boolean) => {
  const context = await browser.newContext({ viewport: sizes.phone, serviceWorkers: 'block' })
  if (!positions) await context.route(/\/live\/(gps\/positions|stream)/, (route) => route.abort())
  const page = await context.newPage()
  await page.addInitScript(countDrawings)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(`http://localhost:${port}/live?raceid=${RACE}`)
  await page.locator('[data-map=shown]').waitFor({ timeout: 60_000 })
  // The map zooms in by three steps. It then shows dots, and no density.
  for (let n = 0; n < 3; n++) {
    await page.getByRole('button', { name: /Zoom in|放大/ }).click()
    await page.waitForTimeout(700)
  }
  await page.waitForTimeout(4000)
  const { later, frames, worked, ...traced } = await trace(session, page)
  await context.close()
  const sorted = later.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return { ...traced, sorted, frames, frame_ms: worked / Math.max(1, frames.length), task_ms: sorted.at(-1) ?? 0 }
}

await buildApps({ quiet: true })
const ground = await openGround()
const app = await buildApp(ground.parts)
const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: mapFlags })
try {
  await openScene(ground.parts, new Date(Date.now() - 3_600_000))
  await placeRunners(ground.parts.db, Date.now())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const { drawings, dots, sorted, frames, frame_ms, task_ms, parts, longest } = await panned(browser, port, true)
  const bare = await panned(browser, port, false)
  say(`scripting and layout of a frame, ms: ${frame_ms.toFixed(2)}   goal ≤ ${goals.frame_ms}`)
  say(`  the same map without positions: ${bare.frame_ms.toFixed(2)}, ratio ${(frame_ms / bare.frame_ms).toFixed(2)}`)
  say(`longest task after the first second, ms: ${task_ms.toFixed(1)}   goal ≤ ${goals.task_ms}`)
  say(`  without positions: ${bare.task_ms.toFixed(1)}`)
  say(`  its parts in ms: ${longest}`)
  say(
    `  ${dots} dots, ${(frames.length / SECONDS).toFixed(1)} frames and ${(drawings / SECONDS).toFixed(1)} drawings a second, without a graphics card`,
  )
  const dearest = quantile(
    frames.toSorted((a, b) => a - b),
    0.95,
  )
  say(`  whole task of a frame, ms: 95 % within ${dearest.toFixed(1)}`)
  const share = (ms: number) => (ms / Math.max(1, frames.length)).toFixed(2)
  say(`  by kind: ${[...parts].map(([name, ms]) => `${name} ${share(ms)}`).join(', ')}`)
  say(`  tasks: ${sorted.length}, 99 % within ${quantile(sorted, 0.99).toFixed(1)} ms`)
  conclude({
    name: 'dots',
    runners: RUNNERS,
    dots,
    frame_ms,
    task_ms,
    bare_frame_ms: bare.frame_ms,
    bare_task_ms: bare.task_ms,
    frame_p95_ms: dearest,
    frames_a_second: frames.length / SECONDS,
    drawings_a_second: drawings / SECONDS,
    frame_goal_ms: goals.frame_ms,
    task_goal_ms: goals.task_ms,
    reached: dots >= RUNNERS * 0.99 && frame_ms <= goals.frame_ms && task_ms <= goals.task_ms,
  })
} finally {
  await browser.close()
  await app.close()
  await ground.close()
}
