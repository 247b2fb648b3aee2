import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageList } from '#features/messages/contract.ts'
import { mailAsk } from '#features/mail/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { killedAt } from '#test/faults.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { counted } from '#test/prove/counted.ts'
import { type World, makeWorld } from '#test/world.ts'
import type { Parts } from '#seam/server/handle.ts'
import {
  consoleAnnouncementsList,
  consoleAnnouncementsPreview,
  consoleAnnouncementsReaders,
  consoleAnnouncementsSend,
  consoleAnnouncementsStop,
  consoleAnnouncementsTemplates,
  consoleAnnouncementsTemplatesRemove,
  consoleAnnouncementsTemplatesSave,
} from './contract.ts'
import { announce } from './jobs.ts'

let world: World
let director: { token: string }
let editor: { token: string }
let runners: Awaited<ReturnType<typeof runnerSession>>[]
let ids: number[]
const idOf = async (_key: string) =>
  (await world.db.selectFrom('registrations').select('id').where('_key', '=', _key).executeTakeFirstOrThrow()).id
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  editor = await staffSession(world, [{ raceid: RACE, role: 'editor' }])
  runners = [await runnerSession(world), await runnerSession(world), await runnerSession(world)]
  ids = []
  for (const [n, runner] of runners.entries()) {
    const { _key } = await world.ask(
      registrationSave,
      entrant(100 + n, { mobile: `1390000010${n}`, name: ['张三', '李四', '王五'][n]! }),
      runner,
    )
    ids.push(await idOf(_key))
  }
})
afterAll(() => world?.close())

const title = { 'zh-cn': '{race}提醒', 'zh-tw': '', en: 'News of {race}' }
const body = { 'zh-cn': '{name|选手}您好，参赛号{bib|待定}', 'zh-tw': '', en: 'Dear {name|runner}' }
const work = (parts: Parts, id: number) => announce({ raceid: RACE, id }, { ...parts, now: world.clock.now() })
const chosen = (some: number[]) => ({ audience: 'chosen' as const, filter: { ids: some, q: '' } })
const send = (input: object, as = director) =>
  world.call(consoleAnnouncementsSend, { raceid: RACE, title, body, ...input }, as)

test('a selection of the table needs the right to the table, and an unknown variable is refused', async () => {
  expect(await send(chosen(ids), editor)).toMatchObject({ refusal: 'no_permission' })
  expect(await send({ audience: 'chosen' }), 'without a filter').toMatchObject({ refusal: 'no_permission' })
  const wrong = { ...body, en: 'Your {idnum}' }
  expect(await send({ ...chosen(ids), body: wrong })).toMatchObject({ refusal: 'variable_unknown' })
  expect(await send(chosen([999_999]))).toMatchObject({ refusal: 'announcement_for_nobody' })
  expect(await send({ ...chosen(ids), registrations: 2 })).toMatchObject({ refusal: 'announcement_changed' })
  expect(await send({ send_at: '2020-01-01T00:00:00Z' })).toMatchObject({ refusal: 'announcement_in_the_past' })
  const other = await staffSession(world, [{ raceid: RACE + 1, role: 'director' }])
  expect(await send(chosen(ids), other)).toMatchObject({ code: '403' })
  expect(await world.db.selectFrom('announcements').select('id').execute()).toEqual([])
})

test('the preview counts readers and price, and shows the message to a real person with a masked name', async () => {
  const preview = (input: object, as = director) =>
    world.ask(consoleAnnouncementsPreview, { raceid: RACE, title, body, by_text: true, ...input }, as)
  const first = await preview(chosen(ids.slice(0, 2)))
  expect(first).toMatchObject({ registrations: 2, accounts: 2, mobiles: 2, mails: 0, parts: 2, cost: 10 })
  expect(first.sample).toMatchObject({ id: ids[0], name: '张**' })
  expect(first.sample!.text).toBe('张**您好，参赛号待定')
  expect(JSON.stringify(first)).not.toContain('张三')
  expect(first.sample!.sms).toMatch(/^【Startline】/)
  const second = await preview({ ...chosen(ids.slice(0, 2)), after: ids[0]! })
  expect(second.sample).toMatchObject({ id: ids[1], name: '李**' })
  expect((await preview({ ...chosen(ids.slice(0, 2)), after: ids[1]! })).sample, 'round again').toMatchObject({
    id: ids[0],
  })
  expect((await preview({}, editor)).sample, 'an editor may not see registrations').toBeNull()
  const long = await preview({ ...chosen(ids), title: { ...title, en: 'x'.repeat(60) } })
  expect(long.parts, 'each reader counts in his own language').toBe(3)
  const chinese = await preview({ ...chosen(ids), title: { ...title, 'zh-cn': '长'.repeat(60) } })
  expect(chinese.parts).toBe(6)
})

