import { raceInBase36, base58 } from '#contract/key.ts'

export const sceneStates = ['live', 'over', 'stopped'] as const
export type SceneState = (typeof sceneStates)[number]
/** The most scenes of one call. */
export const MOST_AT_ONCE = 500

const RANDOM = 20
/**
 * Makes a scene of at most 27 characters from the race and 20 random characters. WeChat allows 32 characters in a
 * scene, and a dot (`.`) is one of the allowed characters.
 */
export const sceneFrom = (raceid: number, random: Uint8Array): string =>
  `${raceid.toString(36)}.${Array.from(random.subarray(0, RANDOM), (byte) => base58[byte % 58]).join('')}`

/** Finds the race of a scene of ours. */
export const raceOfScene = (scene: string): number | undefined => {
  const found = /^([0-9a-z]{1,6})\.[1-9A-HJ-NP-Za-km-z]{20}$/.exec(scene)
  return found ? raceInBase36(found[1]!) : undefined
}

export const stateOfScene = (
  { expires_at, stopped_at }: { expires_at: Date | null; stopped_at: Date | null },
  now: Date,
): SceneState => (stopped_at ? 'stopped' : expires_at && expires_at <= now ? 'over' : 'live')

/**
 * Parameters that open the data of one person. Everybody can scan a printed scene, so the scene must not contain such a
 * parameter. The page itself adds the product's own parameters (race, session, language), so the scene leaves them out.
 */
const personal =
  /^_?(key|userkey|id|idnum|scoreid|orderid|registrationid|token|ticket|code|mobile|openid|uid|link|hallkey|no)$/i
const common: ReadonlySet<string> = new Set(['raceid', 'r', '_lang', 'lang', 'scene', '_channel'])
/**
 * The pattern that finds a key anywhere in a value or a path. A key opens one person's data in any parameter.
 */
const holdsKey = /(?:^|[^0-9a-z])[0-9a-z]{1,6}-[1-9A-HJ-NP-Za-km-z]{22}(?![0-9A-Za-z])/

export type ScenePage = { page: string; params: Record<string, string> }
/**
 * Reads the page of a scene from a path of ours with its query. Returns 'elsewhere' if the path leads to no page of a
 * scene, and 'personal' if it opens one person's data.
 */
export const pageOfScene = (given: string): ScenePage | 'elsewhere' | 'personal' => {
  const address = given.startsWith('/') && !/^\/[/\\]/.test(given) ? URL.parse(given, 'http://page.invalid') : null
  if (!address || address.host !== 'page.invalid' || /^\/(console|files|api)(\/|$)/.test(address.pathname))
    return 'elsewhere'
  const params = Object.fromEntries([...address.searchParams].filter(([name]) => !common.has(name)))
  const opensPerson =
    Object.entries(params).some(([name, value]) => personal.test(name) || holdsKey.test(value)) ||
    holdsKey.test(address.pathname)
  return opensPerson ? 'personal' : { page: address.pathname, params }
}

export const linkOfScene = ({ page, params }: ScenePage, raceid: number, scene: string): string =>
  `${page}?${new URLSearchParams({ ...params, raceid: String(raceid), scene })}`

/** Returns the file name of a scene's picture in the ZIP file, without characters that file systems refuse. */
export const pictureName = (at: number, label: string): string =>
  `${String(at + 1).padStart(3, '0')}-${label.replaceAll(/[\p{Cc}\\/:*?"<>|.]+/gu, '_').slice(0, 60)}.png`
