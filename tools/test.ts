/**
 * `npm test` runs every test. Arguments go to Vitest (`npm test -- features/teams`). At the end it tells how many tests
 * were skipped and why. It ends with exit code 1 if a skipped test has no reason, or if more tests were skipped than
 * the README allows. On a machine with the shared folder, no test may be skipped. The command runs each file with a
 * failed test once more, and names these files. If more than `mostAgain` files failed, none has a second try.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fill } from '#contract/words.ts'
import type { TestReport } from '#test/report.ts'
import { sharedFolder } from '#test/sharedFolder.ts'
import { judgeSkipped, mostSkipped } from './testing/skipped.rules.ts'

if (process.argv.includes('--help')) {
  console.log(`npm test -- [FILES] [OPTIONS]

Runs every test, or the tests of the named files and folders (npm test -- features/teams). Options go to Vitest, for
example -t PATTERN for the tests whose titles fit. The files of failed tests run once more at the end.`)
  process.exit(0)
}

/** The most files that have a second try. More failures than these are no accident of a loaded machine. */
const mostAgain = 8
const named = (files: readonly string[]): string => files.map((path) => `  ${path}`).join('\n')

const folder = mkdtempSync(join(tmpdir(), 'startline-tests-'))
const file = join(folder, 'report.json')

/** Runs the tests. Returns the exit code, and the report if the runner did not crash. */
const run = async (args: readonly string[]): Promise<{ code: number; report: TestReport | undefined }> => {
  rmSync(file, { force: true })
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
    stdio: 'inherit',
    env: { ...process.env, STARTLINE_TEST_REPORT: file },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? 1)))
  return { code, report: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TestReport) : undefined }
}

const args = process.argv.slice(2)
try {
  const { code, report } = await run(args)
  process.exitCode = code
  if (report) {
    const { failedFiles, errors, skipped, passed, failed } = report
    let again: number | undefined
    if (failedFiles.length > 0 && failedFiles.length <= mostAgain) {
      console.log(
        `\nThe tests of these files failed and are run once more, one after the other:\n${named(failedFiles)}`,
      )
      again = (await run([...failedFiles, '--maxWorkers=1'])).code
      if (again === 0 && errors === 0) process.exitCode = 0
    }
    console.log(fill('\n{passed} {passed|test|tests} passed at once, {failed} failed.', { passed, failed }))
    if (again !== undefined)
      console.log(
        `Files that needed a second try${again === 0 ? '' : ', not all of which passed it'}:\n${named(failedFiles)}`,
      )
    else if (failedFiles.length > 0)
      console.log(
        `Files that failed and had no second try, because they are more than ${mostAgain}:\n${named(failedFiles)}`,
      )
    // With a pattern of titles, the runner leaves out all other tests without a reason.
    if (!args.some((one) => one === '-t' || one.startsWith('--testNamePattern'))) {
      const most = existsSync(sharedFolder) ? 0 : mostSkipped(readFileSync('README.md', 'utf8'))
      const { lines, wrong } = judgeSkipped(skipped, most)
      console.log(lines.join('\n'))
      if (wrong) {
        console.log(wrong)
        process.exitCode = 1
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
