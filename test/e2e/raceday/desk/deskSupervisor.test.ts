import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkinRunnerSign } from '#features/desks/contract.ts'
import { consoleDesksDeviceSend } from '#features/desks/device/device.contract.ts'
import { consoleDesksEnrol, consoleDesksList, consoleDesksSave } from '#features/desks/setup/setup.contract.ts'
import { consoleDesksStock } from '#features/desks/stock/stock.contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { numbered } from '#test/numbered.ts'
import { staffSession } from '#test/people.ts'
import { type Stage, openStage } from '#test/e2e/browser/browser.ts'
import { noFaults } from '#test/e2e/browser/pictures.ts'

let stage: Stage
let director: Awaited<ReturnType<typeof staffSession>>
let runners: { id: number }[]
beforeAll(async () => {
  stage = await openStage({ now: '2026-10-30T02:20:00Z' })
  const { world } = stage
  await openRace(world)
  await openEvent(world, { price: 0 })
  const names = ['沈跑跑', '周启明', '陆一舟', '顾行舟', '林晚晴']
  runners = await numbered(world, ['A|0001', 'A|0002', 'A|0003', 'A|0004', 'A|0005'], { names })
  await world.db.updateTable('registrations').set({ clothes: 'M' }).execute()
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
})
afterAll(() => stage?.close())

const arrive = async (size: 'phone' | 'desktop', lang: 'zh-cn' | 'en', tab: string) => {
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', director.token)
  await visitor.open(`/console/${RACE}/desks?tab=${tab}`)
  return visitor
}
const desksNow = async () => (await stage.world.ask(consoleDesksList, { raceid: RACE }, director)).items

/**
 * Hands packs out at two desks. A tablet of the second desk, without network, hands out a pack that the first desk has
 * already handed out.
 */
const handOut = async () => {
  const { world } = stage
  const [first, second] = await desksNow()
  const sign = (id: number, desk: number) =>
    world.ask(
      checkinRunnerSign,
      { raceid: RACE, desk, id, kind: 'pack', entry: crypto.randomUUID(), despite: [] },
      director,
    )
  await sign(runners[0]!.id, first!.id)
  await sign(runners[1]!.id, first!.id)
  await sign(runners[2]!.id, second!.id)
  const tablet = { raceid: RACE, deskid: second!.id, name: '二号台平板' }
  const { key } = await world.ask(consoleDesksEnrol, tablet, director)
  const at = world.clock.now().toISOString()
  const packs = [{ entry: crypto.randomUUID(), kind: 'pack' as const, id: runners[2]!.id, at }]
  await world.ask(consoleDesksDeviceSend, { key, clock: at, entries: packs })
}

