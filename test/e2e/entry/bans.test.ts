import { afterAll, beforeAll, expect, test } from 'vitest'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { enterFunRun } from '../browser/entering.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026 } from '../browser/race.ts'

let stage: Stage
let owner: { token: string }
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  owner = await staffSession(stage.world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => stage?.close())

const banned = idcardOf('110101', '19880808', '017')
const person = { idnum: banned, name: '邓行远', mobile: '13900005151' }
const said = {
  'zh-cn': '此证件目前不能报名本场赛事，请联系组委会',
  en: "This ID can't be used to enter this race at the moment. Please contact the organisers",
} as const
const desk = async (size: 'desktop' | 'phone', lang: 'zh-cn' | 'en') => {
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', owner.token)
  await visitor.open('/console/2026/bans')
  return visitor
}

test('a ban is written and lifted in the console, and a banned runner cannot enter; the sentence names no list', async () => {
  const staff = await desk('desktop', 'zh-cn')
  const { page } = staff
  await page.getByText('没有禁赛的选手').waitFor()
  await noFaults(staff, 'ban-01-empty')
  await page.getByRole('button', { name: '添加' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('姓名').fill('邓行远')
  await dialog.getByLabel('证件号码').fill('110101198808080179')
  await dialog.getByLabel('原因').fill('替跑')
  await dialog.getByLabel('开始日期').fill('2026-01-01')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.locator('[aria-invalid=true]').first().waitFor()
  await noFaults(staff, 'ban-02-wrong-number')
  await dialog.getByLabel('证件号码').fill(banned)
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('禁赛中').waitFor()
  await noFaults(staff, 'ban-03-listed')

  const chinese = await stage.visit('phone', 'zh-cn')
  await chinese.logIn('runner', (await runnerSession(stage.world, '13900005151')).token)
  await enterFunRun(chinese, 'zh-cn', person)
  await chinese.page.getByText(said['zh-cn']).first().waitFor()
  await noFaults(chinese, 'ban-04-kept-out')
  const english = await stage.visit('desktop', 'en')
  await english.logIn('runner', (await runnerSession(stage.world, '13900005151')).token)
  await enterFunRun(english, 'en', person)
  await english.page.getByText(said.en).first().waitFor()
  await noFaults(english, 'ban-05-kept-out-en')
  expect(await stage.world.db.selectFrom('registrations').select('id').execute()).toEqual([])

  const phone = await desk('phone', 'en')
  await phone.page.getByText('邓行远').waitFor()
  await noFaults(phone, 'ban-06-phone')
  await phone.page.getByRole('button', { name: 'Lift the ban on 邓行远' }).click()
  const lift = phone.page.getByRole('dialog')
  await lift.getByRole('button', { name: 'Lift', exact: true }).click()
  await lift.locator('[aria-invalid=true]').waitFor()
  await lift.getByLabel('Reason for lifting').fill('Another person with the same name')
  await noFaults(phone, 'ban-07-lift')
  await lift.getByRole('button', { name: 'Lift', exact: true }).click()
  await phone.page.getByText('Nobody is banned').waitFor()
  await phone.page.getByRole('button', { name: 'Over or lifted' }).click()
  await phone.page.getByText(/Lifted: Another person/).waitFor()
  await noFaults(phone, 'ban-08-past')

  stage.world.clock.advance(3_000)
  const again = await stage.visit('phone', 'zh-cn')
  await again.logIn('runner', (await runnerSession(stage.world, '13900005151')).token)
  await enterFunRun(again, 'zh-cn', person)
  await again.page.getByRole('heading', { name: '报名成功' }).waitFor()
  // The story opens five browsers and fills three forms, which takes long.
}, 180_000)
