import { raceOfKey } from '#contract/key.ts'
import type { Lang } from '#contract/words.ts'
import { newDevice } from '#seam/server/device.ts'
import { type Parts, Presented, Refusal, nobody } from '#seam/server/handle.ts'
import { rooms } from '../features.ts'

export type FirstAnswer = readonly [path: string, input: object, answer: unknown]

/** First answers by page: asked here, so that the page need not ask before its first paint. */
const firstCalls: Record<string, readonly string[]> = {
  '/': ['/race/events'],
  '/home': ['/race/home'],
  '/baoming': ['/race/events'],
  '/report': ['/timing/reports/fetch'],
}

/**
 * A page of one result by its key carries that result, to a person who is not logged in: the runner reads more of it. Such a
 * page is everybody's own and is not kept.
 */
export const resultAsked = (
  path: string,
  params: URLSearchParams,
  cookies: string | undefined,
): { id: string } | undefined => {
  const [[name, id] = ['', ''], ...more] = [...params].filter(
    ([one]) => one !== 'lang' && one !== 'app' && one !== 'raceid',
  )
  return path === '/score' &&
    more.length === 0 &&
    (name === 'key' || name === '_key') &&
    raceOfKey(id) !== undefined &&
    !/startline=/.test(cookies ?? '')
    ? { id }
    : undefined
}

const NO_RACE = Symbol('no race')
const asked = async (
  parts: Parts,
  path: string,
  body: Record<string, unknown>,
  raceid: number | undefined,
  lang: Lang,
): Promise<unknown> => {
  const route = rooms.flatMap((room) => room.routes ?? []).find(({ endpoint }) => endpoint.path === path)
  if (!route) return undefined
  try {
    const data = await route.handle(parts, {
      body,
      files: [],
      lang,
      raceid,
      channel: '',
      once: undefined,
      ticket: undefined,
      address: '127.0.0.1',
      userAgent: '',
      who: nobody,
      device: null,
      meet: newDevice,
      setSession: () => {},
      setMessage: () => {},
    })
    return data instanceof Presented ? (JSON.parse(data.json) as unknown) : data
  } catch (error) {
    if (error instanceof Refusal && error.word === 'race_not_found') return NO_RACE
    return undefined // the page asks for itself and shows what is wrong
  }
}

/** Whether a page has first answers of its own. */
export const hasFirstCalls = (path: string): boolean => path in firstCalls

/** What a page of a race asks first, with its answers; `result` as `resultAsked` tells it. `no_race` where there is none. */
export const firstAnswers = async (
  parts: Parts,
  path: string,
  raceid: number,
  result: { id: string } | undefined,
  lang: Lang,
): Promise<FirstAnswer[] | 'no_race'> => {
  const answers: FirstAnswer[] = []
  for (const call of ['/race/show', ...(firstCalls[path] ?? [])]) {
    const answer = await asked(parts, call, { raceid }, raceid, lang)
    if (answer === NO_RACE && call === '/race/show') return 'no_race'
    if (answer !== undefined && answer !== NO_RACE) answers.push([call, { raceid }, answer])
  }
  const own = result && (await asked(parts, '/timing/query', result, raceid, lang))
  if (result && own !== undefined && own !== NO_RACE) answers.push(['/timing/query', result, own])
  return answers
}
