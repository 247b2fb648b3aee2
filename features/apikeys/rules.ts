/** The beginning of every API key, which distinguishes keys from the tokens of sessions. */
export const KEY_PREFIX = 'sk_'
/** The number of random characters that the console shows of a key. */
const SHOWN = 6

/** Writes a key. The key names its race (0 for all races), so that the server searches only the keys of this race. */
export const keyText = (raceid: number, token: string): string => `${KEY_PREFIX}${raceid.toString(36)}_${token}`
export const shownPrefix = (raceid: number, token: string): string => keyText(raceid, token.slice(0, SHOWN))

/** Returns the race that a key names. */
export const raceOfApiKey = (key: string): number | undefined => {
  const race = /^sk_([0-9a-z]{1,6})_[\w-]{20,100}$/.exec(key)?.[1]
  const raceid = race === undefined ? Number.NaN : Number.parseInt(race, 36)
  return Number.isSafeInteger(raceid) && raceid < 2 ** 31 ? raceid : undefined
}

type Facts = { expires_at: Date | null; revoked_at: Date | null }
export const keyStateOf = ({ expires_at, revoked_at }: Facts, now: Date): 'live' | 'expired' | 'revoked' =>
  revoked_at !== null ? 'revoked' : expires_at !== null && expires_at <= now ? 'expired' : 'live'
