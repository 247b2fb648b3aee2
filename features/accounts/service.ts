import { createHash } from 'node:crypto'
import type { Db, Tx } from '#db/db.ts'
import { type Limit, countTry, forgetTries, networkOf } from '#db/limits/limits.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { forgive, isKnownBrowser, rememberBrowser } from '#features/checks/service.ts'
import { type Asker, kindOfAsker, laneOf, ownKeyOf } from '#seam/server/asker.ts'
import type { Device } from '#seam/server/device.ts'
import { isUnusedAccount } from './personal.service.ts'
import { maskMobile, code as codeRule } from './rules.ts'
import {
  findAccount,
  findByMobile,
  findOrInsertAccount,
  hasValidCode,
  listMasks,
  listMobiles,
  listPublicParts,
  lockAccount,
  takeCode,
  updateMobile,
} from './store.ts'

/** Finds names and pictures of accounts, for people who know these accounts. */
export const namesOfAccounts = (db: Db, uids: readonly number[]): ReturnType<typeof listPublicParts> =>
  listPublicParts(db, uids)

/** Finds the masked mobiles of accounts, for staff. */
export const masksOfAccounts = async (db: Db, uids: readonly number[]): Promise<ReadonlyMap<number, string | null>> =>
  new Map((await listMasks(db, uids)).map(({ uid, mobile_mask }) => [uid, mobile_mask]))

const keptMobile = (seal: Seal, mobile: string) => ({
  mobile: seal.seal('accounts', 'mobile', mobile),
  mobile_ix: seal.blind('accounts', 'mobile', mobile),
  mobile_mask: maskMobile(mobile),
})

/**
 * Finds the account of a mobile in its normal form, or makes the account. The caller prepares the scope 'accounts'
 * first.
 */
export const accountFor = (tx: Tx, seal: Seal, mobile: string, now: Date): Promise<number> =>
  findOrInsertAccount(tx, keptMobile(seal, mobile), now)

/**
 * Returns the mobile that an account has proved, in its normal form. The account counts as the registrant of a
 * registration with this mobile. Undefined if the account has no mobile.
 */
export const mobileOfAccount = async (on: Db | Tx, seal: Seal, uid: number): Promise<string | undefined> => {
  const account = await findAccount(on, uid)
  if (!account?.mobile) return undefined
  await seal.prepare('accounts')
  return seal.open('accounts', 'mobile', account.mobile)
}
/**
 * Returns all mobiles that an account has proved. The mobiles of accounts that were merged into this account are among
 * them.
 */
export const mobilesOfAccount = async (on: Db | Tx, seal: Seal, uid: number): Promise<string[]> => {
  const sealed = await listMobiles(on, uid)
  if (sealed.length > 0) await seal.prepare('accounts')
  return sealed.map((mobile) => seal.open('accounts', 'mobile', mobile))
}

/**
 * The limit on the tries of one browser at the codes of one mobile. The count begins again when the browser asks for
 * another code. A try counts for a longer time than a code is valid.
 */
const codeTries: Limit = { kind: 'code tries of browser', max: codeRule.tries, seconds: 10 * 60 }
/**
 * The limit on tries at the codes of one mobile. It counts the tries of all unknown browsers that have not asked for a
 * code. A person may type a code on another device, but many strangers together cannot try out codes.
 */
const strangersTries: Limit = { kind: 'code tries of strangers', max: 10, seconds: 10 * 60 }
const networkTries: Limit = { kind: 'code tries of house', max: 120, seconds: 15 * 60 }
const codeIndex = (seal: Seal, mobile: string, code: string) =>
  seal.blind('accounts', 'code', `${mobile} ${code.normalize('NFKC').replace(/\s/g, '')}`)
const mobileIndex = (seal: Seal, mobile: string) => seal.blind('accounts', 'mobile', mobile)

const askerKey = (asker: Asker): Buffer =>
  createHash('sha256')
    .update(ownKeyOf(asker) ?? laneOf(asker))
    .digest()
const triesAt = (mobile_ix: Buffer, asker: Asker) => Buffer.concat([mobile_ix, askerKey(asker)])

/**
 * Returns three hashes: of the mobile, of the code together with the mobile, and of the asker. The caller prepares the
 * scope 'accounts' first.
 */
