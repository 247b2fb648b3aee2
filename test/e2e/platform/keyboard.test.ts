import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { path } from '#seam/console/paths.ts'
import { idnumOf, openEvent } from '../../entrants.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { addReviewedEvent, idcardOf, importRace226, openRace2026, signUp } from '../browser/race.ts'

let stage: Stage
let token: string
let registration: number
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  await addReviewedEvent(world)
  await openEvent(world, { raceid: 2026, id: 9, name: '抽签马拉松', state: 'draw', places: 20 })
  await importRace226(world)
  const runner = await runnerSession(world)
  await signUp(world, runner, { idnum: idcardOf('330106', '19880512', '011'), name: '顾行舟', mobile: '13900001110' })
  const row = await world.db.selectFrom('registrations').select('id').where('name', '=', '顾行舟').executeTakeFirst()
  registration = Number(row!.id)
  token = (await staffSession(world, [{ raceid: null, role: 'owner' }])).token
})
afterAll(() => stage?.close())

const arrive = async (at: string): Promise<Visitor> => {
  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', token)
  await desk.open(at)
  await desk.page.locator('h1').first().waitFor()
  return desk
}

/** The most presses of Tab that a task may need from one control to the next. */
const FAR = 120
const hasFocus = (at: Locator): Promise<boolean> => at.evaluate((element) => element === document.activeElement)
/** Goes to a control by Tab alone, and fails if this takes too many presses. */
const tabTo = async (page: Page, at: Locator): Promise<void> => {
  await at.waitFor({ state: 'attached' })
  for (let pressed = 0; !(await hasFocus(at)); pressed++) {
    expect(pressed, `Tab reaches ${String(at)}`).toBeLessThan(FAR)
    await page.keyboard.press('Tab')
  }
}
const press = async (page: Page, at: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, at)
  await page.keyboard.press(key)
}
const type = async (page: Page, at: Locator, text: string): Promise<void> => {
  await tabTo(page, at)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Types a day and a time into a field whose parts have the order of the browser: month, day, year, hour, minute. */
const typeMoment = async (page: Page, at: Locator, day: string, time: string, value: string): Promise<void> => {
  await tabTo(page, at)
  await page.keyboard.type(day)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type(time)
  await expect.poll(() => at.inputValue()).toBe(value)
}

test('by keyboard alone: set up a race from a template', async () => {
  const desk = await arrive('/console/')
  const { page } = desk
  await press(page, page.getByRole('link', { name: '创建赛事' }))
  await page.getByRole('heading', { name: '创建赛事' }).waitFor()
  await press(page, page.getByRole('radio', { name: /公里|马拉松/ }).first(), 'Space')
  await type(page, page.getByLabel('赛事名称 · 简体中文'), '键盘马拉松')
  await typeMoment(page, page.getByLabel('比赛时间'), '06072026', '0730A', '2026-06-07T07:30')
  await press(page, page.getByRole('button', { name: '创建赛事' }))
  await page.getByText('发布前检查').waitFor()
  await noFaults(desk, 'keyboard-1-made')
  await desk.context.close()
})

test('by keyboard alone: declare the rules of a draw', async () => {
  const desk = await arrive(path.ballots({ raceid: 2026 }))
  const { page } = desk
  await press(page, page.getByRole('button', { name: '设定规则' }))
  await type(page, page.getByLabel('抽签名额'), '5')
  const number = page.getByLabel('公开的数字')
  await tabTo(page, page.getByRole('radio', { name: '公共随机信标' }))
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => number.isChecked()).toBe(true)
  await type(page, page.getByLabel('哪个数字'), '2026年3月20日上证指数收盘价')
  await typeMoment(page, page.getByLabel('数字最早公布时间'), '03202026', '1000A', '2026-03-20T10:00')
  await press(page, page.getByRole('button', { name: '公布规则' }))
  await page.getByText('规则已公布').first().waitFor()
  await noFaults(desk, 'keyboard-2-declared')
  await desk.context.close()
})

test('by keyboard alone: import an Excel file', async () => {
  const desk = await arrive(path.imports({ raceid: 2026, kind: 'volunteers' }))
  const { page } = desk
  const choose = page.locator('button', { hasText: '选择文件' })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, choose)])
  await chooser.setFiles({
    name: '志愿者.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF姓名,证件号码,岗位\n李雷,${idnumOf(1)},水站\n`),
  })
  await page.getByText('新增 1').waitFor()
  await press(page, page.getByRole('button', { name: '导入 1 行' }))
  await page.getByText('已导入 1 行').first().waitFor()
  await noFaults(desk, 'keyboard-3-imported')
  await desk.context.close()
})

test('by keyboard alone: make and publish a certificate', async () => {
  const desk = await arrive(path.certificates({ raceid: 226 }))
  const { page } = desk
  await press(page, page.getByRole('link', { name: '新建证书' }))
  await press(page, page.getByRole('button', { name: '用这个版式' }))
  await page.getByRole('application').waitFor()
  await press(page, page.getByLabel('发布给选手'), 'Space')
  await press(page, page.getByRole('button', { name: '保存', exact: true }))
  await page.getByText('已全部保存').waitFor()
  expect(desk.errors).toEqual([])
  await desk.context.close()
})

test('by keyboard alone: correct a runner', async () => {
  const desk = await arrive(path.registration({ raceid: 2026, id: registration }))
  const { page } = desk
  await press(page, page.getByRole('button', { name: '更正资料' }))
  await type(page, page.getByLabel('姓名'), '顾行䶮')
  await type(page, page.getByLabel('更正原因'), '姓名录入有误')
  await press(page, page.getByRole('button', { name: '保存更正' }))
  await page.getByRole('heading', { name: '顾行䶮' }).waitFor()
  expect(desk.errors).toEqual([])
  await desk.context.close()
})

test('at 200 % the pages of the five tasks fit without scrolling sideways', async () => {
  const desk = await arrive('/console/')
  const { page } = desk
  // At a zoom of 200 %, a window of 1280 pixels shows only 640 pixels of the page.
  await page.setViewportSize({ width: 640, height: 400 })
  for (const at of [
    path.newRace(),
    path.race({ raceid: 2026 }),
    path.ballots({ raceid: 2026 }),
    path.imports({ raceid: 2026 }),
    path.results({ raceid: 226 }),
    path.certificates({ raceid: 226 }),
    path.registrations({ raceid: 2026 }),
    path.registration({ raceid: 2026, id: registration }),
  ]) {
    await desk.open(at)
    await page.locator('h1').first().waitFor()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide, at).toBeLessThanOrEqual(0)
    await noFaults(desk, `zoom${at.replaceAll(/\W+/g, '-')}`)
  }
  // The dialog of a correction is higher than this window. Its fields scroll, and its button stays in sight.
  await page.getByRole('button', { name: '更正资料' }).click()
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabel('更正原因')
  await reason.scrollIntoViewIfNeeded()
  for (const at of [reason, dialog.getByRole('button', { name: '保存更正' })]) {
    const { x, y, width, height } = (await at.boundingBox())!
    expect(Math.min(x, y, 640 - x - width, 400 - y - height)).toBeGreaterThanOrEqual(0)
  }
  await noFaults(desk, 'zoom-correct')
})
