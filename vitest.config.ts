import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/order.ts'

const every = ['{contract,integrations,seam,server,db,features,ui,web,console,tools,test}/**/*.test.{ts,tsx}']
/** What leaves a job runner behind it that another test would hear of. */
const alone = ['server/worker.test.ts']
const stories = ['test/e2e/**/*.test.ts']
/**
 * What ends a wait for what never comes. Machines are shared, and a starved one takes ten times as long: no test names
 * a time of its own.
 */
const patience = 600_000

// Default export: vitest reads its configuration from it.
export default defineConfig({
  test: {
    // Files share their process and so what they import: half the time of an import for each. Whatever counts in memory
    // begins anew with each world.
    projects: [
      { extends: true, test: { name: 'rooms', include: every, exclude: [...alone, ...stories], isolate: false } },
      { extends: true, test: { name: 'alone', include: alone } },
      // After the rest: a story is three processes (browser, server, test).
      { extends: true, test: { name: 'stories', include: stories, isolate: false, sequence: { groupOrder: 1 } } },
    ],
    globalSetup: existsSync('test/setup.ts') ? ['test/setup.ts'] : [],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    maxWorkers: 4,
    testTimeout: patience,
    hookTimeout: patience,
    expect: { poll: { timeout: 150_000 } },
    // What passes only on its second try is named in the report.
    retry: 1,
  },
})
