import { raceOfKey, addressedId } from '#contract/key.ts'
import type { RaceSettings } from '#features/races/contract.ts'

/**
 * Returns the path of the fixed picture for a code that cannot be made (docs/behaviour/certificates.md, Codes). The
 * picture is itself a code, which leads to the race, or without a race to the list of races.
 */
export const fallbackCode = (raceid: number | undefined): string => `/codes/${raceid ?? 0}.png`
/**
 * Returns the path of an ordinary code that leads to a runner's page. The server draws the code when somebody requests
 * it.
 */
export const runnerCode = (key: string): string => `/codes/${key}.png`

/**
 * Tells whether a poster of the template `posterid` has the mini-program's code. Without `posterid` the answer is about
 * the codes of the race's runners.
 */
export const usesMini = (settings: Pick<RaceSettings, 'poster_qr' | 'poster_qr_only'>, posterid?: number): boolean =>
  settings.poster_qr === 'mini' &&
  (settings.poster_qr_only.length === 0 || (posterid !== undefined && settings.poster_qr_only.includes(posterid)))

/** Parameters that must not be in a code, such as the session and a document's number. */
const kept = ['idnum', '_token', 'token', 'openid', 'uid', '_uid', 'code', 'captcha', 'mobile'] as const

/**
 * Returns a page of ours as path, query and fragment without private parameters, or undefined for another address. The
 * function parses the address as a browser does.
 */
export const pageOfOurs = (link: string, origins: readonly string[]): string | undefined => {
  const [own = ''] = origins
  const address = URL.parse(link, own)
  if (
    !address ||
    !origins.some((origin) => URL.parse(origin)?.host === address.host) ||
    !/^https?:$/.test(address.protocol) ||
    address.username !== '' ||
    address.password !== ''
  )
    return undefined
  for (const name of kept) address.searchParams.delete(name)
  return address.pathname + address.search + address.hash
}

/** Finds the race that a link of ours names, by number or by a public key. */
export const raceOfLink = (page: string): number | undefined => {
  const query = URL.parse(page, 'http://page.invalid')?.searchParams
  const number = query?.get('raceid') ?? query?.get('r')
  const raceid = addressedId(number)
  if (raceid !== undefined) return raceid
  const key = ['key', '_key', 'userKey', 'userkey', 'id'].map((name) => query?.get(name)).find(Boolean)
  return key ? raceOfKey(key) : undefined
}

const keyWithin = /(?:^|[^0-9a-z])([0-9a-z]{1,6}-[1-9A-HJ-NP-Za-km-z]{22})(?![0-9A-Za-z])/
/** Finds the public key within a longer name, such as the name under which a device keeps a picture. */
export const keyIn = (name: string): string | undefined => keyWithin.exec(name)?.[1]

/**
 * Reads a scene of race id and user key, such as `226,6a-…`. The id may be absent, because the key names its race.
 * Returns undefined for any other scene, and if the id is not the race of the key.
 */
export const readScene = (scene: string): { raceid: number; key: string } | undefined => {
  const key = keyIn(scene)
  const raceid = key === undefined ? undefined : raceOfKey(key)
  const said = /^(\d{1,10})[^0-9A-Za-z]/.exec(scene)?.[1]
  return key === undefined ||
    raceid === undefined ||
    (said !== undefined && scene !== key && !scene.startsWith(key) && Number(said) !== raceid)
    ? undefined
    : { raceid, key }
}

export const pageOfRunner = (raceid: number, key: string): string =>
  `/score?${new URLSearchParams({ raceid: String(raceid), key })}`
