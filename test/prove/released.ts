import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ReleaseReport, knowsRelease, released, runReleased, unpackRelease } from '../upgrade/released.ts'

/** The number of test files of a part. On two cores, a part takes less than ten minutes. */
const PER_PART = 60
/**
 * Tells whether a test makes a database by itself, or imports a helper of test/ that may make one. Tests of the release
 * that need no database, or that read the release's own migrations, prove nothing about the tables.
 */
const usesDatabase = (path: string): boolean =>
  /makeWorld|freshDatabase|#test\/(?!statements|vectors|beside|contracts|fixtures)/.test(readFileSync(path, 'utf8'))

/** Lists the parts of the proof: the tests of all rooms of the unpacked release that use a database. */
const partsOfRelease = (folder: string): string[][] => {
  const files = globSync('features/**/*.test.ts', { cwd: folder })
    .filter((path) => usesDatabase(join(folder, path)))
    .toSorted()
  const parts: string[][] = []
  for (let at = 0; at < files.length; at += PER_PART) parts.push(files.slice(at, at + PER_PART))
  return parts
}

export type ReleaseParts = { version: string; parts: Record<string, ReleaseReport & { minutes: number }> }
/**
 * Runs the tests of all rooms of the release against the present tables. With `only`, runs only the part of the tests
 * with this number. Undefined if this copy has no history of the release, or if there is no such part.
 */
export const proveReleased = async (
  folder: string,
  only: number | undefined,
  say: (line: string) => void,
): Promise<ReleaseParts | undefined> => {
  if (!knowsRelease()) {
    say(`This copy has no history with release ${released.version}.`)
    return undefined
  }
  unpackRelease(folder)
  const parts = partsOfRelease(folder)
  if (only !== undefined && !parts[only - 1]) {
    say(`The proof has the parts 1 to ${parts.length}.`)
    return undefined
  }
  const found: ReleaseParts = { version: released.version, parts: {} }
  for (const [at, files] of parts.entries()) {
    if (only !== undefined && at !== only - 1) continue
    say(`Part ${at + 1} of ${parts.length}: ${files.length} files of release ${released.version} on the present tables`)
    const began = performance.now()
    const report = await runReleased(folder, files)
    const minutes = Math.round((performance.now() - began) / 6000) / 10
    for (const one of report.failed) say(`  FAILED: ${one}`)
    say(
      `  ${report.passed} tests of ${report.files} files passed in ${minutes} minutes, ${report.skipped} were skipped`,
    )
    found.parts[at + 1] = { ...report, minutes }
  }
  return found
}