test('a message about one registration goes to each runner, filled, by text and mail, and its report names the outcome', async () => {
  await world.parts.seal.prepare('accounts')
  const [mailed] = runners
  await world.ask(mailAsk, { mail: 'zhang@example.com' }, mailed)
  await world.db.updateTable('mail_addresses').set({ proved_at: world.clock.now() }).execute()
  const { data } = await send({ ...chosen(ids), by_text: true })
  const { id } = data as { id: number }
  await world.db.updateTable('registrations').set({ deleted_at: world.clock.now() }).where('id', '=', ids[2]!).execute()
  await work(world.parts, id)
  expect((await world.ask(messageList, {}, mailed)).items[0]!.text).toBe('张三您好，参赛号待定')
  const { items } = await world.ask(consoleAnnouncementsReaders, { raceid: RACE, id }, director)
  expect(items).toMatchObject([
    { id: ids[0], name: '张三', outcome: 'sent', text: 'queued', mail: 'queued', read: false },
    { id: ids[1], name: '李四', outcome: 'sent', text: 'queued', mail: null },
    { id: ids[2], outcome: 'left', text: null, mail: null },
  ])
  const page = await world.ask(consoleAnnouncementsReaders, { raceid: RACE, id, limit: 1 }, director)
  expect(
    (await world.ask(consoleAnnouncementsReaders, { raceid: RACE, id, limit: 1, after: page.after! }, director)).items,
  ).toMatchObject([{ id: ids[1] }])
  expect(await world.call(consoleAnnouncementsReaders, { raceid: RACE, id }, editor)).toMatchObject({ code: '403' })
  expect(await world.call(consoleAnnouncementsReaders, { raceid: RACE, id: 999 }, director)).toMatchObject({
    refusal: 'announcement_not_found',
  })
  const quiet = await send({ ...chosen([ids[0]!]), by_mail: false })
  await work(world.parts, (quiet.data as { id: number }).id)
  const mails = await world.db.selectFrom('mails').select('id').where('key', 'like', 'message announcement%').execute()
  expect(mails).toHaveLength(1)
  await world.db.updateTable('registrations').set({ deleted_at: null }).where('id', '=', ids[2]!).execute()
})

test('a message waits for its time, and staff stop it before or while it is sent', async () => {
  const send_at = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
  const one = (await send({ ...chosen(ids), send_at })).data as { id: number }
  await work(world.parts, one.id)
  const state = async (id: number) =>
    (await world.ask(consoleAnnouncementsList, { raceid: RACE }, director)).items.find((line) => line.id === id)
  expect(await state(one.id)).toMatchObject({ state: 'scheduled', told: 0, send_at })
  expect(await world.call(consoleAnnouncementsStop, { raceid: RACE + 1, id: one.id }, director)).toMatchObject({
    code: '403',
  })
  const again = (await send({ ...chosen(ids), send_at })).data as { id: number }
  await world.ask(consoleAnnouncementsStop, { raceid: RACE, id: again.id }, director)
  expect(await world.call(consoleAnnouncementsStop, { raceid: RACE, id: again.id }, director)).toMatchObject({
    refusal: 'announcement_over',
  })
  world.clock.advance(3_600_000)
  await work(world.parts, one.id)
  await work(world.parts, again.id)
  expect(await state(one.id)).toMatchObject({ state: 'sent', told: 3 })
  expect(await state(again.id)).toMatchObject({ state: 'stopped', told: 0 })
})

const outcomesOf = async (id: number) =>
  (await world.ask(consoleAnnouncementsReaders, { raceid: RACE, id }, director)).items.map(({ outcome }) => outcome)
