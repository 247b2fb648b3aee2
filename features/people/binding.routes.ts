import { wrong } from '#contract/wrong.ts'
import type { Tx } from '#db/db.ts'
import { type Limit, countTry, forgetTries, triesSoFar } from '#db/limits/limits.ts'
import { closeSessionsOf, findSessionRow } from '#db/sessions.ts'
import {
  countCodeTry,
  forgetCodeTries,
  giveMobile,
  rememberPersonsBrowser,
  mobileOfAccount,
  takeMobileAway,
  takeMobileCode,
} from '#features/accounts/service.ts'
import { bindPerson, hasPerson, isBoundTo, personBehind, unbindPerson } from '#features/accounts/persons.service.ts'
import { mobileOf } from '#features/accounts/mobile.rules.ts'
import { maskMobile } from '#features/accounts/rules.ts'
import { refusals as accountRefusals } from '#features/accounts/words.ts'
import { sendMessage } from '#features/messages/service.ts'
import { type Context, handle } from '#seam/server/handle.ts'
import { userBind } from './binding.contract.ts'
import { lookupsOf } from './rules.ts'
import { findOwnPerson } from './store.ts'
import { routes as player } from './player.routes.ts'
import { openOwnDocument } from './service.ts'
import { refusals, words } from './words.ts'

/** The time after a log-in in which the session may bind the messaging app without another proof. */
const FRESH_MS = 15 * 60_000
const numbersTried: Limit = { kind: 'own document tried as proof', max: 5, seconds: 86_400 }

type Call = Context<typeof userBind>

/**
 * Counts a try of a code for a mobile, before the transaction. Refuses the call if no try is left, or if the caller
 * must wait.
 */
const countCode = async (context: Call, field: string, mobile: string) => {
  const { db, seal, now, say, refuse } = context
  const counted = await countCodeTry(db, seal, mobile, context, now)
  if (counted === 'code_spent')
    return refuse('code_spent', { fields: { [field]: say(accountRefusals.code_spent.message) } })
  if (counted) refuse('too_often', { retry_after: counted.wait })
}
const useCode = async (tx: Tx, { seal, now, say, refuse }: Call, field: string, mobile: string, code: string) => {
  const why = await takeMobileCode(tx, seal, mobile, code, now)
  if (why) refuse(why, { fields: { [field]: say(accountRefusals[why].message) } })
}

/**
 * Checks the proof that the account belongs to the caller, because another person may use the session. The function
 * runs before the transaction, and returns the work that remains for the transaction.
 */
const proved = async (context: Call, uid: number, mobile: string): Promise<(tx: Tx) => Promise<void>> => {
  const { input, db, seal, integrations, now, say, refuse } = context
  if (input.old_code !== undefined) {
    const code = input.old_code
    await countCode(context, 'old_code', mobile)
    return (tx) => useCode(tx, context, 'old_code', mobile, code)
  }
  if (input.app_code !== undefined && input.kind === 'mobile') {
    const person = await personBehind({ db, integrations, seal, now }, input.app, input.app_code)
    if (typeof person === 'string') return refuse(person)
    if (!(await isBoundTo(db, uid, person))) refuse('person_other')
    return async () => undefined
  }
  if (input.idnum !== undefined) {
    const row = (await findOwnPerson(db, uid)) ?? refuse('player_unbound')
    if ((await triesSoFar(db, numbersTried, String(uid), now)) >= numbersTried.max)
      refuse('too_often', { retry_after: await countTry(db, numbersTried, String(uid), now) })
    await seal.prepare('people')
    const { idnum } = openOwnDocument(seal, row)
    if (!lookupsOf(input.idnum).includes(lookupsOf(idnum).at(-1)!)) {
      await countTry(db, numbersTried, String(uid), now)
      refuse('idnum_differs', { fields: { idnum: say(words.idnum_inconsistent) } })
    }
    await forgetTries(db, numbersTried, String(uid))
    return async () => undefined
  }
  return refuse('proof_needed')
}

