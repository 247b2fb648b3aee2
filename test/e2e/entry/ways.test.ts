import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRace, saveRace } from '#features/races/service.ts'
import { staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
})
afterAll(() => stage?.close())

test('a page of one registration that is opened without its key leads to the look-up that finds it', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  for (const [address, type] of [
    ['/enname?raceid=2026', 'enname'],
    ['/refunds?raceid=2026', 'refunds'],
  ] as const) {
    await phone.open(address)
    await expect.poll(() => phone.page.url()).toMatch(new RegExp(`/query\\?.*type=${type}`))
  }
  await phone.context.close()
})

test.each([
  ['phone', 'zh-cn'],
  ['desktop', 'en'],
] as const)(
  'a passport: the page asks about an unlikely Chinese number and helps with digits alone, on a %s in %s',
  async (size, lang) => {
    const visitor = await stage.visit(size, lang)
    const { page } = visitor
    const en = lang === 'en'
    const next = page.getByRole('button', { name: en ? 'Continue' : '下一步' })
    await visitor.open('/baoming?raceid=2026')
    await page.getByRole('radio', { name: en ? /^Marathon/ : /^马拉松/ }).check()
    await next.click()
    await page.getByRole('radio', { name: en ? 'Passport' : '护照' }).check()
    const number = page.getByLabel(en ? 'ID number' : '证件号码')
    await page.getByLabel(en ? 'Passport issued by' : '护照签发国家或地区').selectOption('CN')
    await number.fill('AB1234567')
    await page.getByText(en ? /is usually E and 8 digits/ : /一般是字母 E 加 8 位数字/).waitFor()
    await noFaults(visitor, `w1-unlikely-${size}`)
    await page.getByLabel(en ? 'Passport issued by' : '护照签发国家或地区').selectOption('DE')
    await number.fill('12345678')
    await page.getByText(en ? /for example DE12345678/ : /例如 DE12345678/).waitFor()
    await noFaults(visitor, `w2-digits-${size}`)
    // The number is correct, so the page shows no fault.
    await number.fill('DE12345678')
    await number.blur()
    expect(await number.getAttribute('aria-invalid')).toBeNull()
    await visitor.context.close()
  },
)

test('a menu entry without a page is marked in the console; live results lead to the live page', async () => {
  const { world } = stage
  const race = (await readRace(world.db, 2026, world.clock.now()))!
  const menu = [
    { key: 'liveresults', page: '/live' },
    { key: 'results', page: '/Report/' },
    { key: 'guidebook', page: '/guidebooks/2026.pdf' },
    { key: 'gpslive', page: '/gps' },
    { key: 'video', page: '/films' },
  ]
  await world.db.transaction().execute((tx) => saveRace(tx, { ...race, menu }, world.clock.now()))
  world.clock.advance(10_000)
  const { token } = await staffSession(world, [{ raceid: 2026, role: 'director' }])
  for (const [size, lang, says] of [
    ['desktop', 'en', 'There is no such page, so runners do not see this entry'],
    ['phone', 'zh-cn', '没有这个页面，选手看不到此菜单项'],
  ] as const) {
    const desk = await stage.visit(size, lang)
    await desk.logIn('staff', token)
    await desk.open('/console/2026/settings?part=look')
    await desk.page.getByText(says).first().waitFor()
    expect(await desk.page.getByText(says).count()).toBe(1)
    await noFaults(desk, `w3-menu-${size}`)
    await desk.context.close()
  }
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open('/home?raceid=2026')
  expect(await phone.page.getByRole('link', { name: '现场视频' }).count()).toBe(0)
  expect(await phone.page.getByRole('link', { name: '轨迹直播' }).getAttribute('href')).toMatch(/^\/gps\?/)
  await phone.page.getByRole('link', { name: '实时成绩' }).first().click()
  await phone.page.waitForURL(/\/live\?/)
})
