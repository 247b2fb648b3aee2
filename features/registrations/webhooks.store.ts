import { type Db, named } from '#db/db.ts'
import type { WebhookFacts } from '#features/webhooks/public.store.ts'

/** Reads the facts of one registration that messages of webhooks may have. No sealed column is among them. */
export const factsForWebhooks = async (db: Db, raceid: number, id: number): Promise<WebhookFacts | undefined> =>
  (
    await named<WebhookFacts>(
      db,
      'webhooks: facts of registration',
      `select id::integer as id, eventid, state, name, nullif(concat(prefix_bib, bib), '') as bib,
         orderid::integer as orderid
       from registrations where raceid = $1 and id = $2 and erased_at is null`,
      [raceid, id],
    )
  )[0]
