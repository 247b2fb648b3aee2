import type { Params } from '#ui/router/address.ts'
import { hrefTo } from '#ui/router/address.ts'
import type { FoundRunner, QueryType } from '../contract.ts'
import { lookups } from '../rules.ts'
import { queryKinds } from './query.words.ts'

/** A found runner. The call of the look-up decides which further fields are present. */
export type LookupMatch = Partial<FoundRunner> & Pick<FoundRunner, '_key' | 'eventid' | 'event' | 'bib' | 'name'>

const isKind = (said: string): said is QueryType => Object.hasOwn(queryKinds, said)
/**
 * Returns the types of look-up that a link offers. `first` is the chosen type. If a link has `types` and names at least
 * two types in `type` and `types`, it offers these types. Any other link offers registrations, results, and the type
 * that it names. Without the admin's role `reg` replaces `master` (docs/behaviour/accounts.md, Types of look-ups).
 */
export const kindsOf = (
  params: { type?: string | undefined; types?: string | undefined },
  admin = false,
): { kinds: QueryType[]; first: QueryType } => {
  const several = (params.types ?? '').split(/[,|]/)
  const named = [params.type, ...several].flatMap((said): QueryType[] =>
    said && isKind(said) ? [said === 'master' && !admin ? 'reg' : said] : [],
  )
  const kinds = [...new Set<QueryType>(params.types && named.length > 1 ? named : ['reg', 'score', ...named])]
  return { kinds, first: named[0] ?? 'reg' }
}
export const asksMaster = (params: { type?: string | undefined; types?: string | undefined }): boolean =>
  kindsOf(params, true).kinds.includes('master')

/** The parameters that the link of a card takes over from the link of the query page. */
const along = ['certificateid', 'client', 'address', 'posterid', 'gameid', 'pageid'] as const
type Link = Readonly<Record<string, string | undefined>>

/**
 * Returns the address that the card of a found runner opens. The link may name a page of ours in `to`. Otherwise the
 * address is the type's screen in `detail`. If that screen does not exist yet, the screen in `until` replaces it. A
 * document's number is never in an address, because the device hands it over.
 */
export const detailHref = (
  kind: QueryType,
  found: Pick<LookupMatch, '_key' | 'gameid' | 'posterid'>,
  link: Link,
  has: (page: string) => boolean,
): string | undefined => {
  const rest: Params = Object.fromEntries(along.map((name) => [name, link[name]]))
  const { detail, until } = lookups[kind]
  if (link.to && /^\/(?![/\\])/.test(link.to)) {
    const to = new URL(link.to, 'http://page')
    return hrefTo(to.pathname, { ...Object.fromEntries(to.searchParams), ...rest, _key: found._key })
  }
  const game = { ...rest, gameid: found.gameid ?? link.gameid, posterid: link.posterid ?? found.posterid }
  if (has(detail.page)) {
    if (detail.by === 'game') return hrefTo(detail.page, { type: 'poster', ...game })
    return hrefTo(detail.page, detail.by === 'idnum' ? rest : { ...rest, [detail.by]: found._key })
  }
  if (!until) return undefined
  // The status page shows a game's runner from the data on this device.
  return detail.by === 'game'
    ? game.gameid === undefined
      ? undefined
      : hrefTo(until, { ...rest, gameid: game.gameid })
    : hrefTo(until, { ...rest, _key: found._key })
}

/** Invisible characters that may be copied together with a number from a message. */
const shapeless = /[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g
/**
 * Brings the typed text into the form for the search: in narrow characters and upper case, and with spaces only between
 * the words of a name (docs/behaviour/accounts.md, Query page).
 */
export const asAsked = (typed: string): string => {
  const upper = typed.normalize('NFKC').replace(shapeless, '').trim().toUpperCase().replace(/\s+/g, ' ')
  return /\p{L}{2,} \p{L}/u.test(upper) ? upper : upper.replaceAll(' ', '')
}
