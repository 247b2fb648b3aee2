import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHall, settings, staff, world } from '#test/scenes/hallDesk.ts'
import { consoleHallSave, consoleHallShow } from './contract.ts'

beforeAll(openHall)
afterAll(() => world?.close())

test('settings that somebody else wrote meanwhile are not overwritten', async () => {
  await world.db.deleteFrom('halls').execute()
  const read = () => world.ask(consoleHallShow, { raceid: 7 }, staff)
  const write = (updated_at: string, seconds: number) =>
    world.call(consoleHallSave, { raceid: 7, settings: { ...settings, seconds }, updated_at }, staff)
  expect((await read()).updated_at).toBeNull()
  expect(await write('', 20)).toMatchObject({ code: '200' })
  expect(await write('', 30), 'opened before there was any').toMatchObject({
    code: '409',
    refusal: 'hall_changed_meanwhile',
  })
  const opened = await read()
  expect(opened.settings.seconds).toBe(20)
  world.clock.advance(1000)
  expect(await write(opened.updated_at!, 30)).toMatchObject({ code: '200' })
  expect(await write(opened.updated_at!, 40)).toMatchObject({ refusal: 'hall_changed_meanwhile' })
  expect((await read()).settings.seconds).toBe(30)
})
