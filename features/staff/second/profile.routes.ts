import type { Tx } from '#db/db.ts'
import { closeSession, listStaffSessions } from '#db/sessions.ts'
import { deviceNameOf } from '#features/checks/device.rules.ts'
import { handle } from '#seam/server/handle.ts'
import { hashPassword } from '../password.service.ts'
import { whyWeakPassword } from '../rules.ts'
import { logChange } from '../service.ts'
import { findStaff, rolesOf, saveStaff } from '../store.ts'
import { words as staffWords } from '../words.ts'
import {
  consoleProfilePasskeyAdd,
  consoleProfilePasskeyBegin,
  consoleProfilePasskeyRemove,
  consoleProfilePassword,
  consoleProfileRecovery,
  consoleProfileSave,
  consoleProfileSessionEnd,
  consoleProfileShow,
  consoleProfileTotpBegin,
  consoleProfileTotpConfirm,
  consoleProfileTotpRemove,
} from './contract.ts'
import { checkOwnPassword, dropFactor, endOtherSessions, factorAdded } from './own.service.ts'
import { challengeIn, checkedPasskey, endOfChallenge, optionsToAdd } from './passkey.service.ts'
import { hasSecond, needsSecond, secondState } from './rules.ts'
import { nameOfPlatform, newTotp, renewRecovery, sealTotp, takeAppCode } from './service.ts'
import {
  beginTotp,
  confirmTotp,
  countSecond,
  findDue,
  findTotp,
  insertPasskey,
  listPasskeys,
  readPolicy,
  removePasskey,
  removeTotp,
  replaceRecovery,
  takeChallenge,
} from './store.ts'
import { words } from './words.ts'

/** The largest number of passkeys of one person. */
const MOST_PASSKEYS = 10
/** The time in which a person must type the first code of an app. */
const CONFIRM_MS = 30 * 60_000

const personRoutes = [
  handle(consoleProfileShow, async ({ db, now, who, refuse }) => {
    const staffid = who.staffid!
    const staff = (await findStaff(db, staffid)) ?? refuse('session_expired')
    const [factors, due, totp] = [
      await countSecond(db, staffid),
      await findDue(db, staffid),
      await findTotp(db, staffid),
    ]
    return {
      login: staff.login,
      name: staff.name,
      second: {
        state: secondState(hasSecond(factors), due, now),
        due_at: due,
        required: needsSecond(await readPolicy(db), await rolesOf(db, staffid)),
        totp_since: totp?.confirmed_at ?? null,
        passkeys: await listPasskeys(db, staffid),
        recovery: factors.recovery,
      },
      sessions: (await listStaffSessions(db, staffid, now)).map(({ id, user_agent, address, created_at, seen_at }) => ({
        id,
        ...deviceNameOf(user_agent),
        network: address,
        created_at,
        seen_at,
        here: String(id) === who.session,
      })),
    }
  }),

  handle(consoleProfileSave, async ({ input: { name }, db, now, who, save, refuse }) => {
    const before = (await findStaff(db, who.staffid!)) ?? refuse('session_expired')
    return save(async (tx) => {
      await saveStaff(tx, before.staffid, { name }, now)
      await logChange(tx, {
        who,
        now,
        raceid: null,
        what: 'profile changed',
        target: `staff ${before.staffid}`,
        before: { name: before.name },
        after: { name },
      })
      return { name }
    })
  }),

  handle(consoleProfilePassword, async (context) => {
    const { input, db, now, who, refuseField, setMessage } = context
    const staff = await checkOwnPassword(context, input.password)
    const weak = whyWeakPassword(input.fresh, staff.login)
    if (weak) refuseField('fresh', weak === 'has_login' ? staffWords.password_has_login : staffWords.password_too_plain)
    if (input.fresh.normalize('NFKC') === input.password.normalize('NFKC')) refuseField('fresh', words.password_same)
    const password = await hashPassword(input.fresh)
    await db.transaction().execute(async (tx) => {
      await saveStaff(tx, staff.staffid, { password }, now)
      await logChange(tx, { who, now, raceid: null, what: 'password changed', target: `staff ${staff.staffid}` })
    })
    await endOtherSessions(db, who)
    setMessage(words.password_changed)
    return {}
  }),

  handle(consoleProfileSessionEnd, async ({ input, db, now, who, setSession, setMessage, refuse }) => {
    const found =
      (await listStaffSessions(db, who.staffid!, now)).find(({ id }) => id === input.id) ?? refuse('session_unknown')
    await closeSession(db, found.id)
    if (String(found.id) === who.session) setSession(null)
    setMessage(staffWords.logged_out)
    return {}
  }),
]

