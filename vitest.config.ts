import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// Default export: vitest reads its configuration from it.
export default defineConfig({
  test: {
    include: ['{contract,server,db,features,ui,web,console,tools,test}/**/*.test.{ts,tsx}'],
    globalSetup: existsSync('test/setup.ts') ? ['test/setup.ts'] : [],
    pool: 'forks',
    // Stories in the browser wait more than they work: three at a time keep two processors busy.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Machines are shared: a starved one may miss a deadline. What passes only on its second try is named in the report.
    retry: 1,
  },
})
