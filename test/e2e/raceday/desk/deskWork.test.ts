import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveEvent } from '#features/events/service.ts'
import { consoleVolunteersSave } from '#features/volunteers/contract.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type Stage, openStage } from '#test/e2e/browser/browser.ts'
import { noFaults } from '#test/e2e/browser/pictures.ts'
import { idcardOf, openRace2026, signUp } from '#test/e2e/browser/race.ts'

let stage: Stage
let staff: Awaited<ReturnType<typeof staffSession>>
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  const now = world.clock.now()
  const days = (n: number) => new Date(now.getTime() + n * 86_400_000)
  await world.db.transaction().execute((tx) =>
    saveEvent(
      tx,
      {
        raceid: 2026,
        id: 8,
        name: '健康跑',
        names: { en: 'Fun run' },
        type: 'other',
        price: 0,
        places: 3000,
        sort: 8,
        signup_from: days(-7),
        signup_until: days(24),
        start_at: days(78),
        created_at: now,
        form: { ask: { bib_wish: 'optional' as const } },
      },
      now,
    ),
  )
  const { token } = await runnerSession(world, '13900000512')
  const people = [
    ['顾行舟', '19880512', 'birthday'],
    ['许知远', '19910808', 'none'],
  ] as const
  for (const [name, birth, bib_wish] of people)
    await signUp(
      world,
      { token },
      { eventid: 8, idnum: idcardOf('330106', birth, '011'), name, mobile: '13900000512', bib_wish },
    )
  staff = await staffSession(world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => stage?.close())

const arrive = async (size: 'phone' | 'desktop', lang: 'zh-cn' | 'en', path: string) => {
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', staff.token)
  await visitor.open(`/console/2026${path}`)
  return visitor
}

test('the preview of bibs meets a wish for a number, and on a phone the page says how many wishes it meets', async () => {
  const desk = await arrive('desktop', 'zh-cn', '/bibs')
  await desk.page.getByLabel('到', { exact: true }).first().waitFor()
  await desk.page.getByRole('button', { name: '预览' }).click()
  await desk.page.getByText(/号码偏好已满足 \d \/ 1/).waitFor()
  await noFaults(desk, '410-wishes')
  const phone = await arrive('phone', 'en', '/bibs')
  await phone.page.getByRole('button', { name: 'Preview' }).click()
  await phone.page.getByText(/\d of 1 number wishes met/).waitFor()
  await noFaults(phone, '411-wishes-phone')
})

test("staff handle one runner's data: the page asks for a reason, saves a copy and records an erasure", async () => {
  const desk = await arrive('desktop', 'zh-cn', '/privacy')
  const { page } = desk
  await page.getByLabel('姓名、参赛号、完整手机号或证件号码').fill('没有这个人')
  await page.getByRole('button', { name: '查找', exact: true }).click()
  await page.getByText('没有找到').waitFor()
  await noFaults(desk, '420-one-none')
  await page.getByLabel('姓名、参赛号、完整手机号或证件号码').fill('许知远')
  await page.getByRole('button', { name: '查找', exact: true }).click()
  await page.getByRole('button', { name: '查看 许知远' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '导出数据副本' }).click()
  await dialog.getByText('必填哦').first().waitFor()
  await noFaults(desk, '421-one-reason')
  await dialog.getByLabel('原因（记入日志）').fill('选手来函申请')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '导出数据副本' }).click(),
  ])
  expect(readFileSync((await saved.path())!, 'utf8')).toContain('许知远')
  await dialog.getByRole('button', { name: '删除个人数据' }).click()
  await dialog.getByText(/已申请删除，将于/).waitFor()
  await noFaults(desk, '422-one-erasure')
  const phone = await arrive('phone', 'en', '/privacy')
  await phone.page.getByLabel('Name, bib, whole mobile or ID number').fill('顾行舟')
  await phone.page.locator('#main').getByRole('button', { name: 'Find', exact: true }).click()
  await phone.page.getByRole('button', { name: 'Open 顾行舟' }).click()
  await phone.page.getByRole('button', { name: 'Erase personal data' }).waitFor()
  await noFaults(phone, '423-one-phone')
})

