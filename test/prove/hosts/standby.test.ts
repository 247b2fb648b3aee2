import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proveStandby } from './standby.ts'

// The test makes two databases and starts them, one of them twice, which takes long.
test(
  'the primary is killed in the middle of sign-ups and the standby promoted: nothing acknowledged is lost',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'startline-standby-'))
    try {
      const found = await proveStandby({
        people: 240,
        places: 150,
        sideBySide: 12,
        hurry: true,
        folder,
        say: () => undefined,
      })
      expect(found.wrong).toEqual([])
      expect(found.whileFrozen).toBe(0)
      expect(found.signedUp).toBeGreaterThanOrEqual(150)
      expect(found.backMs).toBeLessThan(30_000)
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  },
)