export const hashedCode = (seal: Seal, mobile: string, code: string, asker: Asker) => ({
  mobile_ix: mobileIndex(seal, mobile),
  code_ix: codeIndex(seal, mobile, code),
  asker: askerKey(asker),
})

/** The word under which the server remembers browsers that have logged in with a mobile. */
const MOBILE = 'mobile'
export const isBrowserOf = (db: Db, mobile_ix: Buffer, asker: Asker, now: Date): Promise<boolean> =>
  isKnownBrowser(db, MOBILE, mobile_ix, asker, now)

/**
 * Counts a try at the code of a mobile, outside of any transaction. Returns the seconds to wait, or `code_spent` if the
 * code takes no more tries, or undefined if the caller may try. The count does not depend on whether a code was ever
 * sent, so that the answers reveal nothing about the mobile. The person who asked for a code, and a browser that has
 * logged in with the mobile, are limited only by their own tries.
 */
export const countCodeTry = async (
  db: Db,
  seal: Seal,
  mobile: string,
  asker: Asker,
  now: Date,
): Promise<{ wait: number } | 'code_spent' | undefined> => {
  await seal.prepare('accounts')
  const mobile_ix = mobileIndex(seal, mobile)
  if ((await countTry(db, codeTries, triesAt(mobile_ix, asker), now)) > 0) return 'code_spent'
  const [asked, known] = await Promise.all([
    hasValidCode(db, mobile_ix, askerKey(asker), now),
    isBrowserOf(db, mobile_ix, asker, now),
  ])
  if (asked || known) return undefined
  if ((await countTry(db, strangersTries, mobile_ix, now)) > 0) return 'code_spent'
  const wait = kindOfAsker(asker) === 'stranger' ? await countTry(db, networkTries, networkOf(asker.address), now) : 0
  return wait > 0 ? { wait } : undefined
}
/**
 * Uses up a mobile's code, or returns the reason why the code is not valid. Undefined means that the code was valid. If
 * the transaction refuses later, the code is valid again.
 */
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
/** Resets this browser's tries at a mobile's code, because the browser has asked for another code. */
export const forgetCodeTries = (db: Db, seal: Seal, mobile: string, asker: Asker): Promise<void> =>
  forgetTries(db, codeTries, triesAt(mobileIndex(seal, mobile), asker))

/**
 * Remembers that the person with this mobile uses this browser, because the person typed the right code. The function
 * also resets the browser's tries and the counted misses.
 */
export const rememberPersonsBrowser = async (
  db: Db,
  seal: Seal,
  mobile: string,
  { meet, ...asker }: Asker & { meet: () => Device },
  now: Date,
): Promise<void> => {
  await forgetCodeTries(db, seal, mobile, asker)
  await forgive(db, 'code', asker, mobileIndex(seal, mobile))
  await rememberBrowser(db, MOBILE, mobileIndex(seal, mobile), meet().id, now)
}

/**
 * Gives a proved mobile to an account. The function refuses if another account with data has the mobile, or if the
 * mobile changes its account during the call. `emptied` is an account without data that loses the mobile and can no
 * longer log in. The caller ends the sessions of that account.
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
  // The accounts are locked in the order of their ids, so that two calls never wait for each other in a circle.
  for (const one of [uid, ...(other ? [other.uid] : [])].toSorted((a, b) => a - b)) await lockAccount(tx, one)
  // Meanwhile the mobile may have passed to another account. Only an account that is locked here may lose its
  // mobile.
  const owner = await findByMobile(tx, kept.mobile_ix)
  if (owner && owner.uid !== uid && owner.uid !== other?.uid) return { refused: 'mobile_taken' }
  const emptied = owner && owner.uid !== uid ? owner.uid : undefined
  if (emptied !== undefined) {
    if (!(await isUnusedAccount(tx, emptied))) return { refused: 'mobile_taken' }
    await updateMobile(tx, emptied, { mobile: null, mobile_ix: null, mobile_mask: null }, now)
  }
  await updateMobile(tx, uid, kept, now)
  return { emptied }
}
export const takeMobileAway = (tx: Tx, uid: number, now: Date): Promise<void> =>
  updateMobile(tx, uid, { mobile: null, mobile_ix: null, mobile_mask: null }, now)
