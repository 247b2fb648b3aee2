import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Line, Page, RaceId } from '#contract/scalars.ts'
import { MenuEntry } from '#features/races/contract.ts'
import { NoticeList, kinds } from './contract.ts'

export const siteCatalogList = post('/site/catalog/list', {
  access: 'anyone',
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(z.object({ kind: z.enum(kinds), articletype: z.string(), total: z.number() })) }),
  refusals: ['race_not_found'],
  description:
    "The catalogue of a race's site: which sections its published articles, notices and pages stand in, with how many each holds.",
})
export const sitePostsList = post('/site/posts/list', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, kind: z.optional(z.enum(kinds)), articletype: z.optional(Line(40)), ...Page }),
  output: NoticeList,
  refusals: ['race_not_found'],
  description:
    "The published articles of a race's site, pinned first, then newest first; of one kind or section where named.",
})
export const siteLinksList = post('/site/links/list', {
  access: 'anyone',
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(z.extend(MenuEntry, { name: z.string() })) }),
  refusals: ['race_not_found'],
  description:
    "Where a race's site leads: its menu as runners see it, each entry with its name in the caller's language.",
})
