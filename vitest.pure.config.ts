import { defineConfig } from 'vitest/config'

// For tests that need neither a database nor a browser. Default export: vitest reads its configuration from it.
export default defineConfig({ test: { include: ['**/*.test.{ts,tsx}'], pool: 'forks', maxWorkers: 1 } })
