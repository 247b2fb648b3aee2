import { lockAll } from '#db/locks.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Limit, countTry } from '#db/limits/limits.ts'
import { newToken, tokenHash } from '#db/sessions.ts'
import type { Lang } from '#contract/words.ts'
import { needed } from '#db/needed.ts'
import type { Seal } from '#db/sealing/seal.ts'
import type { Parts, Who } from '#seam/server/handle.ts'
import { changeOf } from './rules.ts'
import { hasOwner, insertLogs, listLogOf, listOwnerNames, rolesOf, saveLink } from './store.ts'

/** Lists the log's entries about one thing, newest first. */
export const logOf = (db: Db, raceid: number, target: string): ReturnType<typeof listLogOf> =>
  listLogOf(db, raceid, target)

/**
 * Locks all changes of staff and roles, so that they run one after another. Otherwise two owners could remove each
 * other at the same moment.
 */
export const lockStaff = (tx: Tx): Promise<void> => lockAll(tx, [{ kind: 'owners', raceid: 0, id: 0 }])

/** Lists the names of people who may give roles. */
export const ownerNames = (db: Db): ReturnType<typeof listOwnerNames> => listOwnerNames(db)

/** Reads a member of staff with the present roles, for work that continues after the call. */
export const staffNow = async (db: Db, staffid: number): Promise<Who> => ({
  uid: null,
  session: null,
  staffid,
  roles: await rolesOf(db, staffid),
  expired: false,
})

type Change = {
  /** The author: a member of staff, or (undefined) the system. */
  who: Who | undefined
  now: Date
  /** The race in whose log the entry is; null for an entry of no race. */
  raceid: number | null
  /** The action in the words of a race director: 'notice changed'. */
  what: string
  /** The thing that was changed: 'notice 12'. It is never a sealed value. */
  target: string
  before?: object | undefined
  after?: object | undefined
}

/**
 * Writes a change by staff or by the system to the log, in the transaction of the change. `changeOf` decides which
 * values the entry keeps.
 */
export const logChange = (tx: Tx, change: Change): Promise<void> => insertLogs(tx, [rowOf(change)])
/** The number of log entries that a person without a right may cause for one call in an hour. */
const missingRights: Limit = { kind: 'missing right', max: 3, seconds: 3600 }
/** Logs that the server refused a call of staff because a right is missing. Repetitions beyond a few are left out. */
export const noteMissingRight = async (
  db: Db,
  { who, path, raceid, now }: { who: Who; path: string; raceid: number | null; now: Date },
): Promise<void> => {
  if ((await countTry(db, missingRights, `${who.staffid}\n${path}`, now)) > 0) return
  await db
    .transaction()
    .execute((tx) => logChange(tx, { who, now, raceid, what: 'right missing', target: `call ${path}` }))
}
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
export const endOfLink = (now: Date): Date => new Date(now.getTime() + linkLife)

/** An invitation: the name of its author, the one-time link, and the moment until which the link is valid. */
type Invitation = { seal: Seal; by: string; link: string; lang: Lang; now: Date; until: Date }
/**
 * The text message and the mail that take a one-time link to a member of staff. Another room provides them, because
 * this room may not import the rooms of mobiles, addresses and messages.
 */
export const staffInvitation = needed<{
  mobileFor: (
    parts: Pick<Parts, 'db' | 'integrations'>,
    typed: string,
  ) => Promise<{ normal: string } | 'wrong' | 'elsewhere'>
  send: (tx: Tx, invitation: Invitation & { mobile: string }) => Promise<void>
  /**
   * Checks a typed address. `stopped` means that an earlier mail to this address came back, so the server sends no mail
   * there.
   */
  addressFor: (parts: Pick<Parts, 'db' | 'seal'>, typed: string) => Promise<{ address: string } | 'wrong' | 'stopped'>
  sendMail: (tx: Tx, invitation: Invitation & { address: string }) => Promise<void>
}>('invitations of staff')

/**
 * Makes a one-time link, valid for 24 h, with which a person chooses a password. The token is after the #, so that no
 * server's log gets it.
 */
export const makeLink = async (tx: Tx, origin: string, staffid: number | null, now: Date): Promise<string> => {
  const token = newToken()
  await saveLink(tx, { staffid, token_hash: tokenHash(token), expires_at: endOfLink(now), now })
  return `${origin}/console/claim#token=${token}`
}

/**
 * Makes the link by which a person becomes the first owner of the console; undefined if the console has an owner. Each
 * start of the server makes a new link.
 */
export const ownerLink = ({ db, origin, clock }: Pick<Parts, 'db' | 'origin' | 'clock'>): Promise<string | undefined> =>
  db.transaction().execute(async (tx) => {
    // If two servers start at the same time, the lock makes one wait for the other. The later link counts.
    await lockStaff(tx)
    return (await hasOwner(tx)) ? undefined : makeLink(tx, origin, null, clock())
  })