const notifyOldNumber = (tx: Tx, { seal, now, lang }: Call, uid: number, old: string, fresh: string | undefined) =>
  sendMessage(tx, {
    seal,
    now,
    lang,
    uid,
    mobile: old,
    mask: maskMobile(old),
    template: fresh === undefined ? 'mobile_unbound' : 'mobile_changed',
    values: { mobile: maskMobile(fresh ?? old) },
    key: `mobile ${uid} ${now.getTime()}`,
  })

const bindMobile = async (context: Call, uid: number, old: string | undefined) => {
  const { input, db, seal, now, who, say, refuse, refuseField } = context
  const mobile = mobileOf(input.mobile ?? refuseField('mobile', wrong.required)) ?? refuseField('mobile', wrong.mobile)
  if (mobile === old) refuse('mobile_same', { fields: { mobile: say(refusals.mobile_same.message) } })
  const code = input.code ?? refuseField('code', wrong.required)
  const prove = old === undefined ? async () => undefined : await proved(context, uid, old)
  await countCode(context, 'code', mobile)
  const emptied = await db.transaction().execute(async (tx) => {
    await useCode(tx, context, 'code', mobile, code)
    await prove(tx)
    const given = await giveMobile(tx, seal, uid, mobile, now)
    if ('refused' in given) return refuse(given.refused, { fields: { mobile: say(refusals.mobile_taken.message) } })
    if (old !== undefined) await notifyOldNumber(tx, context, uid, old, mobile)
    return given.emptied
  })
  await rememberPersonsBrowser(db, seal, mobile, context, now)
  if (old !== undefined) await forgetCodeTries(db, seal, old, context)
  if (emptied !== undefined) await closeSessionsOf(db, { uid: emptied })
  // All other sessions of the account end, because they may have logged in with the old number.
  if (old !== undefined) await closeSessionsOf(db, { uid }, Number(who.session))
  return mobile
}

const unbindMobile = async (context: Call, uid: number, old: string | undefined, hasApp: boolean) => {
  const { db, seal, now, who, refuse } = context
  if (old === undefined) return refuse('nothing_bound')
  if (!hasApp) refuse('last_way')
  const prove = await proved(context, uid, old)
  await db.transaction().execute(async (tx) => {
    await prove(tx)
    await takeMobileAway(tx, uid, now)
    await notifyOldNumber(tx, context, uid, old, undefined)
  })
  await forgetCodeTries(db, seal, old, context)
  await closeSessionsOf(db, { uid }, Number(who.session))
}

const bindApp = async (context: Call, uid: number, mobile: string | undefined) => {
  const { input, db, seal, integrations, now, who, refuse, refuseField } = context
  const code = input.app_code ?? refuseField('app_code', wrong.required)
  const session = await findSessionRow(db, Number(who.session))
  const fresh = session !== undefined && now.getTime() - session.created_at.getTime() < FRESH_MS
  const prove = mobile === undefined || fresh ? async () => undefined : await proved(context, uid, mobile)
  const person = await personBehind({ db, integrations, seal, now }, input.app, code)
  if (typeof person === 'string') return refuse(person)
  await db.transaction().execute(async (tx) => {
    await prove(tx)
    if (!(await bindPerson(tx, uid, person, now))) refuse('person_other')
  })
}

export const routes = [
  handle(userBind, async (context) => {
    const { input, db, seal, who, refuse, setMessage } = context
    const uid = who.uid!
    const old = await mobileOfAccount(db, seal, uid)
    const hasApp = await hasPerson(db, uid)
    const answered = (mobile: string | undefined, app: boolean) => ({
      mobile: mobile === undefined ? null : maskMobile(mobile),
      app,
    })
    if (input.kind === 'mobile') {
      if (input.unbind) {
        await unbindMobile(context, uid, old, hasApp)
        setMessage(words.mobile_unbound)
        return answered(undefined, hasApp)
      }
      const mobile = await bindMobile(context, uid, old)
      setMessage(words.mobile_bound)
      return answered(mobile, hasApp)
    }
    if (!input.unbind) {
      await bindApp(context, uid, old)
      setMessage(words.app_bound)
      return answered(old, true)
    }
    if (!hasApp) refuse('nothing_bound')
    if (old === undefined) refuse('last_way')
    await db.transaction().execute((tx) => unbindPerson(tx, uid))
    setMessage(words.app_unbound)
    return answered(old, false)
  }),

  ...player,
]
