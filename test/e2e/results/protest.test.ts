import { afterAll, beforeAll, expect, test } from 'vitest'
import { bibGenerate } from '#features/bibs/contract.ts'
import { certificateShow } from '#features/certificates/contract.ts'
import { giveStandardCertificates } from '#features/certificates/service.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { workbookOf } from '#integrations/archives/workbook.ts'
import { RACE, entrant, openEvent, openRace } from '../../entrants.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
let runner: { token: string }
let director: { token: string }
const names = ['沈跑跑', '周启明', '陆一舟', '张䶮']
beforeAll(async () => {
  stage = await openStage({ now: '2026-10-20T04:00:00Z' })
  const { world } = stage
  await openRace(world, { header: null, settings: { unpaid_most: 1000, certificates_official: true } })
  await openEvent(world, { price: 0 })
  await giveStandardCertificates(world.parts, { raceid: RACE, primary: '#0a7ea4', city: '江城' })
  runner = await runnerSession(world)
  for (const [n, name] of names.entries()) await world.ask(registrationSave, entrant(n + 1, { name }), runner)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  await world.ask(
    bibGenerate,
    { raceid: RACE, ranges: [{ eventid: 1, prefix: 'B', from: 1, to: 9, width: 4 }], dry: false },
    director,
  )
  world.clock.set('2026-11-01T06:00:00Z')
  // The sessions from October have ended, so the staff log in again.
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
})
afterAll(() => stage?.close())

const workbook = async (rows: readonly (readonly (string | null)[])[]) => {
  const [head = [], ...cells] = rows
  const parts: Buffer[] = []
  const columns = head.map((title) => ({ title: title ?? '', kind: 'text' as const, width: 12 }))
  async function* all() {
    yield cells
  }
  for await (const part of workbookOf({ name: '成绩', columns, rows: all() }, new Date('2026-11-01T05:00:00Z')))
    parts.push(part)
  return {
    name: '江城半程 成绩😀.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.concat(parts),
  }
}
const arrive = async (path: string, device: 'desktop' | 'phone' = 'desktop', lang: 'zh-cn' | 'en' = 'zh-cn') => {
  const visitor = await stage.visit(device, lang)
  await visitor.logIn('staff', director.token)
  await visitor.open(`/console/${RACE}${path}`)
  return visitor
}
const press = (visitor: Visitor, name: string) => visitor.page.getByRole('button', { name, exact: true }).click()

