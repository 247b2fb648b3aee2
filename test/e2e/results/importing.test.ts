import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEvent, openRace } from '../../entrants.ts'
import { staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
const RACE = 9400
beforeAll(async () => {
  stage = await openStage({ now: '2026-11-23T01:00:00Z' })
  const { world } = stage
  await openRace(world, {
    id: RACE,
    header: null,
    names: { en: 'Jiangcheng Marathon' },
    time: new Date('2026-11-22T00:00:00Z'),
  })
  await openEvent(world, { raceid: RACE, id: 1, name: '马拉松', names: { en: 'Marathon' }, distance_cm: 4_219_500 })
  await openEvent(world, {
    raceid: RACE,
    id: 2,
    name: '半程马拉松',
    names: { en: 'Half marathon' },
    distance_cm: 2_109_750,
    ranking: { basis: 'net' },
  })
  await openEvent(world, { raceid: RACE, id: 3, name: '接力', names: { en: 'Relay' }, distance_cm: 4_219_500 })
})
afterAll(() => stage?.close())

const csv = (text: string, name = '成绩.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${text}`) })
const workbook = (name: string) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: readFileSync(new URL(`../../vectors/workbooks/${name}`, import.meta.url)),
})
const arrive = async (device: 'desktop' | 'phone', lang: 'zh-cn' | 'en'): Promise<Visitor> => {
  const staff = await staffSession(stage.world, [{ raceid: RACE, role: 'timer' }])
  const visitor = await stage.visit(device, lang)
  await visitor.logIn('staff', staff.token)
  await visitor.open(`/console/results?raceid=${RACE}`)
  return visitor
}
const both = [
  '号码布,选手名称,枪声成绩,项目,备注说明,赞助语',
  ...Array.from({ length: 30 }, (_, n) => `F${n + 1},韩${n + 1},3:0${n % 10}:${10 + n},全程,,加油`),
  ...Array.from({ length: 20 }, (_, n) => `H${n + 1},顾${n + 1},1:3${n % 10}:${10 + n},半程,,加油`),
].join('\n')

