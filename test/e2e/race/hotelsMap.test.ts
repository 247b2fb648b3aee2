import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRace } from '#features/races/service.ts'
import { seedHotels } from '../../../tools/demo/hotels/seedHotels.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ maps: true })
  await openRace2026(stage.world)
  const now = stage.world.clock.now()
  const race = (await readRace(stage.world.db, 2026, now))!
  await seedHotels(stage.world.parts, { id: 2026, zone: race.zone, time: race.time, start: [30.24, 120.19] }, now)
  // The server encodes the pictures of the demo hotels, which takes long.
}, 180_000)
afterAll(() => stage?.close())

test('hotels are shown on a map on a phone, and a press on a price shows its hotel', async () => {
  const phone = await stage.visit('phone', 'en', { clock: false })
  const { page } = phone
  await phone.open('/hotels?raceid=2026')
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await page.locator('[data-map=shown]').waitFor({ timeout: 30_000 })
  await noFaults(phone, '88-hotels-ground-phone')
  const price = page.getByRole('button', { name: /Lanjiang Grand Hotel/ }).first()
  await price.click()
  await expect.poll(() => price.getAttribute('aria-pressed')).toBe('true')
  await page.locator('[data-hotel]:visible').getByText('Lanjiang Grand Hotel').waitFor()
  await noFaults(phone, '89-hotels-ground-chosen-phone')
  const desk = await stage.visit('desktop', 'zh-cn', { clock: false })
  await desk.open('/hotels?raceid=2026')
  await desk.page.locator('[data-map=shown]').waitFor({ timeout: 30_000 })
  await noFaults(desk, '90-hotels-ground-desktop')
})
