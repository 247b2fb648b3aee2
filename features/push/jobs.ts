import { createHash } from 'node:crypto'
import { countFailure } from '#db/errors/failures.ts'
import { type Job, addJob } from '#db/jobs/jobs.ts'
import { PushDown, type VapidKeys, type PushTarget } from '#integrations/push/client.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { Notification } from './rules.ts'
import { PUSH, type PushJob, pushKeys } from './service.ts'
import { type PushSubscriptionRow, listByIds, markSent, removeSubscription, restUntil } from './store.ts'

type Working = Parts & { now: Date }
type Item = PushJob['items'][number]
const SIDE_BY_SIDE = 10
const LATER_SECONDS = 60
/** The subject if neither the settings nor the origin gives one. Apple refuses a subject without a public address. */
const NO_SUBJECT = 'mailto:nobody@example.org'

/**
 * Makes the topic of a tag. At the push service, a later message of a topic replaces a waiting message. The topic
 * reveals nothing about the tag.
 */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32)

const subjectOf = ({ integrations, origin }: Working): string =>
  integrations.pushSettings.subject ?? (origin.startsWith('https:') ? origin : NO_SUBJECT)

/** Sends one message. Returns `sent`, `done` for a message that nobody sends again, or the moment of the next try. */
const sendOne = async (
  working: Working,
  keys: VapidKeys,
  row: PushSubscriptionRow,
  { message }: Item,
  { until, urgency }: { until: Date; urgency: PushJob['urgency'] },
): Promise<'sent' | 'done' | Date> => {
  const { db, seal, integrations, now } = working
  if (row.rest_until && row.rest_until > now) return row.rest_until
  // A push service accepts only the key for which the browser subscribed.
  if (row.public_key !== keys.publicKey) {
    await removeSubscription(db, row.id)
    return 'done'
  }
  const payload = seal.open('accounts', 'push message', Buffer.from(message, 'base64'))
  const { tag } = JSON.parse(payload) as Notification
  try {
    const answer = await integrations.push.send({
      target: JSON.parse(seal.open('accounts', 'push target', row.browser)) as PushTarget,
      keys,
      subject: subjectOf(working),
      payload,
      ttl: Math.ceil((until.getTime() - now.getTime()) / 1000),
      urgency,
      topic: topicOf(tag),
    })
    if (answer.outcome === 'sent') return 'sent'
    if (answer.outcome === 'gone') await removeSubscription(db, row.id)
    if (answer.outcome === 'refused') await countFailure(db, 'web_push', now, `status ${answer.status}`)
    if (answer.outcome !== 'busy') return 'done'
    const rest = new Date(now.getTime() + answer.seconds * 1000)
    await restUntil(db, row.id, rest)
    return rest
  } catch (error) {
    if (!(error instanceof PushDown)) throw error
    await countFailure(db, 'web_push', now, error)
    return new Date(now.getTime() + LATER_SECONDS * 1000)
  }
}

/**
 * Hands messages over to push services, several at the same time. If a service asks for a later try, a later job sends
 * the message, so that a slow service does not delay other messages. After a crash the job may send a message twice.
 * The second copy then replaces the first copy on the screen, because both have the same tag.
 */
export const sendPushes: Job<Parts>['run'] = async (payload, working) => {
  const { items, urgency, ...job } = payload as PushJob
  const { db, seal, now } = working
  const until = new Date(job.until)
  if (until <= now) return
  await seal.prepare('accounts')
  const keys = await pushKeys(working)
  const rows = new Map(
    (
      await listByIds(
        db,
        items.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const sent: number[] = []
  const later = new Map<number, Item[]>()
  const queue = items.filter(({ id }) => rows.has(id))
  const work = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) {
      const sending = await sendOne(working, keys, rows.get(item.id)!, item, { until, urgency })
      if (sending === 'sent') sent.push(item.id)
      else if (sending !== 'done' && sending < until) later.getOrInsertComputed(sending.getTime(), () => []).push(item)
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
  if (sent.length > 0) await markSent(db, sent, now)
  await db.transaction().execute(async (tx) => {
    for (const [at, waiting] of later)
      await addJob(tx, PUSH, { items: waiting, until: job.until, urgency }, { runAt: new Date(at) })
  })
}

export const jobs: readonly Job<Parts>[] = [{ name: PUSH, run: sendPushes }]