const appRoutes = [
  handle(consoleProfileTotpBegin, async (context) => {
    const { input, db, seal, now, lang, refuse } = context
    const { staffid, login } = await checkOwnPassword(context, input.password)
    await seal.prepare('accounts')
    const made = newTotp(await nameOfPlatform.get()(db, lang), login)
    const begun = await db.transaction().execute((tx) => beginTotp(tx, staffid, sealTotp(seal, made.secret), now))
    return begun ? made : refuse('totp_there')
  }),

  handle(consoleProfileTotpConfirm, async ({ input, db, seal, now, who, refuse, refuseField }) => {
    await seal.prepare('accounts')
    const staffid = who.staffid!
    const recovery = await db.transaction().execute(async (tx) => {
      const kept = await findTotp(tx, staffid)
      const isOld = kept !== undefined && now.getTime() - kept.created_at.getTime() > CONFIRM_MS
      if (!kept || kept.confirmed_at !== null || isOld) return refuse('totp_not_begun')
      const code = input.code.replaceAll(/\s/g, '')
      if (!/^\d{6}$/.test(code) || !(await takeAppCode(tx, seal, staffid, code, now)))
        return refuseField('code', words.code_wrong)
      await confirmTotp(tx, staffid, now)
      return factorAdded(tx, { seal, who, now, what: 'authenticator added' })
    })
    await endOtherSessions(db, who)
    return { recovery }
  }),

  handle(consoleProfileTotpRemove, async (context) => {
    const { input, db, refuse } = context
    const { staffid } = await checkOwnPassword(context, input.password)
    await dropFactor(context, 'authenticator removed', async (tx) => {
      if (!(await findTotp(tx, staffid))?.confirmed_at) refuse('totp_not_begun')
      await removeTotp(tx, staffid)
      await forgetUselessCodes(tx, staffid)
    })
    await endOtherSessions(db, context.who)
    return {}
  }),
]

/** Removes the recovery codes if no factor is left that they could replace. */
const forgetUselessCodes = async (tx: Tx, staffid: number): Promise<void> => {
  if (!hasSecond(await countSecond(tx, staffid))) await replaceRecovery(tx, staffid, [])
}

const passkeyRoutes = [
  handle(consoleProfilePasskeyBegin, async (context) => {
    const { input, db, seal, now, lang, origin, refuse } = context
    const staff = await checkOwnPassword(context, input.password)
    const passkeys = await listPasskeys(db, staff.staffid)
    if (passkeys.length >= MOST_PASSKEYS) refuse('passkeys_full')
    await seal.prepare('accounts')
    const platform = await nameOfPlatform.get()(db, lang)
    return { options: await optionsToAdd({ seal, origin, now }, { ...staff, platform }, passkeys) }
  }),

  handle(consoleProfilePasskeyAdd, async ({ input, db, seal, now, who, origin, refuse }) => {
    await seal.prepare('accounts')
    const staffid = who.staffid!
    const challenge = challengeIn(input.response.response.clientDataJSON)
    const end = endOfChallenge(seal, staffid, challenge, now) ?? refuse('passkey_wrong')
    const made = (await checkedPasskey(origin, input.response, challenge)) ?? refuse('passkey_wrong')
    const transports = input.response.response.transports ?? []
    const recovery = await db.transaction().execute(async (tx) => {
      if (!(await takeChallenge(tx, challenge, end))) refuse('passkey_wrong')
      if ((await listPasskeys(tx, staffid)).length >= MOST_PASSKEYS) refuse('passkeys_full')
      if (!(await insertPasskey(tx, { ...made, staffid, transports, name: input.name, created_at: now })))
        refuse('passkey_wrong')
      return factorAdded(tx, { seal, who, now, what: 'passkey added' })
    })
    await endOtherSessions(db, who)
    return { recovery }
  }),

  handle(consoleProfilePasskeyRemove, async (context) => {
    const { input, db, refuse } = context
    const { staffid } = await checkOwnPassword(context, input.password)
    await dropFactor(context, 'passkey removed', async (tx) => {
      if (!(await listPasskeys(tx, staffid)).some(({ id }) => id === input.id)) refuse('passkey_unknown')
      await removePasskey(tx, input.id)
      await forgetUselessCodes(tx, staffid)
    })
    await endOtherSessions(db, context.who)
    return {}
  }),

  handle(consoleProfileRecovery, async (context) => {
    const { input, db, seal, now, who, refuse } = context
    const { staffid } = await checkOwnPassword(context, input.password)
    await seal.prepare('accounts')
    const recovery = await db.transaction().execute(async (tx) => {
      if (!hasSecond(await countSecond(tx, staffid))) refuse('second_missing')
      await logChange(tx, { who, now, raceid: null, what: 'recovery codes made', target: `staff ${staffid}` })
      return renewRecovery(tx, seal, staffid)
    })
    return { recovery }
  }),
]

export const profileRoutes = [...personRoutes, ...appRoutes, ...passkeyRoutes]
