import type { RefusalFacts } from '#contract/envelope.ts'
import type { Text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Limit, countTry, forgetTries } from '#db/limits/limits.ts'
import { closeSessionsOf, refreshSessionsOf } from '#db/sessions.ts'
import type { Seal } from '#db/sealing/seal.ts'
import type { Who } from '#seam/server/handle.ts'
import { isPassword } from '../password.service.ts'
import { lockStaff, logChange } from '../service.ts'
import { findStaff, rolesOf } from '../store.ts'
import { needsSecond } from './rules.ts'
import { renewDuties, renewRecovery } from './service.ts'
import { countSecond, readPolicy } from './store.ts'
import { words } from './words.ts'

const quarter = 15 * 60
/** The limit on tries of a logged-in person to type the person's own password. */
const passwordTries: Limit = { kind: 'own password of staff', max: 10, seconds: quarter }

type Asking = {
  db: Db
  now: Date
  who: Who
  refuse: (word: 'too_often', facts?: RefusalFacts) => never
  refuseField: (field: string, said: Text) => never
}
/**
 * Checks the person's password before a change of the log-in, because a page may be open on a computer that somebody
 * left. Returns the person.
 */
export const checkOwnPassword = async (
  { db, now, who, refuse, refuseField }: Asking,
  password: string,
): Promise<NonNullable<Awaited<ReturnType<typeof findStaff>>>> => {
  const staff = await findStaff(db, who.staffid!)
  const subject = String(who.staffid)
  const retry_after = await countTry(db, passwordTries, subject, now)
  if (retry_after > 0) return refuse('too_often', { retry_after })
  if (!staff || !(await isPassword(password, staff.password))) return refuseField('password', words.own_password_wrong)
  await forgetTries(db, passwordTries, subject)
  return staff
}

/** Ends the other sessions of a person, and reads the rights of this session again. */
export const endOtherSessions = async (db: Db, who: Who): Promise<void> => {
  await closeSessionsOf(db, { staffid: who.staffid! }, Number(who.session))
  await refreshSessionsOf(db, who.staffid!)
}

/**
 * Does the work after a new second factor was added: it ends the duty to add a factor, and makes recovery codes if the
 * person has none. Returns the new codes, or null if the person already has recovery codes.
 */
export const factorAdded = async (
  tx: Tx,
  { seal, who, now, what }: { seal: Seal; who: Who; now: Date; what: 'authenticator added' | 'passkey added' },
): Promise<string[] | null> => {
  const staffid = who.staffid!
  await renewDuties(tx, staffid, now)
  await logChange(tx, { who, now, raceid: null, what, target: `staff ${staffid}` })
  return (await countSecond(tx, staffid)).recovery > 0 ? null : renewRecovery(tx, seal, staffid)
}

/**
 * Removes a factor under the lock of staff. Refuses if a role of the person needs a second factor and no other factor
 * is left.
 */
export const dropFactor = (
  { db, who, now, refuse }: { db: Db; who: Who; now: Date; refuse: (word: 'second_required') => never },
  what: 'authenticator removed' | 'passkey removed',
  drop: (tx: Tx) => Promise<void>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockStaff(tx)
    const staffid = who.staffid!
    await drop(tx)
    const left = await countSecond(tx, staffid)
    const isLast = !left.totp && left.passkeys === 0
    if (isLast && needsSecond(await readPolicy(tx), await rolesOf(tx, staffid))) refuse('second_required')
    await logChange(tx, { who, now, raceid: null, what, target: `staff ${staffid}` })
  })
