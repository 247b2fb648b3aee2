import { setTimeout as wait } from 'node:timers/promises'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTableFile } from '#features/files/tableFile.service.ts'
import { goOnWithBulk } from '#features/registrations/bulk/bulk.jobs.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { addReviewedEvent, idcardOf, openRace2026, signUp } from '../browser/race.ts'

const names = ['顾行舟', '林晚晴', '许知远', '叶青禾', '周子涵', '苏欣怡']
let stage: Stage
let director: Awaited<ReturnType<typeof staffSession>>
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  await addReviewedEvent(world)
  const { token } = await runnerSession(world)
  for (const [n, name] of names.entries()) {
    const eventid = n < 5 ? 5 : 1
    await signUp(
      world,
      { token },
      {
        eventid,
        idnum: idcardOf('330106', `1988051${n}`, '011'),
        name,
        mobile: `1390000111${n}`,
        clothes: n % 2 ? 'M' : 'L',
      },
    )
  }
  director = await staffSession(world, [{ raceid: 2026, role: 'director' }])
})
afterAll(() => stage?.close())

const arrive = async (size: 'phone' | 'desktop', lang: 'zh-cn' | 'zh-tw' | 'en', token = director.token) => {
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', token)
  return visitor
}
/** Runs the server's job, which works whether the page is open or closed. */
const workOn = async (): Promise<void> => {
  const { db, parts, clock } = stage.world
  for (;;) {
    const running = await db.selectFrom('bulk_actions').select('id').where('state', '=', 'running').execute()
    for (const { id } of running) await goOnWithBulk({ raceid: 2026, id }, { ...parts, now: clock.now() })
    if (running.length > 0) return
    await wait(50)
  }
}
const statesOf = async () =>
  (
    await stage.world.db
      .selectFrom('registrations')
      .select('state')
      .where('raceid', '=', 2026)
      .where('eventid', '=', 5)
      .orderBy('id')
      .execute()
  ).map(({ state }) => state)

test('a director filters, saves a view, refuses all that match, closes the page, comes back, downloads and undoes', async () => {
  const first = await arrive('desktop', 'zh-cn')
  {
    const { page } = first
    await first.open('/console/2026/registrations')
    await page.getByRole('button', { name: /待审核/ }).click()
    await page.getByRole('link', { name: '许知远' }).waitFor()
    await page.getByRole('button', { name: '更多筛选' }).click()
    await page.getByLabel('参赛服尺码').fill('L')
    await page.getByRole('button', { name: '筛选', exact: true }).click()
    await page.getByText('共 3 份报名').waitFor()
    await page.getByRole('button', { name: '姓名', exact: true }).click()
    await page.getByRole('columnheader', { name: /姓名/ }).and(page.locator('[aria-sort=ascending]')).waitFor()
    await page.getByRole('button', { name: '保存视图' }).click()
    await page.getByLabel('视图名称').fill('L 码待审核')
    await page.getByRole('checkbox', { name: '与本赛事的工作人员共享' }).check()
    await noFaults(first, '80-view-dialog')
    await page.getByRole('dialog').getByRole('button', { name: '保存视图' }).click()
    await page.getByText('视图“L 码待审核”已保存').waitFor()

    await page.getByRole('checkbox', { name: '选择 许知远' }).check()
    await page.getByRole('button', { name: '选择全部符合条件的 3 份' }).click()
    await page.getByText('已选全部符合条件的 3 份').waitFor()
    await noFaults(first, '81-all-matching')
    await page.getByRole('region', { name: '批量操作' }).getByRole('button', { name: '不通过' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('将处理 3 份').waitFor()
    await dialog.getByRole('button', { name: '确认处理 3 份' }).click()
    await dialog.getByText('必填').first().waitFor()
    await dialog.getByRole('button', { name: '成绩证明不清晰，请重新上传' }).click()
    await noFaults(first, '82-bulk-preview')
    await dialog.getByRole('button', { name: '确认处理 3 份' }).click()
    await page.getByText('已处理 0 / 3').first().waitFor()
    await noFaults(first, '83-bulk-running')
  }
  await first.context.close()
  expect(await statesOf()).toEqual(['audit', 'audit', 'audit', 'audit', 'audit'])
  await workOn()
  expect(await statesOf()).toEqual(['auditfail', 'audit', 'auditfail', 'audit', 'auditfail'])

  const again = await arrive('desktop', 'zh-cn')
  const { page } = again
  await again.open('/console/2026/bulk')
  await page.getByText('成功 3 · 无需处理 0 · 未处理 0').waitFor()
  await noFaults(again, '84-bulk-report')
  await page.getByRole('button', { name: '下载结果' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: '导出', exact: true }).click(),
  ])
  const file = await readTableFile(await readFile(await download.path()))
  if ('unreadable' in file) throw new Error(file.unreadable)
  expect(file.table.rows.map((row) => row[1]).toSorted()).toEqual(['周子涵', '许知远', '顾行舟'].toSorted())
  expect(file.table.rows.flat()).toContain('已处理')
  await page.getByRole('button', { name: '撤销' }).click()
  await page.getByRole('dialog').getByText('涉及 3 份报名').waitFor()
  await noFaults(again, '85-undo-dialog')
  await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click()
  await page.getByRole('heading', { name: /撤销：不通过/ }).waitFor()
  await workOn()
  await page.getByText('已撤销').waitFor()
  expect(await statesOf()).toEqual(['audit', 'audit', 'audit', 'audit', 'audit'])
})

