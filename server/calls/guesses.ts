/**
 * What keeps somebody from trying keys and tokens by the thousand. None can be hit (128 bits and more); those who try
 * are stopped all the same. The call runs first and only what misses counts, so a right key is answered whatever comes
 * from its network. What could be hit by trying (codes, passwords, numbers) is counted exactly, in its own room.
 *
 * Keys that nobody has, of one call in ten minutes.
 */
export const MADE_UP = { own: 60, network: 300 }
/** Of all calls together: a page with an ended log-in asks for several things at once. */
export const UNKNOWN_TOKENS = { own: 300, network: 2000 }
export const GUESSES_SECONDS = 600

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
