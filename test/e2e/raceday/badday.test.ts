import { afterAll, beforeAll, expect, test } from 'vitest'
import { endDuePlans } from '#features/disruptions/ending.service.ts'
import { goOnWithBulk } from '#features/registrations/bulk/bulk.jobs.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026, signUp } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
})
afterAll(() => stage?.close())

const arrive = async (as: 'runner' | 'staff', token: string, size: 'phone' | 'desktop', lang: 'zh-cn' | 'en') => {
  const visitor = await stage.visit(size, lang)
  await visitor.logIn(as, token)
  return visitor
}
const enter = async (order: string, name: string, lang: 'zh-cn' | 'en') => {
  const session = await runnerSession(stage.world)
  const details = {
    eventid: 3,
    idnum: idcardOf('330106', '19880512', order),
    name,
    mobile: `139000066${order.slice(1)}`,
    clothes: 'M',
    _lang: lang,
  }
  return { ...session, ...(await signUp(stage.world, session, details)) }
}
/** Returns the text of a date-time field on the race's clock, some hours from now. */
const inHours = (hours: number): string =>
  new Date(stage.world.clock.now().getTime() + hours * 3_600_000 + 8 * 3_600_000).toISOString().slice(0, 16)

test('a director postpones an event, and a runner leaves the event on a phone', async () => {
  const director = await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])
  const runner = await enter('011', '顾行舟', 'zh-cn')
  const desk = await arrive('staff', director.token, 'desktop', 'zh-cn')
  const { page } = desk
  await desk.open('/console/2026/disruptions')
  await page.getByText('赛事照常进行').waitFor()
  await noFaults(desk, 'badday-1-none')
  await page.getByRole('button', { name: '宣布变更' }).click()
  await page.getByRole('checkbox', { name: '欢乐跑' }).check()
  await page.getByLabel('原因（选手可见） · 简体中文').fill('台风“海葵”来袭')
  await page.getByLabel('原因（选手可见） · English').fill('Typhoon Haikui is coming')
  await page.getByLabel('新的开赛时间').fill(inHours(24 * 100))
  await page.getByLabel('选择截止时间').fill(inHours(2))
  await noFaults(desk, 'badday-2-draft')
  await page.getByRole('button', { name: '预览' }).click()
  await page.getByText('涉及报名').waitFor()
  await noFaults(desk, 'badday-3-preview')
  await page.getByRole('button', { name: '宣布并通知选手' }).click()
  await page.getByText('选择进行中').waitFor()
  await noFaults(desk, 'badday-4-declared')

  const phone = await arrive('runner', runner.token, 'phone', 'zh-cn')
  await phone.open('/home?raceid=2026')
  await phone.page.getByText('欢乐跑延期').first().waitFor()
  await noFaults(phone, 'badday-5-home-phone')
  await phone.page.getByText('欢乐跑延期').first().click()
  await phone.page.getByText('尚未选择').first().waitFor()
  await noFaults(phone, 'badday-6-choices-phone')
  await phone.page.getByRole('radio', { name: /退赛/ }).check()
  await phone.page.getByRole('button', { name: '确认选择' }).click()
  await phone.page.getByText('您的选择：退赛').first().waitFor()
  await phone.open(`/queryDetail?_key=${runner._key}`)
  await phone.page.getByText('您的选择：退赛').first().waitFor()
  await noFaults(phone, 'badday-7-status-phone')

  const { world } = stage
  world.clock.advance(2 * 3_600_000 + 60_000)
  await endDuePlans(world.parts, world.clock.now())
  const bulks = await world.db.selectFrom('bulk_actions').select('id').where('raceid', '=', 2026).execute()
  for (const { id } of bulks) await goOnWithBulk({ raceid: 2026, id }, { ...world.parts, now: world.clock.now() })
  const row = await world.db
    .selectFrom('registrations')
    .select(['place_held', 'refundid'])
    .where('raceid', '=', 2026)
    .where('_key', '=', runner._key)
    .executeTakeFirstOrThrow()
  expect(row.place_held).toBe(false)
})

test('in English on a desktop: a runner of a cancelled event chooses', async () => {
  const director = await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])
  const runner = await enter('013', '陈艾米', 'en')
  const desk = await arrive('staff', director.token, 'phone', 'en')
  const { page } = desk
  await desk.open('/console/2026/disruptions')
  await page.getByRole('button', { name: 'Declare a change' }).click()
  await page.getByRole('radio', { name: 'Cancelled' }).check()
  await page.getByRole('checkbox', { name: 'Fun run' }).check()
  await page.getByLabel('Reason, as runners read it · 简体中文').fill('道路中断')
  await page.getByLabel('Reason, as runners read it · English').fill('A landslide blocks the road')
  await page.getByLabel('Runners choose by').fill(inHours(5))
  await noFaults(desk, 'badday-8-draft-english-phone')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Declare it and tell the runners' }).click()
  await page.getByText('Runners choose', { exact: true }).waitFor()
  await noFaults(desk, 'badday-9-declared-english-phone')
  const visitor = await arrive('runner', runner.token, 'desktop', 'en')
  await visitor.open('/disruption?raceid=2026')
  await visitor.page.getByText('Fun run: cancelled').waitFor()
  await visitor.page.getByText('Withdraw', { exact: true }).waitFor()
  await noFaults(visitor, 'badday-10-choices-english')
  await visitor.open('/home?raceid=2026')
  await visitor.page.getByText('Fun run: cancelled').first().waitFor()
  await noFaults(visitor, 'badday-11-home-english')
})

test('every page shows a safety broadcast at its top, and the flag changes', async () => {
  const director = await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])
  const desk = await arrive('staff', director.token, 'desktop', 'zh-cn')
  const { page } = desk
  await desk.open('/console/2026/safety')
  await page.getByLabel('WBGT（℃）').fill('25.5')
  await page.getByText('建议：红旗').waitFor()
  await page.getByRole('button', { name: '升旗' }).first().click()
  await page.getByText('炎热 · 红旗').first().waitFor()
  await noFaults(desk, 'safety-1-flags')
  await page.getByRole('button', { name: '发安全广播' }).click()
  await page.getByLabel('标题 · 简体中文').fill('雷暴预警')
  await page.getByLabel('标题 · English').fill('Thunderstorm')
  await page.getByLabel('内容 · 简体中文').fill('比赛中止，请就近进入室内避险，听从工作人员安排。')
  await page.getByLabel('内容 · English').fill('The race is stopped. Go indoors and follow the staff.')
  await noFaults(desk, 'safety-2-draft')
  await page.getByRole('button', { name: '预览' }).click()
  await page.getByRole('checkbox', { name: '我已核对对象和内容' }).check()
  await noFaults(desk, 'safety-3-preview')
  await page.getByRole('button', { name: '立即发出' }).click()
  await page.getByText('页面显示中').waitFor()
  await noFaults(desk, 'safety-4-sent')

  const phone = await stage.visit('phone', 'en')
  await phone.open('/home?raceid=2026')
  await phone.page.getByRole('alert', { name: 'Safety message' }).waitFor()
  await phone.page.getByText('Heat · Red flag').waitFor()
  await noFaults(phone, 'safety-5-home-phone')
  await phone.open('/query?raceid=2026')
  await phone.page.getByText('Thunderstorm').waitFor()
  await noFaults(phone, 'safety-6-query-phone')
  await phone.page.getByRole('button', { name: 'Got it' }).click()
  await phone.page.getByRole('button', { name: 'Read again' }).waitFor()

  await page.getByRole('button', { name: '结束显示' }).click()
  await page.getByText('已结束').waitFor()
})
