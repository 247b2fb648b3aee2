import type { Params } from '#ui/link.ts'
import { hrefTo } from '#ui/link.ts'
import { type QueryKind, queryKinds } from './queryWords.ts'

/** Look-ups that work; the other types of specification 1 section 2 say that they are to come. */
export const working = ['reg', 'score'] as const satisfies readonly QueryKind[]
export type Working = (typeof working)[number]

const isKind = (said: string): said is QueryKind => Object.hasOwn(queryKinds, said)
/**
 * The types that a link offers, the first of them chosen: `type`, or `types` with several. Without the admin's role the master type is the
 * plain registration query (specification 1 section 6).
 */
export const kindsOf = (params: { type?: string | undefined; types?: string | undefined }): { kinds: QueryKind[]; first: QueryKind } => {
  const asked = [params.type, ...(params.types ?? '').split(/[,|]/)].flatMap((said): QueryKind[] => (said && isKind(said) ? [said === 'master' ? 'reg' : said] : []))
  const kinds = [...new Set<QueryKind>([...working, ...asked])]
  return { kinds, first: asked[0] ?? 'reg' }
}

/** Parameters of a query link that go along to the detail. */
const along = ['certificateid', 'client', 'address', 'posterid', 'gameid', 'pageid'] as const
type Link = Readonly<Record<string, string | undefined>>

/** Where a found runner leads: the detail of the type, or the page of ours that the link names in `to`. */
export const detailHref = (kind: Working, key: string, link: Link): string => {
  const rest: Params = Object.fromEntries(along.map((name) => [name, link[name]]))
  if (link.to && /^\/(?![/\\])/.test(link.to)) {
    const to = new URL(link.to, 'http://page')
    return hrefTo(to.pathname, { ...Object.fromEntries(to.searchParams), ...rest, _key: key })
  }
  return kind === 'score' ? hrefTo('/score', { ...rest, key }) : hrefTo('/queryDetail', { ...rest, _key: key })
}

/** A number as it is looked for: without spaces, upper-cased (specification 1 section 2). */
export const asAsked = (typed: string): string => typed.replace(/\s+/g, '').toUpperCase()
