import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { identityFor, programsFor } from '#db/embedded/binaries.ts'
import { backUp, restoreInto } from '#db/embedded/backup.ts'
import type { Connection } from '#db/db.ts'

export type Standby = {
  connection: Connection
  /** Makes the standby a primary and waits until it takes writes. */
  promote: () => void
  stop: () => void
}

/**
 * Makes a streaming standby of a running embedded database, from a backup, and starts it in `folder`. The primary knows
 * the standby by `name` (synchronous_standby_names).
 */
export const startStandby = async (
  primary: { folder: string; connection: Connection & { host: string } },
  folder: string,
  name = 'standby',
): Promise<Standby> => {
  // The database's user must be able to enter the folders of both databases, because the standby connects to the
  // primary over a socket in the primary's folder.
  for (const path of [dirname(primary.folder), primary.folder]) chmodSync(path, 0o711)
  for (const path of [folder, join(folder, 'data')]) mkdirSync(path, { recursive: true, mode: 0o711 })
  const backup = join(folder, 'backup')
  await backUp(primary.folder, primary.connection, backup, new Date())
  await restoreInto(backup, join(folder, 'data'))
  const cluster = join(folder, 'data/postgres')
  const identity = identityFor(cluster)
  const own = (path: string, text: string) => {
    writeFileSync(path, text)
    if (identity) chownSync(path, identity.uid, identity.gid)
  }
  own(join(cluster, 'standby.signal'), '')
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${primary.connection.host} port=5432 user=startline application_name=${name}'\n`,
  )
  const ctl = join(programsFor(identity), 'bin/pg_ctl')
  const run = (...args: string[]) =>
    spawnSync(ctl, ['-D', '/proc/self/cwd', '-w', '-t', '60', ...args], { cwd: cluster, ...identity, stdio: 'ignore' })
  const options = `-c listen_addresses= -c port=5432 -c unix_socket_directories=/proc/self/cwd -c max_connections=100`
  execFileSync(ctl, ['-D', '/proc/self/cwd', '-w', '-t', '60', '-l', 'standby.log', '-o', options, 'start'], {
    cwd: cluster,
    ...identity,
    stdio: 'ignore',
  })
  return {
    connection: { host: cluster, port: 5432, user: 'startline', database: 'startline' },
    promote: () => void run('promote'),
    stop: () => void run('-m', 'immediate', 'stop'),
  }
}