test('a file of two events: the page asks which rows belong to this event; the events are imported, checked and published apart', async () => {
  const desk = await arrive('desktop', 'zh-cn')
  const { page } = desk
  const choose = page.locator('input[type=file]')
  await choose.setInputFiles(csv(both))
  await page.getByText('“项目”列里哪些属于这个组别？').waitFor()
  expect(await page.getByLabel('全程（30 行）').isChecked(), 'what looks like the event is ticked').toBe(true)
  expect(await page.getByLabel('半程（20 行）').isChecked()).toBe(false)
  await noFaults(desk, 'import-1-events')
  await page.getByRole('button', { name: '只读这些行' }).click()
  await page.getByText('共 30 行').waitFor()
  await page.getByText('没有找到这些列：状态、总排名').waitFor()
  await page.getByText('未使用的文字列：赞助语').waitFor()
  await noFaults(desk, 'import-2-read')
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await page.getByText('已导入').first().waitFor()
  await page.getByText('30 条成绩，30 人完赛').waitFor()
  expect(await page.getByText('未发布').count()).toBe(1)

  await page.getByRole('button', { name: '发布', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('与报名对应').waitFor()
  await dialog.getByText('第一次发布，共 30 条成绩').waitFor()
  await noFaults(desk, 'import-3-publish')
  await dialog.getByRole('button', { name: '发布' }).last().click()
  await page.getByText('成绩已发布').waitFor()
  await page.getByText('抗议受理至').waitFor()
  await page.getByRole('button', { name: '更改发布' }).click()
  await dialog.getByRole('radio', { name: /撤回/ }).check()
  await dialog.getByRole('button', { name: '撤回' }).waitFor()
  await noFaults(desk, 'import-4-take-back')
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.locator('#main').getByText('非官方', { exact: true }).waitFor()
})

test('results before the start become public only after a question', async () => {
  const startAt = (start_at: Date | null) =>
    stage.world.db.updateTable('events').set({ start_at }).where('raceid', '=', RACE).where('id', '=', 1).execute()
  await startAt(new Date('2026-12-01T00:00:00Z'))
  const desk = await arrive('desktop', 'zh-cn')
  const { page } = desk
  await page.getByRole('button', { name: '更改发布' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '定为官方' }).click()
  await dialog.getByText('比赛还没有开始').waitFor()
  await dialog.getByText('请确认没有选错赛事或组别').waitFor()
  await noFaults(desk, 'import-9-early')
  await dialog.getByRole('button', { name: '取消' }).click()
  await dialog.getByRole('button', { name: '定为官方' }).click()
  await dialog.getByRole('button', { name: '仍然发布' }).click()
  await page.getByText('成绩已定为官方').waitFor()
  await startAt(null)
})

test('a workbook on a phone in English: the sheet, the clock of a time, and a file without bibs', async () => {
  const phone = await arrive('phone', 'en')
  const { page } = phone
  const choose = page.locator('input[type=file]')
  await page.getByLabel('Event', { exact: true }).selectOption({ label: 'Half marathon' })
  await choose.setInputFiles(workbook('refused/old.xls'))
  await page.getByText('save it as .xlsx or CSV').waitFor()
  await choose.setInputFiles(workbook('refused/several.xlsx'))
  await page.getByLabel('Which sheet?').waitFor()
  await noFaults(phone, 'import-5-sheets')
  await page.getByLabel('Which sheet?').selectOption('半程 & 十公里')
  await page.getByText('Is “Time” gun or net time? This event ranks by net time').waitFor()
  expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
  await noFaults(phone, 'import-6-clock')
  await page.getByRole('button', { name: 'Net time', exact: true }).click()
  await page.getByText('Is “Time” gun or net time?').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Imported').first().waitFor()

  await choose.setInputFiles(csv('Zhang San,1:31:00\nLi Si,1:32:00\n1001,1:33:00\n', 'bare.csv'))
  await page.getByText('The file has: #1 (Zhang San), #2 (1:31:00)').waitFor()
  await noFaults(phone, 'import-7-bare')
  await choose.setInputFiles(csv('Name,Net Time\nZhang San,1:31:00\nLi Si,1:32:00\n', 'nobibs.csv'))
  await page.getByRole('button', { name: 'There are no bibs: number the rows' }).click()
  await page.getByText('2 rows: 2 finished').waitFor()
  await noFaults(phone, 'import-8-numbered')
})

const sections = [
  'Bib,Name,Time,Leg 1,Leg 2,Half,5 miles',
  ...Array.from(
    { length: 6 },
    (_, n) => `L${n + 1},Runner ${n + 1},3:0${n}:00,1:20:0${n},1:4${n}:0${n},1:30:00,0:35:00`,
  ),
].join('\n')

test.each([
  ['en', 'split Half', 'split 5 mi', 'section time Leg 1'],
  ['zh-cn', '计时点 半程', '计时点 5 英里', 'Leg 1 的分段用时'],
] as const)('the columns of points have the names that runners see, in %s', async (lang, half, miles, leg) => {
  const desk = await arrive('desktop', lang)
  const { page } = desk
  await page.getByLabel(lang === 'en' ? 'Event' : '组别', { exact: true }).selectOption('3')
  await page.locator('input[type=file]').setInputFiles(csv(sections, `sections-${lang}.csv`))
  const chosen = (title: string) =>
    page.getByLabel(title, { exact: true }).evaluate((one) => (one as HTMLSelectElement).selectedOptions[0]?.text)
  await page.getByLabel('Leg 1', { exact: true }).waitFor()
  expect([await chosen('Half'), await chosen('5 miles'), await chosen('Leg 1')]).toEqual([half, miles, leg])
  await noFaults(desk, `import-10-points-${lang}`)
})
