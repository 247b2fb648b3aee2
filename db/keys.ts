import { randomBytes } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { Mendable } from '#db/mendable.ts'
import { keysFrom, masterFrom, openWith, SealError, sealOver, sealWith } from '#db/seal.ts'
import type { Master, Scope, ScopeKeys, Seal } from '#db/seal.ts'

/** Said where STARTLINE_KEY is not the one that wrapped this database's keys. */
export const WRONG_KEY = 'STARTLINE_KEY is not the key that this database was sealed with. Put back the one it was first started with (it is no part of a backup).'

const contextOf = (scope: string) => `data key of ${scope}`

const unwrap = (master: Master, scope: string, wrapped: Uint8Array): Buffer => {
  try {
    return openWith(master.wrapping, contextOf(scope), wrapped)
  } catch (error) {
    if (error instanceof SealError) throw new Mendable(WRONG_KEY)
    throw error
  }
}

/**
 * The seal of one server process: every key of the database unwrapped into memory, later ones on demand.
 * Throws Mendable where `startlineKey` (32 bytes) did not wrap them.
 */
export const openSeal = async (db: Db, startlineKey: Uint8Array, clock: () => Date = () => new Date()): Promise<Seal> => {
  const master = masterFrom(startlineKey)
  const rows = await db.selectFrom('keys').select(['scope', 'wrapped']).execute()
  const known = new Map<Scope, ScopeKeys>(rows.map(({ scope, wrapped }) => [scope as Scope, keysFrom(unwrap(master, scope, wrapped))]))
  return sealOver((scope) => fetchOrMake(db, master, scope, clock()), known)
}

/** Two servers may both make a scope's key; the row that is there first counts for both. */
const fetchOrMake = async (db: Db, master: Master, scope: Scope, now: Date): Promise<ScopeKeys> => {
  await db
    .insertInto('keys')
    .values({ scope, wrapped: sealWith(master.wrapping, contextOf(scope), randomBytes(32)), master: master.fingerprint, created_at: now })
    .onConflict((clash) => clash.column('scope').doNothing())
    .execute()
  const { wrapped } = await db.selectFrom('keys').select('wrapped').where('scope', '=', scope).executeTakeFirstOrThrow()
  return keysFrom(unwrap(master, scope, wrapped))
}

/** Whether the key belongs to this database; true for one that has sealed nothing yet. */
export const fitsDatabase = async (db: Db, startlineKey: Uint8Array): Promise<boolean> => {
  const { fingerprint } = masterFrom(startlineKey)
  const strange = await db.selectFrom('keys').select('scope').where('master', '!=', fingerprint).limit(1).executeTakeFirst()
  return strange === undefined
}

/** Wraps every data key anew; what is sealed stays as it is. All or nothing. Returns how many were rewrapped. */
export const rewrapKeys = async (db: Db, oldKey: Uint8Array, newKey: Uint8Array, now: Date): Promise<number> => {
  const [from, to] = [masterFrom(oldKey), masterFrom(newKey)]
  return db.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom('keys').selectAll().orderBy('scope').forUpdate().execute()
    for (const { scope, wrapped, version } of rows) {
      const again = sealWith(to.wrapping, contextOf(scope), unwrap(from, scope, wrapped))
      await tx
        .updateTable('keys')
        .set({ wrapped: again, master: to.fingerprint, version: version + 1, rewrapped_at: now })
        .where('scope', '=', scope)
        .execute()
    }
    return rows.length
  })
}

/** A seal whose keys live in this process only, for tests of pure code. */
export const sealInMemory = (): Seal => sealOver(async () => keysFrom(randomBytes(32)))
