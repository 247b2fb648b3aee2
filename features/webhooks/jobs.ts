import { type Job, type Working } from '#db/jobs/jobs.ts'
import { keyHasRight } from '#features/apikeys/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { FIELD_RIGHTS, REST_SECONDS, endsWebhook, isDelivered, pauseAfter, webhookFields } from './events.rules.ts'
import { registrationFacts } from './public.store.ts'
import { SECRET, SEND_WEBHOOK, type SendPayload, queueMessages } from './service.ts'
import {
  type DeliveryRow,
  type WebhookRow,
  findDelivery,
  findWebhook,
  lockWebhook,
  saveTry,
  updateWebhook,
} from './store.ts'

type Ground = Working<Parts>
const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

/** Finds the chosen fields that the key of the webhook may still read. */
const allowedFields = async ({ db, now }: Ground, { raceid, keyid, fields }: WebhookRow) => {
  if (keyid === null) return []
  const chosen = webhookFields.filter((field) => fields.includes(field))
  const rights = await Promise.all(
    chosen.map((field) => keyHasRight(db, { raceid, id: keyid, right: FIELD_RIGHTS[field], now })),
  )
  return chosen.filter((_, at) => rights[at])
}

/** Writes the text of a message: the ids of the event, the present state, and the chosen fields. */
const textOf = async (
  working: Ground,
  webhook: WebhookRow,
  { type, body, created_at }: DeliveryRow,
): Promise<string> => {
  const { raceid, registrationid } = body as { raceid?: number; registrationid?: number }
  const facts =
    raceid === undefined || registrationid === undefined
      ? undefined
      : await registrationFacts.get()(working.db, raceid, registrationid)
  const fields = facts ? await allowedFields(working, webhook) : []
  const data = {
    ...body,
    ...(facts ? { eventid: facts.eventid, state: facts.state } : {}),
    ...Object.fromEntries(fields.map((field) => [field, facts![field]])),
  }
  return JSON.stringify({ type, timestamp: created_at.toISOString(), data })
}

/** Opens the secrets that sign at this moment. The former secret still signs for some time after a change. */
const secretsOf = async ({ seal, now }: Ground, webhook: WebhookRow): Promise<string[]> => {
  await seal.prepare('accounts')
  const { secret, former_secret, former_until } = webhook
  const former = former_secret && former_until && former_until > now ? [former_secret] : []
  return [secret, ...former].map((sealed) => seal.open('accounts', SECRET, sealed))
}

/** Saves the outcome of a try and plans the next try, in one transaction. */
const saveOutcome = async (
  { db, clock }: Ground,
  { raceid, id, webhookid }: DeliveryRow,
  status: number | null,
  failure: string | null,
): Promise<void> => {
  const now = clock()
  await db.transaction().execute(async (tx) => {
    await lockWebhook(tx, raceid, webhookid)
    const webhook = await findWebhook(tx, raceid, webhookid)
    const row = await findDelivery(tx, raceid, id)
    if (!webhook || !row) return
    if (isDelivered(status)) {
      await saveTry(tx, row, { state: 'delivered', status, failure: null, next_at: null }, now)
      if (webhook.failing_since)
        await updateWebhook(tx, webhook, { failing_since: null, rest_until: null, failure: null }, now)
      return
    }
    const next = later(now, pauseAfter(row.tries + 1))
    await saveTry(tx, row, { state: 'waiting', status, failure, next_at: next }, now)
    const since = webhook.failing_since ?? now
    const ends = webhook.state === 'on' && endsWebhook(status, since, now)
    await updateWebhook(
      tx,
      webhook,
      {
        failing_since: since,
        failure: failure ?? String(status),
        rest_until: later(now, REST_SECONDS),
        ...(ends ? { state: 'failed' as const } : {}),
      },
      now,
    )
    if (webhook.state === 'on' && !ends) await queueMessages(tx, [row], next)
  })
}

/** Sends one message. After a crash between the try and its outcome, the message goes out again with the same id. */
export const sendWebhook: Job<Parts>['run'] = async (payload, working) => {
  const { raceid, id } = payload as SendPayload
  const row = await findDelivery(working.db, raceid, id)
  const webhook = row && (await findWebhook(working.db, raceid, row.webhookid))
  if (!row || !webhook || row.state !== 'waiting' || webhook.state !== 'on') return
  // After a failure the other messages of the webhook wait for some seconds, so that an address that does not answer
  // does not keep the workers from other jobs.
  if (webhook.rest_until && webhook.rest_until > working.now) {
    const until = webhook.rest_until
    await working.db.transaction().execute((tx) => queueMessages(tx, [row], until))
    return
  }
  const answer = await working.integrations.webhooks.send({
    id: row.event,
    url: webhook.url,
    body: await textOf(working, webhook, row),
    secrets: await secretsOf(working, webhook),
    at: working.now,
  })
  if ('status' in answer) await saveOutcome(working, row, answer.status, null)
  else await saveOutcome(working, row, null, answer.failure)
}

export const jobs: readonly Job<Parts>[] = [{ name: SEND_WEBHOOK, run: sendWebhook }]
