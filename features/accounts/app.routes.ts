import { wrong } from '#contract/wrong.ts'
import type { Tx } from '#db/db.ts'
import { countingFailures } from '#db/errors/failures.ts'
import { closeSession, openSession, tokenHash } from '#db/sessions.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { type Context, handle } from '#seam/server/handle.ts'
import { accountFor, countCodeTry, rememberPersonsBrowser, takeMobileCode } from './service.ts'
import { wechatAppAuth, wechatAppAuthGetphone, wechatAppRegister } from './app.contract.ts'
import { type AppId, insertAppIds, listAppAccounts, takeTicket } from './app.store.ts'
import { mobileOf } from './mobile.rules.ts'
import { type AppPersonIds, appIndexOf, bindPerson, personBehind, ticketFor } from './persons.service.ts'
import { findAccount, insertAccount, lockAccount, updatePublicPart } from './store.ts'
import { refusals, words } from './words.ts'

/** Each log-in sends a question to the messaging app, and the app limits the number of questions. */
const appLogins = allowanceOf({ own: 60, network: 300 }, 15 * 60, 'accounts app logins')

const waitOf = (wait: number) => (wait > 0 ? { wait } : undefined)

type Caller = Pick<
  Context<typeof wechatAppAuth>,
  'db' | 'now' | 'who' | 'address' | 'userAgent' | 'setSession' | 'setMessage'
>
const opened = (tx: Tx, { userAgent, address, now }: Caller, uid: number, ids: readonly AppId[]) =>
  openSession(tx, { uid, userAgent, address, now, app_ix: ids.length > 0 ? appIndexOf({ ids: [...ids] }) : null })

/** Logs in. The new session replaces the former session. */
const settled = async ({ db, who, setSession, setMessage }: Caller, uid: number, token: string) => {
  if (who.session !== null) await closeSession(db, Number(who.session))
  setSession(token)
  setMessage(words.logged_in)
  return { uid, mobile: (await findAccount(db, uid))?.mobile_mask ?? null, token }
}
/**
 * Binds a person of the messaging app to an account, unless another person is bound already. Returns whether this
 * person is bound now. Without a person the function binds nobody.
 */
const bindTo = async (tx: Tx, uid: number, person: AppPersonIds | undefined, now: Date): Promise<boolean> => {
  if (!person) return false
  await lockAccount(tx, uid)
  return bindPerson(tx, uid, person, now)
}

export const routes = [
  handle(wechatAppAuth, async (context) => {
    const { input, db, seal, integrations, now, refuse } = context
    const wait = appLogins.count(context, now)
    if (wait > 0) refuse('too_often', { retry_after: wait })
    const person = await personBehind({ db, integrations, seal, now }, input.app, input.code)
    if (typeof person === 'string') return refuse(person)
    const [account] = await listAppAccounts(
      db,
      person.ids.map(({ ix }) => ix),
    )
    if (!account) return { bound: false, login: null, ...(await ticketFor(db, person, now)), name: person.name }
    const token = await db.transaction().execute(async (tx) => {
      // The person may have come by the official account or by the mini-program for the first time, so the account gets
      // the new id.
      await insertAppIds(tx, account.uid, person.ids, now)
      return opened(tx, context, account.uid, person.ids)
    })
    if (account.name === null && person.name !== null)
      await updatePublicPart(db, account.uid, { name: person.name }, now)
    return {
      bound: true,
      login: await settled(context, account.uid, token),
      ticket: null,
      expires_in: null,
      name: account.name ?? person.name,
    }
  }),

  handle(wechatAppAuthGetphone, async (context) => {
    const { input, db, seal, integrations, now, refuse } = context
    const wait = appLogins.count(context, now)
    if (wait > 0) refuse('too_often', { retry_after: wait })
    const { miniProgram } = integrations
    if (!miniProgram) return refuse('app_off')
    const answer = await countingFailures(db, 'mini_mobile', now, () => miniProgram.mobileOf(input.code))
    if (!answer) return refuse('app_down')
    const mobile = answer.answer === undefined ? undefined : mobileOf(answer.answer)
    if (mobile === undefined) return refuse('app_code_wrong')
    await seal.prepare('accounts')
    const { uid, token, bound } = await db.transaction().execute(async (tx) => {
      const person =
        input.ticket === undefined
          ? undefined
          : ((await takeTicket(tx, tokenHash(input.ticket), now)) ?? refuse('ticket_spent'))
      const account = await accountFor(tx, seal, mobile, now)
      const isBound = await bindTo(tx, account, person, now)
      return { uid: account, bound: isBound, token: await opened(tx, context, account, isBound ? person!.ids : []) }
    })
    return { ...(await settled(context, uid, token)), bound }
  }),

  handle(wechatAppRegister, async (context) => {
    const { input, db, seal, now, say, refuse, refuseField } = context
    const mobile =
      input.mobile === undefined ? undefined : (mobileOf(input.mobile) ?? refuseField('mobile', wrong.mobile))
    if (mobile !== undefined && input.code === undefined) refuseField('code', wrong.required)
    await seal.prepare('accounts')
    const counted =
      mobile === undefined ? waitOf(appLogins.count(context, now)) : await countCodeTry(db, seal, mobile, context, now)
    if (counted === 'code_spent') return refuse('code_spent', { fields: { code: say(refusals.code_spent.message) } })
    if (counted) return refuse('too_often', { retry_after: counted.wait })
    const { uid, token, bound } = await db.transaction().execute(async (tx) => {
      const person = (await takeTicket(tx, tokenHash(input.ticket), now)) ?? refuse('ticket_spent')
      const why = mobile === undefined ? undefined : await takeMobileCode(tx, seal, mobile, input.code!, now)
      if (why) refuse(why, { fields: { code: say(refusals[why].message) } })
      const account =
        mobile === undefined ? await insertAccount(tx, person.name, now) : await accountFor(tx, seal, mobile, now)
      const isBound = await bindTo(tx, account, person, now)
      return { uid: account, bound: isBound, token: await opened(tx, context, account, isBound ? person.ids : []) }
    })
    if (mobile !== undefined) await rememberPersonsBrowser(db, seal, mobile, context, now)
    return { ...(await settled(context, uid, token)), bound }
  }),
]
