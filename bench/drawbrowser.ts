import { readFileSync, readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import { jsonb } from '#db/db.ts'
import { saveEvent } from '#features/events/service.ts'
import { listName } from '#features/ballot/list/freezing.service.ts'
import { outcomeName } from '#features/ballot/draw/lots.service.ts'
import { recompute } from '#features/ballot/draw/recompute.rules.ts'
import { saveRace } from '#features/races/service.ts'
import { buildApp } from '#server/app.ts'
import { buildApps } from '#tools/build.ts'
import { chromiumFlags, chromiumPath, sizes } from '#tools/screens.ts'
import { conclude, openGround, say } from './ground/ground.ts'
import { LONDON, londonList, londonRules } from './draws/londonlist.ts'

/**
 * Measures how long a browser takes to repeat the draw of London 2026's 1,133,813 entries for a person who doubts it.
 * The button of the public page fetches the published files from the running server. The page reads them, draws and
 * compares, in Chromium. The limit for comparison is the same computation in this process, without browser or network.
 */
const ENTRIES = Number(process.argv[2] ?? LONDON)
const GOAL = { seconds: 60 }
const SOURCE = '2026112101'

await buildApps({ quiet: true })
const { bytes } = londonList(ENTRIES)
say(`${ENTRIES} entries, a list of ${(bytes.length / 1e6).toFixed(0)} MB`)
const began = performance.now()
const made = recompute(bytes, SOURCE)
const limit = (performance.now() - began) / 1000
const drawn = made.drawn!
say(`in this process ${limit.toFixed(2)} s`)

const ground = await openGround()
const { parts } = ground
const app = await buildApp(parts, { apps: true })
await app.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://localhost:${(app.server.address() as AddressInfo).port}`
const now = parts.clock()
const id = await parts.db.transaction().execute(async (tx) => {
  await saveRace(tx, { id: 2026, name: 'London', time: now, published_at: now, created_at: now, updated_at: now }, now)
  await saveEvent(
    tx,
    {
      raceid: 2026,
      id: 1,
      name: 'Marathon',
      type: 'full',
      distance_cm: 4_219_500,
      price: 0,
      places: 20_000,
      state: 'draw',
      created_at: now,
      updated_at: now,
    },
    now,
  )
  const { places, groups, source } = londonRules
  const declared = {
    places,
    groups,
    source,
    weights: [],
    direct: [],
    together: 'order',
    segments: londonRules.segments.map((segment) => ({ ...segment, says: {}, who: { is: 'everybody' } })),
  }
  const row = await tx
    .insertInto('ballots')
    .values({
      raceid: 2026,
      eventid: 1,
      state: 'published',
      declared: jsonb(declared),
      list_hash: Buffer.from(made.listHash, 'hex'),
      entries: ENTRIES,
      source: SOURCE,
      seed: Buffer.from(drawn.seed, 'hex'),
      outcome_hash: Buffer.from(drawn.outcomeHash, 'hex'),
      counts: jsonb(drawn.counts),
      frozen_at: now,
      seeded_at: now,
      drawn_at: now,
      published_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(row.id)
})
await parts.integrations.files.write(listName({ raceid: 2026, id }), bytes)
await parts.integrations.files.write(outcomeName({ raceid: 2026, id }), drawn.outcome)

const browser = await chromium.launchServer({ executablePath: chromiumPath() ?? '', args: chromiumFlags })
/** Returns the memory of the browser's pages and workers in MB. 0 if the system does not report it. */
const memory = (): number => {
  try {
    const kb = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => {
        try {
          const isRenderer = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')
          return isRenderer && isUnder(pid, String(browser.process().pid))
            ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
            : 0
        } catch {
          return 0 // The process ended meanwhile.
        }
      })
    return kb.reduce((sum, one) => sum + one, 0) / 1000
  } catch {
    return 0
  }
}
const isUnder = (pid: string, ancestor: string): boolean => {
  for (
    let at = pid;
    at !== '0' && at !== '1';
    at = /PPid:\s+(\d+)/.exec(readFileSync(`/proc/${at}/status`, 'utf8'))![1]!
  )
    if (at === ancestor) return true
  return false
}

const client = await chromium.connect(browser.wsEndpoint())
const page = await client.newPage({ viewport: sizes.phone, locale: 'en-GB', serviceWorkers: 'block' })
await page.goto(`${origin}/ballot?raceid=2026&id=${id}`)
const runs: { seconds: number; agrees: boolean; peak: number }[] = []
for (let run = 0; run < 2; run++) {
  await page.reload()
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, memory())), 200)
  const start = performance.now()
  await page.getByRole('button', { name: 'Compute again on my device' }).click()
  const verdict = page.getByRole('heading', { name: /^(Everything matches|Does not match)$/ })
  await verdict.waitFor({ timeout: 300_000 })
  const seconds = (performance.now() - start) / 1000
  clearInterval(watch)
  // The rules of London's list have no criteria, so the page shows five computed items. All of them must agree.
  const rows = await page
    .getByRole('listitem')
    .filter({ hasText: /^(Seed|List hash|Results hash|Results file|People per)/ })
    .allInnerTexts()
  const agrees = rows.length === 5 && rows.every((row) => row.includes('agrees'))
  runs.push({ seconds, agrees, peak })
  say(
    `in Chromium ${seconds.toFixed(1)} s, up to ${peak.toFixed(0)} MB, ${agrees ? 'everything that was computed agrees' : `differs: ${rows.join(' | ')}`}`,
  )
}
await client.close()
await browser.close()
await app.close()
await ground.close()
const seconds = Math.max(...runs.map((run) => run.seconds))
const agrees = runs.every((run) => run.agrees)
conclude({
  name: 'drawbrowser',
  entries: ENTRIES,
  seconds,
  limit_seconds: limit,
  ratio: limit / seconds,
  memory_mb: Math.max(...runs.map(({ peak }) => peak)),
  agrees,
  reached: agrees && seconds < GOAL.seconds,
})
if (!agrees) process.exitCode = 1
