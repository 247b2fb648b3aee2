import { type Connection, openDb } from '#db/db.ts'
import { leaveFormerServer } from '#db/moved.ts'
import { readyWatch } from '../app.ts'
import type { ReadyWatch } from './watch.ts'

/**
 * Watches the readiness of a server process over a connection of its own. In a rush all connections for calls are busy.
 * If a host reported its database as away for this reason, the balancer would send its calls to another host, which is
 * just as busy.
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
