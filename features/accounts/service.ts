import type { Db, Tx } from '#db/db.ts'
import { type Limit, countTries, forgetTries, houseOf } from '#db/limits.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { holdsNothing } from './personal.service.ts'
import { isWorkDone, maskMobile, normalAnswer, code as codeRule } from './rules.ts'
import {
  findAccount,
  findByMobile,
  findOrInsertAccount,
  listShown,
  lockAccount,
  takeCheck,
  takeCode,
  updateMobile,
} from './store.ts'

/** Names and pictures of accounts, for those who know them. */
export const namesOfAccounts = (db: Db, uids: readonly number[]): ReturnType<typeof listShown> => listShown(db, uids)

/**
 * Whether a picture check (or the device's work) was passed. It is used up either way; the next try needs a new one.
 */
export const passesCheck = async (
  db: Db,
  given: { captchaid: string; captcha: string },
  now: Date,
): Promise<boolean> => {
  const check = await takeCheck(db, given.captchaid, now)
  if (!check) return false
  if (check.kind === 'work') return isWorkDone(check.captchaid, given.captcha.trim(), Number(check.answer))
  return normalAnswer(given.captcha) === check.answer
}

const keptMobile = (seal: Seal, mobile: string) => ({
  mobile: seal.seal('accounts', 'mobile', mobile),
  mobile_ix: seal.blind('accounts', 'mobile', mobile),
  mobile_mask: maskMobile(mobile),
})

/** The account of a mobile in its normal form, made where there is none. The scope 'accounts' must be prepared. */
export const accountFor = (tx: Tx, seal: Seal, mobile: string, now: Date): Promise<number> =>
  findOrInsertAccount(tx, keptMobile(seal, mobile), now)

/**
 * The mobile that an account has proved to hold, in its normal form: what makes somebody the registrant of a
 * registration with that number.
 */
export const mobileOfAccount = async (on: Db | Tx, seal: Seal, uid: number): Promise<string | undefined> => {
  const account = await findAccount(on, uid)
  if (!account?.mobile) return undefined
  await seal.prepare('accounts')
  return seal.open('accounts', 'mobile', account.mobile)
}

const houseTries: Limit = { kind: 'code tries of house', max: 120, seconds: 15 * 60 }
/** Of one code: begun anew when another is sent. Lasts longer than a code. */
const codeTries: Limit = { kind: 'code tries of number', max: codeRule.tries, seconds: 10 * 60 }
const codeIndex = (seal: Seal, mobile: string, code: string) =>
  seal.blind('accounts', 'code', `${mobile} ${code.normalize('NFKC').replace(/\s/g, '')}`)
const mobileIndex = (seal: Seal, mobile: string) => seal.blind('accounts', 'mobile', mobile)

/** What a code is kept as beside its mobile. The scope 'accounts' must be prepared. */
export const codeKept = (seal: Seal, mobile: string, code: string) => ({
  mobile_ix: mobileIndex(seal, mobile),
  code_ix: codeIndex(seal, mobile, code),
})

/**
 * Counts a try at the code of a mobile, outside any transaction: `wait`, `spent`, or undefined where it may be tried.
 * Counted whether or not a code was ever sent, so that the answers tell nothing of the number.
 */
export const countCodeTry = async (
  db: Db,
  seal: Seal,
  mobile: string,
  address: string,
  now: Date,
): Promise<{ wait: number } | 'code_spent' | undefined> => {
  await seal.prepare('accounts')
  const wait = await countTries(db, [[houseTries, houseOf(address)]], now)
  if (wait > 0) return { wait }
  return (await countTries(db, [[codeTries, mobileIndex(seal, mobile)]], now)) > 0 ? 'code_spent' : undefined
}
/** Uses a mobile's code up, or says why it does not count. What is refused later in the transaction gives it back. */
export const takeMobileCode = async (
  tx: Tx,
  seal: Seal,
  mobile: string,
  code: string,
  now: Date,
): Promise<'code_wrong' | 'code_expired' | undefined> => {
  const taken = await takeCode(tx, mobileIndex(seal, mobile), codeIndex(seal, mobile, code))
  if (!taken) return 'code_wrong'
  return taken.expires_at <= now ? 'code_expired' : undefined
}
/** The tries at a mobile's code begin anew: it was right, or another was sent. */
export const forgetCodeTries = (db: Db, seal: Seal, mobile: string): Promise<void> =>
  forgetTries(db, codeTries, mobileIndex(seal, mobile))

/**
 * A mobile that was proved becomes the account's. Refused where another account has it that holds something; one that
 * holds nothing gives it up and is left without a way in (`emptied`, whose sessions the caller ends).
 */
export const giveMobile = async (
  tx: Tx,
  seal: Seal,
  uid: number,
  mobile: string,
  now: Date,
): Promise<{ refused: 'mobile_taken' } | { emptied: number | undefined }> => {
  const kept = keptMobile(seal, mobile)
  const other = await findByMobile(tx, kept.mobile_ix)
  // In the order of their numbers, so that two who exchange numbers do not wait for each other.
  for (const one of [uid, ...(other ? [other.uid] : [])].toSorted((a, b) => a - b)) await lockAccount(tx, one)
  // Whose number it is may have changed while they were waited for: somebody not held here keeps it.
  const owner = await findByMobile(tx, kept.mobile_ix)
  if (owner && owner.uid !== uid && owner.uid !== other?.uid) return { refused: 'mobile_taken' }
  const emptied = owner && owner.uid !== uid ? owner.uid : undefined
  if (emptied !== undefined) {
    if (!(await holdsNothing(tx, emptied))) return { refused: 'mobile_taken' }
    await updateMobile(tx, emptied, { mobile: null, mobile_ix: null, mobile_mask: null }, now)
  }
  await updateMobile(tx, uid, kept, now)
  return { emptied }
}
export const takeMobileAway = (tx: Tx, uid: number, now: Date): Promise<void> =>
  updateMobile(tx, uid, { mobile: null, mobile_ix: null, mobile_mask: null }, now)
