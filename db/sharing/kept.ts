import type { Db } from '../db.ts'

/** When a kept value is still good: while it was read under the same version, or for the cache's time. */
type Asked = { now: Date; version?: unknown } | { now?: Date; version: unknown }
type Kept<Value> = { db: Db; version: unknown; until: number; value: Promise<Value> }

export type Cache<Key, Value> = {
  /**
   * What is kept under the key and still good, or else what `load` gives. All who ask while it loads wait for the same
   * answer; a failure is kept for nobody after them.
   */
  read: (db: Db, key: Key, asked: Asked, load: () => Promise<Value>) => Promise<Value>
  /** What stands under the key was changed: a person who asks next loads it, also while an older load is under way. */
  forget: (key: Key) => void
  /** Forgets every value that `gone` picks; it waits for one that is being loaded. */
  forgetWhere: (db: Db, gone: (value: Value) => boolean) => Promise<void>
}

/**
 * Keeps in this process what many ask for and few change, up to `most` values. With `ms` a value is good for so long
 * after it was asked for; a clock that was set back ends it. One asked for by its version is good while that stands. A
 * value belongs to the database that it was read from: another one never gets it.
 */
export const cacheOf = <Key, Value>({ most, ms = 0 }: { most: number; ms?: number }): Cache<Key, Value> => {
  const entries = new Map<Key, Kept<Value>>()
  const isGood = (kept: Kept<Value>, { now, version }: Asked): boolean => {
    if (version !== undefined && kept.version === version) return true
    if (now === undefined) return false
    const at = now.getTime()
    return kept.until > at && kept.until <= at + ms
  }
  return {
    read: (db, key, asked, load) => {
      const known = entries.get(key)
      if (known?.db === db && isGood(known, asked)) return known.value
      const value = load()
      const made = { db, version: asked.version, until: asked.now ? asked.now.getTime() + ms : 0, value }
      // A full cache begins anew: to know which value was asked for longest ago would cost every hit.
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
