import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Line, Page, RaceId } from '#contract/scalars.ts'
import { MenuEntry } from '#features/races/contract.ts'
import { NoticeList, noticeKinds } from './contract.ts'

export const siteCatalogList = post('/site/catalog/list', {
  access: 'anyone',
  shared: 5,
  input: z.object({ raceid: RaceId }),
  output: z.object({
    items: z.array(z.object({ kind: z.enum(noticeKinds), articletype: z.string(), total: z.number() })),
  }),
  refusals: ['race_not_found'],
  description: "Lists the sections of a race's site, with the number of published articles, notices and pages in each.",
})
export const sitePostsList = post('/site/posts/list', {
  access: 'anyone',
  shared: 5,
  input: z.object({
    raceid: RaceId,
    kind: z.optional(z.enum(noticeKinds)),
    articletype: z.optional(Line(40)),
    ...Page,
  }),
  output: NoticeList,
  refusals: ['race_not_found'],
  description:
    "Lists the published articles of a race's site: first pinned articles, then the newest. The caller may filter " +
    'by kind or section.',
})
export const siteLinksList = post('/site/links/list', {
  access: 'anyone',
  shared: 5,
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(z.extend(MenuEntry, { name: z.string() })) }),
  refusals: ['race_not_found'],
  description: "Returns the menu of a race's site as runners see it. Each entry has its name in the caller's language.",
})
