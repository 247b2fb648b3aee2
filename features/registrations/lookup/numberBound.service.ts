import type { Db } from '#db/db.ts'
import { type Limit, countTry, triesSoFar } from '#db/limits/limits.ts'
import { NUMBER_FACT } from '#features/checks/human.rules.ts'
import { countSubject, subjectMisses } from '#features/checks/service.ts'
import { restOf } from '#features/people/rules.ts'
import type { Parts } from '#seam/server/handle.ts'
import { inTurn } from '#seam/server/turns.ts'

const DAY = 86_400
/**
 * The limit that counts each document number only once a day. A caller who asks again for a document number learns
 * nothing new.
 */
export const guessed: Limit = { kind: 'number looked up in vain', max: 1, seconds: DAY }

type First = { number: string; until: number }
/** The most entries of `firsts` in memory. About this many people sign up in the first minute of a popular event. */
const MOST_FIRSTS = 200_000
/**
 * For each account, the first number of the day in each group of numbers that differ only in their last four
 * characters.
 */
const firsts = new WeakMap<Db, Map<string, First>>()
const isFirst = (db: Db, uid: number, subject: Buffer, number: Buffer, now: Date): boolean => {
  let kept = firsts.get(db)
  if (!kept) firsts.set(db, (kept = new Map()))
  const key = `${uid} ${subject.toString('latin1')}`
  const index = number.toString('latin1')
  const known = kept.get(key)
  if (known && known.until > now.getTime()) return known.number === index
  kept.delete(key)
  const [oldest] = kept.keys()
  if (kept.size >= MOST_FIRSTS && oldest !== undefined) kept.delete(oldest)
  kept.set(key, { number: index, until: now.getTime() + DAY * 1000 })
  return true
}

/**
 * Tells whether an account may learn, without a look-up, that a number is registered. A sign-up also reveals this, and
 * other people must not be able to delay a sign-up. So each day an account may ask without a limit about one number of
 * each group (the numbers of one county and birthday). Every other number of the group counts as a guess. The first
 * numbers are only in memory, because a row for each of them would slow every sign-up.
 */
export const mayAskOfNumber = async (
  { db, seal }: Pick<Parts, 'db' | 'seal'>,
  uid: number,
  lookup: string,
  now: Date,
): Promise<boolean> => {
  await seal.prepare('people')
  const number = seal.blind('people', 'number guessed', lookup)
  const subject = seal.blind('people', 'number but four', restOf(lookup))
  if (isFirst(db, uid, subject, number, now)) return true
  return inTurn(`number ${subject.toString('latin1')}`, async () => {
    if ((await triesSoFar(db, guessed, number, now)) > 0) return true
    if ((await subjectMisses(db, 'lookup', subject, now)) >= NUMBER_FACT) return false
    await countTry(db, guessed, number, now)
    await countSubject(db, 'lookup', subject, now)
    return true
  })
}
