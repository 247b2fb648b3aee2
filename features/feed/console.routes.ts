import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import {
  type CommentRow,
  countComments,
  countWaitingComments,
  hideWaiting,
  listForStaff,
  lockComment,
  updateComment,
} from './comments.store.ts'
import {
  consoleFeedChange,
  consoleFeedComments,
  consoleFeedCreate,
  consoleFeedDecide,
  consoleFeedList,
  consoleFeedMute,
  consoleFeedReporter,
  consoleFeedSettings,
  consoleFeedShow,
} from './console.contract.ts'
import { type CommentMode, type EntryState, commentStates, entryStates, isMuted, reporterStates } from './feed.rules.ts'
import { keepMedia, presentFeedEntry, usualFeedSettings } from './service.ts'
import {
  type EntryRow,
  decideReporter,
  findSettings,
  insertEntry,
  listEntries,
  listReporters,
  lockEntry,
  removeMute,
  saveMute,
  saveSettings,
  updateEntry,
} from './store.ts'

const HOUR = 3_600_000
const entryOf = (row: EntryRow) => ({
  ...presentFeedEntry(row),
  state: entryStates.find((one) => one === row.state) ?? ('hidden' as const),
  why: row.why,
})
const commentOf = (row: CommentRow) => ({
  ...row,
  id: Number(row.id),
  uid: Number(row.uid),
  state: commentStates.find((one) => one === row.state) ?? ('hidden' as const),
  at: row.created_at,
})
const settingsOf = (row: {
  open: boolean
  comments: string
  cheers: boolean
  words: readonly string[]
  keep_days: number
  entry_days: number | null
}) => ({
  open: row.open,
  comments: row.comments as CommentMode,
  cheers: row.cheers,
  words: [...row.words],
  keep_days: row.keep_days,
  entry_days: row.entry_days,
})
const statesOf = { all: ['shown', 'waiting', 'hidden'], waiting: ['waiting'], pinned: ['shown'] } as const

export const routes = [
  handle(consoleFeedShow, async ({ input: { raceid }, db, now, integrations }) => {
    const [settings, reporters, waiting] = await Promise.all([
      findSettings(db, raceid),
      listReporters(db, raceid),
      countWaitingComments(db, raceid),
    ])
    return {
      settings: settingsOf(settings ?? usualFeedSettings),
      reporters: reporters.map((row) => ({
        ...row,
        uid: Number(row.uid),
        state: reporterStates.find((one) => one === row.state) ?? ('waiting' as const),
        muted: row.muted && isMuted(row, now),
      })),
      waiting,
      service: integrations.moderation !== undefined,
    }
  }),
  handle(consoleFeedSettings, async ({ input, now, who, save }) => {
    const { raceid, ...wanted } = input
    const set = { ...wanted, entry_days: wanted.entry_days || null }
    return save(async (tx) => {
      const before = await findSettings(tx, raceid)
      await saveSettings(tx, raceid, set, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'feed changed',
        target: 'feed',
        ...(before ? { before: settingsOf(before) } : {}),
        after: set,
      })
      return { settings: set }
    })
  }),
  handle(consoleFeedReporter, async ({ input: { raceid, id, state }, now, who, refuse, save }) =>
    save(async (tx) => {
      if (!(await decideReporter(tx, raceid, id, { state, decided_by: who.staffid, decided_at: now })))
        return refuse('feed_reporter_not_found')
      await logChange(tx, {
        who,
        now,
        raceid,
        what: state === 'accepted' ? 'reporter accepted' : 'reporter refused',
        target: `reporter ${id}`,
      })
      return { id }
    }),
  ),
  handle(consoleFeedList, async ({ input, db }) => {
    const { raceid, only, limit } = input
    const rows = await listEntries(db, raceid, {
      states: statesOf[only],
      before: idIn(input.after),
      limit: rowsFor(limit),
      pinned: only === 'pinned',
    })
    const { rows: items, after } = pageOf(rows, limit, byId)
    return { items: items.map(entryOf), after }
  }),
  handle(consoleFeedCreate, async ({ input, files, db, integrations, now, who, refuse, save }) => {
    const { raceid, body, km, author, pinned } = input
    if (body === '' && files.length === 0) return refuse('feed_empty')
    const media = await keepMedia({ db, integrations, now }, raceid, files, { staffid: who.staffid })
    if (typeof media === 'string') return refuse(media)
    return save(async (tx) => {
      const entry = await insertEntry(
        tx,
        {
          raceid,
          uid: null,
          staffid: who.staffid,
          author,
          body,
          km: km ?? null,
          state: 'shown',
          why: null,
          pinned_at: pinned ? now : null,
          pictures: JSON.stringify(media.pictures),
          film: media.film && JSON.stringify(media.film),
        },
        now,
      )
      await logChange(tx, { who, now, raceid, what: 'feed entry written', target: `feed ${entry.id}`, after: { body } })
      return { entry: entryOf(entry) }
    })
  }),
  handle(consoleFeedChange, async ({ input: { raceid, id, action }, now, who, refuse, save }) =>
    save(async (tx) => {
      const before = (await lockEntry(tx, raceid, id)) ?? refuse('feed_entry_not_found')
      const states: Partial<Record<typeof action, EntryState>> = { show: 'shown', hide: 'hidden', remove: 'removed' }
      const state = states[action]
      const pinned = action === 'pin' ? now : action === 'show' ? before.pinned_at : null
      const set = { ...(state ? { state, why: null } : {}), pinned_at: pinned }
      const after = await updateEntry(tx, raceid, id, set, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'feed entry changed',
        target: `feed ${id}`,
        before: { state: before.state, pinned: before.pinned_at !== null },
        after: { state: after.state, pinned: after.pinned_at !== null },
      })
      return { entry: entryOf(after) }
    }),
  ),
  handle(consoleFeedComments, async ({ input, db }) => {
    const { raceid, only, limit } = input
    const rows = await listForStaff(db, raceid, { only, before: idIn(input.after), limit: rowsFor(limit) })
    const { rows: items, after } = pageOf(rows, limit, (row) => Number(row.id))
    return { items: items.map(commentOf), after }
  }),
  handle(consoleFeedDecide, async ({ input: { raceid, id, show }, now, who, refuse, save }) =>
    save(async (tx) => {
      const before = (await lockComment(tx, raceid, id)) ?? refuse('feed_comment_not_found')
      const after = await updateComment(tx, raceid, id, {
        state: show ? 'shown' : 'hidden',
        why: null,
        reports: 0,
        decided_by: who.staffid,
        decided_at: now,
      })
      await updateEntry(tx, raceid, before.entryid, {}, now)
      await countComments(tx, raceid, before.entryid)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'feed comment decided',
        target: `feed ${before.entryid}`,
        before: { state: before.state },
        after: { state: after.state },
      })
      return { comment: commentOf(after) }
    }),
  ),
  handle(consoleFeedMute, async ({ input: { raceid, uid, hours, muted }, now, who, save }) =>
    save(async (tx) => {
      if (muted) {
        const until = hours === 0 ? null : new Date(now.getTime() + hours * HOUR)
        await saveMute(tx, { raceid, uid, until, staffid: who.staffid }, now)
        await hideWaiting(tx, raceid, uid)
      } else await removeMute(tx, raceid, uid)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'feed account muted',
        target: `account ${uid}`,
        after: { muted, hours },
      })
      return { muted }
    }),
  ),
]
