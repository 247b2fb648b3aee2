import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, type Db, clientConfig, poolOf } from './db.ts'
import { type PatientPool, cutOff } from './pool.ts'

const LOOK_MS = 5000
const LOOK_LIMIT_MS = 3000

/**
 * Returns the identity of the server that the database's address leads to now: the time of its start, its own address
 * and port, and its system identifier.
 */
const serverAt = async (connection: Connection): Promise<string> => {
  const client = new pg.Client({
    ...clientConfig(connection),
    connectionTimeoutMillis: LOOK_LIMIT_MS,
    query_timeout: LOOK_LIMIT_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ server: string }>(
      `select concat_ws(' ', pg_postmaster_start_time(), inet_server_addr(), inet_server_port(),
        (select system_identifier from pg_control_system())) as server`,
    )
    // The call does not wait for the end of the connection, because a frozen server does not answer.
    client.end().catch(() => undefined)
    return rows[0]!.server
  } catch (error) {
    cutOff(client)
    throw error
  }
}

/**
 * Drops connections to a server if the address of the database leads to another server now. A machine that lost its
 * power or is frozen ends no connection. After a standby took over, calls would otherwise wait for this machine for up
 * to fifteen minutes. Returns the function that ends the watch.
 */
export const leaveFormerServer = (db: Db, connection: Connection, everyMs = LOOK_MS): (() => Promise<void>) => {
  const closed = new AbortController()
  let former: string | undefined
  const go = async () => {
    while (!closed.signal.aborted) {
      const before = Date.now()
      const server = await serverAt(connection).catch(() => undefined)
      if (server !== undefined) {
        if (former !== undefined && server !== former) (poolOf(db) as PatientPool).dropOlderThan(before)
        former = server
      }
      await wait(everyMs, undefined, { ref: false, signal: closed.signal }).catch(() => undefined)
    }
  }
  const going = go()
  return async () => {
    closed.abort()
    await going
  }
}
