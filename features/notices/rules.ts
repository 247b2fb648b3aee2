import { type Lang, langs } from '#contract/words.ts'
import type { NoticeKind, Texts } from './contract.ts'

/** The kinds of notices by the `target` of the call that counts views (docs/behaviour/screens.md, Notices). */
export const kindsOfTarget = { post: ['notice', 'archive', 'post'], page: ['page'] } as const satisfies Record<
  'post' | 'page',
  readonly NoticeKind[]
>

type Shown = { published_at: Date | null; shown_until: Date | null }
/**
 * The state of a notice. Nobody sees a `draft`. A `waiting` notice is published later. An `ended` notice was taken
 * down.
 */
type NoticeState = 'draft' | 'waiting' | 'shown' | 'ended'
export const noticeStateOf = ({ published_at, shown_until }: Shown, now: Date): NoticeState => {
  if (published_at === null) return 'draft'
  if (shown_until !== null && shown_until <= now) return 'ended'
  return published_at <= now ? 'shown' : 'waiting'
}

/** Tells whether runners see a notice: it is published, its time has come, and it is not taken down yet. */
export const isShown = (notice: Shown, now: Date): boolean => noticeStateOf(notice, now) === 'shown'

/**
 * Finds the moment of publication to save; null for a notice that is not published. If `when.from` is null, the notice
 * keeps a moment of publication that has passed, and is published now without such a moment.
 */
export const publishedAt = (
  publication: { published: boolean; when?: { from: string | null } | undefined },
  before: Date | null,
  now: Date,
): Date | null => {
  if (!publication.published) return null
  if (publication.when === undefined) return before ?? now
  if (publication.when.from !== null) return new Date(publication.when.from)
  return before !== null && before <= now ? before : now
}

/** Tells whether a notice ends before runners can see it. */
export const endsTooEarly = ({ published_at, shown_until }: Shown, now: Date): boolean =>
  shown_until !== null && shown_until <= (published_at ?? now)

/** Returns the languages of an article, in the order of `langs`. */
export const langsOf = (texts: Texts): Lang[] => langs.filter((lang) => texts[lang] !== undefined)

/**
 * Returns the language in which a reader gets an article: the reader's language if the article has it, else Simplified
 * Chinese, else the first language of the article. Returns undefined if the article has no language.
 */
export const langFor = (reader: Lang, has: readonly Lang[]): Lang | undefined =>
  [reader, 'zh-cn' as const, ...langs].find((lang) => has.includes(lang))

/**
 * Returns a text in which the addresses of copied articles lead to the copies. No two races have an article with the
 * same id, so an article of another race never matches.
 */
export const followed = (text: string, ids: ReadonlyMap<number, number>): string =>
  text.replaceAll(/\/notice\?[^"'\s<>]*/g, (address) =>
    address.replaceAll(
      /([?&](?:amp;)?(?:postid|archiveid|pageid|noticeid|id)=)(\d+)/g,
      (whole, name: string, id: string) => `${name}${ids.get(Number(id)) ?? id}`,
    ),
  )
