import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import type { Db, Tx } from '#db/db.ts'
import { keyHasRight } from '#features/apikeys/service.ts'
import { logChange } from '#features/staff/service.ts'
import { type Parts, handle } from '#seam/server/handle.ts'
import {
  consoleWebhooksDeliveries,
  consoleWebhooksList,
  consoleWebhooksMake,
  consoleWebhooksRemove,
  consoleWebhooksReplay,
  consoleWebhooksRotate,
  consoleWebhooksSave,
  consoleWebhooksTest,
} from './contract.ts'
import { FIELD_RIGHTS, SECRET_OVERLAP_MS, TEST_EVENT, type WebhookField } from './events.rules.ts'
import { SECRET, newSecret, queueMessages } from './service.ts'
import {
  type WebhookRow,
  countWebhooks,
  deleteWebhook,
  findDelivery,
  findWebhook,
  insertDelivery,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  lockWebhook,
  markWaiting,
  updateWebhook,
} from './store.ts'

const MOST_WEBHOOKS = 20
const shown = ({ raceid, ...row }: WebhookRow) => ({ ...row, raceid: raceid === 0 ? null : raceid })
const loggedOf = ({ name, url, events, fields, state }: WebhookRow) => ({ name, url, events, fields, state })

type Settings = { url: string; fields: readonly WebhookField[]; keyid: number | null }
/**
 * Finds the reason why a webhook may not have these settings. A field needs a live key with the right for the field.
 */
const whyNotSettings = async (
  { db, integrations }: { db: Db; integrations: Parts['integrations'] },
  raceid: number,
  { url, fields, keyid }: Settings,
  now: Date,
): Promise<'webhook_address' | 'webhook_key' | undefined> => {
  if (!integrations.webhooks.usable(url)) return 'webhook_address'
  for (const field of fields)
    if (keyid === null || !(await keyHasRight(db, { raceid, id: keyid, right: FIELD_RIGHTS[field], now })))
      return 'webhook_key'
  return undefined
}
const lockedWebhook = async (tx: Tx, raceid: number, id: number): Promise<WebhookRow | undefined> => {
  await lockWebhook(tx, raceid, id)
  return findWebhook(tx, raceid, id)
}

const settingRoutes = [
  handle(consoleWebhooksList, async ({ input, db }) => ({
    items: (await listWebhooks(db, input.raceid ?? 0)).map(shown),
  })),

  handle(consoleWebhooksMake, async ({ input, db, seal, integrations, now, who, save, refuse }) => {
    const raceid = input.raceid ?? 0
    const why = await whyNotSettings({ db, integrations }, raceid, input, now)
    if (why) refuse(why)
    const secret = newSecret()
    await seal.prepare('accounts')
    const { name, url, events, fields, keyid } = input
    return save(async (tx) => {
      if ((await countWebhooks(tx, raceid)) >= MOST_WEBHOOKS) refuse('webhooks_too_many')
      const sealed = seal.seal('accounts', SECRET, secret)
      const id = await insertWebhook(tx, { raceid, name, url, events, fields, keyid, secret: sealed, now })
      const made = (await findWebhook(tx, raceid, id))!
      const entry = { who, now, raceid: input.raceid ?? null, what: 'webhook made', target: `webhook ${id}` }
      await logChange(tx, { ...entry, after: loggedOf(made) })
      return { secret, item: shown(made) }
    })
  }),

  handle(consoleWebhooksSave, async ({ input, db, integrations, now, who, save, refuse }) => {
    const raceid = input.raceid ?? 0
    const why = await whyNotSettings({ db, integrations }, raceid, input, now)
    if (why) refuse(why)
    const { id, name, url, events, fields, keyid, state } = input
    return save(async (tx) => {
      const before = (await lockedWebhook(tx, raceid, id)) ?? refuse('webhook_unknown')
      const fresh =
        state === 'on' && before.state !== 'on' ? { failing_since: null, rest_until: null, failure: null } : {}
      await updateWebhook(tx, before, { name, url, events, fields, keyid, state, ...fresh }, now)
      if (state === 'on') {
        const ids = await markWaiting(tx, { raceid, webhookid: id, now })
        await queueMessages(
          tx,
          ids.map((one) => ({ raceid, id: one })),
        )
      }
      const after = (await findWebhook(tx, raceid, id))!
      const entry = { who, now, raceid: input.raceid ?? null, what: 'webhook changed', target: `webhook ${id}` }
      await logChange(tx, { ...entry, before: loggedOf(before), after: loggedOf(after) })
      return shown(after)
    })
  }),

  handle(consoleWebhooksRemove, async ({ input, now, who, save, refuse }) => {
    const raceid = input.raceid ?? 0
    return save(async (tx) => {
      const before = (await lockedWebhook(tx, raceid, input.id)) ?? refuse('webhook_unknown')
      await deleteWebhook(tx, raceid, input.id)
      const entry = { who, now, raceid: input.raceid ?? null, what: 'webhook removed', target: `webhook ${input.id}` }
      await logChange(tx, { ...entry, before: loggedOf(before) })
      return {}
    })
  }),

  handle(consoleWebhooksRotate, async ({ input, seal, now, who, save, refuse }) => {
    const raceid = input.raceid ?? 0
    const secret = newSecret()
    await seal.prepare('accounts')
    return save(async (tx) => {
      const before = (await lockedWebhook(tx, raceid, input.id)) ?? refuse('webhook_unknown')
      const former_until = new Date(now.getTime() + SECRET_OVERLAP_MS)
      const sealed = seal.seal('accounts', SECRET, secret)
      await updateWebhook(tx, before, { secret: sealed, former_secret: before.secret, former_until }, now)
      const what = 'webhook secret changed'
      await logChange(tx, { who, now, raceid: input.raceid ?? null, what, target: `webhook ${input.id}` })
      return { secret, item: shown((await findWebhook(tx, raceid, input.id))!) }
    })
  }),
]

