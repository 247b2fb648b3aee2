import type { Db } from '#db/db.ts'
import {
  type Limit,
  type LimitSubject,
  countTry,
  forgetTries,
  giveTryBack,
  networkOf,
  limitKey,
  triesSoFar,
  triesUnder,
} from '#db/limits/limits.ts'
import { type Asker, kindOfAsker, ownKeyOf } from '#seam/server/asker.ts'
import { type GuardedAct, type Demand, type Misses, type Worth, acts, demandOf, suffices } from './human.rules.ts'
import { isWorkDone, normalCheckAnswer } from './rules.ts'
import { deleteEndedChecks, takeCheck } from './store.ts'

export type GivenAnswer = { captchaid?: string | undefined; captcha?: string | undefined }

const DAY = 86_400
/**
 * Returns the limits that count the misses of a day. `human.rules.ts` has the numbers at which each check is demanded.
 */
const kept = (of: string): Readonly<Record<GuardedAct, Limit>> =>
  Object.fromEntries(acts.map((act) => [act, { kind: `${act} misses of ${of}`, max: 1, seconds: DAY }])) as Record<
    GuardedAct,
    Limit
  >
const [owns, networks, subjects] = [kept('one'), kept('network'), kept('subject')]
/** The key that stands for a missing key. For example, a caller who is no stranger has no key of a network. */
const NOTHING = Buffer.alloc(32)

/**
 * Returns the three keys under which the misses of a caller are counted. Another room reads the misses by these keys in
 * a statement that also reads other rows.
 */
export const missKeys = (act: GuardedAct, asker: Asker, subject?: LimitSubject): readonly [Buffer, Buffer, Buffer] => {
  const own = ownKeyOf(asker)
  return [
    own === undefined ? NOTHING : limitKey(owns[act], own),
    kindOfAsker(asker) === 'stranger' ? limitKey(networks[act], networkOf(asker.address)) : NOTHING,
    subject === undefined ? NOTHING : limitKey(subjects[act], subject),
  ]
}
export const missesFrom = ([own = 0, network = 0, subject = 0]: readonly number[]): Misses => ({
  own,
  network,
  subject,
})
export const missesOf = async (
  db: Db,
  act: GuardedAct,
  asker: Asker,
  now: Date,
  subject?: LimitSubject,
): Promise<Misses> => missesFrom(await triesUnder(db, missKeys(act, asker, subject), now))

/** Counts a miss. The function runs outside of any transaction, so that a later refusal does not undo the count. */
export const countMiss = async (
  db: Db,
  act: GuardedAct,
  asker: Asker,
  now: Date,
  subject?: LimitSubject,
): Promise<void> => {
  const own = ownKeyOf(asker)
  if (own !== undefined) await countTry(db, owns[act], own, now)
  if (kindOfAsker(asker) === 'stranger') await countTry(db, networks[act], networkOf(asker.address), now)
  if (subject !== undefined) await countTry(db, subjects[act], subject, now)
}

/** Counts a miss of the subject. The miss does not count against the caller. */
export const countSubject = async (db: Db, act: GuardedAct, subject: LimitSubject, now: Date): Promise<void> =>
  void (await countTry(db, subjects[act], subject, now))
export const subjectMisses = (db: Db, act: GuardedAct, subject: LimitSubject, now: Date): Promise<number> =>
  triesSoFar(db, subjects[act], subject, now)

/**
 * Resets the misses of the caller and of the subject, because the guarded action succeeded. For a stranger the function
 * also takes back one miss of the network.
 */
export const forgive = async (db: Db, act: GuardedAct, asker: Asker, subject: LimitSubject): Promise<void> => {
  const own = ownKeyOf(asker)
  if (own !== undefined) await forgetTries(db, owns[act], own)
  if (kindOfAsker(asker) === 'stranger') await giveTryBack(db, networks[act], networkOf(asker.address))
  await forgetTries(db, subjects[act], subject)
}

