import { saveEvent } from '#features/events/service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { menuPhases, platform } from '#console/menu.ts'
import { path } from '#seam/console/paths.ts'
import { ownerLink } from '#features/staff/service.ts'
import { staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/**
 * Opens every page of a race's menu, or without `raceid` every page of the platform's menu. Checks that no page shows a
 * fault. Opens four pages at once, because a page mostly waits for its network.
 */
const visitAll = async (desk: Visitor, raceid?: number): Promise<void> => {
  const left =
    raceid === undefined
      ? platform.map(({ to }) => path[to]())
      : [
          path.overview({ raceid }),
          ...menuPhases.flatMap(({ entries }) => entries.map(({ to }) => path[to]({ raceid }))),
        ]
  const cookies = await desk.context.cookies()
  const visitNext = async (): Promise<void> => {
    const visitor = await stage.visit('desktop', 'zh-cn')
    await visitor.context.addCookies(cookies)
    for (let address = left.shift(); address; address = left.shift()) {
      await visitor.open(address)
      await visitor.page.locator('h1').first().waitFor()
      expect(await visitor.page.locator('main [role=alert]').allInnerTexts(), address).toEqual([])
      await noFaults(visitor, `new-race${address.replaceAll(/\W+/g, '-')}`)
    }
    await visitor.context.close()
  }
  await Promise.all(Array.from({ length: 4 }, visitNext))
}

test('from an empty installation to a race that runners find', async () => {
  const { world } = stage
  const link = (await ownerLink(world.parts))!.replace(stage.origin, '')
  const desk = await stage.visit('desktop', 'zh-cn')
  const { page } = desk
  await desk.open(link)
  await page.getByLabel('姓名').fill('林总')
  await page.getByLabel('登录名').fill('lin')
  await page.getByLabel('密码', { exact: true }).fill('秋天的江边有风，跑者三万人'.repeat(2))
  await page.getByRole('button', { name: '设置并登录' }).click()
  await page.getByText('暂无赛事').waitFor()
  await noFaults(desk, 'new-1-empty')
  await visitAll(desk)

  const english = await stage.visit('phone', 'en')
  await english.context.addCookies(await desk.context.cookies())
  await english.open('/console/')
  await english.page.getByText('No races yet').waitFor()
  await noFaults(english, 'new-2-empty-en')
  const hand = await staffSession(world, [{ raceid: 7, role: 'timer' }])
  const other = await stage.visit('phone', 'zh-cn')
  await other.logIn('staff', hand.token)
  await other.open('/console/')
  await other.page.getByText('请联系林总为您开通权限').waitFor()
  await noFaults(other, 'new-3-ask')
  await other.open('/console/races/create')
  await other.page.getByText('请联系林总为您开通权限').waitFor()

  await english.page.getByRole('link', { name: 'Create a race' }).click()
  await english.page.getByRole('heading', { name: 'Create a race' }).waitFor()
  await noFaults(english, 'new-4-form-en')
  await desk.open('/console/')
  await page.getByRole('link', { name: '创建赛事' }).click()
  await page.getByRole('radio', { name: '空白' }).click()
  await page.getByRole('button', { name: '创建赛事' }).click()
  await page.getByText('必填哦').first().waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('lang')), {
      message: 'first wrong field',
    })
    .toBe('zh-cn')
  await noFaults(desk, 'new-5-missing')
  await world.db.insertInto('races').values({ id: 2026, name: '别人的赛事', time: world.clock.now() }).execute()
  await page.getByLabel('赛事编号').fill('2026')
  await page.getByLabel('赛事名称 · 简体中文').fill('澜江马拉松')
  await page.getByLabel('赛事名称 · English').fill('Lanjiang Marathon')
  await page.getByLabel('比赛时间').fill('2026-11-01T07:30')
  await page.getByLabel('时区').selectOption('Asia/Tokyo')
  expect(await page.getByLabel('比赛时间').inputValue(), 'the typed time stays on the other clock').toBe(
    '2026-11-01T07:30',
  )
  // The choice shows the usual zones first, and all other zones a moment later.
  await expect.poll(() => page.getByLabel('时区').locator('option').count()).toBeGreaterThan(300)
  const zones = await page.getByLabel('时区').locator('option').allTextContents()
  expect(zones).toContain('新疆时间 · Asia/Urumqi · GMT+6')
  const named = zones.map((zone) => zone.split(' · ')).filter((parts) => parts.length === 3)
  expect(named.length, 'most zones have a name').toBeGreaterThan(zones.length * 0.8)
  expect(named.filter(([name]) => /[a-z]/i.test(name!))).toEqual([])
  await page.getByLabel('时区').selectOption('Asia/Shanghai')
  await page.getByRole('button', { name: '创建赛事' }).click()
  await page.getByText('编号 2026 已被其他赛事使用，请换一个').waitFor()
  await noFaults(desk, 'new-6-taken')
  await world.db.deleteFrom('races').where('id', '=', 2026).execute()
  await page.getByLabel('赛事编号').fill('2027')
  await page.getByRole('button', { name: '创建赛事' }).click()
  await page.getByRole('heading', { name: '赛事设置' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/console/2027/settings')
  expect(await page.getByLabel('赛事名称 · 简体中文').inputValue()).toBe('澜江马拉松')
  await noFaults(desk, 'new-7-settings')
  await visitAll(desk, 2027)

  const runner = await stage.visit('phone', 'zh-cn')
  await runner.open('/')
  expect(await runner.page.getByText('澜江马拉松').count(), 'not before it is published').toBe(0)
  await runner.page.getByText('还没有公开的赛事').waitFor()
  await noFaults(runner, 'new-8-finder-empty')
  await desk.open('/console/2027/settings')
  await page.getByLabel('对选手公开').check()
  await page.getByRole('button', { name: '保存' }).click()
  // Nobody can sign up for this race yet. The page offers a link to the missing part, and no button to publish.
  await page.getByRole('heading', { name: '还不能发布' }).waitFor()
  await noFaults(desk, 'new-8-not-sellable')
  expect(await page.getByRole('button', { name: '仍要发布' }).count()).toBe(0)
  await page.getByRole('link', { name: '去设置 至少有一个组别' }).click()
  await page.getByRole('button', { name: '离开', exact: true }).click()
  await page.waitForURL('**/console/2027/events')
  const now = world.clock.now()
  await world.db
    .transaction()
    .execute((tx) => saveEvent(tx, { raceid: 2027, id: 1, name: '全程', type: 'full', places: 9, price: 0 }, now))
  await desk.open('/console/2027/settings')
  expect(await page.getByLabel('对选手公开').isChecked(), 'the draft is there again').toBe(true)
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('每个组别都有报名费').first().waitFor()
  await noFaults(desk, 'new-8-not-ready')
  await page.getByRole('button', { name: '仍要发布' }).click()
  await page.getByText('已保存：对选手公开').waitFor()
  world.clock.advance(6_000)
  await runner.open('/')
  await runner.page
    .getByRole('link', { name: /澜江马拉松/ })
    .first()
    .click()
  await runner.page.getByRole('heading', { name: '澜江马拉松' }).first().waitFor()
  await noFaults(runner, 'new-9-home')
})
