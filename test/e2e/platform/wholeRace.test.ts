import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTableFile } from '#features/files/tableFile.service.ts'
import { ownerLink } from '#features/staff/service.ts'
import { workbookOf } from '#integrations/archives/workbook.ts'
import { idnumOf } from '../../entrants.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { type Hands, countHands } from '../browser/hands.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

/** The most clicks and filled fields of each task. */
const BUDGET = { open: 60, export: 4, publish: 10, walkIn: 12, find: 3 } as const
const IMPORTED = 498
const password = '秋天的江边有风，跑者三万人'.repeat(2)
const runner = { name: '林晓岚', idnum: idnumOf(900), mobile: '13900002026' }
const given = [...'伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超霞']
const nameOf = (n: number): string => `${[...'王李张刘陈杨黄赵吴周'][n % 10]}${given[n % 20]}${given[(n * 7) % 19]}`

const workbook = async (name: string, rows: readonly (readonly string[])[]) => {
  const [head = [], ...cells] = rows
  const columns = head.map((title) => ({ title, kind: 'text' as const, width: 14 }))
  async function* all() {
    yield cells
  }
  const parts: Buffer[] = []
  for await (const part of workbookOf({ name: '名单', columns, rows: all() }, new Date('2026-03-01T04:00:00Z')))
    parts.push(part)
  return {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.concat(parts),
  }
}
const tableOf = async (download: Download): Promise<readonly (readonly string[])[]> => {
  const file = await readTableFile(await readFile(await download.path()))
  if ('unreadable' in file) throw new Error(file.unreadable)
  return [file.table.header, ...file.table.rows] as readonly (readonly string[])[]
}
const toPage = async (page: Page, by: Hands, phase: string, name: string, title = name): Promise<void> => {
  await by.click(page.getByRole('navigation', { name: '阶段' }).getByRole('link', { name: phase, exact: true }))
  await by.click(page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name, exact: true }))
  await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor()
}

const openTheRace = async (desk: Visitor, by: Hands): Promise<void> => {
  const { page } = desk
  await desk.open((await ownerLink(stage.world.parts))!.replace(stage.origin, ''))
  await by.fill(page.getByLabel('姓名'), '林总')
  await by.fill(page.getByLabel('登录名'), 'lin')
  await by.fill(page.getByLabel('密码', { exact: true }), password)
  await by.click(page.getByRole('button', { name: '设置并登录' }))
  await by.click(page.getByRole('link', { name: '创建赛事' }))
  await by.click(page.getByRole('radio', { name: '城市 10 公里' }))
  await by.fill(page.getByLabel('赛事名称 · 简体中文'), '澜江城市跑')
  await by.fill(page.getByLabel('比赛时间'), '2026-05-17T07:30')
  await by.click(page.getByRole('button', { name: '创建赛事' }))
  await page.getByText('发布前检查').waitFor()
  await noFaults(desk, 'whole-1-checklist')
  await by.click(page.getByRole('link', { name: '赛事设置', exact: true }))
  await by.click(page.getByRole('link', { name: '外观与图片' }))
  const picture = await sharp({ create: { width: 1920, height: 1080, channels: 3, background: '#1971c2' } })
    .jpeg()
    .toBuffer()
  await by.file(page.locator('input[type=file]').first(), {
    name: 'header.jpg',
    mimeType: 'image/jpeg',
    buffer: picture,
  })
  await page.locator('[data-testid=cropper]').waitFor()
  await by.click(page.getByRole('button', { name: '使用裁剪' }))
  await page.getByRole('button', { name: '更换' }).first().waitFor()
  await by.click(page.getByRole('link', { name: '基本信息' }))
  await by.click(page.getByLabel('对选手公开'))
  await by.click(page.getByRole('button', { name: '保存' }))
  await page.getByText(/^已保存：.*对选手公开/).waitFor()
  // The bar at the top of the console shows a saved change at once.
  await page.getByRole('banner').getByText('已发布', { exact: true }).waitFor()
}

/**
 * Signs the runner up on a phone. There is no real provider of text messages, so the owner reads the code in the
 * console.
 */
