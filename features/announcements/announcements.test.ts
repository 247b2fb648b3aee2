import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageList } from '#features/messages/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleAnnouncementsList, consoleAnnouncementsPreview, consoleAnnouncementsSend } from './contract.ts'
import { announce } from './jobs.ts'
import { ANNOUNCE } from './rules.ts'

const written = {
  title: { 'zh-cn': '领物时间', 'zh-tw': '', en: 'Pack collection' },
  body: { 'zh-cn': '周五九点起\n体育馆', 'zh-tw': '', en: 'From Friday 9:00' },
}
let world: World
let editor: { token: string }
let first: { token: string; uid: number }
let second: { token: string; uid: number }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  await openEvent(world, { id: 2, state: 'draw' })
  editor = await staffSession(world, [{ raceid: RACE, role: 'editor' }])
  ;[first, second] = [await runnerSession(world), await runnerSession(world)]
  // The first account signs up two people, each with a mobile. The second account uses one of these mobiles again.
  await world.ask(registrationSave, entrant(1, { mobile: '13900000001' }), first)
  await world.ask(registrationSave, entrant(2, { mobile: '13900000002' }), first)
  await world.ask(registrationSave, entrant(3, { eventid: 2, mobile: '13900000002' }), second)
})
afterAll(() => world?.close())

const work = (id: number) => announce({ raceid: RACE, id }, { ...world.parts, now: world.clock.now() })

test('announcing needs the right to edit notices, at least one reader, and a text', async () => {
  for (const endpoint of [consoleAnnouncementsList, consoleAnnouncementsPreview])
    expect(
      await world.call(endpoint, { raceid: RACE }, await staffSession(world, [{ raceid: RACE, role: 'timer' }])),
    ).toMatchObject({ code: '403' })
  expect(await world.call(consoleAnnouncementsSend, { raceid: RACE, ...written }, first)).toMatchObject({
    code: '10001',
  })
  expect(
    await world.call(consoleAnnouncementsSend, { raceid: RACE, audience: 'wait', ...written }, editor),
  ).toMatchObject({ code: '409', refusal: 'announcement_for_nobody' })
  expect(
    await world.call(
      consoleAnnouncementsSend,
      { raceid: RACE, ...written, title: { ...written.title, 'zh-cn': ' ' } },
      editor,
    ),
  ).toMatchObject({ code: '422' })
  expect(await world.ask(consoleAnnouncementsList, { raceid: RACE }, editor)).toMatchObject({
    items: [],
    events: [{ id: 1 }, { id: 2 }],
  })
})

test('the readers are counted beforehand, by event and by state', async () => {
  const count = (input: object) => world.ask(consoleAnnouncementsPreview, { raceid: RACE, ...input }, editor)
  expect(await count({})).toMatchObject({ registrations: 3, accounts: 2, mobiles: 2, mails: 0, parts: 0, cost: 0 })
  expect(await count({ eventid: 1 })).toMatchObject({ registrations: 2, accounts: 1, mobiles: 2 })
  expect(await count({ audience: 'draw' })).toMatchObject({ registrations: 1, accounts: 1, mobiles: 1 })
  expect(await count({ audience: 'entered' })).toMatchObject({
    registrations: 0,
    accounts: 0,
    mobiles: 0,
    sample: null,
  })
})

test(
  'each account is told once in the language of its reader, each number gets one text message, however often the ' +
    'job runs',
  async () => {
    const { id } = await world.ask(consoleAnnouncementsSend, { raceid: RACE, by_text: true, ...written }, editor)
    const jobs = await world.db
      .selectFrom('graphile_worker.jobs' as never)
      .select('key' as never)
      .where('task_identifier' as never, '=', ANNOUNCE as never)
      .execute()
    expect(jobs).toEqual([{ key: `${ANNOUNCE} ${RACE}/${id}` }])
    expect(await world.ask(consoleAnnouncementsList, { raceid: RACE }, { ...editor, lang: 'en' })).toMatchObject({
      items: [{ id, title: 'Pack collection', state: 'sending', total: 3, told: 0, by_text: true }],
    })
    // Two servers run the job at once. Then both run it again, as after the restore of an older backup.
    await Promise.all([work(id), work(id)])
    await world.db.updateTable('announcements').set({ state: 'sending', notified: 0 }).where('id', '=', id).execute()
    await world.db.updateTable('announcement_rows').set({ outcome: null }).where('announcementid', '=', id).execute()
    await Promise.all([work(id), work(id)])
    expect(await world.ask(consoleAnnouncementsList, { raceid: RACE }, editor)).toMatchObject({
      items: [{ id, state: 'sent', sent_at: world.clock.now().toISOString() }],
    })
    const rows = await world.db
      .selectFrom('messages')
      .select(['uid', 'mobile_mask', 'state'])
      .where('template', '=', 'announcement')
      .orderBy('id')
      .execute()
    expect(
      rows
        .filter(({ state }) => state === 'kept')
        .map(({ uid }) => uid)
        .toSorted((a, b) => a! - b!),
    ).toEqual([first.uid, second.uid].toSorted((a, b) => a - b))
    expect(
      rows
        .filter(({ state }) => state === 'queued')
        .map(({ mobile_mask }) => mobile_mask)
        .toSorted(),
    ).toEqual(['139****0001', '139****0002'])
    expect((await world.ask(messageList, {}, { ...second, lang: 'en' })).items).toMatchObject([
      { title: 'Pack collection', text: 'From Friday 9:00' },
    ])
    expect(
      (await world.ask(messageList, {}, { ...second, lang: 'zh-tw' })).items,
      'what was left empty is in Simplified Chinese',
    ).toMatchObject([{ title: '领物时间', text: '周五九点起\n体育馆' }])
    const logged = await world.db
      .selectFrom('log')
      .select(['what', 'target'])
      .where('what', '=', 'announcement sent')
      .execute()
    expect(logged).toEqual([{ what: 'announcement sent', target: `announcement ${id}` }])
  },
)
