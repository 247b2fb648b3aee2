import { jsonb } from '#db/db.ts'
import { consoleMe } from '#features/staff/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { openRace2029 } from '../browser/gardens.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  await openRace2029(stage.world)
})
afterAll(() => stage?.close())

const enter = async (visitor: Visitor, roles: Parameters<typeof staffSession>[1]): Promise<Visitor> => {
  const { token } = await staffSession(stage.world, roles)
  await visitor.logIn('staff', token)
  return visitor
}
const at = ({ page }: Visitor): string => new URL(page.url()).pathname + new URL(page.url()).search

test('the address names the race, the race is always visible, and a search switches to another race', async () => {
  const desk = await enter(await stage.visit('desktop', 'zh-cn'), [{ raceid: null, role: 'owner' }])
  const { page } = desk
  await desk.open('/console/')
  await noFaults(desk, 'place-1-races')
  await page.getByRole('link', { name: /澜江马拉松/ }).click()
  await page.getByRole('heading', { name: '概览', level: 1 }).waitFor()
  expect(at(desk)).toBe('/console/2026')
  await noFaults(desk, 'place-2-overview')
  await page.keyboard.press('Control+k')
  const find = page.getByRole('combobox', { name: /搜索页面/ })
  await find.fill('发票')
  await page.getByRole('option', { name: /发票/ }).first().waitFor()
  await noFaults(desk, 'place-2-palette')
  await find.press('Enter')
  await page.getByRole('heading', { name: '发票', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await find.fill('退赛退款')
  await page.getByRole('option', { name: /退赛退款截止/ }).waitFor()
  await find.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('datetime-local')
  // Typed text counts as unsaved. The page asks before the person leaves. When the person comes back, the page shows
  // the text again.
  await page.getByLabel('订单有效期（分钟）').fill('-5')
  await page.getByText('不能小于 0').waitFor()
  await page.getByRole('button', { name: '保存' }).click()
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-fault')), 'nothing is sent').toBe(true)
  await page.getByLabel('订单有效期（分钟）').fill('45')
  await page.getByText('1 项未保存：订单有效期（分钟）').waitFor()
  await page.getByRole('link', { name: '概览' }).click()
  await page.getByText('离开而不保存？').waitFor()
  await noFaults(desk, 'place-2-leaving')
  await page.getByRole('button', { name: '离开', exact: true }).click()
  await page.getByRole('heading', { name: '概览', level: 1 }).waitFor()
  await page.goBack()
  await page.getByText('已恢复上次未保存的修改').waitFor()
  expect(await page.getByLabel('订单有效期（分钟）').inputValue()).toBe('45')
  // Meanwhile another person saves another value of the field that this person edits.
  const race = await stage.world.db.selectFrom('races').selectAll().where('id', '=', 2026).executeTakeFirstOrThrow()
  await stage.world.db
    .updateTable('races')
    .set({ settings: jsonb({ ...(race.settings as object), pay_minutes: 90 }), updated_at: new Date() })
    .where('id', '=', 2026)
    .execute()
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('有人刚保存了同样的内容').waitFor()
  await noFaults(desk, 'place-2-merge')
  await page.getByLabel(/对方的修改/).check()
  await page.getByRole('button', { name: '继续', exact: true }).click()
  await page.getByText('项未保存').waitFor({ state: 'detached' })
  expect(await page.getByLabel('订单有效期（分钟）').inputValue()).toBe('90')
  await page.getByRole('link', { name: '资金' }).click()
  await page.getByRole('heading', { name: '订单', level: 1 }).waitFor()
  expect(at(desk)).toBe('/console/2026/orders')
  expect(await page.title()).toContain('澜江马拉松')
  expect(await page.getByRole('navigation', { name: '主导航' }).getByRole('link').count()).toBeLessThanOrEqual(10)
  await noFaults(desk, 'place-3-orders')

  await page.getByRole('button', { name: /切换赛事 · 澜江马拉松/ }).click()
  const search = page.getByRole('combobox', { name: /搜索赛事/ })
  await search.fill('不存在的赛事')
  await page.getByText('没有符合的赛事').waitFor()
  await search.fill('2029')
  await noFaults(desk, 'place-4-switcher')
  await search.press('Enter')
  await page.getByRole('button', { name: /切换赛事 · 拙园马拉松/ }).waitFor()
  expect(at(desk), 'the same page of the other race').toBe('/console/2029/orders')

  // Pages of the platform name no race. The way back leads to the former page.
  await page.getByRole('link', { name: '起跑线' }).click()
  await page.getByRole('link', { name: '工作人员', exact: true }).click()
  await page.getByRole('heading', { name: '工作人员', level: 1 }).waitFor()
  expect(await page.getByRole('button', { name: /切换赛事/ }).count()).toBe(0)
  await page.goBack()
  await page.goBack()
  await page.getByRole('button', { name: /切换赛事 · 拙园马拉松/ }).waitFor()
  expect(at(desk)).toBe('/console/2029/orders')
  expect(desk.errors).toEqual([])
})

test('former addresses lead to the present pages, and a race that the person may not see says so', async () => {
  const desk = await enter(await stage.visit('desktop', 'en'), [{ raceid: 2026, role: 'director' }])
  for (const [before, after] of [
    ['/console/registrations?raceid=2026&state=audit', '/console/2026/registrations?state=audit'],
    ['/console/race?raceid=2026', '/console/2026/settings'],
    ['/console/orders', '/console/'],
    ['/console/orders?raceid=2026%2F..', '/console/'],
  ] as const) {
    await desk.open(before)
    await expect.poll(() => at(desk), { message: before, timeout: 10_000 }).toBe(after)
  }
  for (const gone of ['/console/2029/orders', '/console/999999/events']) {
    await desk.open(gone)
    await desk.page.getByRole('heading', { name: 'No such race', level: 1 }).waitFor()
    // A menu for a missing race would lead nowhere, so the page has no such menu.
    expect(await desk.page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()).toEqual([
      'Races',
      'Log',
    ])
    expect(await desk.page.getByRole('navigation', { name: 'Phases' }).count()).toBe(0)
  }
  desk.errors.length = 0
  await noFaults(desk, 'place-5-gone')
  await desk.page.getByRole('link', { name: 'All races' }).click()
  await desk.page.getByRole('heading', { name: 'Races', level: 1 }).waitFor()
})

test('an address of the console without a page says so', async () => {
  const desk = await enter(await stage.visit('desktop', 'en'), [{ raceid: null, role: 'owner' }])
  await desk.open('/console/2026/nothing')
  await desk.page.getByRole('heading', { name: 'No such page', level: 1 }).waitFor()
  // The browser itself reports the answer 404 as an error, so the test does not check the errors.
  expect(await desk.axe()).toEqual([])
  await desk.page.getByRole('link', { name: 'All races' }).click()
  await desk.page.getByRole('heading', { name: 'Races', level: 1 }).waitFor()
  await desk.context.close()
})

test('the menu shows the pages that a cashier of one race may use, on a phone too', async () => {
  const phone = await enter(await stage.visit('phone', 'en'), [{ raceid: 2026, role: 'cashier' }])
  const { page } = phone
  await phone.open('/console/')
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()).toEqual(['Races'])
  await page.getByRole('button', { name: 'Close the menu' }).click()
  await page.getByRole('link', { name: /Lanjiang/ }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Menu' }).click()
  const phases = page.getByRole('group', { name: 'Phases' })
  expect(await phases.getByRole('button').allInnerTexts()).toEqual(['Entries', 'Money', 'Around the race'])
  await phases.getByRole('button', { name: 'Money' }).click()
  await noFaults(phone, 'place-6-menu-phone')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Refunds' }).click()
  await page.getByRole('heading', { name: 'Refunds', level: 1 }).waitFor()
  expect(await page.getByRole('group', { name: 'Phases' }).count(), 'the menu closes').toBe(0)
  await noFaults(phone, 'place-7-refunds-phone')
})

test('a fault of the server logs nobody out, and a page that could not load offers a second try', async () => {
  const desk = await enter(await stage.visit('desktop', 'zh-cn'), [{ raceid: null, role: 'owner' }])
  const { page } = desk
  await desk.open('/console/2026')
  const msg = '系统开小差了，请稍后再试'
  await page.route(`**${consoleMe.path}`, (route) =>
    route.fulfill({ status: 500, json: { code: '500', msg, refusal: 'our_fault', data: null } }),
  )
  // After a minute the page asks again who is logged in.
  await page.clock.fastForward(120_000)
  const asked = page.waitForResponse(`**${consoleMe.path}`)
  await page.getByRole('link', { name: '抽签' }).click()
  await asked
  await page.getByRole('heading', { name: '抽签', level: 1 }).waitFor()
  await page.getByRole('button', { name: '退出登录' }).waitFor()
  expect(await page.getByRole('link', { name: '候补', exact: true }).count()).toBe(1)
  await page.reload()
  await page.getByRole('heading', { name: '加载失败', level: 1 }).waitFor()
  await page.getByText(msg).waitFor()
  await page.unroute(`**${consoleMe.path}`)
  await page.getByRole('button', { name: '再试一次' }).click()
  await page.getByRole('heading', { name: '抽签', level: 1 }).waitFor()
})