const signUp = async (phone: Visitor, desk: Visitor): Promise<void> => {
  const { page } = phone
  const next = () => page.getByRole('button', { name: '下一步' }).click()
  await phone.open('/')
  await page
    .getByRole('link', { name: /澜江城市跑/ })
    .first()
    .click()
  await page
    .getByRole('link', { name: /立即报名/ })
    .first()
    .click()
  await page.getByRole('radio', { name: /^10公里/ }).check()
  await next()
  await page.getByLabel('证件号码').fill(runner.idnum)
  await page.getByLabel('姓名', { exact: true }).fill(runner.name)
  await page.getByRole('checkbox', { name: /敏感个人信息/ }).check()
  await page.getByLabel('手机号').fill(runner.mobile)
  if (await page.getByRole('heading', { name: '紧急联系人' }).isVisible()) {
    await page.getByLabel('紧急联系人姓名').fill('林建国')
    await page.getByLabel('紧急联系人电话').fill('13900009999')
  }
  await next()
  await page.getByRole('radio', { name: 'M', exact: true }).check()
  await next()
  await page.getByRole('checkbox', { name: /参赛声明/ }).check()
  await page.getByRole('checkbox', { name: /免责声明/ }).check()
  await page.getByRole('checkbox', { name: /成绩公示/ }).check()
  await noFaults(phone, 'whole-2-review')
  await page.getByRole('button', { name: '验证手机号并提交' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: '获取验证码' }).click()
  await sheet.locator('[role=status]').waitFor()
  await desk.open('/console/outbox')
  const message = await desk.page
    .getByText(/验证码 \d{6}/)
    .first()
    .innerText()
  await sheet.getByLabel('验证码', { exact: true }).fill(/\d{6}/.exec(message)![0])
  await sheet.getByRole('button', { name: '登录' }).click()
  await page.getByRole('button', { name: /立即支付 ¥100\.00/ }).click()
  await page.getByRole('button', { name: '确认支付' }).click()
  await page.getByRole('heading', { name: '报名成功' }).waitFor()
  await noFaults(phone, 'whole-3-entered')
}

const importEntries = async (desk: Visitor, by: Hands): Promise<void> => {
  const { page } = desk
  const rows = Array.from({ length: IMPORTED }, (_, n) => [
    nameOf(n),
    idnumOf(n),
    `139${String(10_000_000 + n)}`,
    n % 5 < 3 ? '10公里' : '5公里',
    '企业团报',
  ])
  await by.file(
    page.getByLabel('选择文件'),
    await workbook('企业团报.xlsx', [['姓名', '证件号码', '手机', '组别', '支付说明'], ...rows]),
  )
  await page.getByText(`新增 ${IMPORTED}`).waitFor()
  await noFaults(desk, 'whole-4-entries')
  await by.click(page.getByRole('button', { name: `导入 ${IMPORTED} 行` }))
  await page.getByText(`已导入 ${IMPORTED} 行`).first().waitFor()
}

const walkIn = async (desk: Visitor, by: Hands): Promise<void> => {
  const { page } = desk
  await toPage(page, by, '领物现场', '现场报名')
  await by.choose(page.getByLabel('组别', { exact: true }), '1')
  await by.fill(page.getByLabel('姓名', { exact: true }), '程现场')
  await by.fill(page.getByLabel('证件号码'), idnumOf(901))
  await by.fill(page.getByLabel('手机号'), '13900002220')
  await by.click(page.getByRole('checkbox', { name: '这些内容稍后补填' }))
  await by.click(page.getByRole('checkbox', { name: /已阅读并同意/ }))
  await by.click(page.getByRole('button', { name: '完成报名' }))
  await page.getByRole('heading', { name: '程现场 已报名' }).waitFor()
  await noFaults(desk, 'whole-5-walkin')
}

/**
 * Exports the list for the timing company and returns its rows. The test makes the company's result file from these
 * rows.
 */
const startList = async (desk: Visitor, by: Hands): Promise<readonly (readonly string[])[]> => {
  const { page } = desk
  const dialog = page.getByRole('dialog')
  await by.click(page.getByRole('button', { name: '导出', exact: true }))
  await by.choose(dialog.getByLabel('版式', { exact: true }), { label: '计时公司' })
  const download = await by.save(page, dialog.getByRole('button', { name: '导出', exact: true }))
  return tableOf(download)
}
const clock = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':')

const importAndPublish = async (
  desk: Visitor,
  by: Hands,
  { event, file, rows }: { event: string; file: Awaited<ReturnType<typeof workbook>>; rows: number },
): Promise<void> => {
  const { page } = desk
  const dialog = page.getByRole('dialog')
  const select = page.getByLabel('组别', { exact: true })
  if ((await select.locator('option:checked').innerText()) !== event) await by.choose(select, { label: event })
  await by.file(page.getByLabel('选择文件'), file)
  await page.getByText(/列里哪些属于这个组别/).waitFor()
  await by.click(page.getByRole('button', { name: '只读这些行' }))
  await page.getByText(`共 ${rows} 行`).waitFor()
  await by.click(page.getByRole('button', { name: '导入', exact: true }))
  await page.getByText('已导入').first().waitFor()
  await by.click(page.getByRole('button', { name: '发布', exact: true }))
  await dialog.getByText(`第一次发布，共 ${rows} 条成绩`).waitFor()
  await by.click(dialog.getByRole('button', { name: '发布' }).last())
  await page.getByText('成绩已发布').first().waitFor()
}

