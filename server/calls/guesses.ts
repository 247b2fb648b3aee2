/**
 * The limit on calls with keys that do not exist, within ten minutes. Each path has a count of its own.
 *
 * Nobody can guess a key or token of 128 bits, but the server stops callers that try thousands of them. The call runs
 * first and only a miss counts, so a right key is always answered, even to a network with many misses. The rooms
 * themselves count values that a person could guess (codes, passwords, numbers).
 */
export const MADE_UP = { own: 60, network: 300 }
/**
 * The limit for unknown tokens. All paths share one count, because a page with an ended log-in makes several calls at
 * once.
 */
export const UNKNOWN_TOKENS = { own: 300, network: 2000 }
export const GUESSES_SECONDS = 600

/**
 * Refusals that mean that the caller invented a key, number or link. A person who follows a link of ours never gets
 * them. The list leaves out the refusals for screens and phones of a results hall. If a screen's code no longer holds,
 * phones ask again and again, and all phones in the hall share one address.
 */
export const inventedRefusals: ReadonlySet<string> = new Set([
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
  'scene_unknown',
])
