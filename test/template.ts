import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { identityFor } from '#db/embedded/binaries.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { listMigrations, migrate, migrationsHash } from '#db/migrate.ts'
import { watchOver } from './watchdog.ts'

/** The migrated database from which the database of each test is cloned. */
export const TEMPLATE = 'template_startline'

/** The programs of another PostgreSQL for the tests (test/prove/databases/postgres.ts). */
export const programs = process.env.POSTGRES_PROGRAMS

const root = join(import.meta.dirname, '..')
const kept = join(root, 'node_modules/.cache/template')
const DAY_MS = 86_400_000
const UNUSED_MS = 7 * DAY_MS

/** Returns a hash of everything that decides the content of a fresh cluster with the migrated template. */
const keyOfTemplate = async (): Promise<string> => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
    optionalDependencies: Record<string, string>
  }
  const hash = createHash('sha256')
    .update(migrationsHash(await listMigrations()))
    .update(JSON.stringify([dependencies['graphile-worker'], optionalDependencies, programs ?? '']))
    .update(JSON.stringify([process.platform, process.arch, identityFor('')?.uid ?? process.getuid?.()]))
  for (const file of ['db/migrate.ts', 'db/embedded/embedded.ts', 'test/template.ts'])
    hash.update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/** Copies by `cp`, which keeps the owner. Node's own copy does not, and the database's user must own its files. */
const copy = (from: string, to: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn('cp', ['-Rp', from, to], { stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })

/** Removes templates that no run used for a week, and half copies that killed runs left. */
const sweep = (now: number): void => {
  for (const name of readdirSync(kept)) {
    const path = join(kept, name)
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now)
    if (age > (name.startsWith('new-') ? DAY_MS : UNUSED_MS)) rmSync(path, { recursive: true, force: true })
  }
}

/**
 * Keeps a copy for the next runs. The copy moves to its place whole, so that no other run sees half of it. If several
 * runs copy, the first copy stays. In a folder without write access the tests work without a cache.
 */
const keep = async (cluster: string, place: string): Promise<void> => {
  try {
    mkdirSync(kept, { recursive: true })
    sweep(Date.now())
    const fresh = mkdtempSync(join(kept, 'new-'))
    try {
      if (await copy(cluster, join(fresh, 'postgres'))) renameSync(fresh, place)
    } finally {
      rmSync(fresh, { recursive: true, force: true })
    }
  } catch {
    return
  }
}

const make = async (folder: string): Promise<void> => {
  const server = await startEmbedded({ folder, durable: false, programs })
  const watchdog = watchOver(server.pid(), folder)
  try {
    if (!('database' in server.connection)) throw new Error('The embedded database is reached by its socket.')
    const client = new pg.Client({ ...server.connection })
    await client.connect()
    await client.query(`create database ${TEMPLATE}`)
    await client.end()
    await migrate({ ...server.connection, database: TEMPLATE })
  } finally {
    await server.stop()
    watchdog.kill('SIGKILL')
  }
}

/**
 * Puts a stopped cluster with the migrated template into `folder`: a copy that an earlier run kept under the same key,
 * or a new copy.
 */
export const placeTemplate = async (folder: string): Promise<void> => {
  const cluster = join(folder, 'postgres')
  const place = join(kept, await keyOfTemplate())
  if (existsSync(place)) {
    // The change of time marks the template as used before the copy begins, so that no other run removes it meanwhile.
    utimesSync(place, new Date(), new Date())
    if (await copy(join(place, 'postgres'), cluster)) return
    rmSync(cluster, { recursive: true, force: true })
  }
  await make(folder)
  await keep(cluster, place)
}
