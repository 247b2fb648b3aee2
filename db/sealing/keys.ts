import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import { OperatorError } from '#db/operatorError.ts'
import { keysFrom, masterFrom, openWith, SealError, sealOver, sealWith } from '#db/sealing/seal.ts'
import type { Master, Scope, ScopeKeys, Seal } from '#db/sealing/seal.ts'

/** The sentence for a database whose keys were wrapped by a STARTLINE_KEY that this process does not have. */
export const WRONG_KEY =
  'STARTLINE_KEY is not the key that this database was sealed with. Put back the one it was first started ' +
  'with (it is no part of a backup), or during a rotation name the former one in STARTLINE_KEY_OLD. Without ' +
  'it no identity number, contact or health answer in this database can ever be read again.'

const contextOf = (scope: string) => `data key of ${scope}`

/**
 * The STARTLINE_KEYs that this process has. The first key wraps data keys. A keyring that is a function is called at
 * each use, so that a running server notices a rotation.
 */
export type Keyring = Buffer | (() => readonly Buffer[])

type Masters = { current: () => Master; of: (fingerprint: Uint8Array) => Master }
const mastersOf = (keyring: Keyring): Masters => {
  const made = new Map<string, Master>()
  const all = () =>
    (typeof keyring === 'function' ? keyring() : [keyring]).map((key) => {
      const name = key.toString('base64')
      const master = made.get(name) ?? masterFrom(key)
      made.set(name, master)
      return master
    })
  return {
    current: () => all()[0]!,
    of: (fingerprint) => {
      const master = all().find((one) => one.fingerprint.equals(fingerprint))
      if (!master) throw new OperatorError(WRONG_KEY)
      return master
    },
  }
}

type Wrapped = { scope: string; wrapped: Buffer; master: Buffer }
const unwrap = (masters: Masters, { scope, wrapped, master }: Wrapped): Buffer => {
  try {
    return openWith(masters.of(master).wrapping, contextOf(scope), wrapped)
  } catch (error) {
    if (error instanceof SealError) throw new OperatorError(WRONG_KEY)
    throw error
  }
}

/**
 * The lock of a rotation. Transactions that make a data key share the lock, and a rotation holds it exclusively. So at
 * the end of the rotation no data key is wrapped by the former STARTLINE_KEY.
 */
const ROTATION = sql`hashtextextended('startline key rotation', 0)`

/**
 * Opens the seal of one server process. The function unwraps every key of the database into memory. The seal fetches a
 * later key when the key is first needed. A rotation does not change the keys in memory. Throws OperatorError if a key
 * of the database was wrapped by none of the keys of this process.
 */
export const openSeal = async (db: Db, keyring: Keyring, clock: () => Date = () => new Date()): Promise<Seal> => {
  const masters = mastersOf(keyring)
  const rows = await db.selectFrom('keys').select(['scope', 'wrapped', 'master']).execute()
  const known = new Map<Scope, ScopeKeys>(rows.map((row) => [row.scope as Scope, keysFrom(unwrap(masters, row))]))
  return sealOver((scope) => fetchOrMake(db, masters, scope, clock()), known)
}

/**
 * Fetches or makes the key of a scope. Two servers may both make the key. Both then use the row that was there first.
 */
const fetchOrMake = async (db: Db, masters: Masters, scope: Scope, now: Date): Promise<ScopeKeys> => {
  const find = (on: Db | Tx) =>
    on.selectFrom('keys').select(['scope', 'wrapped', 'master']).where('scope', '=', scope).executeTakeFirst()
  const row =
    (await find(db)) ??
    (await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock_shared(${ROTATION})`.execute(tx)
      const { wrapping, fingerprint } = masters.current()
      await tx
        .insertInto('keys')
        .values({
          scope,
          wrapped: sealWith(wrapping, contextOf(scope), randomBytes(32)),
          master: fingerprint,
          created_at: now,
        })
        .onConflict((clash) => clash.column('scope').doNothing())
        .execute()
      return (await find(tx))!
    }))
  return keysFrom(unwrap(masters, row))
}

/**
 * Tells whether the keys of this process open every key of this database. True for a database that has sealed nothing
 * yet.
 */
export const fitsDatabase = async (db: Db, keyring: Keyring): Promise<boolean> => {
  const keys = typeof keyring === 'function' ? keyring() : [keyring]
  const strange = await db
    .selectFrom('keys')
    .select('scope')
    .where(
      'master',
      'not in',
      keys.map((key) => masterFrom(key).fingerprint),
    )
    .limit(1)
    .executeTakeFirst()
  return strange === undefined
}

/**
 * Wraps with `to` every data key that `to` has not wrapped yet. Sealed values stay as they are, and servers go on
 * reading and writing. The function changes all keys or none. `settle` runs after the change is committed and before
 * anybody makes another data key. Returns the number of keys.
 */
export const rewrapKeys = (
  db: Db,
  from: Keyring,
  to: Buffer,
  now: Date,
  settle: () => void = () => undefined,
): Promise<number> => {
  const [masters, next] = [mastersOf(from), masterFrom(to)]
  return db.connection().execute(async (alone) => {
    await sql`select pg_advisory_lock(${ROTATION})`.execute(alone)
    try {
      const count = await alone.transaction().execute(async (tx) => {
        const rows = await tx
          .selectFrom('keys')
          .selectAll()
          .where('master', '!=', next.fingerprint)
          .orderBy('scope')
          .forUpdate()
          .execute()
        for (const row of rows) {
          const again = sealWith(next.wrapping, contextOf(row.scope), unwrap(masters, row))
          await tx
            .updateTable('keys')
            .set({ wrapped: again, master: next.fingerprint, version: row.version + 1, rewrapped_at: now })
            .where('scope', '=', row.scope)
            .execute()
        }
        return rows.length
      })
      settle()
      return count
    } finally {
      await sql`select pg_advisory_unlock(${ROTATION})`.execute(alone)
    }
  })
}

/** Makes a seal whose keys live in this process only, for tests of pure code. */
export const sealInMemory = (): Seal => sealOver(async () => keysFrom(randomBytes(32)))
