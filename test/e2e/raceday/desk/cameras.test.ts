import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { consoleDesksSave } from '#features/desks/setup/setup.contract.ts'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { ticketBuy, ticketMy } from '#features/tickets/contract.ts'
import { consoleVolunteersSave } from '#features/volunteers/contract.ts'
import { RACE, idnumOf, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type Stage, openStage } from '#test/e2e/browser/browser.ts'
import { openFilm } from '#test/e2e/browser/film.ts'
import { noFaults } from '#test/e2e/browser/pictures.ts'

const film = openFilm()
const PIN = '246813'
let stage: Stage
let director: { token: string }
beforeAll(async () => {
  stage = await openStage({ now: '2026-10-31T22:20:00Z', flags: film.flags })
  await openRace(stage.world)
  director = await staffSession(stage.world, [{ raceid: RACE, role: 'director' }])
})
afterAll(async () => {
  await stage?.close()
  film.close()
})
/** Reads the text of a code on the screen, as a camera does. */
const textOf = async (code: Locator): Promise<string> => {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

test('a volunteer shows the code of the shift, and the camera of the desk finds it', async () => {
  for (const [n, post] of ['5 公里补给站', '终点'].entries())
    await stage.world.ask(
      consoleVolunteersSave,
      { raceid: RACE, name: '唐小满', idnum: idnumOf(40), post, from: `2026-11-01T0${6 + n}:30` } as never,
      director,
    )
  for (const [size, lang] of [
    ['desktop', 'zh-cn'],
    ['phone', 'en'],
  ] as const) {
    const said = (cn: string, en: string) => (lang === 'en' ? en : cn)
    const own = await stage.visit('phone', lang)
    await own.open(`/volunteers?raceid=${RACE}&idnum=${idnumOf(40)}`)
    const shows = own.page.getByRole('button', { name: said('出示签到码', 'Show my code') })
    // The test waits for both shifts. The page shows them in the order of their times.
    await shows.nth(1).waitFor()
    await shows.first().click()
    const code = own.page.getByRole('img', { name: said('5 公里补给站的签到码', 'Your code for 5 公里补给站') })
    await code.waitFor()
    await noFaults(own, `volunteer-code-${lang}`)
    film.show(await textOf(code))
    await own.page.getByRole('button', { name: said('收起签到码', 'Hide my code') }).click()
    await code.waitFor({ state: 'detached' })

    const desk = await stage.visit(size, lang)
    await desk.logIn('staff', director.token)
    await desk.open(`/console/${RACE}/volunteers?tab=signing`)
    const camera = desk.page.getByRole('button', { name: said('摄像头扫码', 'Scan with camera') })
    await camera.click()
    await desk.page.getByRole('button', { name: said('签到：唐小满', 'Sign in: 唐小满') }).waitFor()
    // The volunteer has two shifts. The code belongs to one of them, so the desk shows only this shift.
    expect(await desk.page.getByText('终点').count()).toBe(0)
    expect(await desk.page.locator('video').count(), 'the camera is off again').toBe(0)
    await camera.waitFor()
    await noFaults(desk, `volunteer-camera-${size}-${lang}`)
  }
})

test('the camera of a gate without network lets a ticket in once, however long it stays in front', async () => {
  const { world } = stage
  const kind = await world.ask(
    consoleGoodsSave,
    {
      raceid: RACE,
      room: 'tickets',
      name: '意面晚宴',
      open: '1',
      settings: { kind: 'pasta', reentry: true },
      variants: [{ price: 0, stock: [{ slot: '', pieces: 9 }] }],
    },
    director,
  )
  const buyer = await runnerSession(world)
  await world.ask(ticketBuy, { raceid: RACE, lines: [{ variantid: kind.variants[0]!.id, slot: '', n: 1 }] }, buyer)
  const [ticket] = (await world.ask(ticketMy, { raceid: RACE }, buyer)).items
  film.show(ticket!.code!)
  await world.ask(consoleDesksSave, { raceid: RACE, name: '体育馆', preset: 'gate', hours: 6, pin_digits: 6 }, director)
  const gate = await stage.visit('phone', 'zh-cn')
  const { page } = gate
  await gate.logIn('staff', director.token)
  await gate.open(`/console/${RACE}/gate`)
  await page.getByLabel('检票口名称').fill('东门')
  await page.getByLabel('PIN 码', { exact: true }).fill(PIN)
  await page.getByLabel('再次输入 PIN 码').fill(PIN)
  await page.getByRole('button', { name: '开始检票' }).click()
  await page.getByText('已联网').waitFor()
  await page.getByRole('button', { name: '摄像头扫码' }).click()
  const seen = async () => Number((await page.locator('video').getAttribute('data-seen')) ?? 0)
  await page.getByText('请入场', { exact: true }).waitFor()
  await noFaults(gate, 'gate-camera-phone')

  await gate.context.setOffline(true)
  await page.getByText('离线检票中').waitFor()
  const before = await seen()
  await expect.poll(seen).toBeGreaterThan(before + 5)
  expect(await page.getByText('已放行 1 人').count()).toBe(1)
  expect(await page.getByText('已在场内').count(), 'the code stays in front of the camera').toBe(0)
  await page.getByRole('button', { name: '关闭摄像头' }).click()
  await page.getByRole('button', { name: '摄像头扫码' }).click()
  await page.getByText('已在场内').first().waitFor()
  await page.getByText('离线判定').waitFor()
  await noFaults(gate, 'gate-camera-offline-phone')
})
