import type { Db } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import { readable } from '#db/readable.ts'

/** The webhooks for the overview of a race, without addresses and secrets. */
export const webhookRows = readable('webhooks', ['raceid', 'id', 'state', 'failing_since'])

export type WebhookFacts = {
  id: number
  eventid: number
  state: string
  name: string
  bib: string | null
  orderid: number | null
}
export const registrationFacts = needed<(db: Db, raceid: number, id: number) => Promise<WebhookFacts | undefined>>(
  'facts of registrations for webhooks',
)
