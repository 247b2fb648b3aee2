import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proveRefunds } from './refunds.ts'

// The test kills servers and starts them again several times, which takes long.
test(
  'server and database are killed while everybody is refunded in bulk: each is paid back once, to the fen by the gateway’s own books',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'startline-refunds-'))
    try {
      const found = await proveRefunds({
        people: 40,
        kills: ['server', 'both'],
        sideBySide: 8,
        folder: join(folder, 'data'),
        say: () => undefined,
      })
      expect(found.wrong).toEqual([])
      expect(found).toMatchObject({ people: 40, kills: 2, back: 40 * 8_000 })
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  },
)
