import { houseOf } from '#db/limits.ts'

/**
 * What keeps somebody from trying keys and tokens by the thousand. None can be hit (128 bits and more); those who try
 * are stopped all the same, house by house and call by call, so that nothing is learned from how long an answer takes
 * and nobody else waits behind them. Counted in the memory of this process: what could be hit by trying (codes,
 * passwords, numbers) is counted exactly, in its own room.
 */
export type Guesses = {
  /** Seconds to wait where too much was missed from here lately, else 0. */
  wait: (subject: string, now: Date) => number
  miss: (subject: string, now: Date) => void
}
const WITHIN_MS = 600_000
const MOST_SUBJECTS = 50_000

export const guessesOf = (max: number): Guesses => {
  const seen = new Map<string, { missed: number; until: number }>()
  const live = (subject: string, at: number) => {
    const known = seen.get(subject)
    if (known && known.until > at) return known
    if (known) seen.delete(subject)
    return undefined
  }
  return {
    wait: (subject, now) => {
      const known = live(subject, now.getTime())
      return known && known.missed >= max ? Math.max(1, Math.ceil((known.until - now.getTime()) / 1000)) : 0
    },
    miss: (subject, now) => {
      const known = live(subject, now.getTime())
      if (known) return void known.missed++
      if (seen.size >= MOST_SUBJECTS) for (const old of [...seen.keys()].slice(0, MOST_SUBJECTS / 2)) seen.delete(old)
      seen.set(subject, { missed: 1, until: now.getTime() + WITHIN_MS })
    },
  }
}

/**
 * Refusals that nobody meets who came by a link of ours: the key, number or link is made up. A hall's screens and
 * phones are none: whose code was changed asks on, and shares its address with the whole hall.
 */
export const madeUp: ReadonlySet<string> = new Set([
  'registration_not_found',
  'runner_not_found',
  'volunteer_not_found',
  'order_unknown',
  'certificate_number_unknown',
  'ticket_unknown',
  'ticket_spent',
  'link_spent',
  'picture_not_found',
  'person_not_found',
  'code_unknown',
])

/**
 * Of one call from one house; of tokens that are nobody's, for all calls together: a page with an ended log-in asks for
 * several things at once.
 */
export const MOST_MADE_UP = 300
export const MOST_UNKNOWN_TOKENS = 2000
export const houseAt = (address: string, what: string): string => `${houseOf(address)} ${what}`
