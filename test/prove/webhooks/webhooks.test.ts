import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proveWebhooks } from './webhooks.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0

// The test kills a server and its database and starts them again, which takes long.
test.skipIf(!hasPython)(
  'the sender is killed while a second program answers late, with errors and with resets: each event arrives',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'startline-webhooks-'))
    try {
      const found = await proveWebhooks({
        people: 40,
        kills: ['server', 'both'],
        sideBySide: 4,
        slowSeconds: 1,
        folder: join(folder, 'data'),
        say: () => undefined,
      })
      expect(found.wrong).toEqual([])
      expect(found).toMatchObject({ kills: 2, forged: 0 })
      expect(found.events).toBeGreaterThanOrEqual(40)
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  },
)
