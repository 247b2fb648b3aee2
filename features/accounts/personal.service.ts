import type { Db, Tx } from '#db/db.ts'
import { countedLogins, listLogins, removeSessionsOfAccount } from '#db/sessions.ts'
import { type Personal, everyPersonal } from '#seam/server/personal.ts'
import { listAppIds } from './app.store.ts'
import { areTwoApps } from './merging/merging.rules.ts'
import { adoptAppIds } from './merging/merging.store.ts'
import { eraseAccount, findHolder, hasBindings } from './personal.store.ts'

export const personal: Personal = {
  tables: ['accounts', 'app_ids', 'sessions'],
  holds: hasBindings,
  merge: {
    tables: ['accounts', 'app_ids', 'sessions'],
    bar: async (tx, [one, other]) =>
      areTwoApps(await listAppIds(tx, one), await listAppIds(tx, other)) ? 'accounts_two_apps' : undefined,
    adopt: async (tx, merging) => {
      await adoptAppIds(tx, merging)
      await removeSessionsOfAccount(tx, merging.from)
    },
  },
  counted: { sessions: countedLogins },
  copy: { ofAccount: async ({ db }, { uid }) => ({ sessions: await listLogins(db, uid) }) },
  erase: {
    account: async (tx, uid, now) => {
      await removeSessionsOfAccount(tx, uid)
      await eraseAccount(tx, uid, now)
    },
  },
}

/** Tells whether an account holds no data. */
export const isUnusedAccount = async (tx: Tx, uid: number): Promise<boolean> => {
  for (const { holds } of everyPersonal.get()) if (await holds?.(tx, uid)) return false
  return true
}

type Counted = 'sessions' | 'messages' | 'files' | 'invoices' | 'parcels' | 'prizes' | 'purchases'
export const accountHolderOf = (db: Db, uid: number) =>
  findHolder<Counted>(
    db,
    uid,
    Object.assign({}, ...everyPersonal.get().map(({ counted }) => counted)) as Record<Counted, (uid: string) => string>,
  )
