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
