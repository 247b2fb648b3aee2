/**
 * `npm run release -- 0.2.0` turns the heading "Unreleased" of CHANGELOG.md into a version with its day, writes the
 * version into package.json and its lock, commits these files and tags the commit. It pushes nothing.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '#db/operatorError.ts'
import { compareVersions, isVersion, lockWithVersion, releaseNotes, withRelease } from './release/changelog.rules.ts'

const help = `npm run release -- VERSION [--folder FOLDER]

Makes a release of the commit that is checked out on main: 0.2.0, or 1.0.0-beta.1 for one to try.
The working tree must be clean, and CHANGELOG.md must list changes under "Unreleased".
Afterwards it prints the command that publishes the release.
`

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/** Throws an `OperatorError` with the reason if the release cannot be made. */
const checkRelease = (folder: string, version: string): void => {
  if (!isVersion(version)) throw new OperatorError(`"${version}" is no version. Write one like 0.2.0 or 1.0.0-beta.1.`)
  const branch = git(folder, 'branch', '--show-current')
  if (branch !== 'main') throw new OperatorError(`A release is made on main, and this is ${branch || 'no branch'}.`)
  if (git(folder, 'status', '--porcelain') !== '')
    throw new OperatorError('Some files are not committed. Commit them first, or remove them.')
  const versions = git(folder, 'tag', '--list', 'v*')
    .split('\n')
    .map((tag) => tag.slice(1))
    .filter(isVersion)
  const newer = versions.find((released) => compareVersions(released, version) >= 0)
  if (newer !== undefined) throw new OperatorError(`Version ${newer} exists already. The next one must be greater.`)
}

const release = (folder: string, version: string, now: Date): void => {
  checkRelease(folder, version)
  const path = (name: string) => join(folder, name)
  const changelog = readFileSync(path('CHANGELOG.md'), 'utf8')
  const notes = releaseNotes(changelog)
  if (notes === '') throw new OperatorError('CHANGELOG.md lists no change under "## Unreleased".')
  writeFileSync(path('CHANGELOG.md'), withRelease(changelog, version, now.toISOString().slice(0, 10)))
  for (const name of ['package.json', 'package-lock.json'])
    writeFileSync(path(name), lockWithVersion(readFileSync(path(name), 'utf8'), version))
  git(folder, 'add', 'CHANGELOG.md', 'package.json', 'package-lock.json')
  git(folder, 'commit', '-m', `Release ${version}`, '-m', notes)
  git(folder, 'tag', '-a', `v${version}`, '-m', `Startline ${version}`, '-m', notes)
  process.stdout.write(`Version ${version} is committed and tagged. To publish it: git push --follow-tags\n`)
}

const { argv } = process
const flag = argv.indexOf('--folder')
const version = argv[2]
if (version === undefined || argv.includes('--help')) process.stdout.write(help)
else {
  try {
    release(flag > 0 ? argv[flag + 1]! : join(import.meta.dirname, '..'), version, new Date())
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
