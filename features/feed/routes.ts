import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { handle } from '#seam/server/handle.ts'
import { readPublishedRace } from '#features/races/service.ts'
import { countComments, insertComment, keepMark, listComments, lockComment, updateComment } from './comments.store.ts'
import { routes as staff } from './console.routes.ts'
import {
  applyAdd,
  applyDel,
  applyFetch,
  liveFeedAuth,
  liveFeedCheer,
  liveFeedComment,
  liveFeedComments,
  liveFeedCreate,
  liveFeedDel,
  liveFeedList,
  liveFeedReport,
} from './contract.ts'
import { ADDING_MS, MOST_PICTURES, MOST_REPORTS, type CommentMode, isMuted, reporterStates } from './feed.rules.ts'
import {
  askerHash,
  cheer,
  judgeText,
  keepMedia,
  picturesOfEntry,
  presentComment,
  presentFeedEntry,
  usualFeedSettings,
} from './service.ts'
import {
  type ReporterRow,
  findEntry,
  findMute,
  findReporter,
  findSettings,
  insertEntry,
  listEntries,
  listOwn,
  lockEntry,
  removeReporter,
  saveReporter,
  updateEntry,
} from './store.ts'

const writes = allowanceOf({ own: 60, network: 600 }, 600, 'feed writes')
const comments = allowanceOf({ own: 12, network: 600 }, 60, 'feed comments')
const applicationOf = (row: ReporterRow) => ({
  ...row,
  state: reporterStates.find((one) => one === row.state) ?? ('waiting' as const),
})