// Five hundred runners finish and get results, so the test takes long.
test('by hands only, from an empty installation to official results of 500 runners', { timeout: 600_000 }, async () => {
  const desk = await stage.visit('desktop', 'zh-cn')
  const { page } = desk
  const by = countHands()
  await openTheRace(desk, by)
  by.done('a new race is open for sign-up', BUDGET.open)
  stage.world.clock.advance(6_000)

  const phone = await stage.visit('phone', 'zh-cn')
  await signUp(phone, desk)
  await desk.open('/console/1')
  await toPage(page, by, '报名', '报名')
  await by.click(page.getByRole('link', { name: '导入', exact: true }))
  await importEntries(desk, by)
  by.done('500 runners come in from an Excel', BUDGET.publish)

  await toPage(page, by, '报名', '参赛号', '参赛号与出发区')
  by.done('the way to the bibs')
  await walkIn(desk, by)
  by.done('a walk-in', BUDGET.walkIn)
  await toPage(page, by, '报名', '参赛号', '参赛号与出发区')
  await by.click(page.getByRole('button', { name: '预览' }).first())
  await page.getByText('A0001 至 A0302').waitFor()
  await noFaults(desk, 'whole-6-bibs')
  await by.click(page.getByRole('button', { name: '分配 500 个号' }))
  await page.getByText('302 / 302 人有号').waitFor()
  by.done('bibs for everybody')

  await toPage(page, by, '报名', '报名')
  by.done('the way to the list')
  const [titles = [], ...rows] = await startList(desk, by)
  by.done('an export', BUDGET.export)
  expect(rows).toHaveLength(IMPORTED + 2)
  await by.fill(page.getByLabel('姓名、参赛号、完整手机号或证件号码'), '晓岚')
  await by.press(page.getByLabel('姓名、参赛号、完整手机号或证件号码'), 'Enter')
  await by.click(page.getByRole('link', { name: runner.name }).first())
  await page.getByText('提交报名').waitFor()
  by.done("a runner's whole story", BUDGET.find)
  await noFaults(desk, 'whole-7-story')

  // On race day the sessions of March have ended.
  stage.world.clock.set('2026-05-17T03:00:00Z')
  const later = await stage.visit('desktop', 'zh-cn')
  await later.open('/console/1/results')
  await later.page.getByLabel('登录名').fill('lin')
  await later.page.getByLabel('密码', { exact: true }).fill(password)
  await later.page.getByRole('button', { name: '登录', exact: true }).click()
  await later.page.getByRole('heading', { name: '成绩', level: 1 }).waitFor()
  const [bib, name, event] = ['参赛号', '姓名', '组别'].map((title) => titles.indexOf(title))
  const file = await workbook('成绩.xlsx', [
    ['参赛号', '姓名', '组别', '枪成绩', '净成绩'],
    ...rows.map((row, n) => [row[bib!]!, row[name!]!, row[event!]!, clock(2_400 + n * 7), clock(2_390 + n * 7)]),
  ])
  by.done('race day')
  await importAndPublish(later, by, { event: '10公里', file, rows: 302 })
  by.done('an Excel imported and published', BUDGET.publish)
  await noFaults(later, 'whole-8-published')
  await importAndPublish(later, by, { event: '5公里', file, rows: 198 })
  by.done('the other event of the same file', BUDGET.publish)
  for (const left of [1, 0]) {
    await by.click(later.page.getByRole('button', { name: '更改发布' }).nth(1 - left))
    const asked = later.page.getByRole('dialog')
    await by.fill(asked.getByLabel('备注（仅工作人员可见）'), '裁判长已签字')
    await by.click(asked.getByRole('button', { name: '定为官方' }))
    await asked.waitFor({ state: 'detached' })
  }
  by.done('made official with a note')
  await expect.poll(() => later.page.locator('#main').getByText('官方', { exact: true }).count()).toBe(2)
  await noFaults(later, 'whole-9-official')

  await toPage(later.page, by, '成绩', '证书')
  await by.click(later.page.getByRole('link', { name: '新建证书' }))
  await by.click(later.page.getByRole('button', { name: '用这个版式' }))
  await by.click(later.page.getByLabel('发布给选手'))
  await by.click(later.page.getByRole('button', { name: '保存', exact: true }))
  await later.page.getByText('已全部保存').waitFor()
  by.done('a certificate from the standard layout')

  const finisher = await stage.visit('phone', 'zh-cn')
  await finisher.open('/query?raceid=1&type=score')
  await finisher.page.getByLabel('请输入证件号码').fill(runner.idnum)
  await finisher.page.getByRole('button', { name: '查询', exact: true }).first().click()
  await finisher.page.getByRole('link', { name: new RegExp(runner.name) }).click()
  await finisher.page.getByRole('img', { name: `${runner.name}的证书` }).waitFor()
  await noFaults(finisher, 'whole-10-certificate')
})
