import type { Lang } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'
import { inBatches } from '#db/sharing/batch.ts'
import type { Db } from '#db/db.ts'
import { raceOfId } from '#db/ids.ts'
import { networkOf } from '#db/limits/limits.ts'
import { rateOf } from '#db/limits/rates.ts'
import { readPublishedRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { momentFrom } from '#contract/days.ts'
import { publishNotice } from './service.ts'
import {
  type NoticeKind,
  type Texts,
  archiveDetail,
  consoleNoticesList,
  consoleNoticesPreview,
  consoleNoticesRemove,
  consoleNoticesSave,
  consoleNoticesShow,
  counterIncrease,
  noticeDetail,
  pageQuery,
  postQuery,
  raceArchiveDetail,
} from './contract.ts'
import { pageOfNotices, readNoticeCursor } from './paging.service.ts'
import { endsTooEarly, isShown, kindsOfTarget, langsOf, publishedAt } from './rules.ts'
import { sanitise } from './sanitise.rules.ts'
import { routes as siteRoutes } from './site.routes.ts'
import { type NoticeRow, addViews, findNotice, listNotices, lockNotice, removeNotice, textsOf } from './store.ts'
import { words } from './words.ts'

/**
 * Returns a notice for readers. It cleans the HTML again, because older rules may have admitted parts that the present
 * rules forbid.
 */
const shown = (row: NoticeRow) => ({ ...row, subject: row.title, content: sanitise(row.content) })
const everyTextShown = (texts: Texts): Texts =>
  Object.fromEntries(
    langsOf(texts).map((lang) => [lang, { title: texts[lang]!.title, content: sanitise(texts[lang]!.content) }]),
  )

const findShown = async (
  db: Db,
  given: { raceid?: number | undefined; id: number },
  kinds: readonly NoticeKind[],
  lang: Lang,
  now: Date,
): Promise<NoticeRow | undefined> => {
  const raceid = given.raceid ?? (await raceOfId(db, 'notice', given.id))
  const row =
    raceid !== undefined && (await readPublishedRace(db, raceid, now))
      ? await findNotice(db, raceid, given.id, lang)
      : undefined
  return row && kinds.includes(row.kind) && isShown(row, now) ? row : undefined
}

/** Leaves out the fields that repeat the text of one language, because the log already holds `texts`. */
const withoutText = (row: NoticeRow & { texts: Texts }) => {
  const { lang: _, title: __, content: ___, ...rest } = row
  return rest
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
  handle(noticeDetail, async ({ input, db, now, lang, refuse }) =>
    shown((await findShown(db, input, ['notice', 'post', 'archive'], lang, now)) ?? refuse('notice_not_found')),
  ),

  handle(archiveDetail, async ({ input, db, now, lang, refuse }) =>
    shown((await findShown(db, input, ['archive'], lang, now)) ?? refuse('notice_not_found')),
  ),

  handle(raceArchiveDetail, async ({ input, db, now, lang, refuse }) =>
    shown((await findShown(db, input, ['archive'], lang, now)) ?? refuse('notice_not_found')),
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
        const row = await findShown(db, { raceid: input.raceid, id }, kinds, lang, now)
        return row && (articletype === undefined || row.articletype === articletype)
          ? shown(row)
          : refuse('notice_not_found')
      }
      const raceid = input.raceid ?? refuse('race_needed')
      if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
      return pageOfNotices(
        await listNotices(db, {
          raceid,
          kinds,
          articletype: input.articletype,
          lang,
          shownAt: now,
          after: readNoticeCursor(input.after),
          limit: input.limit,
        }),
        input.limit,
      )
    }),
  ),

  handle(counterIncrease, async ({ input, db, now, lang, who, device, address, userAgent, refuse }) => {
    const row =
      (await findShown(db, { raceid: input.raceid, id: input.target_id }, kindsOfTarget[input.target], lang, now)) ??
      refuse('notice_not_found')
    // Phones of one model behind one address have the same user agent. The user agent therefore counts only if there is
    // no cookie of a device.
    const reader =
      who.uid !== null
        ? `account ${who.uid}`
        : device === null
          ? `${networkOf(address)} ${userAgent}`
          : `device ${device.id}`
    if (seen.count(`${row.raceid} ${row.id} ${reader}`, now) > 0) return { views: row.views }
    return { views: await countView({ db, raceid: row.raceid, id: row.id }) }
  }),

  handle(consoleNoticesList, async ({ input, db, lang }) => {
    const { raceid, limit } = input
    const page = pageOfNotices(
      await listNotices(db, { raceid, lang, after: readNoticeCursor(input.after), limit }),
      limit,
    )
    const texts = await textsOf(
      db,
      raceid,
      page.items.map(({ id }) => id),
    )
    return { ...page, items: page.items.map((row) => ({ ...row, langs: langsOf(texts.get(row.id) ?? {}) })) }
  }),

  handle(consoleNoticesShow, async ({ input, db, lang, refuse }) => {
    const { raceid, id } = input
    const row = (await findNotice(db, raceid, id, lang)) ?? refuse('notice_not_found')
    const texts = everyTextShown((await textsOf(db, raceid, [id])).get(id) ?? {})
    return { ...row, content: sanitise(row.content), langs: langsOf(texts), texts }
  }),

  handle(consoleNoticesSave, async ({ input, now, who, refuse, refuseField, save }) => {
    const { raceid, id, published, when, updated_at, lang, title, content, texts, ...draft } = input
    const said =
      texts === undefined
        ? { lang, title: title ?? refuseField('title', wrong.required), content: content ?? '' }
        : { texts }
    if (texts && langsOf(texts).length === 0) return refuseField('title', words.no_language)
    if (published && when?.later && when.from === null) return refuseField('when.from', words.time_missing)
    return save(async (tx) => {
      const head = id === undefined ? undefined : ((await lockNotice(tx, raceid, id)) ?? refuse('notice_not_found'))
      if (head && updated_at !== undefined && head.updated_at.toISOString() !== updated_at)
        return refuse('notice_changed_meanwhile')
      const before = head && { ...head, texts: (await textsOf(tx, raceid, [head.id])).get(head.id) ?? {} }
      const shown_until = when ? momentFrom(when.until) : (before?.shown_until ?? null)
      const moments = { published_at: publishedAt({ published, when }, before?.published_at ?? null, now), shown_until }
      // Staff may change other fields of a notice that has ended. The moment of its end then stays as it is.
      if (shown_until?.getTime() !== before?.shown_until?.getTime() && endsTooEarly(moments, now))
        return refuseField('when.until', words.ends_too_early)
      const after = await publishNotice(tx, raceid, { ...draft, ...said, ...moments }, now, before)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: before ? 'notice changed' : 'notice written',
        target: `notice ${after.id}`,
        before,
        after: withoutText(after),
      })
      return shown(after)
    })
  }),

  handle(consoleNoticesPreview, async ({ input }) => ({ content: sanitise(input.content) })),

  handle(consoleNoticesRemove, async ({ input, now, who, refuse, save }) => {
    return save(async (tx) => {
      const head = (await lockNotice(tx, input.raceid, input.id)) ?? refuse('notice_not_found')
      const before = { ...head, texts: (await textsOf(tx, input.raceid, [input.id])).get(input.id) ?? {} }
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
