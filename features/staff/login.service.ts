import type { Db } from '#db/db.ts'
import { closeSession, wideNetworkOf, openSession } from '#db/sessions.ts'
import { rememberBrowser } from '#features/checks/service.ts'
import { type Call, nobody } from '#seam/server/handle.ts'
import { racesOf, rightsOf } from './rules.ts'
import { hasSecond, secondState } from './second/rules.ts'
import { countSecond, findDue } from './second/store.ts'
import { logChange } from './service.ts'
import { findStaff, rolesOf } from './store.ts'
import { words } from './words.ts'

/**
 * The kind under which the server remembers a browser in which a person has logged in. For some time, such a browser
 * has its own count of that person's wrong passwords.
 */
export const LOGIN = 'login'

/**
 * Reads the member of staff who is logged in. If the time to set up a second factor is over, a person without a second
 * factor has no role.
 */
export const meOf = async (db: Db, staffid: number, raceid: number | undefined, now: Date) => {
  const staff = await findStaff(db, staffid)
  if (!staff) throw new Error(`Staff ${staffid} has a session and is not there`)
  const due = await findDue(db, staffid)
  const second = secondState(hasSecond(await countSecond(db, staffid)), due, now)
  const held = second === 'locked' ? [] : await rolesOf(db, staffid)
  return {
    ...staff,
    roles: held,
    rights: rightsOf(held, raceid ?? null),
    races: racesOf(held),
    second,
    second_due_at: due,
  }
}

type LoginWay = 'logged in' | 'logged in by passkey' | 'recovery code used' | 'login refused'
/**
 * Logs a log-in or a refused log-in. The entry never contains the typed login, which may be a password in the wrong
 * field. The entry of a refused log-in has no author. Its target is the member of staff with this login, if there is
 * one.
 */
export const noteLogin = (
  db: Db,
  { what, staffid, address, now }: { what: LoginWay; staffid: number | undefined; address: string; now: Date },
): Promise<void> =>
  db.transaction().execute((tx) =>
    logChange(tx, {
      who: what === 'login refused' || staffid === undefined ? undefined : { ...nobody, staffid },
      now,
      raceid: null,
      what,
      target: `staff ${staffid ?? '-'}`,
      after: { from: wideNetworkOf(address) },
    }),
  )

type LoggingIn = Pick<Call, 'who' | 'address' | 'userAgent' | 'meet' | 'setSession' | 'setMessage'> & {
  db: Db
  now: Date
}
/**
 * Opens the session of a member of staff who proved who they are. If the call came with a session, that session ends.
 */
export const logStaffIn = async (
  { db, now, who, address, userAgent, meet, setSession, setMessage }: LoggingIn,
  { staffid, login }: { staffid: number; login: string },
): Promise<void> => {
  await rememberBrowser(db, LOGIN, login, meet().id, now)
  if (who.session !== null) await closeSession(db, Number(who.session))
  setSession(await db.transaction().execute((tx) => openSession(tx, { staffid, userAgent, address, now })))
  setMessage(words.logged_in)
}