test('the waiting room shows the unsaved times on a phone, for each moment', async () => {
  const desk = await arrive('desktop', 'zh-cn', '/waiting')
  const { page } = desk
  await page.getByText('填写开放排队和开始放行的时间后，可以在这里预览').waitFor()
  await noFaults(desk, '430-waiting-empty')
  const inDays = (n: number) => new Date(stage.world.clock.now().getTime() + n * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('开放排队').fill(`${inDays(2)}T09:00`)
  await page.getByLabel('开始放行').fill(`${inDays(2)}T10:00`)
  const phone = page.frameLocator('iframe')
  await phone.getByRole('heading').first().waitFor()
  await page.getByRole('radio', { name: '轮到' }).click({ force: true })
  await phone.getByRole('heading').first().waitFor()
  await noFaults(desk, '431-waiting-turn')
  const english = await arrive('phone', 'en', '/waiting')
  await english.page.getByRole('button', { name: "Preview the runner's page" }).click()
  await english.page.getByText('Fill in both times to see the preview here').waitFor()
  await noFaults(english, '432-waiting-phone')
})

test('the calendar lists volunteers by post, also those without a time', async () => {
  const shifts = [
    { name: '何帮帮', post: '15公里补给站', from: '2026-05-18T06:30', until: '2026-05-18T11:00' },
    { name: '许同学', post: '15公里补给站', from: '2026-05-18T06:30', until: '2026-05-18T11:00', state: 'invited' },
    { name: '方志远', post: '终点', from: undefined, until: undefined },
  ] as const
  const empty = await arrive('desktop', 'en', '/volunteers')
  await empty.page.getByText('No volunteers yet').waitFor()
  await noFaults(empty, '440-volunteers-empty')
  for (const [n, shift] of shifts.entries())
    await stage.world.ask(
      consoleVolunteersSave,
      { raceid: 2026, idnum: idcardOf('330106', '20000101', `0${10 + 2 * n}`), ...shift } as never,
      staff,
    )
  for (const [size, lang] of [
    ['desktop', 'zh-cn'],
    ['phone', 'en'],
  ] as const) {
    const visitor = await arrive(size, lang, '/volunteers')
    await visitor.page.getByText(lang === 'en' ? 'Calendar by post' : '按岗位排班').click()
    await visitor.page.getByText(lang === 'en' ? 'Time not set' : '时间待定').waitFor()
    await visitor.page.getByText('15公里补给站').first().waitFor()
    await noFaults(visitor, `441-calendar-${size}`)
  }
})

test('staff drop a folder of photos: its pictures are uploaded, its other and hidden files are not', async () => {
  const desk = await arrive('desktop', 'zh-cn', '/photos')
  const { page } = desk
  await page.getByRole('button', { name: '新建相册' }).click()
  await page.getByRole('dialog').getByLabel('名称', { exact: true }).fill('终点')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('这里没有照片').waitFor()
  const picture = async (colour: string) =>
    (
      await sharp({ create: { width: 320, height: 240, channels: 3, background: colour } })
        .jpeg()
        .toBuffer()
    ).toString('base64')
  const files = [
    ['a/1.jpg', await picture('#204060')],
    ['a/b/2.JPG', await picture('#602040')],
    ['a/notes.txt', 'MQ=='],
    ['a/.DS_Store', 'MQ=='],
  ] as const
  await page
    .locator('.border-dashed')
    .first()
    .evaluate((area, given) => {
      type Folder = { name: string; isDirectory: true; isFile: false; createReader: () => object }
      const entry = (file: File) => ({
        name: file.name,
        isFile: true,
        isDirectory: false,
        file: (done: (file: File) => void) => done(file),
      })
      const folder = (name: string, inside: object[]): Folder => ({
        name,
        isDirectory: true,
        isFile: false,
        createReader: () => {
          const portions = [inside, []]
          return { readEntries: (done: (entries: object[]) => void) => done(portions.shift() ?? []) }
        },
      })
      const fileOf = ([path, bytes]: readonly [string, string]) =>
        new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], path.split('/').at(-1)!)
      const [one, two, ...others] = given.map((file) => entry(fileOf(file)))
      const root = folder('a', [one!, folder('b', [two!]), ...others])
      const dropped = new Event('drop', { bubbles: true, cancelable: true })
      Object.defineProperty(dropped, 'dataTransfer', {
        value: { files: [], items: [{ webkitGetAsEntry: () => root }] },
      })
      area.dispatchEvent(dropped)
    }, files)
  await page.getByText(/上传完成：新增 2 张/).waitFor()
  await noFaults(desk, '450-photos-folder')
})
