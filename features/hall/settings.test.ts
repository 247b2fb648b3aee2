import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHall, settings, staff, station, world } from '#test/scenes/hallDesk.ts'
import { staffSession } from '#test/people.ts'
import { consoleHallSave, consoleHallShow, consoleHallTest, hallFetch } from './contract.ts'

beforeAll(openHall)
afterAll(() => world?.close())

test('settings that another person wrote meanwhile are not overwritten', async () => {
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

test('staff send a test picture to a screen for some seconds, also while the hall is closed', async () => {
  const screen = await station('screen')
  const printer = await station('printer')
  const photographer = await staffSession(world, [{ raceid: 7, role: 'photographer' }])
  expect(await world.call(consoleHallTest, { raceid: 7, id: screen.id }, photographer)).toMatchObject({ code: '403' })
  expect(await world.call(consoleHallTest, { raceid: 7, id: 9999 }, staff)).toMatchObject({
    refusal: 'hall_station_unknown',
  })
  const shown = async (key: string) => (await world.ask(hallFetch, { station: key })).test
  expect(await shown(screen.key)).toBeNull()
  await world.ask(consoleHallTest, { raceid: 7, id: screen.id }, staff)
  expect(await world.ask(consoleHallTest, { raceid: 7, id: printer.id }, staff)).toMatchObject({ connected: true })
  expect(await shown(screen.key)).toMatchObject({ left_ms: 20_000 })
  world.clock.advance(20_000)
  expect(await shown(screen.key)).toBeNull()
  expect(await shown(printer.key)).toMatchObject({ left_ms: 100_000 })
})
