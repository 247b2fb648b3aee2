import { inBatches } from '#db/sharing/batch.ts'
import type { Db } from '#db/db.ts'
import { raceOfId } from '#db/ids.ts'
import { networkOf } from '#db/limits/limits.ts'
import { rateOf } from '#db/limits/rates.ts'
import { readRace } from '#features/races/service.ts'
import { isPublished } from '#features/races/rules.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { publishNotice } from './service.ts'
import {
  type NoticeKind,
  archiveDetail,
  consoleNoticesList,
  consoleNoticesPreview,
  consoleNoticesRemove,
  consoleNoticesSave,
  counterIncrease,
  noticeDetail,
  pageQuery,
  postQuery,
  raceArchiveDetail,
} from './contract.ts'
import { pageOfNotices, readCursor } from './paging.service.ts'
import { isShown, kindsOfTarget } from './rules.ts'
import { sanitise } from './sanitise.rules.ts'
import { routes as siteRoutes } from './site.routes.ts'
import { type NoticeRow, addViews, findNotice, listNotices, lockNotice, removeNotice } from './store.ts'

/**
 * Returns a notice for readers. It cleans the HTML again, because older rules may have admitted parts that the present
 * rules forbid.
 */
const shown = (row: NoticeRow) => ({ ...row, subject: row.title, content: sanitise(row.content) })

/** Tells whether a race's content is visible. Nobody sees the content of an unpublished race. */
const isRaceShown = async (db: Db, raceid: number, now: Date): Promise<boolean> => {
  const race = await readRace(db, raceid, now)
  return race !== undefined && isPublished(race, now)
}

const findShown = async (
  db: Db,
  given: { raceid?: number | undefined; id: number },
  kinds: readonly NoticeKind[],
  now: Date,
): Promise<NoticeRow | undefined> => {
  const raceid = given.raceid ?? (await raceOfId(db, 'notice', given.id))
  const row =
    raceid !== undefined && (await isRaceShown(db, raceid, now)) ? await findNotice(db, raceid, given.id) : undefined
  return row && kinds.includes(row.kind) && isShown(row, now) ? row : undefined
}

type Seen = { db: Db; raceid: number; id: number }
/**
 * The time in which the views of several readers share one write, in milliseconds. The page does not wait for the
 * answer, so the delay does no harm.
 */
const VIEWS_MS = 250
const countView = inBatches(
  1000,
  async (seen: Seen[]) =>
    addViews(
      seen[0]!.db,
      seen.map(({ raceid, id }) => ({ raceid, id, views: 1 })),
    ),
  VIEWS_MS,
)

/** The limit on views. Several views of a notice by one device within an hour count as one. */
const seen = rateOf(1, 3600)

export const routes = [
  handle(noticeDetail, async ({ input, db, now, refuse }) =>
    shown((await findShown(db, input, ['notice', 'post', 'archive'], now)) ?? refuse('notice_not_found')),
  ),

  handle(archiveDetail, async ({ input, db, now, refuse }) =>
    shown((await findShown(db, input, ['archive'], now)) ?? refuse('notice_not_found')),
  ),

  handle(raceArchiveDetail, async ({ input, db, now, refuse }) =>
    shown((await findShown(db, input, ['archive'], now)) ?? refuse('notice_not_found')),
  ),

  ...(
    [
      [postQuery, ['post', 'notice']],
      [pageQuery, ['page']],
    ] as const
  ).map(([endpoint, kinds]) =>
    handle(endpoint, async ({ input, db, now, lang, refuse }) => {
      if (input.id !== undefined) {
        const { id, articletype } = input
        const row = await findShown(db, { raceid: input.raceid, id }, kinds, now)
        return row && (articletype === undefined || row.articletype === articletype)
          ? shown(row)
          : refuse('notice_not_found')
      }
      const raceid = input.raceid ?? refuse('race_needed')
      if (!(await isRaceShown(db, raceid, now))) return refuse('race_not_found')
      return pageOfNotices(
        await listNotices(db, {
          raceid,
          kinds,
          articletype: input.articletype,
          lang,
          shownAt: now,
          after: readCursor(input.after),
          limit: input.limit,
        }),
        input.limit,
      )
    }),
  ),

  handle(counterIncrease, async ({ input, db, now, who, address, userAgent, refuse }) => {
    const row =
      (await findShown(db, { raceid: input.raceid, id: input.target_id }, kindsOfTarget[input.target], now)) ??
      refuse('notice_not_found')
    const device = who.uid === null ? `${networkOf(address)} ${userAgent}` : `account ${who.uid}`
    if (seen.count(`${row.raceid} ${row.id} ${device}`, now) > 0) return { views: row.views }
    return { views: await countView({ db, raceid: row.raceid, id: row.id }) }
  }),

  handle(consoleNoticesList, async ({ input, db }) =>
    pageOfNotices(
      await listNotices(db, { raceid: input.raceid, after: readCursor(input.after), limit: input.limit }),
      input.limit,
    ),
  ),

  handle(consoleNoticesSave, async ({ input, now, who, refuse, save }) => {
    const { raceid, id, published, updated_at, ...draft } = input
    return save(async (tx) => {
      const before = id === undefined ? undefined : ((await lockNotice(tx, raceid, id)) ?? refuse('notice_not_found'))
      if (before && updated_at !== undefined && before.updated_at.toISOString() !== updated_at)
        return refuse('notice_changed_meanwhile')
      const published_at = published ? (before?.published_at ?? now) : null
      const after = await publishNotice(tx, raceid, { ...draft, published_at }, now, before)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: before ? 'notice changed' : 'notice written',
        target: `notice ${after.id}`,
        before,
        after,
      })
      return shown(after)
    })
  }),

  handle(consoleNoticesPreview, async ({ input }) => ({ content: sanitise(input.content) })),

  handle(consoleNoticesRemove, async ({ input, db, now, who, refuse, save }) => {
    const before = (await findNotice(db, input.raceid, input.id)) ?? refuse('notice_not_found')
    return save(async (tx) => {
      await removeNotice(tx, input.raceid, input.id)
      await logChange(tx, {
        who,
        now,
        raceid: input.raceid,
        what: 'notice removed',
        target: `notice ${input.id}`,
        before,
      })
      return { id: input.id }
    })
  }),

  ...siteRoutes,
]
