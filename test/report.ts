import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

export type TestReport = {
  passed: number
  failed: number
  /** Files with a failed test, and unreadable files. */
  failedFiles: string[]
  /** Errors that belong to no test. */
  errors: number
  /** The number of skipped tests, by their reason. The reason '' means that a test gave none. */
  skipped: Record<string, number>
}

/** Writes the facts of a run for `npm test` into the file that STARTLINE_TEST_REPORT names. */
export class RunReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const file = process.env['STARTLINE_TEST_REPORT']
    if (!file) return
    const report: TestReport = { passed: 0, failed: 0, failedFiles: [], errors: errors.length, skipped: {} }
    for (const module of modules) {
      if (module.state() === 'failed') report.failedFiles.push(relative(process.cwd(), module.moduleId))
      for (const test of module.children.allTests()) {
        const result = test.result()
        if (result.state === 'passed') report.passed++
        else if (result.state === 'failed') report.failed++
        else if (result.state === 'skipped') {
          const reason = result.note ?? ''
          report.skipped[reason] = (report.skipped[reason] ?? 0) + 1
        }
      }
    }
    writeFileSync(file, JSON.stringify(report))
  }
}
