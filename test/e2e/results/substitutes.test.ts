import { afterAll, beforeAll, expect, test } from 'vitest'
import { importResults } from '#features/results/service.ts'
import { RACE, openEvent, openRace } from '../../entrants.ts'
import { staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
let timer: { token: string }
const file = `bib,name,sex,gun,net,5K,10K,15K
101,赵一鸣,M,1:30:00,1:29:30,21:00,42:00,1:03:00
102,钱若溪,F,1:30:01,1:29:31,21:00,42:01,1:03:01
103,孙三,M,1:30:00,1:29:30,21:00,42:00,1:04:00
105,周五,M,2:10:00,2:09:00,30:00,1:00:00,1:31:00
106,吴六,F,2:10:01,2:09:01,30:00,1:00:01,1:31:01
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

test('the results are looked through, a person decides, and the list leaves as a file', async () => {
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
  await phone.page.getByText('No case').waitFor()
  await noFaults(phone, 'substitute-08-none')
  // The story opens two browsers and decides two cases.
}, 120_000)