test('from an Excel file to official results: doubts, a correction, a protest, its decision, the certificate', async () => {
  const desk = await arrive('/results')
  const { page } = desk
  const dialog = page.getByRole('dialog')
  let done = 0
  const did = async (doing: Promise<unknown>) => {
    await doing
    done++
  }
  const file = await workbook([
    ['参赛号', '姓名', '枪成绩', '净成绩'],
    ['B0001', '沈跑跑', '1:31:10', '1:30:50'],
    ['B0002', '周启明', '1:35:00', '1:34:30'],
    ['B0003', '陆一州', '1:40:00', '1:39:00'],
    ['B0004', '张䶮', '1:45:00', '1:44:00'],
    ['X99', '替跑者', '1:20:00', '1:19:00'],
  ])
  await did(page.locator('input[type=file]').setInputFiles(file))
  await page.getByText('共 5 行').waitFor()
  await noFaults(desk, 'desk-1-read')
  await did(press(desk, '导入'))
  await page.getByText('已导入').first().waitFor()
  await did(press(desk, '发布'))
  await dialog.getByText('第一次发布，共 5 条成绩').waitFor()
  await noFaults(desk, 'desk-2-publish')
  await did(dialog.getByRole('button', { name: '发布' }).last().click())
  await page.getByText('成绩已发布').waitFor()
  await page.locator('#main').getByText('非官方', { exact: true }).waitFor()
  expect(done, 'import an Excel and publish').toBeLessThanOrEqual(10)
  await noFaults(desk, 'desk-3-provisional')

  // Staff look through the results that need a check, and handle each of them with a reason.
  await desk.open(`/console/${RACE}/resultdesk`)
  await page.getByText('5 条成绩').waitFor()
  await noFaults(desk, 'desk-4-all')
  await press(desk, '需核对')
  await page.getByText('2 条成绩').waitFor()
  await noFaults(desk, 'desk-5-doubts')
  await press(desk, '核对 X99')
  await press(desk, '判罚或更改状态')
  await dialog.getByLabel(/规则/).fill('TR 7')
  await dialog.getByLabel('原因').fill('替跑')
  await noFaults(desk, 'desk-6-disqualify')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('TR 7').first().waitFor()
  await noFaults(desk, 'desk-7-corrected')
  await press(desk, '返回列表')
  await press(desk, '核对 B0003')
  await page.getByRole('button', { name: /^核对无误/ }).click()
  await dialog.getByLabel('原因').fill('计时公司写错字')
  await dialog.getByRole('button', { name: '核对无误' }).click()
  await page.getByText('已核对存疑').waitFor()
  await press(desk, '返回列表')
  await press(desk, '需核对')
  await page.getByText('5 条成绩').waitFor()

  // The runner sees provisional results without a certificate, and sends a protest.
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open(`/report?raceid=${RACE}&_token=${runner.token}`)
  await phone.page.getByText('非官方成绩').first().waitFor()
  await noFaults(phone, 'runner-1-list')
  await phone.page
    .getByRole('link', { name: /沈跑跑/ })
    .first()
    .click()
  await phone.page.getByRole('link', { name: '对成绩有异议？' }).waitFor()
  await noFaults(phone, 'runner-2-result')
  const own = new URL(phone.page.url()).searchParams.get('key')!
  await phone.open(`/score?raceid=${RACE}&key=${own}`)
  await phone.page.getByText('就可以在这里领取证书').waitFor()
  await noFaults(phone, 'runner-2-held')
  expect(await stage.world.call(certificateShow, { key: own })).toMatchObject({ refusal: 'certificate_held' })
  await phone.page.getByRole('link', { name: '对成绩有异议？' }).click()
  await phone.page.getByRole('button', { name: '提交抗议' }).click()
  await phone.page.getByText('请至少写 5 个字').waitFor()
  await phone.page.getByLabel('抗议内容').fill('我的终点时间应为 1:30:10，手表有记录 ⌚')
  await noFaults(phone, 'runner-3-protest')
  await phone.page.getByRole('button', { name: '提交抗议' }).click()
  await phone.page.getByText('您的抗议正在等待裁定').waitFor()
  await noFaults(phone, 'runner-4-filed')

  // The page asks twice before it makes results official with an open protest.
  await desk.open(`/console/${RACE}/results`)
  await page.getByText('1 项抗议待裁定').waitFor()
  await press(desk, '更改发布状态')
  await dialog.getByRole('region', { name: '与上一版本的差异' }).waitFor()
  await noFaults(desk, 'desk-8-differences')
  await dialog.getByRole('button', { name: '定为官方' }).click()
  await dialog.getByText('还有抗议未裁定').waitFor()
  await noFaults(desk, 'desk-9-asked-twice')
  await dialog.getByRole('button', { name: '取消' }).click()

  await desk.open(`/console/${RACE}/protests`)
  await page.getByText('手表有记录').waitFor()
  await noFaults(desk, 'desk-10-protests')
  await press(desk, '裁定并通知')
  await dialog.getByRole('radio', { name: '抗议成立' }).check()
  await dialog.getByLabel('裁定（选手会看到）').fill('终点录像显示为 1:30:10')
  await noFaults(desk, 'desk-11-decide')
  await dialog.getByRole('button', { name: '裁定并通知' }).click()
  await page.getByText('没有待裁定的抗议').waitFor()
  // After the decision no protest is open, so the menu shows no number beside the link.
  await page
    .getByRole('navigation', { name: '主导航' })
    .getByRole('link', { name: '抗议', exact: true })
    .waitFor({ timeout: 30_000 })
  await phone.page.reload()
  await phone.page.getByText('裁定：终点录像显示为 1:30:10').waitFor()
  await noFaults(phone, 'runner-5-decided')

  await desk.open(`/console/${RACE}/results`)
  await press(desk, '更改发布状态')
  await dialog.getByRole('button', { name: '定为官方' }).click()
  await page.getByText('成绩已定为官方').waitFor()
  await press(desk, '发布记录')
  await dialog.getByText('官方', { exact: true }).first().waitFor()
  await dialog.getByRole('button', { name: '查看差异' }).first().click()
  await dialog.getByRole('button', { name: '收起' }).waitFor()
  const changed = dialog.getByRole('region', { name: '与上一版本的差异' })
  const head = (await changed.locator('thead').boundingBox())!
  const firstRow = (await changed.locator('tbody tr').first().boundingBox())!
  expect(head.y + head.height, 'the head stands above the rows').toBeLessThanOrEqual(firstRow.y + 1)
  await noFaults(desk, 'desk-12-history')
  await phone.open(`/report?raceid=${RACE}`)
  await phone.page.getByText('官方成绩').first().waitFor()
  expect(await phone.page.getByText('非官方成绩').count()).toBe(0)
  await noFaults(phone, 'runner-6-official')
  await phone.open(`/score?raceid=${RACE}&key=${own}`)
  await phone.page.getByRole('img', { name: '沈跑跑的证书' }).waitFor()
  await noFaults(phone, 'runner-7-certificate')
})

test('in English on a phone: staff drop a list, download its faults, correct them and import it again', async () => {
  const phone = await arrive('/imports?kind=volunteers', 'phone', 'en')
  const { page } = phone
  await page.getByText('Drop the file here, or choose it').waitFor()
  await noFaults(phone, 'imports-1-empty')
  const csv = (text: string) => ({ name: 'volunteers 😀.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page
    .locator('input[type=file]')
    .setInputFiles(csv('Name,Document,Post\nLi Lei,330106197001010014,Aid station\nHan Meimei,1,Finish\n'))
  await page.getByText('2 rows').waitFor()
  await noFaults(phone, 'imports-2-read')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download these rows' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('volunteers-volunteers 😀.csv')
  const [desktop, all] = [await arrive('/resultdesk', 'desktop', 'en'), await arrive('/protests', 'phone', 'en')]
  await desktop.page.getByText('5 results').waitFor()
  await noFaults(desktop, 'desk-13-english')
  await noFaults(all, 'desk-14-protests-phone')
  const results = await arrive('/results', 'phone', 'en')
  await noFaults(results, 'desk-15-results-phone')
  const narrow = await arrive('/resultdesk', 'phone', 'en')
  await narrow.page.getByText('5 results').waitFor()
  await noFaults(narrow, 'desk-16-desk-phone')
})
