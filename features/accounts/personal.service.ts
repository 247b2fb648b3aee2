import type { Db, Tx } from '#db/db.ts'
import { countedLogins, listLogins, removeSessionsOfAccount } from '#db/sessions.ts'
import { type Personal, everyPersonal } from '#seam/server/personal.ts'
import { eraseAccount, findHolder, hasBindings } from './personal.store.ts'

export const personal: Personal = {
  tables: ['accounts', 'app_ids', 'sessions'],
  holds: hasBindings,
  counted: { sessions: countedLogins },
  copy: { ofAccount: async ({ db }, { uid }) => ({ sessions: await listLogins(db, uid) }) },
  erase: {
    account: async (tx, uid, now) => {
      await removeSessionsOfAccount(tx, uid)
      await eraseAccount(tx, uid, now)
    },
  },
}

/** Tells whether an account holds no data. Its owner has logged in once and has done nothing else. */
export const holdsNothing = async (tx: Tx, uid: number): Promise<boolean> => {
  for (const { holds } of everyPersonal.get()) if (await holds?.(tx, uid)) return false
  return true
}

type Counted = 'sessions' | 'messages' | 'files' | 'invoices' | 'parcels'
/** Finds an account and the number of its things of each kind, for its owner. */
export const holderOf = (db: Db, uid: number) =>
  findHolder<Counted>(
    db,
    uid,
    Object.assign({}, ...everyPersonal.get().map(({ counted }) => counted)) as Record<Counted, (uid: string) => string>,
  )
