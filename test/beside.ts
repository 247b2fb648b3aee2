import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, test } from 'vitest'
import { sharedFolder } from './sharedFolder.ts'

/**
 * Returns the path of a file beside the project, such as `data/results`. The files lie in `../shared` or in the folder
 * that STARTLINE_SHARED names. They are real people's results, and vectors of vendors and other programs. Tests read
 * the files in place and copy nothing into the project. A test is skipped if its file is absent. The tests on
 * `test/vectors/` cover the same rules without these files.
 */
export const shared = (path: string): string => join(sharedFolder, path)
export const isShared = (path: string): boolean => existsSync(shared(path))
const absent = (path: string) => `../shared/${path} is not beside the project`

/**
 * Declares tests that need the files beside the project. `body` runs even without the files, so it reads files only
 * within tests.
 */
export const describeShared = (path: string, name: string, body: () => void): void => {
  describe(name, () => {
    beforeEach(({ skip }) => skip(!isShared(path), absent(path)))
    body()
  })
}

export const testShared = (path: string, name: string, run: () => void | Promise<void>): void =>
  // oxlint-disable-next-line vitest/expect-expect -- what it runs asserts
  test(name, ({ skip }) => {
    skip(!isShared(path), absent(path))
    return run()
  })
