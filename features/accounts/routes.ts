import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { wrong } from '#contract/wrong.ts'
import type { RefusalWords } from '#contract/words.ts'
import { countTries, forgetTries, houseOf } from '#db/limits.ts'
import { closeSession, closeSessionsOf, openSession } from '#db/sessions.ts'
import { sendMessage } from '#features/messages/actions.ts'
import { answer } from '#server/answer.ts'
import { accountFor, passesCheck } from './actions.ts'
import { captchaGenerate, captchaImg, userAuth, userClearlogin, userCurrent, userSmsSend2 } from './contract.ts'
import { mobileOf } from './mobile.ts'
import { drawPicture } from './picture.ts'
import { code as codeRule, maskMobile, pictureAlphabet, pictureLength, workBits } from './rules.ts'
import { findAccount, findCheck, insertCheck, saveCode, takeCode } from './store.ts'
import { refusals, words } from './words.ts'

const [minute, hour, day] = [60, 60 * 60, 24 * 60 * 60]
const checkSeconds = 5 * minute

/** A house (an address, or a /64) may be a whole club on race day, hence its generous limits; a number is one person's. */
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
  houseTries: { kind: 'code tries of house', max: 120, seconds: 15 * minute },
  /** Of one code: begun anew when another is sent. Lasts longer than a code. */
  codeTries: { kind: 'code tries of number', max: codeRule.tries, seconds: 10 * minute },
}

const drawLetters = () => Array.from({ length: pictureLength }, () => pictureAlphabet[randomInt(pictureAlphabet.length)]!).join('')

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

  answer(userSmsSend2, async ({ input, db, seal, now, lang, address, say, refuse, refuseField, tell }) => {
    const mobile = mobileOf(input.mobile) ?? refuseField('mobile', wrong.mobile)
    const atPicture = ({ says }: RefusalWords) => ({ fields: { captcha: say(says) } })
    const { captchaid, captcha } = input
    if (!captchaid || !captcha) return refuse('picture_needed', atPicture(refusals.picture_needed))
    if (!(await passesCheck(db, { captchaid, captcha }, now))) refuse('picture_wrong', atPicture(refusals.picture_wrong))

    await seal.prepare('accounts')
    const mobile_ix = seal.blind('accounts', 'mobile', mobile)
    const house = houseOf(address)
    const retry_after = await countTries(
      db,
      [[limits.houseHour, house], [limits.houseDay, house], [limits.numberMinute, mobile_ix], [limits.numberHour, mobile_ix], [limits.numberDay, mobile_ix]],
      now,
    )
    if (retry_after > 0) refuse('too_often', { retry_after })

    const code = String(randomInt(10 ** codeRule.digits)).padStart(codeRule.digits, '0')
    const expires_at = new Date(now.getTime() + codeRule.minutes * minute * 1000)
    const mask = maskMobile(mobile)
    await db.transaction().execute(async (tx) => {
      await saveCode(tx, { mobile_ix, code_ix: seal.blind('accounts', 'code', `${mobile} ${code}`), expires_at, created_at: now })
      const values = { code, minutes: String(codeRule.minutes) }
      await sendMessage(tx, { seal, now, mobile, mask, lang, template: 'login_code', values, key: `login_code ${randomUUID()}`, until: expires_at })
    })
    await forgetTries(db, limits.codeTries, mobile_ix)
    tell(words.code_sent)
    return { mobile: mask, expires_in: codeRule.minutes * minute, resend_in: codeRule.resendSeconds }
  }),

  answer(userAuth, async ({ input, db, seal, now, who, address, userAgent, say, refuse, refuseField, setSession, tell }) => {
    const mobile = mobileOf(input.mobile) ?? refuseField('mobile', wrong.mobile)
    const atCode = ({ says }: RefusalWords) => ({ fields: { code: say(says) } })
    await seal.prepare('accounts')
    const mobile_ix = seal.blind('accounts', 'mobile', mobile)
    const retry_after = await countTries(db, [[limits.houseTries, houseOf(address)]], now)
    if (retry_after > 0) refuse('too_often', { retry_after })
    // Counted whether or not a code was ever sent, so that the answers tell nothing of the number.
    if ((await countTries(db, [[limits.codeTries, mobile_ix]], now)) > 0) refuse('code_spent', atCode(refusals.code_spent))

    const code = input.code.normalize('NFKC').replace(/\s/g, '')
    const { uid, token } = await db.transaction().execute(async (tx) => {
      const taken = (await takeCode(tx, mobile_ix, seal.blind('accounts', 'code', `${mobile} ${code}`))) ?? refuse('code_wrong', atCode(refusals.code_wrong))
      if (taken.expires_at <= now) refuse('code_expired', atCode(refusals.code_expired))
      const account = await accountFor(tx, seal, mobile, now)
      return { uid: account, token: await openSession(tx, { uid: account, userAgent, address, now }) }
    })
    await forgetTries(db, limits.codeTries, mobile_ix)
    // The session that was there before ends: nobody goes on under a token from before the log-in.
    if (who.session !== null) await closeSession(db, Number(who.session))
    setSession(token)
    tell(words.logged_in)
    return { uid, mobile: maskMobile(mobile), token }
  }),

  answer(userCurrent, async ({ db, who, refuse }) => {
    const account = (await findAccount(db, who.uid!)) ?? refuse('session_expired')
    return { uid: account.uid, mobile: account.mobile_mask }
  }),

  answer(userClearlogin, async ({ input, db, who, setSession, tell }) => {
    if (input.everywhere && who.uid !== null) await closeSessionsOf(db, { uid: who.uid })
    else if (who.session !== null) await closeSession(db, Number(who.session))
    setSession(null)
    tell(words.logged_out)
    return {}
  }),
]
