import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proveTracked } from './tracked.ts'

// The test kills server and database and starts them again, which takes long.
test(
  'server and database are killed while fixes arrive: each acknowledged fix is stored once, unchanged',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'startline-tracked-'))
    try {
      const found = await proveTracked({
        devices: 12,
        fixes: 20,
        kills: ['server', 'both'],
        sideBySide: 6,
        folder: join(folder, 'data'),
        say: () => undefined,
      })
      expect(found).toMatchObject({ wrong: [], kills: 2, acknowledged: 240 })
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  },
)
