import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knowsRelease, released, runReleased, unpackRelease } from './released.ts'

/**
 * The tests of the release that run against the present tables: one file for each kind of write that a server makes
 * while its host waits for the deployment. `npm run prove -- release` runs the tests of all rooms.
 */
const files = [
  'features/registrations/signup/registrationSave.test.ts',
  'features/payments/payments.test.ts',
  'features/results/results.test.ts',
]
// The tests of the release are a second test run, which starts its own database. Other tests use the processors at
// the same time.
const MINUTES = 8

test(`release ${released.version} runs on the tables of this one`, { timeout: MINUTES * 60_000 }, async ({ skip }) => {
  skip(!knowsRelease(), `this copy has no history with release ${released.version}`)
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'startline-release-'))), 'release')
  try {
    unpackRelease(folder)
    const { passed, failed } = await runReleased(folder, files)
    expect(failed).toEqual([])
    expect(passed).toBeGreaterThan(40)
  } finally {
    rmSync(join(folder, '..'), { recursive: true, force: true })
  }
})

test('the changelog names the commit of the release', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  expect(changelog).toContain(`Release ${released.version} is the commit \`${released.commit.slice(0, 12)}\``)
})
