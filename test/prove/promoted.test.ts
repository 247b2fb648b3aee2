import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { provePromoted } from './promoted.ts'

// The test kills servers and starts them again several times, which takes long.
test(
  'the server is killed while waiting runners get places, and the line ends: no place twice, none lost, money exact',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'startline-promoted-'))
    try {
      const found = await provePromoted({
        waiting: 24,
        placed: 3,
        returned: 14,
        rounds: 1,
        kills: { join: [], promote: ['server'], end: [] },
        sideBySide: 8,
        folder: join(folder, 'data'),
        say: () => undefined,
      })
      expect(found.wrong).toEqual([])
      expect(found).toMatchObject({ paid: 27, given: 14, kills: 1 })
      expect(found.inVain + found.left).toBe(10)
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  },
)
