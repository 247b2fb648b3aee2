import { lockAll } from '#db/locks.ts'
import type { Db, Tx } from '#db/db.ts'
import { newToken, tokenHash } from '#db/sessions.ts'
import type { Parts, Who } from '#seam/server/handle.ts'
import { changeOf } from './rules.ts'
import { hasOwner, insertLogs, listLogOf, listOwnerNames, rolesOf, saveLink } from './store.ts'

/** The log entries of one thing, newest first. */
export const logOf = (db: Db, raceid: number, target: string): ReturnType<typeof listLogOf> =>
  listLogOf(db, raceid, target)

/** Changes of staff and of roles come one at a time, so that two owners cannot remove each other at once. */
export const lockStaff = (tx: Tx): Promise<void> => lockAll(tx, [{ kind: 'owners', raceid: 0, id: 0 }])

/** The people who may give roles, by name. */
export const ownerNames = (db: Db): ReturnType<typeof listOwnerNames> => listOwnerNames(db)

/** A member of staff with the present roles, for work that goes on after the call. */
export const staffNow = async (db: Db, staffid: number): Promise<Who> => ({
  uid: null,
  session: null,
  staffid,
  roles: await rolesOf(db, staffid),
  expired: false,
})

type Change = {
  /** The author: staff, or (undefined) the system itself. */
  who: Who | undefined
  now: Date
  /** The race whose log holds it; null for an entry of no race. */
  raceid: number | null
  /** The action in the words of a race director: 'notice changed'. */
  what: string
  /** The thing that was changed: 'notice 12'. Never a sealed value. */
  target: string
  before?: object | undefined
  after?: object | undefined
}

/**
 * Writes who did what, beside the write itself and in its transaction. It keeps only the differing fields, sealed ones
 * (bytes) as "changed".
 */
export const logChange = (tx: Tx, change: Change): Promise<void> => insertLogs(tx, [rowOf(change)])
/** The same for many things at once. */
export const logChanges = async (tx: Tx, changes: readonly Change[]): Promise<void> => {
  if (changes.length > 0) await insertLogs(tx, changes.map(rowOf))
}
const rowOf = ({ who, now, raceid, what, target, before, after }: Change) => ({
  raceid: raceid ?? 0,
  at: now,
  staffid: who?.staffid ?? null,
  what,
  target,
  ...changeOf(before as Row, after as Row),
})

type Row = Readonly<Record<string, unknown>> | undefined

const linkLife = 24 * 60 * 60 * 1000

/**
 * A one-time link, valid for 24 h, with which a person chooses a password. The token stands behind the #, so no server
 * log sees it.
 */
export const makeLink = async (tx: Tx, origin: string, staffid: number | null, now: Date): Promise<string> => {
  const token = newToken()
  await saveLink(tx, { staffid, token_hash: tokenHash(token), expires_at: new Date(now.getTime() + linkLife), now })
  return `${origin}/console/claim#token=${token}`
}

/** The link that makes its reader the owner of the console, new at each start; undefined once there is an owner. */
export const ownerLink = ({ db, origin, clock }: Pick<Parts, 'db' | 'origin' | 'clock'>): Promise<string | undefined> =>
  db.transaction().execute(async (tx) => {
    // Two servers that start at once make it one after the other; the later link counts.
    await lockStaff(tx)
    return (await hasOwner(tx)) ? undefined : makeLink(tx, origin, null, clock())
  })
