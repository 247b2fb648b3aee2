import { existsSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './test/order.ts'
import { RunReport } from './test/report.ts'

const every = ['**/*.test.{ts,tsx}']
/** The journeys need two more browsers, so only `npm run prove -- browsers` runs them. */
const proofs = process.env.BROWSERS ? [] : ['test/prove/browsers/journeys.test.ts']
const foreign = [...configDefaults.exclude, 'dist/**', 'data/**', 'test/fixtures/**', ...proofs]
/**
 * A test that exchanges a module, or leaves a job runner behind that another test would notice, has a process of its
 * own.
 */
const alone = ['**/*.alone.test.ts']
const stories = ['test/e2e/**/*.test.ts']
/**
 * A test that takes longer than a minute on a slow machine states its own limit, with the reason beside it. Three
 * servers of a distributed database (`npm run prove -- citus`) on the same cores take several times as long as one.
 */
const minute = process.env.CITUS_SERVERS ? 300_000 : 60_000
/**
 * A story is a row of steps, each of which may wait 90 seconds (test/e2e/browser/browser.ts). A slow machine takes
 * several times as long as a quiet machine. The first story builds both apps before it begins.
 */
const story = { testTimeout: 4 * minute, hookTimeout: 4 * minute, expect: { poll: { timeout: 90_000 } } }

// The default export, from which vitest reads its configuration.
export default defineConfig({
  test: {
    // Files share their process and their imports, which halves the time of imports. Each world resets the counts in
    // memory.
    projects: [
      {
        extends: true,
        test: { name: 'rooms', include: every, exclude: [...foreign, ...alone, ...stories], isolate: false },
      },
      { extends: true, test: { name: 'alone', include: alone, exclude: foreign } },
      // The stories run after all other tests, because each story needs three processes (browser, server, test).
      {
        extends: true,
        test: { name: 'stories', include: stories, isolate: false, sequence: { groupOrder: 1 }, ...story },
      },
    ],
    globalSetup: existsSync('test/setup.ts') ? ['test/setup.ts'] : [],
    sequence: { sequencer: LongestFirst },
    setupFiles: ['test/statements/watch.ts'],
    pool: 'forks',
    maxWorkers: 4,
    testTimeout: minute,
    hookTimeout: minute,
    expect: { poll: { timeout: 30_000 } },
    retry: 0,
    reporters: ['default', new RunReport()],
  },
})
