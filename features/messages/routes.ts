import type { Lang } from '#contract/words.ts'
import { logChange } from '#features/staff/actions.ts'
import { answer } from '#server/answer.ts'
import { type OutboxMessage, consoleOutboxList } from './contract.ts'
import { type Values, textOf } from './rules.ts'
import { listMessages } from './store.ts'
import type { Template } from './words.ts'

export const routes = [
  answer(consoleOutboxList, async ({ input, db, seal, outside, who, now, refuse }) => {
    if (!outside.sms.pretend) refuse('outbox_closed')
    const before = input.after !== undefined && /^\d{1,15}$/.test(input.after) ? Number(input.after) : undefined
    const rows = await listMessages(db, { before, limit: input.limit + 1 })
    const shown = rows.slice(0, input.limit)
    await seal.prepare('accounts')
    const items = shown.map((row) => {
      const values = JSON.parse(seal.open('accounts', 'message content', row.content)) as Values
      return { ...row, mobile: row.mobile_mask ?? '', state: row.state as OutboxMessage['state'], text: textOf(row.template as Template, values, row.lang as Lang) }
    })
    const [first, last] = [items[0], items.at(-1)]
    if (first && last) {
      await db.transaction().execute((tx) => logChange(tx, { who, now, raceid: null, what: 'outbox read', target: `messages ${last.id} to ${first.id}` }))
    }
    return { items, after: last && rows.length > input.limit ? String(last.id) : null }
  }),
]
