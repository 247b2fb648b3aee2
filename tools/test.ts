/**
 * `npm test`: every test; arguments go to the runner (`npm test -- features/teams`). A file that fails is run once more
 * by itself, with a world of its own: on a starved machine a deadline within a story may pass before its page is there.
 * What needed the second run is named; a fault fails both.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'startline-tests-'))
const report = join(folder, 'report.json')

const run = (args: readonly string[]): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...args,
      ],
      { stdio: 'inherit' },
    )
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
    child.once('close', (code) => resolve(code ?? 1))
  })

type Report = { numPassedTests: number; numFailedTests: number; testResults: { name: string; status: string }[] }
/** Nothing where the runner itself fell over or an error belongs to no file: that is no test to try again. */
const failedFiles = (): string[] => {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(process.cwd(), name))
  } catch {
    return []
  }
}

try {
  let code = await run(process.argv.slice(2))
  const failed = code === 0 ? [] : failedFiles()
  if (failed.length > 0) {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Report
    console.log(
      `\n${numPassedTests} tests passed, ${numFailedTests} failed in ${failed.length} file(s). Each of these is run once more, by itself:\n${failed.map((file) => `  ${file}`).join('\n')}`,
    )
    code = await run([...failed, '--maxWorkers=1'])
    console.log(
      `After ${numPassedTests} tests passed at once, ${code === 0 ? 'the rest passed when run by themselves' : 'some failed twice'}: ${failed.join(', ')}`,
    )
  }
  process.exitCode = code
} finally {
  rmSync(folder, { recursive: true, force: true })
}