const setRow = (id: number, values: object) =>
  world.db.updateTable('registrations').set(values).where('id', '=', id).execute()

test('a runner who pays or leaves while the message waits gets nothing, and the message may be for nobody', async () => {
  const send_at = new Date(world.clock.now().getTime() + 60_000).toISOString()
  const later = async (input: object) => ((await send({ ...input, send_at })).data as { id: number }).id
  const [pays, everybody, picked] = [
    await later({ audience: 'unpaid' }),
    await later({ audience: 'all' }),
    await later(chosen(ids)),
  ]
  world.clock.advance(60_000)
  const now = world.clock.now()
  for (const id of ids) await setRow(id, { pay_at: now })
  await setRow(ids[0]!, { exited_at: now })
  for (const id of [pays, everybody, picked]) await work(world.parts, id)
  expect(await outcomesOf(pays)).toEqual(['left', 'left', 'left'])
  const { items } = await world.ask(consoleAnnouncementsList, { raceid: RACE }, director)
  expect(items.find(({ id }) => id === pays)).toMatchObject({ state: 'sent', told: 0, total: 3 })
  expect(await outcomesOf(everybody)).toEqual(['left', 'sent', 'sent'])
  expect(await outcomesOf(picked)).toEqual(['left', 'sent', 'sent'])
  const { data } = await send(chosen(ids))
  await work(world.parts, (data as { id: number }).id)
  expect(await outcomesOf((data as { id: number }).id), 'staff select a runner who had left').toEqual([
    'sent',
    'sent',
    'sent',
  ])
  for (const id of ids) await setRow(id, { pay_at: null, exited_at: null })
})

test('the readers are the readers of the confirmation, also for a repeated call', async () => {
  const once = { ...chosen(ids), _once: 'announcement-once-0001' }
  const [a, b] = [await send(once), await send(once)]
  expect(a.data).toEqual(b.data)
  const { id } = a.data as { id: number }
  await world.ask(registrationSave, entrant(150, { mobile: '13900000150' }), runners[0]!)
  await work(world.parts, id)
  expect((await world.ask(consoleAnnouncementsReaders, { raceid: RACE, id }, director)).items).toHaveLength(3)
})

test('a saved text has a name of its own, and only its race has it', async () => {
  const save = (name: string, patch = {}) =>
    world.call(consoleAnnouncementsTemplatesSave, { raceid: RACE, name, title, body, ...patch }, director)
  const { data } = await save('领物')
  expect((await save('领物', { title: { ...title, 'zh-cn': '新' } })).data).toEqual(data)
  expect(await save('坏', { body: { ...body, 'zh-cn': '{mobile}' } })).toMatchObject({ refusal: 'variable_unknown' })
  const { items } = await world.ask(consoleAnnouncementsTemplates, { raceid: RACE }, editor)
  expect(items).toMatchObject([{ name: '领物', title: { 'zh-cn': '新' } }])
  const id = items[0]!.id
  await world.ask(consoleAnnouncementsTemplatesRemove, { raceid: RACE, id }, director)
  expect(await world.call(consoleAnnouncementsTemplatesRemove, { raceid: RACE, id }, director)).toMatchObject({
    refusal: 'announcement_not_found',
  })
})

// The job runs twice for each statement: once until the kill, and once to its end.
test('the job is killed after every statement, and nobody gets a message twice', { timeout: 240_000 }, async () => {
  let steps = 1
  for (; ; steps++) {
    const { id } = (await send({ ...chosen(ids), by_text: true })).data as { id: number }
    const died = await killedAt(world.parts, steps, (parts) => work(parts, id))
    await work(world.parts, id)
    const keys = await world.db
      .selectFrom('messages')
      .select('key')
      .where('key', 'like', `announcement ${RACE}/${id} %`)
      .execute()
    expect(keys, `killed after ${steps}`).toHaveLength(6)
    const rows = await world.db
      .selectFrom('announcement_rows')
      .select('outcome')
      .where('announcementid', '=', id)
      .execute()
    expect(rows.every(({ outcome }) => outcome === 'sent')).toBe(true)
    if (!died) break
    await world.db.deleteFrom('limits').execute()
  }
  expect(steps).toBeGreaterThan(6)
  counted({ statements_killed_after: steps })
})
