import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readyPhotos, takeIn } from '#features/photos/processing.service.ts'
import { makeAlbum } from '#features/photos/service.ts'
import { importResults } from '#features/results/service.ts'
import { RACE, openEvent, openRace } from '../../entrants.ts'
import { staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
let timer: { token: string }
const file = `bib,name,sex,gun,net,5K,10K,15K
101,赵一鸣,M,1:30:00,1:29:30,21:00,42:00,1:03:00
102,钱若溪,F,1:30:00,1:29:30,21:00,42:01,1:03:00
103,孙三,M,1:30:00,1:29:30,21:00,42:00,1:04:00
105,周五,M,2:10:00,2:09:00,30:00,1:00:00,1:31:00
106,吴六,F,2:10:00,2:09:00,30:00,1:00:01,1:31:00
`
beforeAll(async () => {
  stage = await openStage({ now: '2026-11-02T04:00:00Z' })
  const { world } = stage
  await openRace(world, { header: null })
  await openEvent(world, { price: 0 })
  const bytes = Buffer.from(file)
  await importResults(world.parts, {
    raceid: RACE,
    eventid: 1,
    filename: 'r.csv',
    bytes,
    publish: true,
    now: world.clock.now(),
  })
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
})
afterAll(() => stage?.close())

const desk = async (size: 'desktop' | 'phone', lang: 'zh-cn' | 'en') => {
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', timer.token)
  await visitor.open(`/console/${RACE}/substitutes`)
  return visitor
}
const downloaded = async ({ page }: Visitor): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^(导出|下载)/ })
      .click(),
  ])
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
const outcomeOf = (bib: string) =>
  stage.world.db
    .selectFrom('results')
    .select('outcome')
    .where('raceid', '=', RACE)
    .where('bib', '=', bib)
    .executeTakeFirstOrThrow()

test('staff look through suspicions of the results, a person decides, and the list is exported', async () => {
  const staff = await desk('desktop', 'zh-cn')
  const { page } = staff
  await page.getByText('没有线索').waitFor()
  await noFaults(staff, 'substitute-01-empty')
  await page.getByRole('button', { name: '查找线索' }).click()
  await page.getByRole('heading', { name: '两个号码全程同行' }).first().waitFor()
  expect(await page.getByRole('heading', { name: '两个号码全程同行' }).count()).toBe(2)
  await noFaults(staff, 'substitute-02-found')
  const pair = page.getByRole('listitem').filter({ hasText: '钱若溪' })
  await pair.getByRole('button', { name: '认定替跑' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '认定替跑' }).click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  await dialog.getByLabel('原因').fill('一人携带两个号码')
  await dialog.getByRole('checkbox', { name: '取消 102 的成绩' }).check()
  await noFaults(staff, 'substitute-03-decide')
  await dialog.getByRole('button', { name: '认定替跑' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => page.getByRole('heading', { name: '两个号码全程同行' }).count()).toBe(1)
  expect(await outcomeOf('102')).toEqual({ outcome: 'dsq' })
  expect(await outcomeOf('101')).toEqual({ outcome: 'finished' })
  await page.getByRole('button', { name: '替跑', exact: true }).click()
  await page.getByText('原因: 一人携带两个号码').waitFor()
  await noFaults(staff, 'substitute-04-decided')
  await page.getByRole('button', { name: '导出' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: /CSV/ }).check()
  await noFaults(staff, 'substitute-05-export')
  const text = await downloaded(staff)
  expect(text).toContain('101 / 102')
  expect(text).toContain('赵一鸣 / 钱若溪')
  expect(text).toContain('一人携带两个号码')

  const phone = await desk('phone', 'en')
  await phone.page.getByRole('heading', { name: 'Two bibs together all the way' }).waitFor()
  await noFaults(phone, 'substitute-06-phone')
  await phone.page.getByRole('button', { name: 'No substitute' }).last().click()
  const no = phone.page.getByRole('dialog')
  await no.getByLabel('Reason').fill('Two friends, both on the photos')
  await noFaults(phone, 'substitute-07-dismiss')
  await no.getByRole('button', { name: 'No substitute' }).click()
  await phone.page.getByText('No cases').waitFor()
  await noFaults(phone, 'substitute-08-none')
  // The story opens two browsers and decides two cases, which takes long.
}, 120_000)

/** Writes a public album with a drawn photo of each bib. */
const photograph = async (bibs: readonly string[]): Promise<void> => {
  const { parts, db, clock } = stage.world
  const now = clock.now()
  const { id } = await db.transaction().execute((tx) =>
    makeAlbum(
      tx,
      RACE,
      {
        name: '终点',
        names: {},
        photographer: '',
        position: 1,
        names_bibs: 'all',
        point: null,
        clock_offset_ms: 0,
        published_at: now,
      },
      now,
    ),
  )
  for (const [nth, bib] of bibs.entries()) {
    const background = { r: 40 + nth * 60, g: 120, b: 160 }
    const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background } })
      .jpeg()
      .toBuffer()
    await takeIn(parts, { raceid: RACE, albumid: id, filename: `${bib}-x.jpg`, bytes, staffid: null }, now)
  }
  await readyPhotos(parts, now)
}

test('photos are compared by gender, and staff report a photo that shows another person', async () => {
  const staff = await desk('desktop', 'zh-cn')
  const { page } = staff
  await page.getByRole('button', { name: '按性别核对照片' }).click()
  await page.getByText('没有带照片的完赛选手').waitFor()
  await noFaults(staff, 'substitute-09-no-photos')
  await photograph(['105', '106'])
  await page.getByRole('button', { name: '返回线索' }).click()
  await page.getByRole('button', { name: '按性别核对照片' }).click()
  await page.getByRole('img', { name: '106 的照片' }).waitFor()
  expect(await page.getByRole('img', { name: '105 的照片' }).count(), 'a man').toBe(0)
  await noFaults(staff, 'substitute-10-photos')
  await page.getByRole('button', { name: '上报 106' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '上报', exact: true }).click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  await dialog.getByLabel('说明').fill('冲线者为男性')
  await noFaults(staff, 'substitute-11-report')
  await dialog.getByRole('button', { name: '上报', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '返回线索' }).click()
  await page.getByRole('heading', { name: '照片中人的性别与登记不符' }).waitFor()
  await page.getByText('冲线者为男性').waitFor()
  await noFaults(staff, 'substitute-12-reported')

  const phone = await desk('phone', 'en')
  await phone.page.getByRole('heading', { name: 'Photos show another gender' }).waitFor()
  await phone.page.getByRole('button', { name: 'Check photos by gender' }).click()
  await phone.page.getByLabel('Registered gender').selectOption({ label: 'Male' })
  await phone.page.getByRole('img', { name: 'Photo of 105' }).waitFor()
  await noFaults(phone, 'substitute-13-photos-phone')
  // The story opens two browsers and prepares photos, which takes long.
}, 120_000)
