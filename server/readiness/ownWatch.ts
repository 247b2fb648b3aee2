import { type Connection, openDb } from '#db/db.ts'
import { leaveFormerServer } from '#db/moved.ts'
import { readyWatch } from '../app.ts'
import type { ReadyWatch } from './watch.ts'

/**
 * Watches the readiness of a server process over a connection of its own. The connections for calls are all busy in a
 * rush, and a host that said for this reason that its database is away would lose its calls to a host that has as many.
 */
export const openOwnWatch = (
  connection: Connection,
  folder: string,
): { ready: ReadyWatch; close: () => Promise<void> } => {
  const db = openDb(connection, { max: 1, patienceMs: 0 })
  const stay = 'url' in connection ? leaveFormerServer(db, connection) : undefined
  return {
    ready: readyWatch({ db, folder }),
    close: async () => {
      await stay?.()
      await db.destroy()
    },
  }
}
