import { closeSessionsOf, refreshSessionsOf } from '#db/sessions.ts'
import { type Limit, countTry, forgetTries } from '#db/limits/limits.ts'
import { handle } from '#seam/server/handle.ts'
import { logStaffIn, meOf, noteLogin } from '../login.service.ts'
import { isOwner } from '../rules.ts'
import { lockStaff, logChange } from '../service.ts'
import { findStaff, findStaffLine } from '../store.ts'
import {
  consolePasskeyBegin,
  consolePasskeyLogin,
  consoleStaffPolicySave,
  consoleStaffPolicyShow,
  consoleStaffSecondReset,
} from './contract.ts'
import { challengeIn, checkedSignature, endOfChallenge, optionsToLogIn } from './passkey.service.ts'
import { type GuardedRole, guardedRoles, hasSecond, needsSecond } from './rules.ts'
import { forgetSecond, renewDuties } from './service.ts'
import { countSecond, findPasskey, readPolicy, savePolicy, takeChallenge, usePasskey } from './store.ts'

/** The limit for signatures that do not fit, counted for the person of the passkey. */
const signatureTries: Limit = { kind: 'passkey of staff', max: 20, seconds: 15 * 60 }

const policyOf = ({ roles, grace_days }: { roles: readonly string[]; grace_days: number }) => ({
  roles: guardedRoles.filter((role) => roles.includes(role)) as GuardedRole[],
  grace_days,
})

const loginRoutes = [
  handle(consolePasskeyBegin, async ({ seal, origin, now }) => {
    await seal.prepare('accounts')
    return { options: await optionsToLogIn({ seal, origin, now }) }
  }),

  handle(consolePasskeyLogin, async (context) => {
    const { input, db, seal, now, origin, address, raceid, refuse } = context
    await seal.prepare('accounts')
    const challenge = challengeIn(input.response.response.clientDataJSON)
    const end = endOfChallenge(seal, null, challenge, now) ?? refuse('passkey_wrong')
    const kept = (await findPasskey(db, input.response.id)) ?? refuse('passkey_wrong')
    const staff = (await findStaff(db, kept.staffid)) ?? refuse('passkey_wrong')
    const retry_after = await countTry(db, signatureTries, String(kept.staffid), now)
    if (retry_after > 0) refuse('too_often', { retry_after })
    const counter = await checkedSignature(origin, input.response, challenge, kept, seal)
    const isFresh =
      counter !== undefined &&
      (await db
        .transaction()
        .execute(
          async (tx) => (await takeChallenge(tx, challenge, end)) && (await usePasskey(tx, kept.id, counter, now)),
        ))
    if (!isFresh) {
      await noteLogin(db, { what: 'login refused', staffid: kept.staffid, address, now })
      return refuse('passkey_wrong')
    }
    await forgetTries(db, signatureTries, String(kept.staffid))
    await logStaffIn(context, staff)
    await noteLogin(db, { what: 'logged in by passkey', staffid: kept.staffid, address, now })
    return meOf(db, staff.staffid, raceid, now)
  }),
]

const ownerRoutes = [
  handle(consoleStaffSecondReset, async ({ input: { staffid }, db, now, who, refuse }) => {
    // Owners cannot remove their own factors by this call. Otherwise anybody at the open session of an owner could
    // remove them.
    if (staffid === who.staffid) refuse('second_own')
    await db.transaction().execute(async (tx) => {
      await lockStaff(tx)
      const staff = (await findStaffLine(tx, staffid)) ?? refuse('staff_not_found')
      const before = await countSecond(tx, staff.staffid)
      if (!hasSecond(before)) refuse('second_missing')
      await forgetSecond(tx, staffid)
      await renewDuties(tx, staffid, now)
      await logChange(tx, {
        who,
        now,
        raceid: null,
        what: 'second factor reset',
        target: `staff ${staffid}`,
        before: { authenticator: before.totp, passkeys: before.passkeys },
        after: { authenticator: false, passkeys: 0 },
      })
    })
    await closeSessionsOf(db, { staffid })
    return { staffid }
  }),

  handle(consoleStaffPolicyShow, async ({ db }) => policyOf(await readPolicy(db))),

  handle(consoleStaffPolicySave, async ({ input, db, now, who, save, refuse }) => {
    const fresh = policyOf(input)
    const answer = await save(async (tx) => {
      await lockStaff(tx)
      const before = policyOf(await readPolicy(tx))
      const staff = (await findStaffLine(tx, who.staffid!)) ?? refuse('session_expired')
      const locksOut =
        fresh.grace_days === 0 &&
        needsSecond(fresh, isOwner(staff.roles) ? [{ raceid: null, role: 'owner' }] : staff.roles) &&
        !hasSecond(await countSecond(tx, staff.staffid))
      if (locksOut && !input.sure) refuse('policy_locks_out')
      const isRuleNew = JSON.stringify(before) !== JSON.stringify(fresh)
      if (isRuleNew) {
        await savePolicy(tx, fresh, now)
        await renewDuties(tx, null, now, true)
        await logChange(tx, {
          who,
          now,
          raceid: null,
          what: 'second factor rule set',
          target: 'platform',
          before,
          after: fresh,
        })
      }
      return fresh
    })
    await refreshSessionsOf(db, who.staffid!)
    return answer
  }),
]

export const secondRoutes = [...loginRoutes, ...ownerRoutes]
