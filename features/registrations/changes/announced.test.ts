import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleRefundsCancel } from '#features/refunds/contract.ts'
import { consoleWebhooksMake } from '#features/webhooks/contract.ts'
import { RACE, entrant } from '#test/entrants.ts'
import { type Leavers, openLeavers } from '#test/leavers.ts'
import { staffSession } from '#test/people.ts'
import { registrationSave } from '../signup/signup.contract.ts'
import { consoleRegistrationsDelay, consoleRegistrationsTag, registrationDel } from './changes.contract.ts'

let desk: Leavers
let director: { token: string }
beforeAll(async () => {
  desk = await openLeavers()
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  await desk.ask(
    consoleWebhooksMake,
    { raceid: RACE, name: '数据平台', url: 'http://127.0.0.1:9/hook', events: ['registration.changed'] },
    director,
  )
}, 60_000)
afterAll(() => desk?.close())

/** Counts the messages of webhooks about a change of one registration. */
const messagesTo = async (id: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from webhook_deliveries
    where type = 'registration.changed' and (body->>'registrationid')::bigint = ${id}`.execute(desk.db)
  return rows[0]!.n
}

test('a webhook gets a tag, a deferral, an exit, a cancellation and a deletion', async () => {
  const [tagged, deferred, left, cancelled] = [
    await desk.paid(),
    await desk.paid(),
    await desk.paid(),
    await desk.paid(),
  ]
  await desk.ask(consoleRegistrationsTag, { raceid: RACE, ids: [tagged.id], tag: '兔子' }, director)
  await desk.ask(consoleRegistrationsDelay, { raceid: RACE, ids: [deferred.id] }, director)
  await desk.leave(left)
  await desk.ask(consoleRefundsCancel, { raceid: RACE, id: cancelled.id, refund: 'all', reason: '重复报名' }, director)
  const { _key } = await desk.ask(registrationSave, entrant(desk.somebody()), desk.runner)
  const deleted = (await desk.row(_key)).id
  expect(await messagesTo(deleted)).toBe(0)
  await desk.ask(registrationDel, { id: _key }, desk.runner)
  for (const id of [tagged.id, deferred.id, left.id, cancelled.id, deleted])
    expect(await messagesTo(id), `${id}`).toBe(1)
  // Staff set the same tag again. Nothing changes, and no webhook gets a message.
  await desk.ask(consoleRegistrationsTag, { raceid: RACE, ids: [tagged.id], tag: '兔子' }, director)
  expect(await messagesTo(tagged.id)).toBe(1)
})
