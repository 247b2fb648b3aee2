import { type Lang, langs, languageTags } from '#contract/words.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { raceHome } from '#features/finder/contract.ts'
import { isCancelled } from '#features/finder/cancelled.rules.ts'
import type { RaceEvent } from '#features/events/contract.ts'
import type { Race } from '#features/races/contract.ts'
import type { FirstAnswer } from '#ui/router/first.ts'
import { escapedHtml } from '#contract/written.ts'

/**
 * Pages that a search engine may list. Each page has the names of the parameters that, together with the race, identify
 * it in a link. Every other page belongs to one person or to one moment.
 */
const listed: Readonly<Record<string, readonly string[]>> = {
  '/': [],
  '/home': [],
  '/baoming': [],
  '/report': [],
  '/score': ['_key', 'key'],
  '/route': [],
  '/start': [],
  '/notice': ['noticeid', 'archiveid', 'postid', 'pageid', 'articletype'],
  '/photos': [],
  '/ballot': ['id'],
  '/live': [],
  '/feed': [],
  '/teams': [],
  '/tickets': [],
  '/tickets/kind': ['id'],
  '/trails': [],
  '/trail': ['id'],
  '/series': [],
  '/series/one': ['id'],
  '/challenges': [],
  '/challenge': ['id'],
  '/hotels': [],
  '/hotels/one': ['id'],
  '/shop': [],
  '/shop/goods': ['id'],
  '/luckydraw': [],
  '/cards': [],
  '/query': ['type'],
}

/** Returns the parameters of a link that name its page. A value that no page of ours writes is left out. */
export const namedIn = (pathname: string, params: URLSearchParams): URLSearchParams =>
  new URLSearchParams(
    (listed[pathname] ?? []).flatMap((name) => {
      const value = params.get(name)
      return value !== null && /^[\w-]{1,64}$/.test(value) ? [[name, value]] : []
    }),
  )

/** A page and its link, as search engines see them. `spoken` is true if the link names a language. */
export type FoundPage = {
  lang: Lang
  raceid: number | undefined
  pathname: string
  found: boolean
  named: URLSearchParams
  spoken: boolean
  answers: readonly FirstAnswer[]
  own: readonly FirstAnswer[]
}

type Report = { report: { hidden: { name: boolean; age: boolean } } | null } | null
/**
 * Tells whether a search engine may list the page. The page of a result may not be listed if the runner hides the name
 * or the age.
 */
export const isListed = ({ pathname, found, own }: FoundPage): boolean => {
  if (!found || listed[pathname] === undefined) return false
  if (pathname !== '/score') return true
  const result = own.find(([path]) => path === '/timing/query')?.[2] as Report | undefined
  return result?.report ? !result.report.hidden.name && !result.report.hidden.age : false
}

/** Returns the link by which another site finds the preview of a page (oEmbed). Empty for a page without a preview. */
const oembedLink = (page: FoundPage, origin: string): string => {
  if (!['/home', '/baoming', '/report', '/score'].includes(page.pathname)) return ''
  const query = new URLSearchParams({ url: addressIn(origin, page), format: 'json', _lang: page.lang })
  return `<link rel="alternate" type="application/json+oembed" href="${escapedHtml(`${origin}/oembed?${query}`)}">`
}

/** Returns the address of a page in one language, or the address that leaves the language to the reader. */
export const addressIn = (
  origin: string,
  { pathname, raceid, named }: Pick<FoundPage, 'pathname' | 'raceid' | 'named'>,
  lang?: Lang,
): string => {
  const search = new URLSearchParams()
  if (raceid !== undefined) search.set('raceid', String(raceid))
  for (const [name, value] of named) search.set(name, value)
  if (lang !== undefined) search.set('lang', lang)
  return `${origin}${pathname}${search.size > 0 ? `?${search}` : ''}`
}
const availability = {
  open: 'InStock',
  soon: 'PreOrder',
  full: 'SoldOut',
  wait: 'SoldOut',
  over: 'SoldOut',
} as const
const schema = (word: string) => `https://schema.org/${word}`
const picture = (origin: string, path: string | null): object =>
  path?.startsWith('/files/') ? { image: [`${origin}${path}`] } : {}

/** Returns the offer of an entry. schema.org counts money in whole units, and we count it in fen. */
const offerOf = (origin: string, raceid: number, event: RaceEvent) => ({
  '@type': 'Offer',
  name: event.name,
  url: `${origin}/baoming?raceid=${raceid}`,
  price: (event.price / 100).toFixed(2),
  priceCurrency: 'CNY',
  availability: schema(availability[event.signup]),
  ...(event.signup_from ? { validFrom: event.signup_from } : {}),
  ...(event.signup_until ? { priceValidUntil: event.signup_until } : {}),
})

/**
 * Returns the race and its entries in the words of schema.org. Search engines show date, place and price from this
 * description.
 */
export const eventFacts = (page: FoundPage, origin: string): object | undefined => {
  const answerOf = <Answer>(path: string) => page.answers.find(([asked]) => asked === path)?.[2] as Answer | undefined
  const race = answerOf<Race>('/race/show')
  const events =
    answerOf<RaceEvent[]>('/race/events') ?? answerOf<OutputOf<typeof raceHome>>('/race/home')?.events ?? undefined
  if (!race || !events) return undefined
  const { organiser } = race.settings
  const name = organiser?.name[page.lang] ?? organiser?.name['zh-cn']
  return {
    '@context': 'https://schema.org',
    '@type': 'SportsEvent',
    name: race.name,
    sport: 'Running',
    startDate: race.time,
    eventStatus: schema(isCancelled(events) ? 'EventCancelled' : 'EventScheduled'),
    eventAttendanceMode: schema('OfflineEventAttendanceMode'),
    url: addressIn(origin, { ...page, pathname: '/home', named: new URLSearchParams() }),
    location: {
      '@type': 'Place',
      name: race.address || race.city || race.name,
      address: {
        '@type': 'PostalAddress',
        streetAddress: race.address,
        addressLocality: race.city,
        addressRegion: race.province,
      },
    },
    ...picture(origin, race.header ?? race.cover),
    ...(name ? { organizer: { '@type': 'Organization', name } } : {}),
    offers: events.map((event) => offerOf(origin, race.id, event)),
  }
}

/** Escapes JSON for a script element. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/**
 * Returns the lines that lead a search engine to the page in each language, or the line that forbids listing the page.
 */
export const foundHtml = (page: FoundPage, origin: string): string => {
  if (!isListed(page)) return '<meta name="robots" content="noindex">'
  const to = (lang?: Lang) => escapedHtml(addressIn(origin, page, lang))
  const facts = ['/', '/home'].includes(page.pathname) ? eventFacts(page, origin) : undefined
  return [
    `<link rel="canonical" href="${to(page.spoken ? page.lang : undefined)}">`,
    ...langs.map((lang) => `<link rel="alternate" hreflang="${languageTags[lang]}" href="${to(lang)}">`),
    `<link rel="alternate" hreflang="x-default" href="${to()}">`,
    `<meta property="og:url" content="${to(page.spoken ? page.lang : undefined)}">`,
    oembedLink(page, origin),
    facts ? `<script type="application/ld+json">${jsonText(facts)}</script>` : '',
  ].join('')
}
