import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MenuEntry } from '#features/races/contract.ts'
import { saveRace } from '#features/races/service.ts'
import { openCertificates, world } from '#test/scenes/certificateRace.ts'
import { raceHome } from './contract.ts'

beforeAll(openCertificates)
afterAll(() => world?.close())

const pages = async (raceid: number) => (await world.ask(raceHome, { raceid })).race.menu.map(({ page }) => page)
const both = ['/report', '/query?type=score']
const setMenu = async (menu: MenuEntry[]) => {
  // The server remembers a race for some seconds, so the clock moves past them.
  world.clock.advance(60_000)
  await world.db.transaction().execute(async (tx) => {
    const now = world.clock.now()
    const kept = { id: 7, name: '江城马拉松', time: '2026-02-01T00:00:00Z', published_at: now }
    await saveRace(tx, { ...kept, menu }, now)
  })
}

test('the menu gains results and certificates once they are published, unless the organisers hid or placed them', async () => {
  expect(await pages(8)).toEqual([])
  expect(await pages(7)).toEqual(both)
  await setMenu([
    { key: 'results', page: '/report', names: {}, hidden: true },
    { key: 'other', page: '/query?type=score', names: { 'zh-cn': '我的证书' }, hidden: false },
  ])
  expect(await pages(7)).toEqual(['/query?type=score'])
  await setMenu([])
  await world.db.updateTable('certificates').set({ published_at: null }).where('raceid', '=', 7).execute()
  expect(await pages(7)).toEqual(['/report'])
})
