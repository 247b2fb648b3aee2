import { nameIn } from '#contract/words.ts'
import { readPublishedRace } from '#features/races/service.ts'
import { raceIn } from '#features/races/rules.ts'
import { menuWords } from '#features/races/words.ts'
import { handle } from '#seam/server/handle.ts'
import { noticeKinds } from './contract.ts'
import { pageOfNotices, readNoticeCursor } from './paging.service.ts'
import { siteCatalogList, siteLinksList, sitePostsList } from './site.contract.ts'
import { listNotices, listSections } from './store.ts'

export const routes = [
  handle(siteCatalogList, async ({ input, db, now, lang, refuse }) => {
    if (!(await readPublishedRace(db, input.raceid, now))) return refuse('race_not_found')
    return { items: await listSections(db, input.raceid, lang, now) }
  }),

  handle(sitePostsList, async ({ input, db, now, lang, refuse }) => {
    const { raceid, kind, articletype, limit } = input
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    return pageOfNotices(
      await listNotices(db, {
        raceid,
        kinds: kind ? [kind] : noticeKinds,
        articletype,
        lang,
        shownAt: now,
        after: readNoticeCursor(input.after),
        limit,
      }),
      limit,
    )
  }),

  handle(siteLinksList, async ({ input, db, now, lang, say, refuse }) => {
    const race = (await readPublishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    return {
      items: raceIn(lang, race).menu.map((entry) => ({
        ...entry,
        name: nameIn(lang, entry.key === 'other' ? '' : say(menuWords[entry.key]), entry.names),
      })),
    }
  }),
]
