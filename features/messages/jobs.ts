import type { Lang } from '#contract/words.ts'
import { removeFailures } from '#db/errors/failures.ts'
import { addJob, type Job, type Sweep } from '#db/jobs/jobs.ts'
import { type Limit, countTry } from '#db/limits/limits.ts'
import type { Parts } from '#seam/server/handle.ts'
import { SmsBusy, SmsDown, SmsLost, SmsRefused } from '#integrations/sms/client.ts'
import { SEND } from './service.ts'
import { lookDue } from './delivery.service.ts'
import { sendAt, spreadOf } from './quiet.rules.ts'
import { platformSettings } from '#features/platform/service.ts'
import { reachedByWechat, sendByWechat } from '#features/wechatnotices/service.ts'
import { type Values, e164Of, placed, messageTextOf } from './rules.ts'
import { claimMessage, findMessage, saveMessageState } from './store.ts'
import { momentOfTemplate, noticeContent } from './wechat.rules.ts'
import { type Template, urgent } from './words.ts'

type Working = Parts & { now: Date }
type Row = NonNullable<Awaited<ReturnType<typeof findMessage>>>

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)
const DAY = 86_400

/**
 * Postpones a message to a later moment, if its state is still `seen`. The caller checks whether the message is still
 * useful at that moment.
 */
const postpone = (db: Parts['db'], { id }: Row, seen: 'queued' | 'sending', at: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (await saveMessageState(tx, id, seen, { state: 'queued', send_at: at, look_at: null }))
      await addJob(tx, SEND, { id }, { key: `${SEND} ${id}`, runAt: at })
  })

/**
 * Returns the seconds for which the limits of the day delay a message. Each number has a limit, and all numbers
 * together have a limit. Codes have a limit of their own (`mayWriteCode`), so messages of organisers never block a
 * log-in.
 */
const waitOf = async ({ db, seal, integrations, now }: Working, row: Row, mobile: string): Promise<number> => {
  const { perDay, perNumber } = integrations.smsOptions
  const limit = (kind: string, max: number): Limit => ({ kind, max, seconds: DAY })
  if (urgent.has(row.template as Template)) return 0
  const all = await countTry(db, limit('text messages', perDay), 'all', now)
  if (all > 0) return all + spreadOf(row.key)
  return countTry(
    db,
    limit('text messages to one number', perNumber),
    seal.blind('accounts', 'message mobile', mobile),
    now,
  )
}

/**
 * Returns the change that removes the content of a sent message. The content may hold a code. A message of the sandbox
 * keeps its content. A message in a box keeps it too, unless the template is in `urgent`.
 */
const forgotten = ({ seal, integrations }: Working, row: Row) =>
  integrations.sms.sandbox || (row.uid !== null && !urgent.has(row.template as Template))
    ? {}
    : { content: seal.seal('accounts', 'message content', '{}') }

/** The number for a reader without a mobile. The night of such a reader is the night in the mainland. */
const NO_MOBILE = ''

/**
 * Sends a message as a notice through WeChat, if its reader has allowed one. Returns false if a text message must
 * go out instead. A code never goes this way.
 */
const sentAsNotice = async (working: Working, row: Row): Promise<boolean> => {
  const { db, seal, now } = working
  const template = row.template as Template
  const moment = momentOfTemplate[template]
  if (!moment || row.uid === null || row.raceid === null) return false
  const reader = { raceid: row.raceid, uid: row.uid, moment }
  if ((await reachedByWechat(db, [reader])).size === 0) return false
  const lang = row.lang as Lang
  const values = JSON.parse(seal.open('accounts', 'message content', row.content)) as Values
  const { zone } = await platformSettings(db)
  if (!(await claimMessage(db, row.id, now, later(now, 120)))) return true
  const content = noticeContent({ template, values, lang }, row.deadline ?? row.until, zone)
  const app = await sendByWechat(working, { ...reader, lang, path: row.path ?? '/messages', content })
  await saveMessageState(
    db,
    row.id,
    'sending',
    app
      ? { state: 'sent', provider: `wechat ${app}`, failure: null, sent_at: now, look_at: null }
      : { state: 'queued', look_at: null },
  )
  return app !== undefined
}

