import { afterAll, beforeAll, expect, test } from 'vitest'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026, signUp } from '../browser/race.ts'

let stage: Stage
let id: number
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  const { _key } = await signUp(world, await runnerSession(world))
  ;({ id } = await world.db
    .updateTable('registrations')
    .set({ pay_at: world.clock.now() })
    .where('raceid', '=', 2026)
    .where('_key', '=', _key)
    .returning('id')
    .executeTakeFirstOrThrow())
})
afterAll(() => stage?.close())

const arrive = async (size: 'phone' | 'desktop', lang: 'en' | 'zh-cn'): Promise<Visitor> => {
  const { token } = await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', token)
  return visitor
}
const says = {
  en: {
    write: 'New poster',
    name: 'Name',
    restored: "We've restored your unsaved changes",
    discard: 'Discard',
    save: 'Save',
    window: 'Pick-up window',
    unsaved: /1 unsaved: Name/,
    windowUnsaved: /1 unsaved: Pick-up window/,
    createRace: 'Create a race',
    again: 'Discard',
  },
  'zh-cn': {
    write: '新建海报',
    name: '名称',
    restored: '已恢复上次未保存的修改',
    discard: '放弃修改',
    save: '保存',
    window: '领物窗口',
    unsaved: /1 项未保存：名称/,
    windowUnsaved: /1 项未保存：领物窗口/,
    createRace: '创建赛事',
    again: '不再继续',
  },
} as const

test.each([
  ['desktop', 'en'],
  ['phone', 'zh-cn'],
] as const)('a half-written poster is still there until it is given up, on a %s in %s', async (size, lang) => {
  const desk = await arrive(size, lang)
  const { page } = desk
  const said = says[lang]
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const name = page.getByLabel(said.name, { exact: true }).first()
  await desk.open('/console/2026/posters')
  await button(said.write).first().click()
  await name.fill('冲线时刻')
  await page.getByText(said.unsaved).waitFor()
  // The page stores the draft a short time after the person stops typing.
  await page.clock.runFor(1000)
  page.on('dialog', (dialog) => void dialog.accept())
  await desk.open('/console/2026/posters')
  await button(said.write).first().click()
  await page.getByText(said.restored).waitFor()
  expect(await name.inputValue()).toBe('冲线时刻')
  await noFaults(desk, `d1-poster-${size}`)
  await button(said.discard).click()
  await page.getByRole('dialog').getByRole('button', { name: said.discard, exact: true }).click()
  expect(await name.inputValue()).toBe('')
  await desk.context.close()
})

test.each([
  ['desktop', 'en'],
  ['phone', 'zh-cn'],
] as const)("the bar of a registration's window gives it up and then saves it, on a %s in %s", async (size, lang) => {
  const desk = await arrive(size, lang)
  const { page } = desk
  const said = says[lang]
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await desk.open(`/console/2026/registration?id=${id}`)
  const field = page.getByLabel(said.window, { exact: true })
  const before = await field.inputValue()
  await field.fill('B7')
  await page.getByText(said.windowUnsaved).waitFor()
  await noFaults(desk, `d2-window-${size}`)
  // A person closes the tab by mistake and opens the page again. The field still has the typed text.
  await page.clock.runFor(1000)
  page.on('dialog', (dialog) => void dialog.accept())
  await desk.open(`/console/2026/registration?id=${id}`)
  await page.getByText(said.restored).waitFor()
  expect(await field.inputValue()).toBe('B7')
  await button(said.discard).click()
  await page.getByRole('dialog').getByRole('button', { name: said.discard, exact: true }).click()
  expect(await field.inputValue()).toBe(before)
  await field.fill(`B-${size}`)
  await button(said.save).click()
  await page.getByText(said.windowUnsaved).waitFor({ state: 'detached' })
  await desk.reload()
  expect(await field.inputValue()).toBe(`B-${size}`)
  await desk.context.close()
})

test.each([
  ['desktop', 'en'],
  ['phone', 'zh-cn'],
] as const)('a half-written new race is still there, on a %s in %s', async (size, lang) => {
  const { token } = await staffSession(stage.world, [{ raceid: null, role: 'owner' }])
  const desk = await stage.visit(size, lang)
  await desk.context.addCookies([{ name: 'startline_console', value: token, url: stage.origin }])
  const { page } = desk
  const said = says[lang]
  const name = page.locator('input[lang="zh-cn"]')
  await desk.open('/console/races/create')
  await page.getByText(lang === 'en' ? '10 km and 5 km' : '10 公里和 5 公里', { exact: true }).waitFor()
  await name.fill('拙园马拉松')
  await page.clock.runFor(1000)
  page.on('dialog', (dialog) => void dialog.accept())
  await desk.open('/console/races/create')
  await page.getByText(said.restored).waitFor()
  expect(await name.inputValue()).toBe('拙园马拉松')
  await noFaults(desk, `d3-race-${size}`)
  await desk.context.close()
})

test.each([
  ['results', '/console/2026/results', /已读取，尚未导入/],
  ['registrations', '/console/2026/imports?kind=registrations', /共 1 行/],
] as const)('the columns of %s that are not imported yet are kept, but not the file', async (name, address, read) => {
  const desk = await arrive('desktop', 'zh-cn')
  const { page } = desk
  const said = says['zh-cn']
  const file = {
    name: `${name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from('姓名,参赛号,枪成绩\n张三,12,3:00:00\n'),
  }
  await desk.open(address)
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText(read).first().waitFor()
  page.on('dialog', (dialog) => void dialog.accept())
  await desk.open(address)
  await page.getByText(`“${name}.csv”上次没有导完`, { exact: false }).waitFor()
  await noFaults(desk, `d4-${name}`)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('张三')
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText(read).first().waitFor()
  await desk.open(address)
  await page.getByRole('button', { name: said.again }).click()
  await page.getByText(`“${name}.csv”上次没有导完`, { exact: false }).waitFor({ state: 'detached' })
  await desk.context.close()
})
