import { raceOfKey } from '#contract/key.ts'
import type { FirstAnswer } from '#ui/router/first.ts'

/**
 * A call that a page needs before it can show anything, exactly as the screen makes it. The server writes the answer
 * into the page. `page` is set if the screen reads a list page by page. The value of `page` stands for the first page,
 * and `more` is the further input of the first call. `own` is set if a caller with a session gets another answer than a
 * caller without a session.
 */
export type FirstCall = { path: string; input: object; page?: number | null; more?: object; own?: true }
type FirstCallQuery = { raceid: number | undefined; params: URLSearchParams }

/** The parameters that every page reads and that tell nothing about a person (ui/router/address.ts). */
const common = new Set(['raceid', 'r', 'race_id', 'lang', 'color'])
/** Parameters that campaigns and search engines add to a link. No page reads them. */
const campaign = /^(utm_\w+|gclid|fbclid|msclkid|spm|isappinstalled|nsukey)$/
/** Values of `from` by which WeChat says where somebody shared a link. A page that reads `from` expects a number. */
const sharedFrom = new Set(['singlemessage', 'groupmessage', 'timeline', 'favorites'])
const isAdded = (name: string, value: string): boolean =>
  campaign.test(name) || (name === 'from' && sharedFrom.has(value))

/**
 * Returns the parameters of a link without the parameters of `common` and without parameters that other services add.
 */
export const ownParamsOf = (params: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...params].filter(([name, value]) => !common.has(name) && !isAdded(name, value)))

/** Returns the value of the page's only own parameter, if it has one of these names. */
const alone = (params: URLSearchParams, ...names: string[]): string | undefined => {
  const [own, ...others] = [...ownParamsOf(params)]
  return own && others.length === 0 && names.includes(own[0]) ? own[1] : undefined
}
const keyIn = (params: URLSearchParams): string | undefined => {
  const key = alone(params, '_key', 'key', 'userKey')
  return raceOfKey(key ?? '') === undefined ? undefined : key
}
const isBare = (params: URLSearchParams): boolean => ownParamsOf(params).size === 0

const ofRace: Readonly<Record<string, (raceid: number, params: URLSearchParams) => FirstCall[]>> = {
  '/': (raceid) => [
    { path: '/race/events', input: { raceid } },
    { path: '/ballot/list', input: { raceid } },
    { path: '/refund/rules', input: { raceid } },
    { path: '/race/home', input: { raceid } },
  ],
  '/home': (raceid) => [
    { path: '/race/home', input: { raceid } },
    { path: '/ballot/list', input: { raceid } },
    { path: '/disruption/now', input: { raceid } },
    { path: '/safety/now', input: { raceid } },
  ],
  '/baoming': (raceid) => [
    { path: '/race/events', input: { raceid } },
    { path: '/waiting/show', input: { raceid } },
  ],
  '/report': (raceid) => [{ path: '/timing/reports/fetch', input: { raceid } }],
  '/photos': (raceid) => [
    { path: '/photo/list', input: { raceid, page: 1 } },
    { path: '/photo/fetch', input: { raceid }, page: 1, more: { page: 1 } },
  ],
  '/ballot': (raceid, params) => {
    const id = alone(params, 'id')
    return [
      { path: '/ballot/list', input: { raceid } },
      ...(id && /^[1-9]\d{0,14}$/.test(id) ? [{ path: '/ballot/show', input: { raceid, id: Number(id) } }] : []),
    ]
  },
}

/** Returns the first calls of a public page. They are the same for all people who open the link. */
export const publicCalls = (path: string, { raceid, params }: FirstCallQuery): FirstCall[] => {
  if (raceid !== undefined) {
    const calls = [{ path: '/race/show', input: { raceid } }, ...(ofRace[path]?.(raceid, params) ?? [])]
    const id = path === '/score' ? keyIn(params) : undefined
    return id === undefined ? calls : [...calls, { path: '/timing/query', input: { id }, own: true }]
  }
  const races = { path: '/api/helper/races', input: { sort: 'open', search: '' }, page: null, more: { limit: 24 } }
  // The head of a page without a race shows the name of the platform.
  const platform = { path: '/platform/show', input: {} }
  return path === '/' && isBare(params) ? [races, platform] : [platform]
}

/**
 * Returns the calls of a page for the person who opens it: the person who is logged in, or the person who holds a
 * registration's key. The server writes the answers into that person's page only, and no cache keeps this page.
 */
export const ownCalls = (
  path: string,
  { raceid, params, session }: FirstCallQuery & { session: boolean },
): FirstCall[] => {
  const account = session ? [{ path: '/user/current', input: {} }] : []
  if (path === '/personallist' && session && isBare(params))
    return [...account, { path: '/registration/my', input: { limit: 20 } }]
  const id = keyIn(params)
  if (id === undefined || raceid === undefined) return []
  const registration = { path: '/registration/show', input: { id } }
  if (path === '/pay') return [{ path: '/registration/pay', input: { id } }, registration]
  if (path === '/querydetail')
    return [
      registration,
      ...account,
      ...(session ? [{ path: '/registration/orders', input: { raceid } }] : []),
      { path: '/registration/checklist', input: { id } },
      { path: '/waitlist/mine', input: { id } },
      { path: '/disruption/now', input: { raceid } },
    ]
  return []
}

/** The answer that says that nobody is logged in. The browser has no session, so the page need not ask. */
export const nobodyHere: FirstAnswer = ['/user/current', {}, null]

/**
 * Pages that the server draws. Each has a test of the page's own parameters, and the server draws the page only if
 * the test is true.
 */
const drawn: Readonly<Record<string, (params: URLSearchParams) => boolean>> = {
  '/': isBare,
  '/home': isBare,
  '/baoming': isBare,
  '/report': isBare,
  '/photos': isBare,
  '/personallist': isBare,
  '/ballot': (params) => isBare(params) || alone(params, 'id') !== undefined,
  '/score': (params) => keyIn(params) !== undefined,
  '/pay': (params) => keyIn(params) !== undefined,
  '/querydetail': (params) => keyIn(params) !== undefined,
}
/** Tells whether the server knows every parameter of a link, so that it draws the same page as the screen. */
export const isPageDrawn = (path: string, params: URLSearchParams): boolean => drawn[path]?.(params) ?? false

/**
 * Returns the text that, together with the path, names a page in the server's memory: '' for a page without parameters,
 * the id for a ballot. Undefined if the server does not keep the page.
 */
export const keptUnder = (path: string, params: URLSearchParams): string | undefined =>
  isBare(params) ? '' : path === '/ballot' ? alone(params, 'id') : undefined
