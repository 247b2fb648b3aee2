import { hash } from 'node:crypto'
import { type Db, named } from '#db/db.ts'

/** At most `max` tries of a kind within `seconds` of the first try. */
export type Limit = { kind: string; max: number; seconds: number }

/**
 * The subject whose tries are counted. A sealed value comes as its blind index and never in the clear, because a person
 * could guess a short value from a plain hash.
 */
export type LimitSubject = string | Uint8Array

/**
 * Returns the key under which the tries of a subject are kept, for statements that read the count together with other
 * values.
 */
export const limitKey = ({ kind }: Limit, subject: LimitSubject): Buffer => {
  const head = `${kind}\n`
  const whole = typeof subject === 'string' ? head + subject : Buffer.concat([Buffer.from(head), subject])
  return Buffer.from(hash('sha256', whole, 'latin1'), 'latin1')
}

const aside = (db: Db) => {
  if (db.isTransaction) throw new Error('Limits are counted outside the transaction that a refusal rolls back')
}

/** Counts one try and returns the seconds to wait: 0 if the try is within the limit. */
export const countTry = async (db: Db, limit: Limit, subject: LimitSubject, now: Date): Promise<number> => {
  aside(db)
  const ends_at = new Date(now.getTime() + limit.seconds * 1000)
  const { count, ends_at: until } = await db
    .insertInto('limits')
    .values({ key: limitKey(limit, subject), count: 1, ends_at })
    .onConflict((clash) =>
      clash.column('key').doUpdateSet((eb) => ({
        count: eb
          .case()
          .when('limits.ends_at', '<=', now)
          .then(1)
          .else(eb('limits.count', '+', 1))
          .end(),
        ends_at: eb
          .case()
          .when('limits.ends_at', '<=', now)
          .then(eb.ref('excluded.ends_at'))
          .else(eb.ref('limits.ends_at'))
          .end(),
      })),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirstOrThrow()
  return count <= limit.max ? 0 : secondsUntil(until, now)
}

/**
 * Counts one try under several limits in turn, up to the first limit that refuses. Returns the wait of that limit, or
 * 0.
 */
export const countTries = async (
  db: Db,
  tries: readonly (readonly [Limit, LimitSubject])[],
  now: Date,
): Promise<number> => {
  for (const [limit, subject] of tries) {
    const wait = await countTry(db, limit, subject, now)
    if (wait > 0) return wait
  }
  return 0
}

/** Returns the number of tries that count at the moment. */
export const triesSoFar = async (db: Db, limit: Limit, subject: LimitSubject, now: Date): Promise<number> => {
  const row = await db
    .selectFrom('limits')
    .select('count')
    .where('key', '=', limitKey(limit, subject))
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Returns the number of tries under each of several keys (`limitKey`), in one statement. */
export const triesUnder = async (db: Db, keys: readonly Buffer[], now: Date): Promise<number[]> => {
  const rows = await named<{ key: Buffer; count: number }>(
    db,
    'limits: counts',
    'select key, count from limits where key = any($1::bytea[]) and ends_at > $2',
    [keys, now],
  )
  if (rows.length === 0) return keys.map(() => 0)
  const counts = new Map(rows.map(({ key, count }) => [key.toString('latin1'), count]))
  return keys.map((key) => counts.get(key.toString('latin1')) ?? 0)
}

/**
 * Resets the count of a subject. Callers do so when earlier tries no longer matter, for example after a log-in or a new
 * code.
 */
export const forgetTries = async (db: Db, limit: Limit, subject: LimitSubject): Promise<void> => {
  aside(db)
  await db.deleteFrom('limits').where('key', '=', limitKey(limit, subject)).execute()
}

/** Takes back a try that was counted beforehand and did not happen. */
export const giveTryBack = async (db: Db, limit: Limit, subject: LimitSubject): Promise<void> => {
  aside(db)
  await db
    .updateTable('limits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', limitKey(limit, subject))
    .where('count', '>', 0)
    .execute()
}

const secondsUntil = (until: Date, now: Date) => Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))

/** Returns the network address by which limits count: a whole IPv4 address, or the /64 network of an IPv6 address. */
export const networkOf = (address: string): string => {
  const v4 = /(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  if (v4) return v4[1]!
  // The signs `::` replace a row of zeros in an IPv6 address.
  const [head = '', tail] = address.split('::')
  const parts = head === '' ? [] : head.split(':')
  const rest = tail ? tail.split(':') : []
  const whole =
    tail === undefined
      ? parts
      : [...parts, ...Array.from({ length: Math.max(8 - parts.length - rest.length, 0) }, () => '0'), ...rest]
  return whole.slice(0, 4).join(':')
}

export const removeEndedLimits = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('limits').where('ends_at', '<=', now).execute()
}
