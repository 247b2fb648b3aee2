import { hash, randomBytes } from 'node:crypto'
import { inBatches } from '#db/sharing/batch.ts'
import { type Db, type Tx, named } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { needed } from '#db/needed.ts'
import { type Readable, readable } from '#db/readable.ts'
import type { Right, RoleHeld } from '#contract/rights.ts'

export type SessionKind = 'runner' | 'staff'
export type Session = {
  id: number
  uid: number | null
  staffid: number | null
  roles: RoleHeld[]
  expires_at: Date
}

const MINUTE = 60_000
/**
 * The life of sessions. A runner's session ends 30 days after its last use, and at the latest 365 days after the
 * log-in. A staff session ends 2 hours after its last use, and at the latest 12 hours after the log-in.
 */
const LIFE = {
  runner: { idle: 30 * 24 * 60 * MINUTE, whole: 365 * 24 * 60 * MINUTE },
  staff: { idle: 120 * MINUTE, whole: 12 * 60 * MINUTE },
}
/**
 * The sessions that this process remembers, each for 5 s. A log-out or a change of roles in another process takes
 * effect within this time.
 */
const remembered = cacheOf<string, Session | undefined>({ ms: 5_000, most: 50_000 })
/** The shortest time between two writes of a session's last use. */
const SEEN_EVERY = 5 * MINUTE

export const maxAge = (kind: SessionKind): number => LIFE[kind].idle / 1000

/** Returns 256 random bits, for tokens that are stored only as their hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const tokenHash = (token: string): Buffer => Buffer.from(hash('sha256', token, 'latin1'), 'latin1')

/**
 * Returns the wide network of an address: /24 for IPv4, /48 for IPv6. A wide network is exact enough to recognise a
 * log-in, and too coarse to follow a person.
 */
export const wideNetworkOf = (address: string): string => {
  const v4 = /(\d+\.\d+\.\d+)\.\d+$/.exec(address)
  if (v4) return `${v4[1]}.0/24`
  return `${address.split(':').slice(0, 3).join(':')}::/48`
}

/** The staff of sessions, with their roles. The room `staff` provides both. */
export const staffOfSessions = needed<
  Readonly<{
    staff: Readable<{ staffid: number; removed_at: Date | null; second_due_at: Date | null }>
    roles: Readable<{
      staffid: number
      raceid: number | null
      role: string
      name: string | null
      rights: Right[] | null
    }>
  }>
>('staff and their roles')

const findText = () => `
  select s.token_hash, s.kind, s.id, s.uid, s.staffid, s.created_at, s.seen_at, s.expires_at, staff.second_due_at,
    coalesce(
      (select jsonb_agg(jsonb_build_object('raceid', r.raceid, 'role', r.role, 'rights', r.rights))
       from ${staffOfSessions.get().roles.text} r where r.staffid = s.staffid),
      '[]'::jsonb
    ) as roles
  from unnest($1::bytea[]) as asked (token_hash)
  cross join lateral (
    select * from sessions where sessions.token_hash = asked.token_hash and sessions.expires_at > $2 limit 1
  ) s
  left join ${staffOfSessions.get().staff.text} staff on staff.staffid = s.staffid
  where staff.removed_at is null`

type Found = Session & {
  token_hash: Buffer
  kind: SessionKind
  created_at: Date
  seen_at: Date
  second_due_at: Date | null
}
type SessionQuery = { hash: Buffer; now: Date }
let text: string | undefined
const asking = new WeakMap<object, (session: SessionQuery) => Promise<Found | undefined>>()
/**
 * Returns the function that asks for sessions. Callers that come while the database answers a query share the next
 * query. A thousand calls a second therefore cause only a few queries.
 */
const ask = (db: Db): ((session: SessionQuery) => Promise<Found | undefined>) => {
  let batcher = asking.get(db)
  if (!batcher) {
    batcher = inBatches(500, async (batch) => {
      const rows = await named<Found>(db, 'find sessions', (text ??= findText()), [
        batch.map(({ hash }) => hash),
        batch.reduce((first, { now }) => (now < first ? now : first), batch[0]!.now),
      ])
      const known = new Map(rows.map((row) => [row.token_hash.toString('base64'), row]))
      return batch.map(({ hash }) => known.get(hash.toString('base64')))
    })
    asking.set(db, batcher)
  }
  return batcher
}

const load = async (db: Db, hash: Buffer, kind: SessionKind, now: Date): Promise<Session | undefined> => {
  const row = await ask(db)({ hash, now })
  const found = row?.kind === kind && row.expires_at > now ? row : undefined
  if (!found) return undefined
  const { created_at, seen_at, second_due_at, token_hash: _hash, kind: _kind, ...rest } = found
  // A member of staff who lacks a demanded second factor stays logged in to set it up, and has no role.
  const session = second_due_at !== null && second_due_at <= now ? { ...rest, roles: [] } : rest
  if (now.getTime() - seen_at.getTime() < SEEN_EVERY) return session
  const expires_at = endOf(kind, created_at, now)
  await db.updateTable('sessions').set({ seen_at: now, expires_at }).where('id', '=', session.id).execute()
  return { ...session, expires_at }
}

