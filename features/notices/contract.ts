import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, Page, RaceId, Time } from '#contract/scalars.ts'
import { langs } from '#contract/words.ts'

export const noticeKinds = ['notice', 'archive', 'post', 'page'] as const
export type NoticeKind = (typeof noticeKinds)[number]

const summary = {
  id: z.number(),
  raceid: z.number(),
  kind: z.enum(noticeKinds),
  articletype: z.string(),
  /** The language of the title and the text: the caller's own if the article has it. */
  lang: z.enum(langs),
  title: z.string(),
  cover: z.nullable(z.string()),
  pinned: z.boolean(),
  views: z.number(),
  published_at: z.nullable(Time),
}
/** A notice as a list shows it. */
export const NoticeLine = z.object(summary)
export type NoticeLine = z.output<typeof NoticeLine>

/**
 * A notice, article or page. `subject` repeats the title for callers that read that name. `content` is cleaned HTML.
 */
export const Notice = z.object({ ...summary, subject: z.string(), content: z.string() })
export type Notice = z.output<typeof Notice>

export const NoticeList = z.object({ items: z.array(NoticeLine), after: z.nullable(z.string()) })

const one = { raceid: z.optional(RaceId), id: Int }
const oneOrList = { raceid: z.optional(RaceId), id: z.optional(Int), articletype: z.optional(Line(40)), ...Page }

export const noticeDetail = post('/notice/detail', {
  access: 'anyone',
  shared: 5,
  input: z.object(one),
  output: Notice,
  refusals: ['notice_not_found'],
  description: "Shows a published notice by its id. The race's id is optional.",
})
export const archiveDetail = post('/archive/detail', {
  access: 'anyone',
  shared: 30,
  input: z.object(one),
  output: Notice,
  refusals: ['notice_not_found'],
  description: "Shows a published archive entry by its id. The race's id is optional.",
})
export const raceArchiveDetail = post('/race/archive/detail', {
  access: 'anyone',
  shared: 30,
  input: z.object({ raceid: RaceId, id: Int }),
  output: Notice,
  refusals: ['notice_not_found'],
  description: 'Shows a published archive entry of one race.',
})
export const postQuery = post('/post/query', {
  access: 'anyone',
  shared: 5,
  input: z.object(oneOrList),
  output: z.union([Notice, NoticeList]),
  refusals: ['notice_not_found', 'race_needed'],
  description:
    'Shows or lists articles. With an id the call shows that published article. Where the caller names an ' +
    "articletype, the article must have it. Without an id it lists the race's published articles: first pinned " +
    'articles, then the newest. An articletype filters the list.',
})
export const pageQuery = post('/page/query', {
  access: 'anyone',
  shared: 5,
  input: z.object(oneOrList),
  output: z.union([Notice, NoticeList]),
  refusals: ['notice_not_found', 'race_needed'],
  description:
    'Shows or lists pages. With an id the call shows that published page (guidebook, traffic, …). Where the caller ' +
    "names an articletype, the page must have it. Without an id it lists the race's published pages.",
})
export const counterIncrease = post('/counter/increase', {
  access: 'anyone',
  input: z.object({ raceid: z.optional(RaceId), target: z.enum(['post', 'page']), target_id: Int }),
  output: z.object({ views: z.number() }),
  refusals: ['notice_not_found'],
  description:
    'Counts one view of a notice, article (post) or page, and answers the new count. A device counts once an hour. ' +
    'The server adds views of many readers in one write.',
})

/** The largest text of a language, in characters. */
export const CONTENT_MOST = 200_000
/** The bytes of three texts of the largest size. A form writes a Chinese character as nine bytes (`%E8%B7%91`). */
const BODY_MOST = 3 * CONTENT_MOST * 9 + 100_000
const Content = z.string().check(z.maxLength(CONTENT_MOST))
const Text = z.object({ title: Line(200), content: Content })
/** The texts of an article by their languages. */
export const Texts = z.object({
  'zh-cn': z.optional(Text),
  'zh-tw': z.optional(Text),
  en: z.optional(Text),
})
export type Texts = z.output<typeof Texts>
const Moment = z.nullable(z.iso.datetime({ offset: true }))

const edited = { ...summary, content: z.string(), updated_at: Time, shown_until: z.nullable(Time) }
/** A notice as the list of its editors shows it; `langs` names the languages that it has. */
export const NoticeEdited = z.object({ ...edited, langs: z.array(z.enum(langs)) })
export type NoticeEdited = z.output<typeof NoticeEdited>
/** A notice with all its texts. */
export const NoticeOpened = z.object({ ...edited, langs: z.array(z.enum(langs)), texts: Texts })
export type NoticeOpened = z.output<typeof NoticeOpened>

export const consoleNoticesList = post('/console/notices/list', {
  access: { right: 'notices.edit' },
  input: z.object({ raceid: RaceId, ...Page }),
  output: z.object({ items: z.array(NoticeEdited), after: z.nullable(z.string()) }),
  description: 'Lists all notices of a race, published or not, for their editors.',
})
export const consoleNoticesShow = post('/console/notices/show', {
  access: { right: 'notices.edit' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: NoticeOpened,
  refusals: ['notice_not_found'],
  description: 'Shows a notice to its editors, with its texts in every language that it has.',
})
export const consoleNoticesSave = post('/console/notices/save', {
  access: { right: 'notices.edit' },
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    kind: z.enum(noticeKinds),
    articletype: z._default(z.string().check(z.trim(), z.maxLength(40)), ''),
    /** The language of `title` and `content`. The call leaves the other languages unchanged. */
    lang: z._default(z.enum(langs), 'zh-cn'),
    title: z.optional(Line(200)),
    content: z.optional(Content),
    /** The texts of all languages. The call removes a language that is missing here. */
    texts: z.optional(Texts),
    cover: z.optional(Line(300)),
    pinned: z._default(Flag, false),
    published: z._default(Flag, false),
    /**
     * The moments between which runners see a published notice. `from` null means now, or leaves a moment that has
     * passed. `until` null means without end. `later` means that staff chose a later time, so the call refuses `from`
     * null. Without `when` both moments stay as they are.
     */
    when: z.optional(z.object({ from: Moment, until: Moment, later: z._default(Flag, false) })),
    /** The `updated_at` of the opened version. The server does not overwrite another person's later change. */
    updated_at: z.optional(z.string().check(z.maxLength(40))),
  }),
  output: Notice,
  refusals: ['notice_not_found', 'notice_changed_meanwhile'],
  largest: BODY_MOST,
  description:
    'Creates a notice, or changes the notice with the given id, in one language (`lang`, `title`, `content`) or in all ' +
    '(`texts`). The server cleans the HTML before it keeps it, and does not report removed parts.',
})
export const consoleNoticesPreview = post('/console/notices/preview', {
  access: { right: 'notices.edit' },
  input: z.object({ raceid: RaceId, content: Content }),
  output: z.object({ content: z.string() }),
  largest: BODY_MOST,
  description: 'Shows HTML as runners would see it, before a save.',
})
export const consoleNoticesRemove = post('/console/notices/remove', {
  access: { right: 'notices.edit' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['notice_not_found'],
  description: 'Removes a notice for good. The staff log keeps its title.',
})
