import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Lang } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Limit, countTry, forgetTries } from '#db/limits/limits.ts'
import { needed } from '#db/needed.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { dueAt, isAppCode, isRecoveryCode, normalSecondCode, recoveryCodeFrom, recoveryCount } from './rules.ts'
import {
  countSecond,
  findTotp,
  listDuties,
  readPolicy,
  removePasskeys,
  removeTotp,
  replaceRecovery,
  saveDue,
  takeRecovery,
  takeStep,
} from './store.ts'

const quarter = 15 * 60
/**
 * The limit for tries of a second factor, counted for the person or for a browser that the person used before, and
 * never for an address.
 */
const secondTries: Limit = { kind: 'second factor of staff', max: 10, seconds: quarter }
const STEP = 30_000

/** The function that returns the name of the platform, under which apps and passkeys list the account. */
export const nameOfPlatform = needed<(on: Db | Tx, lang: Lang) => Promise<string>>('the name of the platform')

const totpOf = (secret: string, named: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...named, secret: Secret.fromBase32(secret) })

/** Makes a secret of 160 bits for an app, with the address that a QR code holds. */
export const newTotp = (issuer: string, label: string): { secret: string; address: string } => {
  const secret = new Secret({ size: 20 }).base32
  return { secret, address: totpOf(secret, { issuer, label }).toString() }
}
/**
 * Finds the span of 30 seconds to which a code belongs. The span before and the span after also count, because clocks
 * differ and people type slowly.
 */
export const stepOfCode = (secret: string, code: string, now: Date): number | undefined => {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(now.getTime() / STEP) + delta
}
export const sealTotp = (seal: Seal, secret: string): Buffer => seal.seal('accounts', 'staff totp', secret)

/** Uses up a code of the app. Returns false if the code is wrong or no longer valid, or if the person has no app. */
export const takeAppCode = async (tx: Tx, seal: Seal, staffid: number, code: string, now: Date): Promise<boolean> => {
  const kept = await findTotp(tx, staffid)
  if (!kept) return false
  const step = stepOfCode(seal.open('accounts', 'staff totp', kept.secret), code, now)
  return step !== undefined && takeStep(tx, staffid, step)
}

const indexOf = (seal: Seal, staffid: number, code: string) =>
  seal.blind('accounts', 'staff recovery', `${staffid}\n${code}`)
/** Makes recovery codes in place of the former codes. The caller shows them once. */
export const renewRecovery = async (tx: Tx, seal: Seal, staffid: number): Promise<string[]> => {
  const codes = Array.from({ length: recoveryCount }, () => recoveryCodeFrom(randomBytes(64)))
  await replaceRecovery(
    tx,
    staffid,
    codes.map((code) => indexOf(seal, staffid, normalSecondCode(code))),
  )
  return codes
}

export type SecondTry = { db: Db; seal: Seal; now: Date; staffid: number; typed: string; browser: string | undefined }
/**
 * Uses up the second factor that a person typed: a code of the app or a recovery code. Returns the kind of the code,
 * `wrong`, or the seconds to wait. A browser that the person used before has a separate count of tries, so that a
 * stranger cannot lock the person out.
 */
export const trySecond = async ({
  db,
  seal,
  now,
  staffid,
  typed,
  browser,
}: SecondTry): Promise<'app' | 'recovery' | 'wrong' | { retry_after: number }> => {
  const subject = browser === undefined ? String(staffid) : `${staffid}\n${browser}`
  const retry_after = await countTry(db, secondTries, subject, now)
  if (retry_after > 0) return { retry_after }
  await seal.prepare('accounts')
  const code = normalSecondCode(typed)
  const way = await db.transaction().execute(async (tx) => {
    if (isAppCode(code)) {
      const kept = await findTotp(tx, staffid)
      return kept?.confirmed_at && (await takeAppCode(tx, seal, staffid, code, now)) ? 'app' : 'wrong'
    }
    return isRecoveryCode(code) && (await takeRecovery(tx, staffid, indexOf(seal, staffid, code)))
      ? 'recovery'
      : 'wrong'
  })
  if (way !== 'wrong') await forgetTries(db, secondTries, subject)
  return way
}

/** Decides again when a second factor is due, for one member of staff or for everybody. */
export const renewDuties = async (tx: Tx, staffid: number | null, now: Date, isRuleNew = false): Promise<void> => {
  const policy = await readPolicy(tx)
  for (const person of await listDuties(tx, staffid)) {
    const due = dueAt(policy, { ...person, hasSecond: person.has_second }, now, isRuleNew)
    if (due?.getTime() !== person.due?.getTime()) await saveDue(tx, person.staffid, due)
  }
}

export const forgetSecond = async (tx: Tx, staffid: number): Promise<void> => {
  await removeTotp(tx, staffid)
  await removePasskeys(tx, staffid)
  await replaceRecovery(tx, staffid, [])
}

export const secondOf = (db: Db | Tx, staffid: number): ReturnType<typeof countSecond> => countSecond(db, staffid)
