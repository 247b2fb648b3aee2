import { randomUUID } from 'node:crypto'
import { isMailAddress } from '#contract/mailAddress.ts'
import type { Text } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { type Limit, countTry } from '#db/limits/limits.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { logChange } from '#features/staff/service.ts'
import { MailDown } from '#integrations/mail/client.ts'
import { handle } from '#seam/server/handle.ts'
import { allowAddress, countStops, listStops } from './address.store.ts'
import {
  type MailLine,
  consoleMailAllow,
  consoleMailList,
  consoleMailRetry,
  consoleMailState,
  consoleMailStops,
  consoleMailTest,
} from './console.contract.ts'
import type { MailContent } from './rules.ts'
import { MAIL, sendMail } from './service.ts'
import { countMailDay, countMailStates, findMail, listMails, requeueMail } from './store.ts'
import { mailTexts, refusals } from './words.ts'

const perStaff: Limit = { kind: 'mail tests of staff', max: 20, seconds: 3600 }

/**
 * Tells whether staff may send a mail again: it failed or was lost, and it is still of use. A mail to a stopped
 * address, or to a reader who has ended the news, is not sent again.
 */
const mayRetry = (row: { state: string; failure: string | null; until: Date | null }, now: Date): boolean =>
  ['failed', 'lost'].includes(row.state) &&
  !/^(stopped_|unsubscribed)/.test(row.failure ?? '') &&
  (row.until === null || row.until > now)

const cursorOfStop = (row: { bounced_at: Date | null; address_ix: Buffer }) =>
  `${row.bounced_at!.getTime()}.${row.address_ix.toString('hex')}`
const stopIn = (cursor: string | undefined) => {
  const [, at, ix] = /^(\d{1,15})\.([0-9a-f]{32})$/.exec(cursor ?? '') ?? []
  return at && ix ? { at: new Date(Number(at)), ix: Buffer.from(ix, 'hex') } : undefined
}

export const routes = [
  handle(consoleMailState, async ({ db, integrations, now }) => {
    const [counts, day, stopped] = await Promise.all([
      countMailStates(db),
      countMailDay(db, new Date(now.getTime() - 86_400_000)),
      countStops(db),
    ])
    const { mail } = integrations
    return {
      pretend: mail.sandbox,
      from: mail.from,
      parts: [
        { name: 'smtp' as const, set: !mail.sandbox },
        { name: 'imap' as const, set: !mail.sandbox && mail.returned !== undefined },
        { name: 'webhook' as const, set: mail.webhookSecret !== undefined },
      ],
      counts,
      day: { ...day, most: integrations.mailOptions.perDay },
      stopped,
    }
  }),
  handle(consoleMailList, async ({ input, db, seal, integrations, who, now, lang }) => {
    const rows = await listMails(db, input.only, { before: idIn(input.after), limit: rowsFor(input.limit) })
    const { rows: shown, after } = pageOf(rows, input.limit, byId)
    const open = integrations.mail.sandbox
    if (open) await seal.prepare('accounts')
    const textOf = (sealed: Buffer): string | null => {
      const content = JSON.parse(seal.open('accounts', 'mail content', sealed) || '{}') as Partial<MailContent>
      const { paragraphs = [], code, action } = content
      return [content.subject, ...paragraphs, code, action && `${action.label}: ${action.path}`]
        .filter(Boolean)
        .join('\n')
    }
    const items = shown.map(({ title, mask, content, until, ...row }): MailLine => ({
      ...(row as unknown as MailLine),
      title: (title as Text)[lang],
      to: mask,
      retry: mayRetry({ ...row, until }, now),
      text: open ? textOf(content) : null,
    }))
    const [first, last] = [items[0], items.at(-1)]
    if (open && first && last)
      await db
        .transaction()
        .execute((tx) =>
          logChange(tx, { who, now, raceid: null, what: 'mailbox read', target: `mails ${last.id} to ${first.id}` }),
        )
    return { items, after }
  }),
  handle(consoleMailRetry, async ({ input: { id, sure }, db, who, now, refuse, save }) => {
    const row = (await findMail(db, id)) ?? refuse('mail_not_found')
    if (!mayRetry(row, now)) return refuse('mail_not_retried')
    if (row.state === 'lost' && !sure) return refuse('mail_maybe_sent')
    return save(async (tx) => {
      if (!(await requeueMail(tx, id))) return refuse('mail_not_retried')
      await addJob(tx, MAIL, { id }, { key: `${MAIL} ${id}` })
      await logChange(tx, {
        who,
        now,
        raceid: row.raceid,
        what: 'mail sent again',
        target: `mail ${id}`,
        before: { state: row.state },
        after: { state: 'queued' },
      })
      return {}
    })
  }),
  handle(consoleMailTest, async ({ input, db, seal, integrations, who, now, lang, say, refuse, refuseField, save }) => {
    if ((await countTry(db, perStaff, String(who.staffid), now)) > 0) refuse('too_often')
    const { mail } = input
    if (mail !== undefined && !isMailAddress(mail)) return refuseField('mail', wrong.email)
    try {
      await integrations.mail.test()
    } catch (error) {
      if (!(error instanceof MailDown)) throw error
      return refuse('mail_down', { fields: { mail: say(refusals.mail_down.message, { why: error.message }) } })
    }
    if (mail === undefined) return { sent: false }
    await seal.prepare('accounts')
    return save(async (tx) => {
      const content = { subject: mailTexts.test_subject[lang], paragraphs: [mailTexts.test_text[lang]] }
      const title = mailTexts.test_subject
      await sendMail(tx, { seal, now }, { to: mail, lang, title, content, key: `test ${randomUUID()}` })
      await logChange(tx, { who, now, raceid: null, what: 'mail tested', target: 'mail' })
      return { sent: true }
    })
  }),
  handle(consoleMailStops, async ({ input, db }) => {
    const rows = await listStops(db, stopIn(input.after), rowsFor(input.limit))
    const { rows: shown, after } = pageOf(rows, input.limit, cursorOfStop)
    const items = shown.map(({ address_ix, mask, bounce, bounce_code, bounced_at }) => ({
      id: address_ix.toString('hex'),
      to: mask,
      bounce: bounce!,
      code: bounce_code,
      at: bounced_at!,
    }))
    return { items, after }
  }),
  handle(consoleMailAllow, async ({ input: { id }, who, now, refuse, save }) =>
    save(async (tx) => {
      const mask = (await allowAddress(tx, Buffer.from(id, 'hex'))) ?? refuse('mail_not_found')
      await logChange(tx, { who, now, raceid: null, what: 'mail address allowed', target: `mail address ${mask}` })
      return {}
    }),
  ),
]
