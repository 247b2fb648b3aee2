import { createHash } from 'node:crypto'
import {
  chownSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { clearGapNote, readGapNote } from '#db/archive/gap.ts'
import { identityFor } from '#db/embedded/binaries.ts'
import { clientConfig } from '#db/db.ts'
import type { Connection } from '#db/db.ts'
import { OperatorError } from '#db/operatorError.ts'

/** The description that a backup holds. The hashes are SHA-256, by path within the backup. */
export type BackupManifest = {
  made_at: string
  version: string
  /** The identifier of the database, under which its archive keeps the log. Backups of older releases lack it. */
  system?: string
  migrations: string[]
  files: Record<string, string>
}

export type OnProgress = (done: number, all: number) => void

const MANIFEST = 'manifest.json'
/**
 * Parts of the data folder that the copy of files leaves out. The database is copied separately. The key must not lie
 * beside the data that it opens. A gap of the archive lies before the backup, so the note of the gap is left out too.
 */
const LEFT_OUT = [/^postgres/, /^run$/, /^startline\.key/, /^archive\.gap/, /\.log$/]
/**
 * Parts of the database's folder that only the running server uses. The backup copies the write-ahead log separately.
 */
const SERVERS_OWN = [
  /^postmaster\.(pid|opts)$/,
  /^\.s\.PGSQL/,
  /^pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/./,
  /pgsql_tmp/,
]
const isServersOwn = (path: string): boolean => SERVERS_OWN.some((pattern) => pattern.test(path))

const treeOf = (folder: string, inside = ''): { folders: string[]; files: string[] } => {
  const found = { folders: [] as string[], files: [] as string[] }
  for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
    const path = inside ? `${inside}/${entry.name}` : entry.name
    if (entry.isDirectory()) {
      const below = treeOf(folder, path)
      found.folders.push(path, ...below.folders)
      found.files.push(...below.files)
    } else if (entry.isFile()) found.files.push(path)
  }
  return found
}

/**
 * Copies a file and computes its hash at the same time. Returns undefined if the file has gone meanwhile, as happens
 * when a table is dropped.
 */
const copyHashed = async (from: string, to: string, flush: boolean): Promise<string | undefined> => {
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      next(null, chunk)
    },
  })
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await pipeline(createReadStream(from), hashing, createWriteStream(to, { mode: 0o600, flush }))
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && path === from) return undefined
    throw error
  }
  return hash.digest('hex')
}

/** Works on many files at a time, because most of the time passes in waiting for the disk. */
const each = async <T>(all: readonly T[], work: (one: T) => Promise<void>, progress: OnProgress): Promise<void> => {
  let next = 0
  let done = 0
  const lane = async () => {
    for (let one = all[next++]; one !== undefined; one = all[next++]) {
      await work(one)
      progress((done += 1), all.length)
    }
  }
  await Promise.all(Array.from({ length: 16 }, lane))
}

/** Returns the facts about the database that a backup records. */
const factsOf = async (client: pg.Client): Promise<Pick<BackupManifest, 'version' | 'system' | 'migrations'>> => {
  const control = await client.query<{ version: string; system: string }>(
    `select current_setting('server_version') as version, system_identifier::text as system from pg_control_system()`,
  )
  const migrations = await client.query<{ name: string }>('select name from migrations order by name')
  const { version = '', system = '' } = control.rows[0] ?? {}
  return { version, system, migrations: migrations.rows.map(({ name }) => name) }
}

/**
 * Makes a base backup of the running embedded database and of the files beside it, into a folder that does not exist
 * yet. The server answers calls meanwhile. The backup holds everything that committed before the backup ended, but not
 * STARTLINE_KEY.
 */