const handOver = async (working: Working, row: Row, mobile: string): Promise<void> => {
  const { db, seal, integrations, now } = working
  const { id } = row
  const [template, lang] = [row.template as Template, row.lang as Lang]
  const values = JSON.parse(seal.open('accounts', 'message content', row.content)) as Values
  const { signature } = await platformSettings(db)
  if (!(await claimMessage(db, id, now, later(now, 120)))) return
  const again = (failure: string) => saveMessageState(db, id, 'sending', { state: 'queued', look_at: null, failure })
  try {
    const { number, provider = null } = await integrations.sms.send({
      to: e164Of(mobile),
      template,
      lang,
      values: placed(template, values, lang),
      text: messageTextOf(template, values, lang, signature),
      key: row.key,
    })
    await saveMessageState(db, id, 'sending', {
      state: 'sent',
      number,
      provider,
      failure: null,
      sent_at: now,
      look_at: integrations.sms.look ? later(now, 60) : null,
      ...forgotten(working, row),
    })
  } catch (error) {
    if (error instanceof SmsRefused)
      return void (await saveMessageState(db, id, 'sending', { state: 'failed', failure: error.code, look_at: null }))
    if (error instanceof SmsBusy) {
      const at = later(now, error.seconds)
      if (row.until && row.until <= at)
        return void (await saveMessageState(db, id, 'sending', {
          state: 'failed',
          failure: error.message,
          look_at: null,
        }))
      return postpone(db, row, 'sending', at)
    }
    // The message may have been sent. The server does not send it again by itself, and asks the provider instead.
    if (error instanceof SmsLost)
      return void (await saveMessageState(db, id, 'sending', {
        provider: error.provider,
        failure: error.message,
        look_at: later(now, 60),
      }))
    if (error instanceof SmsDown) await again(error.message)
    throw error
  }
}

/**
 * Sends one message, once. The job first claims the message so that no other caller sends it, and then sends it outside
 * of any transaction. If all providers are down, the job runner tries again until the message is outdated.
 */
export const sendQueued: Job<Parts>['run'] = async (payload, working) => {
  const { db, seal, integrations, now } = working
  const { id } = payload as { id: number }
  await seal.prepare('accounts')
  const row = await findMessage(db, id)
  if (row?.state !== 'queued') return
  if (row.until && row.until <= now) return void (await saveMessageState(db, id, 'queued', { state: 'late' }))
  const mobile = row.mobile ? seal.open('accounts', 'message mobile', row.mobile) : NO_MOBILE
  const at = sendAt(
    { mobile, template: row.template as Template, key: row.key, deadline: row.deadline ?? row.until },
    now,
    integrations.smsOptions.quiet,
  )
  if (at > now) return postpone(db, row, 'queued', at)
  if (await sentAsNotice(working, row)) return
  if (!row.mobile) return void (await saveMessageState(db, id, 'queued', { state: 'kept' }))
  const wait = await waitOf(working, row, mobile)
  if (wait === 0) return handOver(working, row, mobile)
  if (row.until && row.until <= later(now, wait))
    return void (await saveMessageState(db, id, 'queued', { state: 'failed', failure: 'day_limit' }))
  return postpone(db, row, 'queued', later(now, wait))
}

export const jobs: Job<Parts>[] = [{ name: SEND, run: sendQueued }]
export const sweeps: readonly Sweep<Parts>[] = [
  { name: 'messages_to_look', everySeconds: 10, run: (working) => lookDue(working) },
  {
    name: 'failures_long_past',
    everySeconds: 3600,
    run: ({ db, now }) => removeFailures(db, new Date(now.getTime() - 30 * DAY * 1000)),
  },
]