test('a supervisor makes desks, settles a clash, corrects the stock and exports the entries', async () => {
  const desk = await arrive('desktop', 'zh-cn', 'desks')
  const { page } = desk
  await page.getByText('还没有领物台').waitFor()
  await noFaults(desk, 'desks-1-empty')
  await page.getByRole('button', { name: '添加领物台' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill('一号台')
  await dialog.getByText('没有分配号码段').waitFor()
  await dialog.getByRole('button', { name: '添加号码段' }).click()
  await dialog.getByLabel('前缀').fill('a')
  await dialog.getByLabel('起始号').fill('1')
  await dialog.getByLabel('终止号').fill('2')
  await dialog.getByText('离线也不会重复发放').waitFor()
  await noFaults(desk, 'desks-2-new')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByRole('heading', { name: '一号台' }).waitFor()

  await page.getByRole('button', { name: '添加领物台' }).press('Enter')
  await dialog.getByLabel('名称').fill('二号台')
  await dialog.getByRole('button', { name: '添加号码段' }).press('Enter')
  await dialog.getByLabel('前缀').fill('A')
  await dialog.getByLabel('起始号').fill('2')
  await dialog.getByLabel('终止号').fill('9')
  await dialog.getByText('号码段与“一号台”重叠').waitFor()
  await dialog.getByRole('button', { name: '移除号码段 1' }).press('Enter')
  await dialog.getByLabel('名称').press('Enter')
  await page.getByRole('heading', { name: '二号台' }).waitFor()
  await handOut()
  await noFaults(desk, 'desks-3-desks')
  await page.getByRole('button', { name: '分配领物台' }).click()
  await dialog.getByRole('button', { name: '分配领物台' }).click()
  await dialog.getByText('3 人').waitFor()
  await noFaults(desk, 'desks-4-windows')
  await page.keyboard.press('Escape')

  await page.getByText('设备', { exact: true }).click()
  await page.getByRole('button', { name: '停用 二号台平板' }).click()
  await dialog.getByText('再清除本机数据').waitFor()
  await noFaults(desk, 'desks-5-revoke')
  await dialog.getByRole('button', { name: '停用' }).click()
  await page.getByRole('cell', { name: '已停用' }).waitFor()

  await page.getByText('核对', { exact: true }).click()
  await page.getByText('参赛包已在别处发放').waitFor()
  await noFaults(desk, 'desks-6-clash')
  await page.getByRole('button', { name: '都已领走：陆一舟' }).click()
  await dialog.getByLabel('经过').fill('两包都已领走，选手退回一包')
  await noFaults(desk, 'desks-6-settle')
  await dialog.getByRole('button', { name: '都已领走' }).click()
  await page.getByText('两包都已领走，选手退回一包（').waitFor()
  await noFaults(desk, 'desks-6-settled')
  await page
    .getByRole('button', { name: /^撤销 陆一舟/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: '撤销' }).click()
  await page.getByText('没有重复发放').waitFor()

  await page.getByText('衣服库存', { exact: true }).click()
  await page.getByRole('button', { name: '调整库存' }).click()
  await dialog.getByLabel('M 码的增减').fill('4')
  await dialog.getByLabel('原因').fill('第一批到货')
  await noFaults(desk, 'desks-7-stock-dialog')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('第一批到货').waitFor()
  const { sizes } = await stage.world.ask(consoleDesksStock, { raceid: RACE }, director)
  expect(sizes).toEqual([{ size: 'M', counted: true, came: 4, gone: 3, left: 1, waiting: 2 }])
  await page.getByText('缺 1').waitFor()
  await noFaults(desk, 'desks-8-stock')

  await page.getByText('进度', { exact: true }).click()
  await page.getByText('3 / 5').waitFor()
  await page.getByRole('img', { name: '每刻钟发放' }).waitFor()
  await noFaults(desk, 'desks-9-figures')
  await page.getByText('表格', { exact: true }).click()
  await page.getByRole('region', { name: '每刻钟发放' }).getByText('10月30日 10:15').waitFor()
  await page.getByRole('button', { name: '导出发放记录' }).click()
  await dialog.getByText('CSV', { exact: true }).click()
  const [entries] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '导出', exact: true }).click(),
  ])
  const lines = readFileSync(await entries.path(), 'utf8')
    .trim()
    .split('\n')
  expect(lines, 'a heading, four packs and one undo').toHaveLength(6)
  await page.getByRole('button', { name: '签收表（A4）' }).click()
  await dialog.getByText('PDF', { exact: true }).click()
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '导出', exact: true }).click(),
  ])
  expect(
    readFileSync(await list.path())
      .subarray(0, 4)
      .toString(),
  ).toBe('%PDF')
  expect(desk.errors).toEqual([])
})

test('the supervisor reads every page on a phone in English', async () => {
  if ((await desksNow()).length === 0)
    await stage.world.ask(consoleDesksSave, { raceid: RACE, name: 'Desk 1' }, director)
  for (const tab of ['figures', 'clashes', 'stock', 'desks', 'devices']) {
    const phone = await arrive('phone', 'en', tab)
    await phone.page.getByRole('main').locator('h2').first().waitFor()
    await noFaults(phone, `desks-phone-${tab}`)
    await phone.context.close()
  }
})
