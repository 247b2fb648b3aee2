import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/order.ts'

const every = ['{contract,server,db,features,ui,web,console,tools,test}/**/*.test.{ts,tsx}']
/** What leaves a job runner behind it that another test would hear of. */
const alone = ['server/worker.test.ts']

// Default export: vitest reads its configuration from it.
export default defineConfig({
  test: {
    // Files share their process and so what they import: half the time of an import for each. Whatever counts in memory begins anew with each world.
    projects: [
      { extends: true, test: { name: 'together', include: every, exclude: alone, isolate: false } },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
    globalSetup: existsSync('test/setup.ts') ? ['test/setup.ts'] : [],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // Stories in the browser wait more than they work: four at a time keep two processors busy.
    maxWorkers: 4,
    // Machines are shared: a starved one takes three times as long, and may miss a deadline of its own. What passes only on its second try is named in the report.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: 1,
  },
})
