import { type IncomingMessage, type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { webhookSender } from '#integrations/webhooks/client.ts'
import { consoleApikeysMake, consoleApikeysRevoke } from '#features/apikeys/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { bibAlloc } from '#features/bibs/contract.ts'
import { changedResults } from '#features/results/ranking/changed.service.ts'
import { correctResult } from '#features/results/ranking/derived.service.ts'
import { rankingOf } from '#features/results/rules.ts'
import { consoleTeamsRemove } from '#features/teams/contract.ts'
import { joinTeam } from '#features/teams/joining.service.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
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
import { endsWebhook, pauseAfter } from './events.rules.ts'
import { sendWebhook } from './jobs.ts'
import { SEND_WEBHOOK, type SendPayload } from './service.ts'

type Arrived = { headers: IncomingMessage['headers']; body: string }
let world: World
let director: { token: string }
let receiver: Server
let url: string
let people = 9_000
const arrived: Arrived[] = []
/** The answer of the receiver: a status, or silence. */
let answer: number | 'hang' = 204

beforeAll(async () => {
  world = await makeWorld()
  await openRace(world, { settings: { unpaid_most: 1000 } })
  await openEvent(world)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      arrived.push({ headers: request.headers, body })
      if (answer !== 'hang') response.writeHead(answer, { location: 'http://127.0.0.1:1/' }).end('secret text')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  receiver?.closeAllConnections()
  receiver?.close()
  await world?.close()
})
beforeEach(() => {
  arrived.length = 0
  answer = 204
})

const make = (change: object = {}) =>
  world.ask(
    consoleWebhooksMake,
    { raceid: RACE, name: '数据平台', url, events: ['registration.created', 'registration.paid'], ...change },
    director,
  )
const off = async (id: number) => {
  const { items } = await world.ask(consoleWebhooksList, { raceid: RACE }, director)
  const { name, url: address } = items.find((one) => one.id === id)!
  const given = { raceid: RACE, id, name, url: address, events: ['registration.created' as const] }
  await world.ask(consoleWebhooksSave, { ...given, state: 'off' }, director)
}
const signUp = async () => {
  const session = await runnerSession(world)
  return world.ask(registrationSave, entrant(++people), session)
}
/** Takes the queued jobs of webhooks out of the queue and does the jobs that are due. */
const work = async () => {
  const { rows } = await sql<{ id: string; run_at: Date; payload: SendPayload }>`
    select j.id::text, j.run_at, j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${SEND_WEBHOOK}
    order by j.id`.execute(world.db)
  for (const { id, run_at, payload } of rows) {
    // A job that was queued without a time is due by the database's clock, which is ahead of the clock of the tests.
    if (run_at > world.clock.now() && run_at.getTime() < Date.now() - 86_400_000) continue
    await sql`delete from graphile_worker._private_jobs where id = ${id}::bigint`.execute(world.db)
    await sendWebhook(payload, { ...world.parts, now: world.clock.now() })
  }
}
const logOf = async (id: number) => (await world.ask(consoleWebhooksDeliveries, { raceid: RACE, id }, director)).items
const read = ({ body }: Arrived) => JSON.parse(body) as { type: string; data: Record<string, unknown> }
const isSigned = ({ headers, body }: Arrived, secret: string): boolean => {
  // The library verifies a timestamp by the real clock. So the test signs the body again with the timestamp of the
  // message, and compares the signatures.
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  const signature = new Webhook(secret).sign(String(headers['webhook-id']), at, body)
  return String(headers['webhook-signature']).split(' ').includes(signature)
}

test('a sign-up arrives with ids and state, signed, and with nothing about the person', async () => {
  const { secret, item } = await make()
  await signUp()
  await work()
  expect(arrived).toHaveLength(1)
  expect(isSigned(arrived[0]!, secret)).toBe(true)
  expect(isSigned(arrived[0]!, (await make({ events: ['results.published'] })).secret)).toBe(false)
  const { type, data } = read(arrived[0]!)
  expect(type).toBe('registration.created')
  expect(Object.keys(data).toSorted()).toEqual(['eventid', 'raceid', 'registrationid', 'state'])
  expect((await logOf(item.id))[0]).toMatchObject({ state: 'delivered', status: 204, tries: 1 })
  await off(item.id)
})

test('chosen fields need a valid key with the right', async () => {
  const without = { raceid: RACE, name: 'x', url, events: ['registration.created' as const], fields: ['name' as const] }
  expect((await world.call(consoleWebhooksMake, without, director)).refusal).toBe('webhook_key')
  const key = await world.ask(consoleApikeysMake, { raceid: RACE, name: 'k', rights: ['bibs.edit'] }, director)
  const lacking = await world.call(consoleWebhooksMake, { ...without, keyid: key.item.id }, director)
  expect(lacking.refusal).toBe('webhook_key')
  const good = await world.ask(
    consoleApikeysMake,
    { raceid: RACE, name: 'k', rights: ['registrations.read'] },
    director,
  )
  const { item } = await make({ fields: ['name'], keyid: good.item.id })
  await signUp()
  await work()
  expect(read(arrived[0]!).data.name).toEqual(expect.any(String))
  await world.ask(consoleApikeysRevoke, { raceid: RACE, id: good.item.id }, director)
  await signUp()
  await work()
  expect(read(arrived[1]!).data).not.toHaveProperty('name')
  await off(item.id)
})

test('a receiver that fails or hangs gets the same message later, and none is lost', async () => {
  const { item } = await make()
  answer = 500
  await signUp()
  await work()
  answer = 'hang'
  world.clock.advance(6_000)
  await work()
  answer = 302
  world.clock.advance(301_000)
  await work()
  const [row] = await logOf(item.id)
  expect(row).toMatchObject({ state: 'waiting', tries: 3, status: 302 })
  answer = 204
  world.clock.advance(1_801_000)
  await work()
  expect(arrived).toHaveLength(4)
  expect(new Set(arrived.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect((await logOf(item.id))[0]).toMatchObject({ state: 'delivered', tries: 4 })
  await off(item.id)
})

test('a receiver that is gone switches the webhook off; later events wait and arrive once it is on again', async () => {
  const { item } = await make()
  answer = 410
  await signUp()
  await work()
  const { items } = await world.ask(consoleWebhooksList, { raceid: RACE }, director)
  expect(items.find(({ id }) => id === item.id)).toMatchObject({ state: 'failed', failure: '410', waiting: 1 })
  await signUp()
  await work()
  expect(arrived).toHaveLength(1)
  answer = 200
  const { name, events } = { name: '数据平台', events: ['registration.created' as const] }
  await world.ask(consoleWebhooksSave, { raceid: RACE, id: item.id, name, url, events, state: 'on' }, director)
  await work()
  expect(arrived).toHaveLength(3)
  expect((await logOf(item.id)).every(({ state }) => state === 'delivered')).toBe(true)
  await off(item.id)
})

test('a server that ends between the try and its outcome sends the message again', async () => {
  const { item } = await make()
  await signUp()
  const [row] = await logOf(item.id)
  const dying = {
    ...world.parts,
    now: world.clock.now(),
    clock: () => {
      throw new Error('killed')
    },
  }
  await expect(sendWebhook({ raceid: RACE, id: row!.id }, dying)).rejects.toThrow('killed')
  await work()
  expect(arrived).toHaveLength(2)
  expect(arrived[0]!.headers['webhook-id']).toBe(arrived[1]!.headers['webhook-id'])
  await off(item.id)
})

test('a sign-up that is rolled back leaves no message', async () => {
  const { item } = await make()
  const session = await runnerSession(world)
  const twice = entrant(++people)
  await world.ask(registrationSave, twice, session)
  expect((await world.call(registrationSave, twice, session)).code).not.toBe('200')
  expect(await logOf(item.id)).toHaveLength(1)
  await off(item.id)
})

test('a new secret signs beside the former one for a day', async () => {
  const { item, secret } = await make()
  const { secret: fresh } = await world.ask(consoleWebhooksRotate, { raceid: RACE, id: item.id }, director)
  await world.ask(consoleWebhooksTest, { raceid: RACE, id: item.id }, director)
  await work()
  expect([secret, fresh].map((one) => isSigned(arrived[0]!, one))).toEqual([true, true])
  world.clock.advance(86_400_001)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  await world.ask(
    consoleWebhooksReplay,
    { raceid: RACE, id: item.id, deliveries: [(await logOf(item.id))[0]!.id] },
    director,
  )
  await work()
  expect([secret, fresh].map((one) => isSigned(arrived[1]!, one))).toEqual([false, true])
  await off(item.id)
  expect((await world.call(consoleWebhooksTest, { raceid: RACE, id: item.id }, director)).refusal).toBe('webhook_off')
})

test('a removed webhook gets nothing, not even waiting messages', async () => {
  const { item } = await make()
  await signUp()
  await world.ask(consoleWebhooksRemove, { raceid: RACE, id: item.id }, director)
  await work()
  expect(arrived).toHaveLength(0)
  const again = await world.call(consoleWebhooksRemove, { raceid: RACE, id: item.id }, director)
  expect(again.refusal).toBe('webhook_unknown')
})

test('another race’s staff cannot reach a webhook', async () => {
  const { item } = await make({ events: ['results.published'] })
  await openRace(world, { id: 2027 })
  const other = await staffSession(world, [{ raceid: 2027, role: 'director' }])
  const there = await world.call(consoleWebhooksRotate, { raceid: 2027, id: item.id }, other)
  expect(there.refusal).toBe('webhook_unknown')
  const here = await world.call(consoleWebhooksDeliveries, { raceid: RACE, id: item.id }, other)
  expect(here.refusal).toBe('no_permission')
})

test.each([
  'http://example.org/hook',
  'https://127.0.0.1/hook',
  'https://localhost/hook',
  'https://10.0.0.8/hook',
  'https://169.254.169.254/latest',
  'https://[::1]/hook',
  'https://[::ffff:10.0.0.1]/hook',
  'https://0x7f000001/hook',
  'https://user:pass@example.org/hook',
  'https://intranet/hook',
  'https://db.internal/hook',
  'ftp://example.org/hook',
])('%s is no address for messages', async (address) => {
  const sender = webhookSender()
  expect(sender.usable(address)).toBe(false)
  const sent = await sender.send({ id: 'x', url: address, body: '{}', secrets: [], at: new Date() })
  expect(sent).toEqual({ failure: 'not_public' })
})

test('the pauses grow to a day, and only days of failures or a 410 end a webhook', () => {
  expect([1, 2, 8, 9, 100].map(pauseAfter)).toEqual([5, 300, 72_000, 86_400, 86_400])
  const since = new Date('2026-03-01T00:00:00Z')
  const after = (days: number) => new Date(since.getTime() + days * 86_400_000)
  expect(endsWebhook(500, since, after(4.9))).toBe(false)
  expect(endsWebhook(null, since, after(5))).toBe(true)
  expect(endsWebhook(410, since, since)).toBe(true)
})

test('a bib that is given or removed, and a team that somebody joins or that ends, arrive with ids only', async () => {
  await make({ events: ['registration.bib_assigned', 'registration.team_changed'] })
  const now = world.clock.now()
  const { _key } = await signUp()
  const { id } = await world.db
    .updateTable('registrations')
    .set({ pay_at: now })
    .where('_key', '=', _key)
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.ask(bibAlloc, { raceid: RACE, id, prefix: 'A', bib: '0777' }, director)
  await world.ask(bibAlloc, { raceid: RACE, id, clear: true }, director)
  const { _key: captainKey } = await signUp()
  const { id: captain } = await world.db
    .updateTable('registrations')
    .set({ pay_at: now })
    .where('_key', '=', captainKey)
    .returning('id')
    .executeTakeFirstOrThrow()
  const profile = { name: '江边晨跑团', name_norm: '江边晨跑团', profile: '', cover: '', password: '', captain }
  const team = await world.db
    .insertInto('teams')
    .values({ raceid: RACE, ...profile, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.updateTable('registrations').set({ teamid: team.id, team_at: now }).where('id', '=', captain).execute()
  const join = () =>
    world.db.transaction().execute((tx) => joinTeam(tx, { raceid: RACE, id: team.id }, _key, 10, world.clock.now()))
  expect(await join()).toBeUndefined()
  expect(await join(), 'a repeated join changes nothing').toBeUndefined()
  await world.ask(consoleTeamsRemove, { raceid: RACE, id: team.id }, director)
  await work()
  expect(arrived.map((one) => read(one).type)).toEqual([
    'registration.bib_assigned',
    'registration.bib_assigned',
    'registration.team_changed',
    'registration.team_changed',
    'registration.team_changed',
  ])
  expect(read(arrived[2]!).data).toEqual({ raceid: RACE, registrationid: id, eventid: 1, state: 'normal' })
  expect(arrived.slice(3).map((one) => read(one).data['registrationid'])).toEqual(expect.arrayContaining([captain, id]))
})

test('only a change of a decided result is sent: a runner under way changes at every point', () => {
  const before = { id: 5, outcome: 'finished', gun_ms: 100, net_ms: 90 }
  const { id: _, ...same } = before
  expect(changedResults([[before, same]])).toEqual([])
  expect(changedResults([[before, { ...same, net_ms: 91 }]])).toEqual([5])
  expect(changedResults([[before, { ...same, outcome: 'dsq' }]])).toEqual([5])
  expect(changedResults([[{ ...before, outcome: 'running' }, same]])).toEqual([])
})

test('a corrected result of a published event arrives, and a result of a hidden event does not', async () => {
  await make({ events: ['result.changed'] })
  const now = world.clock.now()
  const event = { raceid: RACE, eventid: 1 }
  await world.db
    .insertInto('result_sheets')
    .values({ ...event, updated_at: now })
    .execute()
  const { id: resultid } = await world.db
    .insertInto('results')
    .values({
      ...event,
      _key: 'w'.repeat(20),
      bib: 'A0001',
      outcome: 'finished',
      gun_ms: 6_000_000,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const correct = (outcome: 'dsq' | 'dnf') =>
    world.db.transaction().execute((tx) =>
      correctResult(
        tx,
        { ...event, ranking: rankingOf({}) },
        'A0001',
        { kind: 'outcome', outcome, rule: null },
        {
          reason: '裁判',
          staffid: null,
          now: world.clock.now(),
        },
      ),
    )
  await correct('dnf')
  await work()
  expect(arrived).toEqual([])
  await world.db.updateTable('result_sheets').set({ published_at: now }).where('raceid', '=', RACE).execute()
  await correct('dsq')
  await work()
  expect(arrived.map((one) => read(one).data)).toEqual([{ raceid: RACE, eventid: 1, resultid }])
})
