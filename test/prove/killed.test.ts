import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proveKilled } from './killed.ts'

// The test kills servers and starts them again several times, which takes long.
test(
  'server and database are killed in the middle of sign-ups: nothing acknowledged is lost, nothing is sold twice, all unfinished work ends',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'startline-killed-'))
    try {
      const found = await proveKilled({
        people: 240,
        places: 150,
        kills: ['server', 'database', 'both'],
        sideBySide: 12,
        hurry: true,
        folder: join(folder, 'data'),
        say: () => undefined,
      })
      expect(found.wrong).toEqual([])
      expect(found.kills).toBe(3)
      expect(found.signedUp).toBeGreaterThanOrEqual(150)
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  },
)
