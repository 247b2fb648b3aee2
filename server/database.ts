import pg from 'pg'
import { clientConfig } from '#db/db.ts'
import type { Connection } from '#db/db.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { OperatorError } from '#db/operatorError.ts'
import type { Claim } from '#db/embedded/processes.ts'
import type { Config } from './config/config.ts'

export type Database = { connection: Connection; embedded: boolean; stop: () => Promise<void> }

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'that machine is not known',
  EAI_AGAIN: 'that machine is not known',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'it does not answer',
  ENETUNREACH: 'it does not answer',
  '28P01': 'the password is wrong',
  '28000': 'it does not let this user in',
  '3D000': 'it has no database of that name',
  '53300': 'it has no connection left',
}

/** Returns the address of the database without its password, for messages to the operator. */
const shown = (url: string): string => {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname}`
  } catch {
    return 'its address'
  }
}

/** Throws OperatorError with the reason why the server cannot use an external database. */
const checkDatabase = async (url: string): Promise<void> => {
  let client: pg.Client | undefined
  let version = 0
  try {
    client = new pg.Client({ ...clientConfig({ url }), connectionTimeoutMillis: 10_000 })
    await client.connect()
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
    version = Number(rows[0]?.version)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    throw new OperatorError(
      `The database of DATABASE_URL (${shown(url)}) can't be used: ${REASONS[code ?? ''] ?? message}.`,
    )
  } finally {
    await client?.end().catch(() => undefined)
  }
  if (version < 150_000)
    throw new OperatorError(
      `The database of DATABASE_URL (${shown(url)}) is PostgreSQL ${Math.floor(version / 10_000)}; 15 or ` +
        'later is needed.',
    )
}

/** Opens the database that the configuration names. db/embedded/embedded.ts explains `role`. */
export const openDatabase = async (
  config: Config,
  role: Claim['role'],
  onRestart?: (error?: Error) => void,
): Promise<Database> => {
  if (config.databaseUrl) {
    await checkDatabase(config.databaseUrl)
    return { connection: { url: config.databaseUrl }, embedded: false, stop: async () => undefined }
  }
  const { connection, stop } = await startEmbedded({ folder: config.folder, role, onRestart })
  return { connection, embedded: true, stop }
}