/** Returns the kind of the passed check. A wrong answer also uses the check up, so the next try needs a new check. */
export const worthOf = async (db: Db, { captchaid, captcha }: GivenAnswer, now: Date): Promise<Worth> => {
  if (!captchaid || !captcha) return 'none'
  const check = await takeCheck(db, captchaid, now)
  if (!check) return 'none'
  if (check.kind !== 'work') return normalCheckAnswer(captcha) === check.answer ? 'picture' : 'none'
  const bits = Number(check.answer)
  return isWorkDone(check.captchaid, captcha.trim(), bits) ? { work: bits } : 'none'
}
export type NotHuman = {
  word: 'picture_needed' | 'picture_wrong'
  facts: { check: Exclude<Demand['check'], 'none'>; bits?: number }
}
/**
 * Returns a refusal unless the call brought the demanded check. A picture proves that a person is at this browser, so
 * `meet` gives the browser limits of its own.
 */
export const askFor = async (
  db: Db,
  demand: Demand,
  given: GivenAnswer,
  now: Date,
  meet: () => unknown,
): Promise<NotHuman | undefined> => {
  if (demand.check === 'none') return undefined
  const facts = 'bits' in demand ? { check: demand.check, bits: demand.bits } : { check: demand.check }
  if (!given.captchaid || !given.captcha) return { word: 'picture_needed', facts }
  const worth = await worthOf(db, given, now)
  if (worth === 'picture') meet()
  if (suffices(worth, demand)) return undefined
  return { word: worth === 'none' ? 'picture_wrong' : 'picture_needed', facts }
}

/** Returns the check that an action demands of this caller. The number of misses so far decides. */
export const demandFor = async (
  db: Db,
  act: GuardedAct,
  asker: Asker,
  now: Date,
  subject?: LimitSubject,
): Promise<Demand> => demandOf(act, kindOfAsker(asker), await missesOf(db, act, asker, now, subject))

/**
 * Counts a try before the check is read, because many tries may come at once. The number of earlier misses decides
 * whether the caller must pass a check. If this function refuses a try, it takes the try back from the count.
 */
export const countAndAsk = async (
  db: Db,
  act: GuardedAct,
  asker: Asker,
  subject: LimitSubject,
  given: GivenAnswer,
  now: Date,
  meet: () => unknown,
): Promise<NotHuman | undefined> => {
  await countMiss(db, act, asker, now, subject)
  const counted = await missesOf(db, act, asker, now, subject)
  const before = { own: counted.own - 1, network: counted.network - 1, subject: counted.subject - 1 }
  const why = await askFor(db, demandOf(act, kindOfAsker(asker), before), given, now, meet)
  if (!why) return undefined
  const own = ownKeyOf(asker)
  if (own !== undefined) await giveTryBack(db, owns[act], own)
  if (kindOfAsker(asker) === 'stranger') await giveTryBack(db, networks[act], networkOf(asker.address))
  await giveTryBack(db, subjects[act], subject)
  return why
}

/**
 * Returns the limit whose count records that a browser has logged in with a mobile or a log-in name. The record lasts
 * 400 days.
 */
const known = (what: string): Limit => ({ kind: `browser known to ${what}`, max: 1, seconds: 400 * DAY })
const ofBrowser = (subject: LimitSubject, id: string) => Buffer.concat([Buffer.from(subject), Buffer.from(`\n${id}`)])
export const rememberBrowser = async (
  db: Db,
  what: string,
  subject: LimitSubject,
  id: string,
  now: Date,
): Promise<void> => {
  await countTry(db, known(what), ofBrowser(subject, id), now)
}
export const isKnownBrowser = async (
  db: Db,
  what: string,
  subject: LimitSubject,
  { device }: Pick<Asker, 'device'>,
  now: Date,
): Promise<boolean> => device !== null && (await triesSoFar(db, known(what), ofBrowser(subject, device.id), now)) > 0

export const removeEndedChecks = (db: Db, now: Date): Promise<void> => deleteEndedChecks(db, now)