export const backUp = async (
  folder: string,
  connection: Connection,
  target: string,
  now: Date,
  progress: OnProgress = () => undefined,
): Promise<BackupManifest> => {
  if (existsSync(target)) throw new OperatorError(`${target} is already there. A backup wants a folder of its own.`)
  const cluster = join(folder, 'postgres')
  const client = new pg.Client(clientConfig(connection))
  await client.connect()
  try {
    // The slot keeps the server from reusing segments of the log before the backup has copied them. The slot ends with
    // this connection.
    await client.query(
      `select pg_create_physical_replication_slot('startline_backup_' || pg_backend_pid(), true, true)`,
    )
    // Without this slot the archive takes nothing yet, and this backup lies before the end of the gap.
    const archived = await client.query(`select 1 from pg_replication_slots where slot_name = 'startline_archive'`)
    const gap = archived.rows.length > 0 ? await readGapNote(folder) : undefined
    const began = await client.query<{ segment: string }>(
      `select pg_walfile_name(pg_backup_start('startline', fast => true)) as segment`,
    )
    mkdirSync(target, { recursive: true, mode: 0o700 })
    const files: Record<string, string> = {}
    const copy = async (from: string, path: string) => {
      const hash = await copyHashed(from, join(target, path), true)
      if (hash !== undefined) files[path] = hash
    }
    const tree = treeOf(cluster)
    for (const path of tree.folders.filter((one) => !isServersOwn(one)))
      mkdirSync(join(target, 'postgres', path), { recursive: true, mode: 0o700 })
    const kept = tree.files.filter((path) => !isServersOwn(path))
    await each(kept, (path) => copy(join(cluster, path), `postgres/${path}`), progress)
    const facts = await factsOf(client)
    const ended = await client.query<{ label: string; segment: string }>(
      'select labelfile as label, pg_walfile_name(lsn) as segment from pg_backup_stop(wait_for_archive => false)',
    )
    const [from, to] = [began.rows[0]?.segment ?? '', ended.rows[0]?.segment ?? '']
    for (const name of readdirSync(join(cluster, 'pg_wal'))) {
      if (/^[0-9A-F]{24}$/.test(name) && name >= from && name <= to)
        await copy(join(cluster, 'pg_wal', name), `postgres/pg_wal/${name}`)
    }
    const label = ended.rows[0]?.label ?? ''
    writeFileSync(join(target, 'postgres/backup_label'), label, { mode: 0o600, flush: true })
    files['postgres/backup_label'] = createHash('sha256').update(label).digest('hex')
    for (const name of readdirSync(folder).filter((entry) => !LEFT_OUT.some((rule) => rule.test(entry)))) {
      const inside = statSync(join(folder, name)).isDirectory() ? treeOf(folder, name).files : [name]
      for (const path of inside) await copy(join(folder, path), path)
    }
    const manifest: BackupManifest = { made_at: now.toISOString(), ...facts, files }
    writeFileSync(join(target, MANIFEST), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true })
    await clearGapNote(folder, gap)
    return manifest
  } finally {
    await client.end()
  }
}

const readManifest = (source: string): BackupManifest => {
  try {
    return JSON.parse(readFileSync(join(source, MANIFEST), 'utf8')) as BackupManifest
  } catch {
    throw new OperatorError(`${source} is no whole backup: its ${MANIFEST} is missing or broken.`)
  }
}

/**
 * Puts a backup into a data folder that has no database yet, and checks every file that it copies. The next start
 * recovers from the backup.
 */
export const restoreInto = async (
  source: string,
  folder: string,
  progress: OnProgress = () => undefined,
): Promise<BackupManifest> => {
  const manifest = readManifest(source)
  const cluster = join(folder, 'postgres')
  if (existsSync(cluster))
    throw new OperatorError(
      `${cluster} is already there. Restore into an empty data folder (STARTLINE_DATA), or move the old one ` +
        'away first.',
    )
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const identity = identityFor(cluster)
  const paths = Object.keys(manifest.files)
  for (const path of treeOf(join(source, 'postgres')).folders)
    mkdirSync(join(cluster, path), { recursive: true, mode: 0o700 })
  // The restore does not flush the files, because a database that starts from a backup first syncs its whole folder.
  const check = async (path: string) => {
    if (path.split('/').includes('..'))
      throw new OperatorError(`The backup names a file outside itself (${path}); it was tampered with.`)
    const hash = await copyHashed(join(source, path), join(folder, path), false)
    if (hash !== manifest.files[path])
      throw new OperatorError(
        `The backup is damaged: ${path} is ${hash === undefined ? 'missing' : 'not what it was'}. Take another one.`,
      )
  }
  await each(paths, check, progress)
  if (identity) {
    const { folders, files } = treeOf(cluster)
    for (const path of ['', ...folders, ...files]) chownSync(join(cluster, path), identity.uid, identity.gid)
  }
  return manifest
}

/**
 * Reads every row of every table and returns the number of rows of each table. Throws if the data of a table are
 * damaged.
 */
export const countRows = async (connection: Connection): Promise<{ table: string; rows: number }[]> => {
  const client = new pg.Client(clientConfig(connection))
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const counts: { table: string; rows: number }[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ rows: number }>(
        `select count(t.*) as rows from ${pg.escapeIdentifier(name)} t`,
      )
      counts.push({ table: name, rows: rows[0]?.rows ?? 0 })
    }
    return counts
  } finally {
    await client.end()
  }
}
