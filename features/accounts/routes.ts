import { randomInt, randomUUID } from 'node:crypto'
import { wrong } from '#contract/wrong.ts'
import type { Db } from '#db/db.ts'
import { countTries, networkOf } from '#db/limits/limits.ts'
import { closeSession, closeSessionsOf, openSession } from '#db/sessions.ts'
import { askFor, countMiss, demandFor } from '#features/checks/service.ts'
import { refusals as checkRefusals } from '#features/checks/words.ts'
import { countriesOfCodes, mayWriteCode, sendMessage, takesCodes } from '#features/messages/service.ts'
import { type Asker, kindOfAsker, ownKeyOf } from '#seam/server/asker.ts'
import { handle } from '#seam/server/handle.ts'
import { routes as account } from './account.routes.ts'
import {
  accountFor,
  hashedCode,
  countCodeTry,
  forgetCodeTries,
  isBrowserOf,
  rememberPersonsBrowser,
  mobileOfAccount,
  takeMobileCode,
} from './service.ts'
import { routes as app } from './app.routes.ts'
import { routes as merging } from './merging/merging.routes.ts'
import { userAuth, userClearlogin, userSmsSend2 } from './contract.ts'
import { countryOf, mobileOf } from './mobile.rules.ts'
import { code as codeRule, maskMobile } from './rules.ts'
import { saveCode } from './store.ts'
import { countryNames, refusals, words } from './words.ts'

const [minute, hour, day] = [60, 60 * 60, 24 * 60 * 60]
/**
 * The limits on sending codes. The limits of one mobile protect a person from endless messages. A browser that has
 * logged in with the mobile has a count of its own, and all other callers share one count. `ownDay` counts the codes
 * that one browser or account asks for. `networkDay` counts the codes that the strangers of one network ask for. This
 * limit is high because a whole hall may share one network.
 */
const limits = {
  numberMinute: { kind: 'codes of number in a minute', max: 1, seconds: codeRule.resendSeconds },
  numberHour: { kind: 'codes of number in an hour', max: 5, seconds: hour },
  numberDay: { kind: 'codes of number in a day', max: 10, seconds: day },
  ownDay: { kind: 'codes of browser in a day', max: 30, seconds: day },
  networkDay: { kind: 'codes of house in a day', max: 3000, seconds: day },
}

/**
 * Counts a request for a code to a number. Returns the seconds until this asker may ask again, or 0 if the code may be
 * sent now.
 */
const waitForCode = async (db: Db, mobile_ix: Buffer, asker: Asker, now: Date): Promise<number> => {
  const [own, isStranger] = [ownKeyOf(asker), kindOfAsker(asker) === 'stranger']
  const subject =
    asker.device && (await isBrowserOf(db, mobile_ix, asker, now))
      ? Buffer.concat([mobile_ix, Buffer.from(asker.device.id)])
      : mobile_ix
  return countTries(
    db,
    [
      ...(own === undefined ? [] : ([[limits.ownDay, own]] as const)),
      ...(isStranger ? ([[limits.networkDay, networkOf(asker.address)]] as const) : []),
      [limits.numberMinute, subject],
      [limits.numberHour, subject],
      [limits.numberDay, subject],
    ],
    now,
  )
}

export const routes = [
  handle(userSmsSend2, async (context) => {
    const { input, db, seal, integrations, now, who, lang, meet, say, refuse, refuseField, setMessage } = context
    if (input.own && who.uid === null) refuse(who.expired ? 'session_expired' : 'not_logged_in')
    const given = input.own
      ? ((await mobileOfAccount(db, seal, who.uid!)) ?? refuse('nothing_bound'))
      : (input.mobile ?? refuseField('mobile', wrong.required))
    const mobile = mobileOf(given) ?? refuseField('mobile', wrong.mobile)
    if (!(await takesCodes({ db, integrations }, countryOf(mobile))))
      return refuseField('mobile', words.no_codes_there, {
        where: countryNames(await countriesOfCodes({ db, integrations }), lang),
      })
    await seal.prepare('accounts')
    const code = String(randomInt(10 ** codeRule.digits)).padStart(codeRule.digits, '0')
    const kept = hashedCode(seal, mobile, code, context)
    const { mobile_ix } = kept
    const why = await askFor(db, await demandFor(db, 'code', context, now, mobile_ix), input, now, meet)
    if (why) refuse(why.word, { ...why.facts, fields: { captcha: say(checkRefusals[why.word].message) } })
    const retry_after = await waitForCode(db, mobile_ix, context, now)
    if (retry_after > 0) refuse('too_often', { retry_after })
    if (!(await mayWriteCode({ db, integrations }, now))) return refuse('codes_used_up')
    await countMiss(db, 'code', context, now, mobile_ix)

    const expires_at = new Date(now.getTime() + codeRule.minutes * minute * 1000)
    const mask = maskMobile(mobile)
    await db.transaction().execute(async (tx) => {
      await saveCode(tx, { ...kept, expires_at, created_at: now })
      const values = { code, minutes: String(codeRule.minutes) }
      await sendMessage(tx, {
        seal,
        now,
        mobile,
        mask,
        lang,
        template: 'login_code',
        values,
        key: `login_code ${randomUUID()}`,
        until: expires_at,
      })
    })
    await forgetCodeTries(db, seal, mobile, context)
    setMessage(words.code_sent)
    return { mobile: mask, expires_in: codeRule.minutes * minute, resend_in: codeRule.resendSeconds }
  }),

  handle(userAuth, async (context) => {
    const { input, db, seal, now, who, address, userAgent, say, refuse, refuseField, setSession, setMessage } = context
    const mobile = mobileOf(input.mobile) ?? refuseField('mobile', wrong.mobile)
    const atCode = (why: 'code_wrong' | 'code_expired' | 'code_spent') =>
      refuse(why, { fields: { code: say(refusals[why].message) } })
    const counted = await countCodeTry(db, seal, mobile, context, now)
    if (counted === 'code_spent') return atCode(counted)
    if (counted) return refuse('too_often', { retry_after: counted.wait })
    const { uid, token } = await db.transaction().execute(async (tx) => {
      const why = await takeMobileCode(tx, seal, mobile, input.code, now)
      if (why) atCode(why)
      const uid = await accountFor(tx, seal, mobile, now)
      return { uid, token: await openSession(tx, { uid, userAgent, address, now }) }
    })
    await rememberPersonsBrowser(db, seal, mobile, context, now)
    // The former session ends, so that nobody can use a token from before the log-in.
    if (who.session !== null) await closeSession(db, Number(who.session))
    setSession(token)
    setMessage(words.logged_in)
    return { uid, mobile: maskMobile(mobile), token }
  }),

  handle(userClearlogin, async ({ input, db, who, setSession, setMessage }) => {
    if (input.everywhere && who.uid !== null) await closeSessionsOf(db, { uid: who.uid })
    else if (who.session !== null) await closeSession(db, Number(who.session))
    setSession(null)
    setMessage(words.logged_out)
    return {}
  }),

  ...account,
  ...app,
  ...merging,
]
