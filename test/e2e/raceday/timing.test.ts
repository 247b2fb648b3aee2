import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleTimingChanges, consoleTimingTakeBack } from '#features/timing/corrections/changes.contract.ts'
import { consoleTimingList } from '#features/timing/contract.ts'
import { consoleTimingUndo } from '#features/timing/corrections/corrections.contract.ts'
import { RACE, openEvent, openRace } from '../../entrants.ts'
import { staffSession } from '../../people.ts'
import { send, standings, timedHalf, worked } from '../../timing.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
let staff: Awaited<ReturnType<typeof staffSession>>
beforeAll(async () => {
  stage = await openStage({ now: '2026-11-01T01:00:00Z' })
  const { world } = stage
  await openRace(world)
  await openEvent(world)
  await openEvent(world, { id: 2, name: '十公里', names: { en: '10 km' }, distance_cm: 1_000_000, sort: 1 })
  staff = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  const { start, ten, finish } = await timedHalf(world, staff)
  await world.ask(
    consoleTimingList,
    {
      raceid: RACE,
      eventid: 1,
      kind: 'runners',
      csv: 'bib,name,gender,age,zone\n1001,顾行舟,男,30,A\n1002,林晚晴,女,31,A\n1003,许知远,男,40,B\n1004,叶青禾,女,35,B\n',
    },
    staff,
  )
  await send(world, start, [
    ['1001', 2],
    ['1002', 4.5],
    ['1003', 20],
    ['1004', 25],
  ])
  await send(world, ten, [
    ['1001', 2300],
    ['1002', 2500],
    ['1003', 2600],
    ['1001', 900],
  ])
  await send(world, finish, [
    ['1001', 4900],
    ['1002', 5250.4],
    ['E2F9', 5300],
    ['1001', 4903],
  ])
  await worked(world)
})
afterAll(() => stage?.close())

const arrive = async (size: 'phone' | 'desktop', lang: 'zh-cn' | 'en') => {
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', staff.token)
  return visitor
}

test('a timekeeper sees every station, disqualifies the first with the rule, and undoes this', async () => {
  // If this test runs again in the same world, it first takes back the changes and corrections of its earlier run.
  const left = await stage.world.ask(consoleTimingChanges, { raceid: RACE }, staff)
  for (const { id, undone_at } of left.changes)
    if (!undone_at) await stage.world.ask(consoleTimingTakeBack, { raceid: RACE, id }, staff)
  for (const { id, eventid, undone_at } of left.corrections)
    if (!undone_at) await stage.world.ask(consoleTimingUndo, { raceid: RACE, eventid, id }, staff)
  const desk = await arrive('desktop', 'zh-cn')
  const { page } = desk
  await desk.open(`/console/${RACE}/timing`)
  await page.getByRole('heading', { name: '10公里' }).waitFor()
  await page.getByText('1 个不明芯片').waitFor()
  await noFaults(desk, '95-timing-desktop')
  await page.getByRole('button', { name: /^记录\s*终点/ }).click()
  await page.getByRole('dialog').getByText('E2F9').waitFor()
  await noFaults(desk, '95-reads')
  await page.keyboard.press('Escape')
  // One tap must not switch a reader off in the middle of a race, so the page asks.
  await page.getByRole('button', { name: /^终点 1/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
  await page.getByText('停用后不再接收它的记录').waitFor()
  await noFaults(desk, '95-retire')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await page.getByRole('dialog').getByLabel('校正时钟').fill('快三秒')
  await page.getByText('请填写秒数，如 -3 或 0.5').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃并关闭' }).click()
  await page.getByRole('button', { name: /计时点 · 3/ }).click()
  await page.getByRole('dialog').getByLabel('同一计时站两次经过至少间隔').waitFor()
  await page.getByRole('dialog').getByText('更多设置').nth(1).click()
  await page.getByRole('dialog').getByLabel('关门时间（发枪后）').first().fill('三小时')
  await page.getByText('请写成 时:分 或 时:分:秒').waitFor()
  await noFaults(desk, '96-course-dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃并关闭' }).click()
  const [first] = await standings(stage.world)
  await page.getByRole('button', { name: /^发枪时间/ }).click()
  await page.getByRole('dialog').getByLabel('发枪时间').fill('2026-11-01T07:31:00')
  await page.getByRole('dialog').getByLabel('原因').fill('发令枪晚了一分钟')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await page.getByText('发令枪晚了一分钟').first().waitFor()
  expect((await standings(stage.world))[0], 'every time is a minute shorter at once').toMatch(
    /^1 1001 finished 4840000/,
  )
  await noFaults(desk, '96-changes')
  await page.getByRole('button', { name: '撤销' }).first().click()
  await page.getByText('已撤销').first().waitFor()
  expect((await standings(stage.world))[0]).toBe(first)
  await page.getByRole('link', { name: '查找选手' }).click()
  await page.getByRole('button', { name: /1001/ }).click()
  await page.getByText('对不上任何计时点').waitFor()
  await noFaults(desk, '97-runner-desktop')
  await page.getByRole('button', { name: '判罚或更改状态' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('原因').fill('半程处抄近路')
  await dialog.getByLabel('依据的规则').fill('竞赛规则 54.3')
  await noFaults(desk, '98-disqualify')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('改为取消成绩').first().waitFor()
  expect((await standings(stage.world)).map((one) => one.split(' ').slice(0, 3).join(' '))).toEqual([
    '1 1002 finished',
    '– 1003 running',
    '– 1004 running',
    '– 1001 dsq',
  ])
  await noFaults(desk, '99-disqualified')
  await page.getByRole('button', { name: '撤销' }).click()
  await page.getByText('已撤销').first().waitFor()
  expect((await standings(stage.world))[0]).toBe(first)
  expect(desk.errors).toEqual([])
  await desk.context.close()

  const phone = await arrive('phone', 'en')
  await phone.open(`/console/${RACE}/timing`)
  await phone.page.getByText('Unknown chips: 1').waitFor()
  await noFaults(phone, '95-timing-phone')
  await phone.open(`/console/${RACE}/timed?bib=1001&of=1`)
  await phone.page.getByRole('heading', { name: /1001/ }).waitFor()
  await noFaults(phone, '97-runner-phone')
})
