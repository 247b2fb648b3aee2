import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTableFile } from '#features/files/tableFile.service.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026, signUp } from '../browser/race.ts'

/** The most clicks and filled fields from the page of a table to its file. */
const MOST_STEPS = 4

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  const { token } = await runnerSession(world)
  for (const [n, name] of ['顾行舟', '林晚晴', '许知远'].entries())
    await signUp(world, { token }, { idnum: idcardOf('330106', '19880512', `${n}11`), name, mobile: `1390000111${n}` })
})
afterAll(() => stage?.close())

const arrive = async (
  size: 'phone' | 'desktop',
  lang: 'zh-cn' | 'zh-tw' | 'en',
  role: 'director' | 'timer' = 'director',
) => {
  const { token } = await staffSession(stage.world, [{ raceid: 2026, role }])
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', token)
  return visitor
}
/** Does each step. The last step begins the download. Returns the file as a table. */
const exported = async (page: Page, steps: readonly (() => Promise<unknown>)[]) => {
  expect(steps.length).toBeLessThanOrEqual(MOST_STEPS)
  for (const step of steps.slice(0, -1)) await step()
  const [download] = await Promise.all([page.waitForEvent('download'), steps.at(-1)!()])
  const file = await readTableFile(await readFile(await download.path()))
  if ('unreadable' in file) throw new Error(file.unreadable)
  return { name: download.suggestedFilename(), rows: [file.table.header, ...file.table.rows] }
}

test('the list for the insurer leaves as a workbook in four steps, with the numbers open for a reason', async () => {
  const desk = await arrive('desktop', 'zh-cn')
  const { page } = desk
  await desk.open('/console/2026/registrations')
  const dialog = page.getByRole('dialog')
  const { name, rows } = await exported(page, [
    () => page.getByRole('button', { name: '导出' }).click(),
    () => dialog.getByLabel('版式', { exact: true }).selectOption({ label: '保险名单' }),
    () => dialog.getByLabel(/导出完整信息的原因/).fill('为参赛选手投保'),
    async () => {
      await noFaults(desk, '70-export-desktop')
      await dialog.getByRole('button', { name: '导出', exact: true }).click()
    },
  ])
  expect(name).toMatch(/报名.*\.xlsx$/)
  expect(rows[0]!.slice(0, 3)).toEqual(['姓名', '证件类型', '证件号码'])
  expect(rows.flat()).toContain(idcardOf('330106', '19880512', '011'))
  expect(rows).toHaveLength(4)
})

