import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proveBulk } from './bulk.ts'

// The test kills servers and starts them again several times, which takes long.
test(
  'server and database are killed while many registrations are refused at once and undone: each is done once, each runner gets one message',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'startline-bulk-'))
    try {
      const found = await proveBulk({
        people: 300,
        kills: { refuse: ['server', 'database'], undo: ['both'] },
        sideBySide: 12,
        folder: join(folder, 'data'),
        say: () => undefined,
      })
      expect(found.wrong).toEqual([])
      expect(found).toMatchObject({ refused: 300, undone: 300, kills: 3 })
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  },
)
