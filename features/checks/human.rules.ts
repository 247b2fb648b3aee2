/**
 * The rules for human checks (docs/behaviour/limits.md, Human checks). They decide which check a caller must pass
 * before the answer.
 */
export const acts = ['code', 'lookup', 'password', 'invitation'] as const
export type GuardedAct = (typeof acts)[number]
export type Misses = {
  /** Misses of the caller, counted by account or device. */
  own: number
  /** Misses of all strangers of the caller's network. */
  network: number
  /**
   * Misses for the subject of the call: one mobile (requests for codes), one log-in, or all document numbers that
   * differ only in their last four characters.
   */
  subject: number
}

/**
 * The check that a call demands. For `work` the device computes hashes until one begins with `bits` zero bits. For
 * `picture` a person reads or hears the check. For `fact` the call must hold the name or the last four digits of the
 * mobile beside the document number. For `mobile` the call must hold the last four digits of the mobile. For `session`
 * the call must hold these four digits, and the caller must be logged in.
 */
export type Demand =
  | { check: 'none' }
  | { check: 'work'; bits: number }
  | { check: 'picture' }
  | { check: 'fact' }
  | { check: 'mobile' }
  | { check: 'session' }

/**
 * The bits of a device's work. The work takes some 33,000 hashes, half a second on an old phone. The work doubles when
 * the caller's misses reach the middle between the number that demands work and the number that demands a picture.
 */
export const WORK_BITS = 15

/**
 * The number of misses in a day at which the server begins to demand a check: work of the device, or a picture. `own`
 * counts the misses of the caller. `network` counts the misses of all strangers of a network, and applies only to
 * strangers.
 */
export const STEPS: Readonly<
  Record<GuardedAct, { own: { work: number; picture: number }; network: { work: number; picture: number } }>
> = {
  code: { own: { work: 0, picture: 3 }, network: { work: 0, picture: 200 } },
  lookup: { own: { work: 3, picture: 20 }, network: { work: 10, picture: 300 } },
  password: { own: { work: 3, picture: 6 }, network: { work: 6, picture: 30 } },
  invitation: { own: { work: 3, picture: 6 }, network: { work: 5, picture: 60 } },
}
/**
 * The number after which a stranger must read a picture. For `code` it counts the codes that a mobile got in a day, for
 * `password` the wrong passwords of one log-in.
 */
export const SUBJECT_PICTURE: Readonly<Partial<Record<GuardedAct, number>>> = { code: 2, password: 6 }
/**
 * Limits for one day on look-ups of document numbers that differ only in their last four characters. A person who
 * knows the county, the birthday and the gender of another person has 500 such numbers to try. In a day, all callers
 * together can try `NUMBER_FACT` such numbers without the name, `NUMBER_MOBILE` without the last four digits of the
 * mobile, and `NUMBER_SESSION` without a log-in. An account can also sign up one such number in a day. Eight accounts
 * can therefore test ten such numbers: two by look-up and eight by sign-up.
 */
export const [NUMBER_FACT, NUMBER_MOBILE, NUMBER_SESSION] = [2, 5, 12]

export const demandOf = (act: GuardedAct, asker: 'session' | 'known' | 'stranger', misses: Misses): Demand => {
  if (act === 'lookup') {
    if (misses.subject >= NUMBER_SESSION && asker !== 'session') return { check: 'session' }
    if (misses.subject >= NUMBER_MOBILE) return { check: 'mobile' }
    if (misses.subject >= NUMBER_FACT) return { check: 'fact' }
  }
  const { own, network } = STEPS[act]
  const isStranger = asker === 'stranger'
  const ofSubject = isStranger && misses.subject >= (SUBJECT_PICTURE[act] ?? Infinity)
  if (ofSubject || misses.own >= own.picture || (isStranger && misses.network >= network.picture))
    return { check: 'picture' }
  if (misses.own >= own.work || (isStranger && misses.network >= network.work))
    return { check: 'work', bits: WORK_BITS + (misses.own >= (own.work + own.picture) / 2 ? 1 : 0) }
  return { check: 'none' }
}

/** The kind of a passed check, with the bits of work; `none` if no check was passed. */
export type Worth = 'none' | 'picture' | { work: number }
/** Tells whether a passed check meets a demand. A picture also counts as work. */
export const suffices = (worth: Worth, demand: Demand): boolean =>
  demand.check === 'none' ||
  (demand.check === 'picture' && worth === 'picture') ||
  (demand.check === 'work' && (worth === 'picture' || (typeof worth === 'object' && worth.work >= demand.bits)))
