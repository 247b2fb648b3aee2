import type { Lang } from '#contract/words.ts'
import { countFailure } from '#db/errors/failures.ts'
import { addJob, type Job, type Sweep } from '#db/jobs/jobs.ts'
import { type Limit, countTry } from '#db/limits/limits.ts'
import { MailDown, MailLost, MailRefused } from '#integrations/mail/client.ts'
import { platformLogo, platformSettings } from '#features/platform/service.ts'
import { senderIn, settingIn } from '#features/platform/settings.rules.ts'
import type { Parts } from '#seam/server/handle.ts'
import { findStop, stopAddress } from './address.store.ts'
import { takeReturned } from './bounces.service.ts'
import { type MailContent, nextTry, renderMail } from './rules.ts'
import { MAIL } from './service.ts'
import { stopToken } from './stopping.service.ts'
import { type MailRow, claimMail, findMail, loseOld, saveMail } from './store.ts'

type Working = Parts & { now: Date }
const DAY = 86_400
const MINUTE = 60_000

/** Puts a mail back into the queue for a later moment. */
const postpone = (db: Parts['db'], row: MailRow, at: Date, change: { failure?: string; tries?: number } = {}) =>
  db.transaction().execute(async (tx) => {
    const seen = change.tries === undefined ? 'queued' : 'sending'
    if (await saveMail(tx, row.id, seen, { state: 'queued', ...change }))
      await addJob(tx, MAIL, { id: row.id }, { key: `${MAIL} ${row.id}`, runAt: at })
  })

/** Counts a mail against the daily limits, and returns the seconds for which the mail must wait, or 0. */
const waitOf = async ({ db, integrations, now }: Working, row: MailRow): Promise<number> => {
  const { perDay, perAddress } = integrations.mailOptions
  const limit = (kind: string, max: number): Limit => ({ kind, max, seconds: DAY })
  const all = await countTry(db, limit('mails', perDay), 'all', now)
  return all > 0 ? all : countTry(db, limit('mails to one address', perAddress), row.address_ix, now)
}

const mailOf = async ({ db, seal, origin }: Working, row: MailRow) => {
  const settings = await platformSettings(db)
  const lang = row.lang as Lang
  const content = JSON.parse(seal.open('accounts', 'mail content', row.content)) as MailContent
  const token = row.news ? stopToken(seal, row) : undefined
  const logo = await platformLogo(db)
  const frame = {
    lang,
    name: settingIn(settings.name, lang),
    // A mail to an account goes to a proved address, except the proof itself, which has a code.
    proved: row.uid !== null && content.code === undefined,
    origin,
    ...(logo === undefined ? {} : { logo: origin + logo }),
    ...(token === undefined ? {} : { stop: `${origin}/mail?stop=${token}` }),
  }
  return {
    to: seal.open('accounts', 'mail address', row.address),
    fromName: senderIn(settings, lang),
    lang,
    subject: content.subject,
    ...renderMail(content, frame),
    id: row.message_id,
    ...(token === undefined ? {} : { unsubscribe: `${origin}/mail/unsubscribe?t=${token}` }),
  }
}

/** Records that the mail server refused a mail. After a permanent refusal the address gets no further mail. */
const refused = ({ db, now }: Working, row: MailRow, { code, permanent }: MailRefused) =>
  db.transaction().execute(async (tx) => {
    await saveMail(tx, row.id, 'sending', { state: 'failed', failure: code })
    if (permanent) await stopAddress(tx, row, { kind: 'hard', code }, now)
  })

const handOver = async (working: Working, row: MailRow): Promise<void> => {
  const { db, seal, integrations, now } = working
  const mail = await mailOf(working, row)
  if (!(await claimMail(db, row.id, now))) return
  try {
    await integrations.mail.send(mail)
    await saveMail(db, row.id, 'sending', {
      state: 'sent',
      failure: null,
      sent_at: now,
      // The content may hold a code. After a real server has taken the mail, the row therefore loses its content. In
      // the sandbox the row keeps its content, because the mailbox of the sandbox shows it.
      ...(integrations.mail.sandbox ? {} : { content: seal.seal('accounts', 'mail content', '{}') }),
    })
  } catch (error) {
    if (error instanceof MailRefused) return refused(working, row, error)
    if (error instanceof MailLost)
      return void (await saveMail(db, row.id, 'sending', { state: 'lost', failure: error.message }))
    if (!(error instanceof MailDown)) throw error
    await countFailure(db, 'mail', now, error.message)
    const at = nextTry(row.tries, now)
    if (!at || (row.until && row.until <= at))
      return void (await saveMail(db, row.id, 'sending', { state: 'failed', failure: error.message }))
    await postpone(db, row, at, { failure: error.message, tries: row.tries + 1 })
  }
}

/**
 * Sends one mail, once. The job first claims the mail so that no other caller sends it, and then sends it outside of
 * any transaction. A mail whose process ended meanwhile counts as lost, and the server does not send it again by
 * itself.
 */
export const sendQueuedMail: Job<Parts>['run'] = async (payload, working) => {
  const { db, seal, now } = working
  await seal.prepare('accounts')
  const row = await findMail(db, (payload as { id: number }).id)
  if (row?.state !== 'queued') return
  if (row.until && row.until <= now) return void (await saveMail(db, row.id, 'queued', { state: 'late' }))
  const stop = await findStop(db, row.address_ix)
  const why = stop?.bounce ? `stopped_${stop.bounce}` : row.news && stop?.unsubscribed_at ? 'unsubscribed' : undefined
  if (why) return void (await saveMail(db, row.id, 'queued', { state: 'failed', failure: why }))
  const wait = await waitOf(working, row)
  if (wait === 0) return handOver(working, row)
  const at = new Date(now.getTime() + wait * 1000)
  if (row.until && row.until <= at)
    return void (await saveMail(db, row.id, 'queued', { state: 'failed', failure: 'day_limit' }))
  await postpone(db, row, at)
}

export const jobs: Job<Parts>[] = [{ name: MAIL, run: sendQueuedMail }]
export const sweeps: readonly Sweep<Parts>[] = [
  {
    name: 'mails_without_answer',
    everySeconds: 60,
    run: ({ db, now }) => loseOld(db, new Date(now.getTime() - 5 * MINUTE)),
  },
  { name: 'mails_returned', everySeconds: 60, run: (working) => takeReturned(working) },
]