export const routes = [
  handle(liveFeedList, async ({ input, db, now, refuse }) => {
    const { raceid, from, until } = input
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    const before = idIn(input.after)
    const [settings, rows, pinned] = await Promise.all([
      findSettings(db, raceid),
      listEntries(db, raceid, { states: ['shown'], before, limit: rowsFor(input.limit), from, until }),
      before === undefined ? listEntries(db, raceid, { states: ['shown'], before, limit: 5, pinned: true }) : [],
    ])
    const { rows: items, after } = pageOf(rows, input.limit, byId)
    return {
      open: settings?.open ?? false,
      comments: (settings?.comments ?? 'off') as CommentMode,
      cheers: settings?.cheers ?? true,
      version: Number(settings?.version ?? 0),
      pinned: pinned.map(presentFeedEntry),
      items: items.map(presentFeedEntry),
      after,
    }
  }),

  handle(liveFeedCreate, async (context) => {
    const { input, files, db, integrations, now, who, refuse, save } = context
    const { raceid, id, body } = input
    const uid = who.uid!
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    const settings = await findSettings(db, raceid)
    if (!settings?.open) return refuse('feed_closed')
    const reporter = await findReporter(db, raceid, uid)
    if (reporter?.state !== 'accepted') return refuse('feed_not_reporter')
    if (isMuted(await findMute(db, raceid, uid), now)) return refuse('feed_muted')
    const wait = writes.count(context, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    if (id === undefined && body === '' && files.length === 0) return refuse('feed_empty')
    const judged = await judgeText({ db, integrations, now }, settings, {
      kind: 'entry',
      text: body,
      pictures: files.length,
    })
    if (judged.state === 'unfit') return refuse('feed_unfit')
    const media = await keepMedia({ db, integrations, now }, raceid, files, { uid })
    if (typeof media === 'string') return refuse(media)
    const film = media.film && JSON.stringify(media.film)
    return save(async (tx) => {
      if (id === undefined) {
        const entry = await insertEntry(
          tx,
          {
            raceid,
            uid,
            staffid: null,
            author: reporter.name,
            body,
            km: input.km ?? null,
            state: judged.state,
            why: judged.state === 'waiting' ? judged.why : null,
            pinned_at: null,
            pictures: JSON.stringify(media.pictures),
            film,
          },
          now,
        )
        return { entry: presentFeedEntry(entry), state: judged.state }
      }
      const before = await lockEntry(tx, raceid, id)
      if (before?.uid !== uid || now.getTime() - before.created_at.getTime() > ADDING_MS)
        return refuse('feed_entry_not_found')
      const pictures = [...picturesOfEntry(before), ...media.pictures]
      if (pictures.length > MOST_PICTURES || (film && before.film)) return refuse('feed_full')
      const state = before.state === 'shown' ? judged.state : before.state
      const set = { pictures: JSON.stringify(pictures), ...(film ? { film } : {}), state: state as 'shown' | 'waiting' }
      return { entry: presentFeedEntry(await updateEntry(tx, raceid, id, set, now)), state: set.state }
    })
  }),

  handle(liveFeedDel, async ({ input: { raceid, id }, now, who, refuse, save }) =>
    save(async (tx) => {
      const before = await lockEntry(tx, raceid, id)
      if (!before || before.uid !== who.uid) return refuse('feed_entry_not_found')
      await updateEntry(tx, raceid, id, { state: 'removed', pinned_at: null }, now)
      return { id }
    }),
  ),

  handle(liveFeedAuth, async ({ input: { raceid }, db, now, who, refuse }) => {
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    const { uid } = who
    const settings = (await findSettings(db, raceid)) ?? usualFeedSettings
    const [reporter, mute, own] =
      uid === null
        ? [undefined, undefined, []]
        : await Promise.all([findReporter(db, raceid, uid), findMute(db, raceid, uid), listOwn(db, raceid, uid)])
    const muted = isMuted(mute, now)
    return {
      open: settings.open,
      reporter: reporter ? applicationOf(reporter).state : null,
      may_write: settings.open && reporter?.state === 'accepted' && !muted,
      may_comment: settings.open && settings.comments !== 'off' && uid !== null && !muted,
      may_cheer: settings.open && settings.cheers,
      muted,
      own,
    }
  }),

  handle(applyAdd, async ({ input, db, integrations, now, who, refuse, save }) => {
    const { raceid, name, about } = input
    const uid = who.uid!
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    const settings = await findSettings(db, raceid)
    if (!settings?.open) return refuse('feed_closed')
    if (isMuted(await findMute(db, raceid, uid), now)) return refuse('feed_muted')
    const text = `${name}\n${about}`
    const judged = await judgeText({ db, integrations, now }, settings, { kind: 'entry', text, pictures: 0 })
    if (judged.state === 'unfit') return refuse('feed_unfit')
    return save(async (tx) => {
      const before = await findReporter(tx, raceid, uid)
      if (before && before.state !== 'waiting') return refuse('feed_decided')
      return { application: applicationOf(await saveReporter(tx, { raceid, uid, name, about }, now)) }
    })
  }),
  handle(applyFetch, async ({ input: { raceid }, db, who }) => {
    const row = await findReporter(db, raceid, who.uid!)
    return { application: row ? applicationOf(row) : null }
  }),
  handle(applyDel, async ({ input: { raceid }, who, save }) =>
    save(async (tx) => {
      await removeReporter(tx, raceid, who.uid!)
      return { application: null }
    }),
  ),

  handle(liveFeedComments, async ({ input, db, now, refuse }) => {
    const { raceid, id, limit } = input
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    if ((await findEntry(db, raceid, id))?.state !== 'shown') return refuse('feed_entry_not_found')
    const rows = await listComments(db, raceid, id, { before: idIn(input.after), limit: rowsFor(limit) })
    const { rows: items, after } = pageOf(rows, limit, (row) => Number(row.id))
    return { items: items.map(presentComment), after }
  }),

  handle(liveFeedComment, async (context) => {
    const { input, db, integrations, now, who, refuse, save } = context
    const { raceid, id, name, body } = input
    const uid = who.uid!
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    const settings = await findSettings(db, raceid)
    if (!settings?.open || settings.comments === 'off') return refuse('feed_comments_off')
    if ((await findEntry(db, raceid, id))?.state !== 'shown') return refuse('feed_entry_not_found')
    if (isMuted(await findMute(db, raceid, uid), now)) return refuse('feed_muted')
    const wait = comments.count(context, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const text = `${name}\n${body}`
    const judged = await judgeText({ db, integrations, now }, settings, { kind: 'comment', text, pictures: 0 })
    if (judged.state === 'unfit') return refuse('feed_unfit')
    return save(async (tx) => {
      // Inserting a comment locks its entry for its foreign key. Two comments that lock the entry again later would
      // wait for each other, so the call locks the entry first.
      if ((await lockEntry(tx, raceid, id))?.state !== 'shown') return refuse('feed_entry_not_found')
      const row = await insertComment(tx, {
        raceid,
        entryid: id,
        uid,
        author: name,
        body,
        state: judged.state,
        why: judged.state === 'waiting' ? judged.why : null,
        created_at: now,
      })
      if (judged.state === 'shown') {
        await updateEntry(tx, raceid, id, {}, now)
        await countComments(tx, raceid, id)
      }
      return { comment: presentComment(row), state: judged.state }
    })
  }),

  handle(liveFeedCheer, async (context) => {
    const { input, db, now, refuse } = context
    const { raceid, id } = input
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    const settings = await findSettings(db, raceid)
    if (!settings?.open || !settings.cheers) return refuse('feed_cheers_off')
    if ((await findEntry(db, raceid, id))?.state !== 'shown') return refuse('feed_entry_not_found')
    const asker = askerHash(raceid, context) ?? refuse('page_needed')
    await cheer(db, { raceid, id, asker, at: now })
    return { cheers: (await findEntry(db, raceid, id))?.cheers ?? 0 }
  }),

  handle(liveFeedReport, async (context) => {
    const { input, db, now, refuse, save } = context
    const { raceid, id } = input
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    const asker = askerHash(raceid, context) ?? refuse('page_needed')
    return save(async (tx) => {
      const before = await lockComment(tx, raceid, id)
      if (before?.state !== 'shown') return refuse('feed_comment_not_found')
      if (!(await keepMark(tx, { raceid, kind: 'report', subject: id, asker }, now))) return { id }
      const reports = before.reports + 1
      // If staff have decided to show this comment, later reports do not hide it again.
      const waits = reports >= MOST_REPORTS && before.decided_at === null
      await updateComment(tx, raceid, id, { reports, ...(waits ? { state: 'waiting', why: 'reported' } : {}) })
      if (waits) {
        await updateEntry(tx, raceid, before.entryid, {}, now)
        await countComments(tx, raceid, before.entryid)
      }
      return { id }
    })
  }),
  ...staff,
]
