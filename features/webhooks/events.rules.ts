/** The events about which webhooks send messages, by their names on the wire. */
export const webhookEvents = [
  'registration.created',
  'registration.paid',
  'registration.changed',
  'registration.refunded',
  'registration.checked_in',
  'registration.bib_assigned',
  'registration.team_changed',
  'results.published',
  'result.changed',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]
/** The message of the test button. A webhook cannot leave it out. */
export const TEST_EVENT = 'webhook.test'

/**
 * Fields that a webhook may choose beyond ids and states. For each field the key of the webhook needs the right in
 * `FIELD_RIGHTS`.
 */
export const webhookFields = ['name', 'bib', 'orderid'] as const
export type WebhookField = (typeof webhookFields)[number]
export const FIELD_RIGHTS = { name: 'registrations.read', bib: 'registrations.read', orderid: 'money.read' } as const

/**
 * The pauses after failed tries, in seconds. After the last pause of this list, the server tries a message once a day.
 */
const PAUSES = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000]
const DAY = 86_400
export const pauseAfter = (tries: number): number => PAUSES[tries - 1] ?? DAY
/**
 * The pause after a failure, in seconds. In this pause the server sends no message to the address. So an address that
 * does not answer takes no time from other addresses.
 */
export const REST_SECONDS = 5
/** The longest time of failures without a success. After this time the server switches the webhook off. */
const LONGEST_FAILURE_MS = 5 * DAY * 1000
/** The time for which a former secret still signs. */
export const SECRET_OVERLAP_MS = DAY * 1000

/**
 * Tells whether a failed try ends a webhook: the receiver answers that it is gone for ever (410), or no message has
 * arrived for days.
 */
export const endsWebhook = (status: number | null, failingSince: Date, now: Date): boolean =>
  status === 410 || now.getTime() - failingSince.getTime() >= LONGEST_FAILURE_MS
export const isDelivered = (status: number | null): boolean => status !== null && status >= 200 && status < 300
