import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { wrong } from '#contract/wrong.ts'
import type { RefusalWords } from '#contract/words.ts'
import { countTries, houseOf } from '#db/limits.ts'
import { closeSession, closeSessionsOf, openSession } from '#db/sessions.ts'
import { sendMessage } from '#features/messages/service.ts'
import { answer } from '#seam/server/handle.ts'
import { routes as account } from './account.routes.ts'
import {
  accountFor,
  codeKept,
  countCodeTry,
  forgetCodeTries,
  mobileOfAccount,
  passesCheck,
  takeMobileCode,
} from './service.ts'
import { routes as app } from './app.routes.ts'
import { captchaGenerate, captchaImg, userAuth, userClearlogin, userSmsSend2 } from './contract.ts'
import { mobileOf } from './mobile.rules.ts'
import { drawPicture } from './picture.service.ts'
import { code as codeRule, maskMobile, pictureAlphabet, pictureLength, workBits } from './rules.ts'
import { findCheck, insertCheck, saveCode } from './store.ts'
import { refusals, words } from './words.ts'

const [minute, hour, day] = [60, 60 * 60, 24 * 60 * 60]
const checkSeconds = 5 * minute

/**
 * A house (an address, or a /64) may be a whole club on race day, hence its generous limits; a number is one person's.
 */
const limits = {
  picture: { kind: 'picture checks of house', max: 300, seconds: 10 * minute },
  work: { kind: 'work checks of house', max: 60, seconds: 10 * minute },
  /** Drawing costs more than asking. */
  drawn: { kind: 'pictures drawn for house', max: 600, seconds: 10 * minute },
  houseHour: { kind: 'codes of house in an hour', max: 60, seconds: hour },
  houseDay: { kind: 'codes of house in a day', max: 200, seconds: day },
  numberMinute: { kind: 'codes of number in a minute', max: 1, seconds: codeRule.resendSeconds },
  numberHour: { kind: 'codes of number in an hour', max: 5, seconds: hour },
  numberDay: { kind: 'codes of number in a day', max: 10, seconds: day },
}

const drawLetters = () =>
  Array.from({ length: pictureLength }, () => pictureAlphabet[randomInt(pictureAlphabet.length)]!).join('')

export const routes = [
  answer(captchaGenerate, async ({ input, db, now, address, refuse }) => {
    const retry_after = await countTries(db, [[limits[input.kind], houseOf(address)]], now)
    if (retry_after > 0) refuse('too_often', { retry_after })
    const captchaid = randomBytes(16).toString('base64url')
    const isPicture = input.kind === 'picture'
    await insertCheck(db, {
      captchaid,
      kind: input.kind,
      answer: isPicture ? drawLetters() : String(workBits),
      seed: randomInt(2 ** 31),
      expires_at: new Date(now.getTime() + checkSeconds * 1000),
    })
    return { captchaid, kind: input.kind, bits: isPicture ? null : workBits, expires_in: checkSeconds }
  }),

  answer(captchaImg, async ({ input, db, now, address, refuse }) => {
    const retry_after = await countTries(db, [[limits.drawn, houseOf(address)]], now)
    if (retry_after > 0) refuse('too_often', { retry_after })
    const check = await findCheck(db, input.captchaid, now)
    if (check?.kind !== 'picture') return refuse('picture_not_found')
    const png = await drawPicture(check.answer, check.seed)
    return { image: `data:image/png;base64,${png.toString('base64')}` }
  }),

  answer(userSmsSend2, async ({ input, db, seal, now, who, lang, address, say, refuse, refuseField, tell }) => {
    if (input.own && who.uid === null) refuse(who.expired ? 'session_expired' : 'not_logged_in')
    const given = input.own
      ? ((await mobileOfAccount(db, seal, who.uid!)) ?? refuse('nothing_bound'))
      : (input.mobile ?? refuseField('mobile', wrong.required))
    const mobile = mobileOf(given) ?? refuseField('mobile', wrong.mobile)
    const atPicture = ({ says }: RefusalWords) => ({ fields: { captcha: say(says) } })
    const { captchaid, captcha } = input
    if (!captchaid || !captcha) return refuse('picture_needed', atPicture(refusals.picture_needed))
    if (!(await passesCheck(db, { captchaid, captcha }, now)))
      refuse('picture_wrong', atPicture(refusals.picture_wrong))

    await seal.prepare('accounts')
    const code = String(randomInt(10 ** codeRule.digits)).padStart(codeRule.digits, '0')
    const kept = codeKept(seal, mobile, code)
    const { mobile_ix } = kept
    const house = houseOf(address)
    const retry_after = await countTries(
      db,
      [
        [limits.houseHour, house],
        [limits.houseDay, house],
        [limits.numberMinute, mobile_ix],
        [limits.numberHour, mobile_ix],
        [limits.numberDay, mobile_ix],
      ],
      now,
    )
    if (retry_after > 0) refuse('too_often', { retry_after })

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
    await forgetCodeTries(db, seal, mobile)
    tell(words.code_sent)
    return { mobile: mask, expires_in: codeRule.minutes * minute, resend_in: codeRule.resendSeconds }
  }),

  answer(
    userAuth,
    async ({ input, db, seal, now, who, address, userAgent, say, refuse, refuseField, setSession, tell }) => {
      const mobile = mobileOf(input.mobile) ?? refuseField('mobile', wrong.mobile)
      const atCode = (why: 'code_wrong' | 'code_expired' | 'code_spent') =>
        refuse(why, { fields: { code: say(refusals[why].says) } })
      const counted = await countCodeTry(db, seal, mobile, address, now)
      if (counted === 'code_spent') return atCode(counted)
      if (counted) return refuse('too_often', { retry_after: counted.wait })
      const { uid, token } = await db.transaction().execute(async (tx) => {
        const why = await takeMobileCode(tx, seal, mobile, input.code, now)
        if (why) atCode(why)
        const uid = await accountFor(tx, seal, mobile, now)
        return { uid, token: await openSession(tx, { uid, userAgent, address, now }) }
      })
      await forgetCodeTries(db, seal, mobile)
      // The session that was there before ends: nobody goes on under a token from before the log-in.
      if (who.session !== null) await closeSession(db, Number(who.session))
      setSession(token)
      tell(words.logged_in)
      return { uid, mobile: maskMobile(mobile), token }
    },
  ),

  answer(userClearlogin, async ({ input, db, who, setSession, tell }) => {
    if (input.everywhere && who.uid !== null) await closeSessionsOf(db, { uid: who.uid })
    else if (who.session !== null) await closeSession(db, Number(who.session))
    setSession(null)
    tell(words.logged_out)
    return {}
  }),

  ...account,
  ...app,
]