const messageRoutes = [
  handle(consoleWebhooksTest, async ({ input, now, who, save, refuse }) => {
    const raceid = input.raceid ?? 0
    return save(async (tx) => {
      const webhook = (await lockedWebhook(tx, raceid, input.id)) ?? refuse('webhook_unknown')
      if (webhook.state !== 'on') refuse('webhook_off')
      const body = input.raceid === undefined ? {} : { raceid }
      const id = await insertDelivery(tx, { raceid, webhookid: webhook.id, type: TEST_EVENT, body, now })
      // A person waits for the outcome, so an earlier failure does not delay the test.
      if (webhook.rest_until) await updateWebhook(tx, webhook, { rest_until: null }, now)
      await queueMessages(tx, [{ raceid, id }])
      const what = 'webhook tested'
      await logChange(tx, { who, now, raceid: input.raceid ?? null, what, target: `webhook ${webhook.id}` })
      return (await findDelivery(tx, raceid, id))!
    })
  }),

  handle(consoleWebhooksDeliveries, async ({ input, db, refuse }) => {
    const raceid = input.raceid ?? 0
    if (!(await findWebhook(db, raceid, input.id))) refuse('webhook_unknown')
    const place = { raceid, webhookid: input.id, before: idIn(input.after), limit: rowsFor(input.limit) }
    const { rows, after } = pageOf(await listDeliveries(db, place), input.limit, byId)
    return { items: [...rows], after }
  }),

  handle(consoleWebhooksReplay, async ({ input, now, who, save, refuse }) => {
    const raceid = input.raceid ?? 0
    return save(async (tx) => {
      const webhook = (await lockedWebhook(tx, raceid, input.id)) ?? refuse('webhook_unknown')
      if (webhook.state !== 'on') refuse('webhook_off')
      const ids = await markWaiting(tx, { raceid, webhookid: webhook.id, ids: input.deliveries, now })
      await queueMessages(
        tx,
        ids.map((id) => ({ raceid, id })),
      )
      const entry = {
        who,
        now,
        raceid: input.raceid ?? null,
        what: 'webhook replayed',
        target: `webhook ${webhook.id}`,
      }
      await logChange(tx, { ...entry, after: { count: ids.length } })
      return { again: ids.length }
    })
  }),
]

export const routes = [...settingRoutes, ...messageRoutes]
