import { type DBSchema, openDB } from 'idb'

/** A check that waits on the phone for a network. The names of the sent fields are those of `appTrailCheck`. */
export type WaitingCheck = {
  /** The idempotency key, so that a check whose answer was lost counts once. */
  once: string
  uid: number
  raceid: number
  id: number
  way: 'code' | 'position'
  point?: number
  code?: string
  lat?: number
  lon?: number
  accuracy?: number
  at: string
}
interface Shelf extends DBSchema {
  checks: { key: number; value: WaitingCheck; indexes: { account: number } }
}
/** The checks of this phone for which no decision of the server has come yet. */
export type WaitingChecks = {
  add: (check: WaitingCheck) => Promise<void>
  /** Returns the waiting checks of an account, the oldest first. */
  list: (uid: number) => Promise<{ place: number; check: WaitingCheck }[]>
  settle: (place: number) => Promise<void>
}

/** Opens the store. Throws if the browser keeps no data. */
export const openWaitingChecks = async (): Promise<WaitingChecks> => {
  const base = await openDB<Shelf>('startline-trails', 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore('checks', { autoIncrement: true }).createIndex('account', 'uid')
    },
  })
  return {
    add: async (check) => {
      const tx = base.transaction('checks', 'readwrite', { durability: 'strict' })
      await Promise.all([tx.store.add(check), tx.done])
    },
    list: async (uid) => {
      const found: { place: number; check: WaitingCheck }[] = []
      let cursor = await base.transaction('checks').store.index('account').openCursor(uid)
      while (cursor) {
        found.push({ place: cursor.primaryKey, check: cursor.value })
        cursor = await cursor.continue()
      }
      return found
    },
    settle: (place) => base.delete('checks', place),
  }
}
