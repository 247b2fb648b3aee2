import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/**
 * The former release that may still run beside the present release (CHANGELOG.md). While hosts are deployed one after
 * another, servers of the former release work on the tables of the present release.
 */
export const released = { version: '0.1.0', commit: '488197d19602e1337595712b314c9f9cd7fe7fe0' } as const

/** Tells whether this clone knows the commit of the release. A copy without history does not. */
export const knowsRelease = (): boolean =>
  spawnSync('git', ['cat-file', '-e', `${released.commit}^{commit}`], { cwd: ROOT, stdio: 'ignore' }).status === 0

/** Writes the release into a folder, with the present migrations in place of the release's own. */
export const unpackRelease = (folder: string): void => {
  mkdirSync(folder, { recursive: true })
  const archive = join(folder, 'release.tar')
  execFileSync('git', ['archive', '--format=tar', '-o', archive, released.commit], { cwd: ROOT })
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  rmSync(join(folder, 'db/migrations'), { recursive: true })
  cpSync(join(ROOT, 'db/migrations'), join(folder, 'db/migrations'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

/** `failed` also names the files that did not run. */
export type ReleaseReport = { files: number; passed: number; skipped: number; failed: string[] }
export const runReleased = async (folder: string, files: readonly string[]): Promise<ReleaseReport> => {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  await new Promise<void>((resolve) => {
    const args = ['node_modules/vitest/vitest.mjs', 'run', ...files, '--maxWorkers=2', '--testTimeout=120000']
    spawn(process.execPath, [...args, '--reporter=json', `--outputFile.json=${report}`], {
      cwd: folder,
      stdio: 'ignore',
      // This test run starts another test run, which must not take the settings of this test run.
      env: Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^(VITEST|STARTLINE|TEST|COUNTED)/.test(name)),
      ),
    }).once('close', () => resolve())
  })
  if (!existsSync(report)) return { files: 0, passed: 0, skipped: 0, failed: ['no test ran'] }
  const { numPassedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numPendingTests: number
    testResults: {
      name: string
      message: string
      status: string
      assertionResults: { fullName: string; status: string }[]
    }[]
  }
  const failed = testResults.flatMap(({ name, message, status, assertionResults }) => {
    const path = name.slice(folder.length + 1)
    const tests = assertionResults
      .filter((one) => one.status === 'failed')
      .map(({ fullName }) => `${path} > ${fullName}`)
    return tests.length > 0 || status === 'passed' ? tests : [`${path}: ${message.split('\n')[0]}`]
  })
  const absent = files.filter((path) => !testResults.some(({ name }) => name === join(folder, path)))
  return {
    files: testResults.length,
    passed: numPassedTests,
    skipped: numPendingTests,
    failed: [...failed, ...absent.map((path) => `${path} did not run`)],
  }
}
