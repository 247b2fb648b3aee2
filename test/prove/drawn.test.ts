import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proveDrawn } from './drawn.ts'

// The test kills servers and starts them again several times, which takes long.
test(
  'the server is killed while it publishes the lots and while it offers returned places: the outcome is the drawn outcome',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'startline-drawn-'))
    try {
      const found = await proveDrawn({
        people: 300,
        places: 60,
        returned: 220,
        kills: { publish: 1, refresh: 1 },
        sideBySide: 12,
        folder: join(folder, 'data'),
        say: () => undefined,
      })
      expect(found.wrong).toEqual([])
      expect(found).toMatchObject({ won: 60, offered: 220, kills: 2 })
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  },
)
