/**
 * The defence against callers that try keys and tokens by the thousand. Nobody can guess one (128 bits and more), but
 * such callers are stopped all the same. The call runs first and only a miss counts, so a right key is answered
 * whatever comes from its network. Values that a person could guess (codes, passwords, numbers) are counted exactly, in
 * their own rooms.
 *
 * The limit for keys that do not exist, for one call in ten minutes.
 */
export const MADE_UP = { own: 60, network: 300 }
/** The limit for all calls together: a page with an ended log-in calls for several things at once. */
export const UNKNOWN_TOKENS = { own: 300, network: 2000 }
export const GUESSES_SECONDS = 600

/**
 * Refusals that a person who follows a link of ours never meets: the key, number or link is invented. Screens and
 * phones of a hall are left out: a phone whose code was changed asks again and again, and shares its address with the
 * whole hall.
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
