import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { path } from '#seam/console/paths.ts'
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

/** The most presses of Tab from one control to the next that a task needs. */
const FAR = 120
const hasFocus = (at: Locator): Promise<boolean> => at.evaluate((element) => element === document.activeElement)
/** Goes to a control by Tab alone, and checks that a person sees the focus there. */
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

test('by keyboard alone: a certificate is made and published', async () => {
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

test('by keyboard alone: a runner is corrected', async () => {
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
  // A window of 1280 pixels has 640 at 200 %.
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
})
