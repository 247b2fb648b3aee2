import type { Db, Tx } from '#db/db.ts'
import type { Seal } from '#db/seal.ts'
import { isWorkDone, maskMobile, normalAnswer } from './rules.ts'
import { findAccount, findOrInsertAccount, takeCheck } from './store.ts'

/** Whether a picture check (or the device's work) was passed. It is used up either way; the next try needs a new one. */
export const passesCheck = async (db: Db, given: { captchaid: string; captcha: string }, now: Date): Promise<boolean> => {
  const check = await takeCheck(db, given.captchaid, now)
  if (!check) return false
  if (check.kind === 'work') return isWorkDone(check.captchaid, given.captcha.trim(), Number(check.answer))
  return normalAnswer(given.captcha) === check.answer
}

/** The account of a mobile in its normal form, made where there is none. The scope 'accounts' must be prepared. */
export const accountFor = (tx: Tx, seal: Seal, mobile: string, now: Date): Promise<number> =>
  findOrInsertAccount(
    tx,
    { mobile: seal.seal('accounts', 'mobile', mobile), mobile_ix: seal.blind('accounts', 'mobile', mobile), mobile_mask: maskMobile(mobile) },
    now,
  )

/** The mobile that an account has proved to hold, in its normal form: what makes somebody the registrant of a registration with that number. */
export const mobileOfAccount = async (on: Db | Tx, seal: Seal, uid: number): Promise<string | undefined> => {
  const account = await findAccount(on, uid)
  if (!account?.mobile) return undefined
  await seal.prepare('accounts')
  return seal.open('accounts', 'mobile', account.mobile)
}
