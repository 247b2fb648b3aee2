import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import type { Lang } from '#contract/words.ts'
import { listFailures } from '#db/errors/failures.ts'
import { logChange } from '#features/staff/service.ts'
import { platformSettings } from '#features/platform/service.ts'
import { handle } from '#seam/server/handle.ts'
import { codesToday } from './service.ts'
import { raceRoutes } from './race/raceMessages.routes.ts'
import { isWorthRetrying, queueAgain } from './retrying.service.ts'
import { inBox } from './box.words.ts'
import { actionOfMessage } from './nextAction/nextAction.rules.ts'
import { messageActionWords } from './nextAction/nextAction.words.ts'
import {
  type OutboxMessage,
  type Trouble,
  consoleOutboxList,
  consoleOutboxRetry,
  consoleOutboxState,
  consoleOutboxTroubles,
  messageList,
  messageRead,
  messageUnread,
} from './contract.ts'
import { type Values, messageTextOf } from './rules.ts'
import {
  countOutcomes,
  countUnread,
  countUnsent,
  findMessage,
  listBox,
  listMessages,
  listUnsent,
  markRead,
} from './store.ts'
import type { Template } from './words.ts'

export const routes = [
  handle(messageList, async ({ input, db, seal, who, lang }) => {
    const uid = who.uid!
    const rows = await listBox(db, uid, { before: idIn(input.after), limit: rowsFor(input.limit) })
    const { rows: shown, after } = pageOf(rows, input.limit, byId)
    await seal.prepare('accounts')
    const items = shown.map((row) => {
      const values = JSON.parse(seal.open('accounts', 'message content', row.content)) as Values
      const leads = actionOfMessage(row.template as Template, row.path)
      return {
        ...row,
        ...inBox(row.template as Template, values, lang),
        path: leads?.path ?? null,
        deed: leads && { word: leads.deed, says: messageActionWords[leads.deed][lang] },
        read: row.read_at !== null,
      }
    })
    return {
      items,
      after,
      unread: await countUnread(db, uid),
    }
  }),
  handle(messageUnread, async ({ db, who }) => ({ unread: await countUnread(db, who.uid!) })),
  handle(messageRead, async ({ input, db, who, now }) => {
    const uid = who.uid!
    const which =
      input.id !== undefined ? { id: input.id } : input.upto !== undefined ? { upto: input.upto } : undefined
    if (which) await db.transaction().execute((tx) => markRead(tx, uid, which, now))
    return { unread: await countUnread(db, uid) }
  }),

  handle(consoleOutboxList, async ({ input, db, seal, integrations, who, now, refuse }) => {
    if (!integrations.sms.sandbox) refuse('outbox_closed')
    const rows = await listMessages(db, { before: idIn(input.after), limit: rowsFor(input.limit) })
    const { rows: shown, after } = pageOf(rows, input.limit, byId)
    await seal.prepare('accounts')
    const { signature } = await platformSettings(db)
    const items = shown.map((row) => {
      const values = JSON.parse(seal.open('accounts', 'message content', row.content)) as Values
      return {
        ...row,
        mobile: row.mobile_mask ?? '',
        state: row.state as OutboxMessage['state'],
        text: messageTextOf(row.template as Template, values, row.lang as Lang, signature),
      }
    })
    const [first, last] = [items[0], items.at(-1)]
    if (first && last) {
      await db
        .transaction()
        .execute((tx) =>
          logChange(tx, { who, now, raceid: null, what: 'outbox read', target: `messages ${last.id} to ${first.id}` }),
        )
    }
    return { items, after }
  }),

  handle(consoleOutboxState, async ({ db, integrations, now }) => {
    const since = new Date(now.getTime() - 86_400_000)
    const [failures, codes, outcomes, queued, sending, failed, lost] = await Promise.all([
      listFailures(db, since),
      codesToday({ db, integrations }, now),
      countOutcomes(db, since),
      countUnsent(db, 'queued'),
      countUnsent(db, 'sending'),
      countUnsent(db, 'failed'),
      countUnsent(db, 'lost'),
    ])
    const none = { sent: 0, delivered: 0, undelivered: 0 }
    const providers = (integrations.sms.vendors?.() ?? []).map((vendor) => ({
      ...vendor,
      ...none,
      ...outcomes.find(({ provider }) => provider === vendor.name),
    }))
    return {
      pretend: integrations.sms.sandbox,
      providers,
      queued,
      sending,
      failed,
      lost,
      perDay: integrations.smsOptions.perDay,
      codes,
      outside: failures,
      quiet: integrations.smsOptions.quiet,
    }
  }),
  handle(consoleOutboxTroubles, async ({ input, db, now }) => {
    const rows = await listUnsent(db, input.state, { before: idIn(input.after), limit: rowsFor(input.limit) })
    const { rows: items, after } = pageOf(rows, input.limit, byId)
    const lineOf = (row: (typeof rows)[number]) => ({
      ...row,
      mobile: row.mobile_mask ?? '',
      state: row.state as Trouble['state'],
      retry: input.state !== 'queued' && isWorthRetrying(row, now),
    })
    return { items: items.map(lineOf), after }
  }),
  handle(consoleOutboxRetry, async ({ input, db, who, now, refuse, save }) => {
    const row = await findMessage(db, input.id)
    if (!row?.mobile) return refuse('message_not_found')
    if (!['failed', 'lost'].includes(row.state) || !isWorthRetrying(row, now)) return refuse('message_not_retried')
    if (row.state === 'lost' && !input.sure) return refuse('message_maybe_sent')
    return save(async (tx) => ((await queueAgain(tx, row, { who, now })) ? {} : refuse('message_not_retried')))
  }),
  ...raceRoutes,
]
