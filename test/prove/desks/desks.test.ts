import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chromiumPath } from '#tools/screens.ts'
import { proveDesks } from './desks.ts'

// The test kills a server and starts it again, and opens a browser for each desk, which takes long.
test.skipIf(!chromiumPath())(
  'desks hand packs out over a bad network and a killed server: nothing is lost, each clash is shown, the stock is exact',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'startline-desks-'))
    try {
      const found = await proveDesks({
        handouts: 60,
        desks: 3,
        kills: ['server'],
        seed: 7,
        folder: join(folder, 'data'),
        say: () => undefined,
      })
      expect(found.wrong).toEqual([])
      expect(found.packs).toBeGreaterThanOrEqual(60)
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  },
)