const endOf = (kind: SessionKind, created: Date, now: Date) =>
  new Date(Math.min(now.getTime() + LIFE[kind].idle, created.getTime() + LIFE[kind].whole))

/**
 * Finds the live session of a token. The server remembers each session for 5 s, because the sign-ups for a popular
 * event ask for sessions thousands of times a second.
 */
export const findSession = async (
  db: Db,
  token: string,
  kind: SessionKind,
  now: Date,
): Promise<Session | undefined> => {
  const hash = tokenHash(token)
  const key = kind + hash.toString('base64')
  const session = await remembered.read(db, key, { now }, () => load(db, hash, kind, now))
  return session && session.expires_at > now ? session : undefined
}

type Holder = { uid: number } | { staffid: number }
/** `app_ix` is the index of the person of the messaging app who proved their identity. */
type Opening = Holder & { userAgent: string; address: string; now: Date; app_ix?: Buffer | null }

/**
 * Opens a session, always with a new token, and returns the token. No other function returns the token of a session.
 */
export const openSession = async (
  tx: Tx,
  { userAgent, address, now, app_ix = null, ...holder }: Opening,
): Promise<string> => {
  const kind = 'uid' in holder ? 'runner' : 'staff'
  const token = newToken()
  await tx
    .insertInto('sessions')
    .values({
      ...holder,
      kind,
      app_ix,
      token_hash: tokenHash(token),
      created_at: now,
      seen_at: now,
      expires_at: endOf(kind, now, now),
      user_agent: userAgent.slice(0, 300),
      address: wideNetworkOf(address),
    })
    .execute()
  return token
}

const forget = (db: Db, gone: (session: Session) => boolean): Promise<void> =>
  remembered.forgetWhere(db, (session) => session !== undefined && gone(session))

/**
 * Ends one session: at once in this process, within 5 s in other processes. The function runs outside of a transaction,
 * so a log-out is never rolled back.
 */
export const closeSession = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
  await forget(db, (session) => session.id === id)
}

/** Ends every session of an account or of a member of staff, except the session with the id `except`. */
export const closeSessionsOf = async (db: Db, holder: Holder, except = 0): Promise<void> => {
  const [column, value] = 'uid' in holder ? (['uid', holder.uid] as const) : (['staffid', holder.staffid] as const)
  await db.deleteFrom('sessions').where(column, '=', value).where('id', '<>', except).execute()
  await forget(db, (session) => session[column] === value && session.id !== except)
}

export const removeSessionsOf = async (tx: Tx, staffid: number): Promise<void> => {
  await tx.deleteFrom('sessions').where('staffid', '=', staffid).execute()
}

export type SessionRow = {
  id: number
  user_agent: string
  address: string
  created_at: Date
  seen_at: Date
  app_ix: Buffer | null
}
/** Lists the live sessions of an account, at most 100. The session that was used last comes first. */
export const listSessionsOf = (db: Db, uid: number, now: Date): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'seen_at', 'app_ix'])
    .where('uid', '=', uid)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
/** Lists the live sessions of a member of staff, at most 100. The session that was used last comes first. */
export const listStaffSessions = (db: Db, staffid: number, now: Date): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'seen_at', 'app_ix'])
    .where('staffid', '=', staffid)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
export const findSessionRow = (db: Db, id: number): Promise<SessionRow | undefined> =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'seen_at', 'app_ix'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Forgets the remembered sessions of a member of staff. The next use of such a session reads the changed roles. */
export const refreshSessionsOf = (db: Db, staffid: number): Promise<void> =>
  forget(db, (session) => session.staffid === staffid)

/** The columns of sessions that stores of rooms may read. */
export const sessionRows = readable('sessions', ['id', 'uid', 'staffid', 'seen_at', 'expires_at'])
/** Lists the log-ins of an account: their networks and times. */
export const listLogins = (
  db: Db,
  uid: number,
): Promise<Pick<SessionRow, 'created_at' | 'seen_at' | 'user_agent' | 'address'>[]> =>
  named(
    db,
    'sessions of holder',
    'select created_at, seen_at, user_agent, address from sessions where uid = $1 order by seen_at desc',
    [uid],
  )
export const removeSessionsOfAccount = async (tx: Tx, uid: number): Promise<void> => {
  await tx.deleteFrom('sessions').where('uid', '=', uid).execute()
}
export const removeEndedSessions = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
/** Returns a query that counts the log-ins of an account, as a part of a statement. `uid` is an SQL expression. */
export const countedLogins = (uid: string): string => `select count(*)::integer from sessions s where s.uid = ${uid}`
