import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { provePhotographed } from './photographed.ts'

// The test kills servers and starts them again several times, which takes long.
test(
  'the server is killed while photos arrive: all exist, none twice, and no file is left over',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'startline-photographed-'))
    try {
      const found = await provePhotographed({
        photos: 60,
        kills: 1,
        sideBySide: 3,
        folder: join(folder, 'data'),
        say: () => undefined,
      })
      expect(found).toMatchObject({ wrong: [], kills: 1 })
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  },
)
