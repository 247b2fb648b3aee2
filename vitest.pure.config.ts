import { defineConfig } from 'vitest/config'

// The configuration of tests that need neither a database nor a browser. vitest reads it from the default export.
export default defineConfig({ test: { include: ['**/*.test.{ts,tsx}'], pool: 'forks', maxWorkers: 1 } })
