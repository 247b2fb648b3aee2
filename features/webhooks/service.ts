import { randomBytes } from 'node:crypto'
import { addJobs } from '#db/jobs/jobs.ts'
import type { Tx } from '#db/db.ts'
import type { WebhookEvent } from './events.rules.ts'
import { insertDeliveries } from './store.ts'

/** The job that sends one message; its payload names the message. */
export const SEND_WEBHOOK = 'webhook send'
export type SendPayload = { raceid: number; id: number }
/** The label under which secrets are sealed. */
export const SECRET = 'webhook secret'

const jobOf = ({ raceid, id }: SendPayload, runAt?: Date) => ({
  name: SEND_WEBHOOK,
  payload: { raceid, id },
  key: `${SEND_WEBHOOK} ${raceid}/${id}`,
  ...(runAt === undefined ? {} : { runAt }),
})
export const queueMessages = (tx: Tx, messages: readonly SendPayload[], runAt?: Date): Promise<void> =>
  addJobs(
    tx,
    messages.map((message) => jobOf(message, runAt)),
  )

/** Makes a secret as Standard Webhooks write it. */
export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

/**
 * Writes the messages about events in the transaction that causes the events. If no webhook reports the events, nothing
 * is written.
 */
export const noteEvents = async (
  tx: Tx,
  raceid: number,
  type: WebhookEvent,
  things: readonly Record<string, number>[],
  now: Date,
): Promise<void> => {
  if (things.length === 0) return
  const bodies = things.map((one) => ({ raceid, ...one }))
  const noted = await insertDeliveries(tx, { raceid, type, bodies, now })
  await queueMessages(tx, noted)
}
export const noteRegistrations = (
  tx: Tx,
  raceid: number,
  type: WebhookEvent,
  ids: readonly number[],
  now: Date,
): Promise<void> =>
  noteEvents(
    tx,
    raceid,
    type,
    ids.map((registrationid) => ({ registrationid })),
    now,
  )
