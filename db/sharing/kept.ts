import type { Db } from '../db.ts'

/**
 * The conditions under which a kept value is still good. Either it was read under the same version, or it is not older
 * than the cache's time.
 */
type Validity = { now: Date; version?: unknown } | { now?: Date; version: unknown }
type CachedValue<Value> = { db: Db; version: unknown; until: number; value: Promise<Value> }

export type Cache<Key, Value> = {
  /**
   * Reads the value of the key: the kept value if it is still good, otherwise the value that `load` gives. Callers that
   * come while `load` runs wait for the same answer. A failure is not kept for later callers.
   */
  read: (db: Db, key: Key, validity: Validity, load: () => Promise<Value>) => Promise<Value>
  /**
   * Forgets the value of the key after a change. The next caller loads the value anew, even while an older load is
   * under way.
   */
  forget: (key: Key) => void
  /** Forgets every value for which `gone` is true. The cache first waits for values that are being loaded. */
  forgetWhere: (db: Db, gone: (value: Value) => boolean) => Promise<void>
}

/**
 * Keeps up to `most` values in this process, for values that many callers read and few change. With `ms`, a value is
 * valid for that time after it was requested, unless the clock is set back. A value that is read by its version is
 * valid while the version is unchanged. A value belongs to the database that it was read from, and no other database
 * gets it.
 */
export const cacheOf = <Key, Value>({ most, ms = 0 }: { most: number; ms?: number }): Cache<Key, Value> => {
  const entries = new Map<Key, CachedValue<Value>>()
  const isGood = (kept: CachedValue<Value>, { now, version }: Validity): boolean => {
    if (version !== undefined && kept.version === version) return true
    if (now === undefined) return false
    const at = now.getTime()
    return kept.until > at && kept.until <= at + ms
  }
  return {
    read: (db, key, validity, load) => {
      const known = entries.get(key)
      if (known?.db === db && isGood(known, validity)) return known.value
      const value = load()
      const made = { db, version: validity.version, until: validity.now ? validity.now.getTime() + ms : 0, value }
      // Empties a full cache. To know the last use of each value, the cache would need work at every hit.
      if (!known && entries.size >= most) entries.clear()
      entries.set(key, made)
      value.catch(() => entries.get(key) === made && entries.delete(key))
      return value
    },
    forget: (key) => void entries.delete(key),
    forgetWhere: async (db, gone) => {
      for (const [key, kept] of entries) {
        if (kept.db !== db) continue
        const known = await kept.value.catch(() => undefined)
        if (known !== undefined && gone(known) && entries.get(key) === kept) entries.delete(key)
      }
    },
  }
}