test('another member of staff finds the shared view, chooses columns, and keeps them on the device', async () => {
  const registrar = await staffSession(stage.world, [{ raceid: 2026, role: 'registrar' }])
  const desk = await arrive('desktop', 'en', registrar.token)
  const { page } = desk
  await desk.open('/console/2026/registrations')
  await page.getByLabel('View', { exact: true }).selectOption({ label: 'L 码待审核 (工作人员)' })
  await page.getByText('Registrations: 3').waitFor()
  await page.getByRole('button', { name: 'Remove view' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Shirt size', exact: true }).check()
  await noFaults(desk, '86-columns')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('columnheader', { name: 'Shirt size' }).waitFor()
  const edge = page.getByRole('separator', { name: 'Width of Event' })
  await edge.focus()
  const widthNow = () => page.getByRole('columnheader', { name: 'Event' }).evaluate((head) => head.clientWidth)
  const before = await widthNow()
  for (let n = 0; n < 4; n++) await page.keyboard.press('ArrowRight')
  expect(await widthNow()).toBeGreaterThan(before)
  await noFaults(desk, '87-list-en')
  await page.reload()
  await page.getByRole('columnheader', { name: 'Shirt size' }).waitFor()
  expect(await widthNow()).toBeGreaterThan(before)
})

test('on a phone staff tag one registration among others, and staff who may only read are told so', async () => {
  const phone = await arrive('phone', 'en')
  const { page } = phone
  await phone.open('/console/2026/registrations')
  for (const name of ['顾行舟', '苏欣怡']) await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await noFaults(phone, '88-chosen-phone')
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tag', { exact: true }).fill('Pacer 🏃')
  await dialog.getByText('2 will be changed').waitFor()
  await noFaults(phone, '89-bulk-preview-phone')
  await dialog.getByRole('button', { name: 'Confirm for 2' }).click()
  await page.getByText('0 of 2 handled').first().waitFor()
  await workOn()
  await page.getByRole('link', { name: /顾行舟.*Pacer/ }).waitFor()
  await noFaults(phone, '90-done-phone')

  const viewer = await staffSession(stage.world, [{ raceid: 2026, role: 'viewer' }])
  const reader = await arrive('phone', 'zh-tw', viewer.token)
  await reader.open('/console/2026/registrations')
  await reader.page.getByRole('checkbox', { name: '選擇 顾行舟' }).check()
  await reader.page.getByText('您沒有處理報名的權限').waitFor()
  await noFaults(reader, '91-reader-phone')
})

test('a list without a match, a running action and a failing action say so', async () => {
  const desk = await arrive('desktop', 'zh-cn')
  const { page } = desk
  await desk.open('/console/2026/registrations?q=没有这个人')
  await page.getByText('没有符合条件的报名').first().waitFor()
  await noFaults(desk, '92-list-empty')
  await desk.open('/console/2026/bulk')
  await page.route('**/console/registrations/list', (route) => route.abort())
  await page.getByRole('link', { name: '返回报名列表' }).click()
  await page.getByRole('button', { name: '再试一次' }).waitFor()
  expect(await desk.axe()).toEqual([])
})

test('a dialog whose preview fails says so in sight, and offers no action', async () => {
  const phone = await arrive('phone', 'en')
  const { page } = phone
  await page.route(/bulk\/preview|disruptions\/preview/, (route) => route.fulfill({ status: 502, body: '<html>' }))
  await phone.open('/console/2026/registrations')
  await page.getByRole('checkbox', { name: 'Choose all shown' }).check()
  const bar = page.getByRole('region', { name: 'Bulk actions' })
  await bar.getByRole('button', { name: 'Cancel registrations' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText("Couldn't load this").first().waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Cancel registrations' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()

  await phone.open('/console/2026/disruptions')
  await page.getByRole('button', { name: 'Declare a change' }).click()
  await dialog.getByRole('checkbox', { name: 'All events' }).check()
  await dialog
    .getByLabel(/简体中文/)
    .first()
    .fill('台风来袭')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  const reason = dialog.getByText('Something went wrong on our side')
  await reason.waitFor()
  const above = () => reason.evaluate((box) => box.getBoundingClientRect().bottom < innerHeight - 60)
  await expect.poll(above, { message: 'the reason is above the button' }).toBe(true)
})