test('staff choose columns, put them in order and keep them as a layout, which another member of staff finds', async () => {
  const desk = await arrive('desktop', 'zh-cn')
  const { page } = desk
  await desk.open('/console/2026/registrations?q=林晚晴')
  await page.getByRole('button', { name: '导出' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^列（已选/).click()
  await dialog.getByRole('button', { name: '清空' }).click()
  await dialog.getByText('请至少选择一列').waitFor()
  for (const label of ['参赛服尺码', '姓名']) await dialog.getByRole('checkbox', { name: label, exact: true }).check()
  await dialog.getByRole('button', { name: '上移 姓名' }).click()
  await dialog.getByLabel('版式名称').fill('物资组')
  await noFaults(desk, '71-export-columns')
  await dialog.getByRole('button', { name: '保存为版式' }).click()
  await page.getByText('版式“物资组”已保存').waitFor()

  const phone = await arrive('phone', 'en', 'timer')
  await phone.open('/console/2026/registrations?q=林晚晴')
  const sheet = phone.page.getByRole('dialog')
  const { rows } = await exported(phone.page, [
    () => phone.page.getByRole('button', { name: 'Export' }).click(),
    () => sheet.getByLabel('Layout', { exact: true }).selectOption({ label: '物资组' }),
    () => sheet.getByText('CSV').click(),
    async () => {
      await noFaults(phone, '72-export-phone')
      await sheet.getByRole('button', { name: 'Export', exact: true }).click()
    },
  ])
  expect(rows).toEqual([
    ['Name', 'Shirt size'],
    ['林晚晴', 'L'],
  ])
})

test('staff who may not open sealed columns are told so, and get masked values', async () => {
  const desk = await arrive('desktop', 'en', 'timer')
  const { page } = desk
  await desk.open('/console/2026/registrations')
  const dialog = page.getByRole('dialog')
  const { rows } = await exported(page, [
    () => page.getByRole('button', { name: 'Export' }).click(),
    () => dialog.getByLabel('Layout', { exact: true }).selectOption({ label: 'Insurance' }),
    async () => {
      await dialog.getByText('You may not open identity').waitFor()
      await noFaults(desk, '73-export-masked')
      await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    },
  ])
  expect(rows[1]![2]).toContain('****')
})

test.each([
  ['orders', '订单号'],
  ['refunds', '退款单号'],
  ['bibs', '参赛号'],
  ['waitlists', '组别'],
  ['invitations', '邀请码'],
  ['volunteers', '姓名'],
  ['results', '组别'],
  ['checkin?tab=booked', '服务'],
])('the table of %s leaves by two clicks on its page', async (address, first) => {
  const desk = await arrive('desktop', 'zh-cn')
  const { page } = desk
  await desk.open(`/console/2026/${address}`)
  await noFaults(desk, `74-export-${address.replaceAll(/\W/g, '-')}`)
  const { rows } = await exported(page, [
    () => page.getByRole('button', { name: '导出', exact: true }).click(),
    () => page.getByRole('dialog').getByRole('button', { name: '导出', exact: true }).click(),
  ])
  expect(rows[0]![0]).toBe(first)
  await desk.context.close()
})

test('the log can be exported too, and holds its exports', async () => {
  const phone = await arrive('phone', 'en')
  const { page } = phone
  await phone.open('/console/log')
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
  await noFaults(phone, '75-export-log')
  const { rows } = await exported(page, [
    () => page.getByRole('button', { name: 'Export', exact: true }).click(),
    () => page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  expect(rows.flat()).toContain('Exported a table')
})

test('the list is filtered and sorted, its address holds both, and the file has the rows of the list in this order', async () => {
  const desk = await arrive('desktop', 'zh-cn')
  const { page } = desk
  await desk.open('/console/2026/registrations')
  await page.getByText('共 3 份报名').waitFor()
  // Measures the height of the filters, so that most of a window of 800 pixels stays for the table. The filters may be
  // a little higher while some of them are active.
  const heightOf = async () => {
    const [first, table] = [page.getByRole('group', { name: '状态' }), page.getByRole('table')]
    return (await table.boundingBox())!.y - (await first.boundingBox())!.y
  }
  expect(await heightOf()).toBeLessThan(200)
  await page.getByLabel('排序').selectOption({ label: '最早报名' })
  await page.getByRole('button', { name: '更多筛选' }).click()
  await page.getByLabel('参赛服尺码').fill('L')
  await page.getByLabel('性别').selectOption({ label: '男' })
  await noFaults(desk, '76-filters-desktop')
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await page.getByRole('button', { name: '更多筛选（2）' }).waitFor()
  const active = page.getByRole('list', { name: '已启用的筛选' })
  await active.getByText('参赛服尺码：L').waitFor()
  expect(await heightOf()).toBeLessThan(240)
  await noFaults(desk, '76b-filters-active')
  await active.getByRole('button', { name: '移除筛选“性别：男”' }).click()
  await page.getByRole('button', { name: '更多筛选（1）' }).waitFor()
  expect(page.url()).not.toContain('gender')
  await page.getByLabel('姓名、参赛号、完整手机号或证件号码').fill('晚晴')
  await page.keyboard.press('Enter')
  await page.getByText('共 1 份报名').waitFor()
  expect(page.url()).toContain('sort=oldest')
  const { rows } = await exported(page, [
    () => page.getByRole('button', { name: '导出', exact: true }).click(),
    () => page.getByRole('dialog').getByRole('button', { name: '导出', exact: true }).click(),
  ])
  expect(rows).toHaveLength(2)

  const phone = await arrive('phone', 'en', 'timer')
  await phone.open(new URL(page.url()).pathname + new URL(page.url()).search)
  await phone.page.getByRole('link', { name: '林晚晴' }).waitFor()
  await phone.page.getByText('Registrations: 1').waitFor()
  await noFaults(phone, '77-filters-phone')
  await phone.page.getByRole('button', { name: 'Clear' }).click()
  await phone.page.getByRole('button', { name: 'Filters', exact: true }).waitFor()
})
