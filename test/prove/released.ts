import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ReleaseReport, knowsRelease, released, runReleased, unpackRelease } from '../upgrade/released.ts'

/** Tests of the release that need no database, or that read its own migrations, prove nothing about the tables. */
const usesDatabase = (path: string): boolean => /makeWorld|freshDatabase/.test(readFileSync(path, 'utf8'))

/** Runs the tests of all rooms of the release against the present tables. */
export const proveReleased = async (folder: string, say: (line: string) => void): Promise<ReleaseReport> => {
  if (!knowsRelease()) return { passed: 0, failed: [`this copy has no history with release ${released.version}`] }
  unpackRelease(folder)
  const files = globSync('features/**/*.test.ts', { cwd: folder })
    .filter((path) => usesDatabase(join(folder, path)))
    .toSorted()
  say(`${files.length} files of release ${released.version} run on the tables of this release`)
  const found = await runReleased(folder, files)
  for (const one of found.failed) say(`FAILED: ${one}`)
  return found
}
