import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleDisruptionsDeclare } from '#features/disruptions/contract.ts'
import { openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world, { names: { en: 'Riverside, Marathon; 2026' } })
  await openEvent(world)
  await openRace(world, { id: 2027, name: '未发布', published_at: null })
  await openRace(world, { id: 2025, name: '已举办', time: new Date('2025-10-31T23:30:00Z') })
})
afterAll(() => world?.close())

const read = (headers: Record<string, string> = {}, url = '/races.ics?_lang=en') =>
  world.app.inject({ method: 'GET', url, headers })

test('holds the coming published races, escaped, and answers 304 to the same ETag', async () => {
  const answer = await read()
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  const text = answer.body.replaceAll('\r\n ', '')
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(text).toContain('SUMMARY:Riverside\\, Marathon\\; 2026')
  expect(text).toContain('DTSTART:20261031T233000Z')
  expect(text).toContain('STATUS:CONFIRMED')
  expect((await read({ 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304)
  expect((await read({}, '/races.ics')).body).toContain('江城马拉松')
})

test('says that a race was postponed or shortened, in the description', async () => {
  const director = await staffSession(world, [{ raceid: 2026, role: 'director' }])
  const until = new Date(world.clock.now().getTime() + 86_400_000).toISOString()
  const given = { reason: { 'zh-cn': '台风' }, choices: ['keep', 'refund'], fallback: 'keep', until } as const
  const declare = (draft: object) =>
    world.ask(consoleDisruptionsDeclare, { raceid: 2026, draft: { ...given, ...draft } as never, total: 0 }, director)
  const before = Number(/SEQUENCE:(\d+)/.exec((await read()).body)![1])
  await openEvent(world, { id: 5, name: '十公里', names: { en: 'Ten' }, distance_cm: 1_000_000 })
  await declare({ kind: 'shorten', eventids: [5], distances: { 5: 8_000 } })
  await declare({ kind: 'postpone', eventids: [1], new_start: '2026-11-08T07:30:00+08:00' })
  const text = async (url?: string) => (await read({}, url)).body.replaceAll('\r\n ', '')
  expect(await text()).toMatch(
    /DESCRIPTION:Half marathon: postponed. New start: 8 Nov 2026\\?, 07:30 GMT\+8\\nTen: shortened\\nhttp/,
  )
  expect(await text('/races.ics')).toContain('十公里赛程缩短')
  expect(Number(/SEQUENCE:(\d+)/.exec(await text())![1])).toBeGreaterThanOrEqual(before)
  await world.db
    .updateTable('disruptions')
    .set({ state: 'undone', ended_at: world.clock.now() })
    .where('raceid', '=', 2026)
    .execute()
  expect(await text()).not.toContain('shortened')
})

test('says that a race is cancelled', async () => {
  const director = await staffSession(world, [{ raceid: 2026, role: 'director' }])
  const draft = {
    kind: 'cancel',
    reason: { 'zh-cn': '台风' },
    choices: ['refund'],
    fallback: 'refund',
    until: new Date(world.clock.now().getTime() + 86_400_000).toISOString(),
  } as const
  await world.ask(
    consoleDisruptionsDeclare,
    { raceid: 2026, draft: { ...draft, choices: ['refund'] }, total: 0 },
    director,
  )
  expect((await read()).body).toContain('STATUS:CANCELLED')
})
