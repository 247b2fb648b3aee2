import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '#features/moves/jobs.ts'
import { workDueRefunds } from '#features/payments/jobs.ts'
import { registrationPay } from '#features/registrations/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '../../entrants.ts'
import { runnerSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
let runner: Awaited<ReturnType<typeof runnerSession>>
const [HALF, FULL, SHORT, TINY] = [1, 11, 12, 13]
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  const until = new Date(world.clock.now().getTime() + 24 * 3_600_000).toISOString()
  await openRace(world, { names: { en: 'Jiangcheng Marathon' }, settings: { unpaid_most: 1000, move_until: until } })
  await openEvent(world, { id: HALF, price: 12_000 })
  await openEvent(world, { id: FULL, name: '马拉松', names: { en: 'Marathon' }, price: 18_000 })
  await openEvent(world, { id: SHORT, name: '健康跑', names: { en: 'Fun run' }, price: 5_000 })
  await openEvent(world, { id: TINY, name: '精英组', names: { en: 'Elite' }, price: 12_000, places: 1, taken: 1 })
  runner = await runnerSession(world)
})
afterAll(() => stage?.close())

const rowOf = (key: string) =>
  stage.world.db.selectFrom('registrations').selectAll().where('_key', '=', key).executeTakeFirstOrThrow()
/** Pays the newest payment of the race at the channel. */
const payAtChannel = async () => {
  const { db, parts } = stage.world
  const { tradeno } = await db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', RACE)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(parts.integrations.sandbox.wechatpay?.pay(tradeno)).toBe(true)
  await parts.integrations.sandbox.wechatpay?.deliver('all')
}
let people = 700
const entered = async (): Promise<string> => {
  const { world } = stage
  const { _key } = await world.ask(registrationSave, entrant(people++), runner)
  await world.ask(registrationPay, { id: _key, payment: 'wechat', way: 'native' }, runner)
  await payAtChannel()
  return _key
}
const moveOf = (key: string) =>
  stage.world.db
    .selectFrom('registration_moves as m')
    .innerJoin('registrations as r', (join) =>
      join.onRef('r.id', '=', 'm.registrationid').onRef('r.raceid', '=', 'm.raceid'),
    )
    .select(['m.state', 'm.orderid'])
    .where('r._key', '=', key)
    .orderBy('m.id', 'desc')
    .executeTakeFirst()
const opened = async (size: 'phone' | 'desktop', lang: 'zh-cn' | 'en', key: string): Promise<Visitor> => {
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('runner', runner.token)
  await visitor.open(`/queryDetail?_key=${key}`)
  return visitor
}
const refunded = async () => {
  for (let round = 0; round < 3; round++) {
    stage.world.clock.advance(60_000)
    await workDueRefunds(stage.world.parts, stage.world.clock.now())
  }
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('on a phone in Chinese: a full event is greyed out, a dearer event is paid first and counts afterwards', async () => {
  const key = await entered()
  const phone = await opened('phone', 'zh-cn', key)
  const { page } = phone
  await button(page, '更换组别').click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('radio', { name: /精英组/ }).isDisabled()).toBe(true)
  await dialog.getByText('名额已满').waitFor()
  await dialog.getByRole('radio', { name: /^马拉松/ }).check()
  await dialog.getByText('付清差额后生效。').waitFor()
  await noFaults(phone, 'move-1-dearer-phone')
  await button(page, '确认更换').click()
  await page.getByText('请先补缴差额，付清后生效').first().waitFor()
  expect(await rowOf(key)).toMatchObject({ eventid: HALF })
  await page.getByText(/补缴差额 ¥60/).waitFor()
  await noFaults(phone, 'move-2-pending-phone')
  await page.getByRole('link', { name: '去补缴差额' }).click()
  await page.waitForURL(/\/pay/)
  await page.getByRole('heading', { name: '补缴换组差额' }).waitFor()
  await noFaults(phone, 'move-3-pay-phone')
  await stage.world.ask(registrationPay, { id: key, payment: 'wechat', way: 'native' }, runner)
  await payAtChannel()
  const { orderid } = (await moveOf(key))!
  await jobs[0]!.run({ raceid: RACE, orderid }, { ...stage.world.parts, now: stage.world.clock.now() } as never)
  expect(await rowOf(key)).toMatchObject({ eventid: FULL, place_held: true })
  await phone.open(`/queryDetail?_key=${key}`)
  await page.getByText('马拉松', { exact: true }).filter({ visible: true }).first().waitFor()
})

test('on a desktop, in English: a cheaper event counts at once and the money goes back', async () => {
  const key = await entered()
  const desk = await opened('desktop', 'en', key)
  const { page } = desk
  await button(page, 'Change event').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('No places left').waitFor()
  await dialog.getByRole('radio', { name: /^Fun run/ }).check()
  await dialog.getByText(/¥70.* will be refunded/).waitFor()
  await noFaults(desk, 'move-4-cheaper-desktop')
  await button(page, 'Change my event').click()
  await page.getByText('Moved').first().waitFor()
  expect(await rowOf(key)).toMatchObject({ eventid: SHORT })
  await refunded()
  const back = await stage.world.db
    .selectFrom('refunds')
    .select(['amount', 'state'])
    .where('raceid', '=', RACE)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(back).toEqual({ amount: 7_000, state: 'done' })
})

test('the time for moves ends while the page is open: a sentence appears, nothing changes, and the offer disappears', async () => {
  const key = await entered()
  const phone = await opened('phone', 'zh-cn', key)
  const { page } = phone
  await button(page, '更换组别').click()
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^健康跑/ })
    .check()
  const past = new Date(stage.world.clock.now().getTime() - 1000).toISOString()
  await openRace(stage.world, {
    names: { en: 'Jiangcheng Marathon' },
    settings: { unpaid_most: 1000, move_until: past },
  })
  await button(page, '确认更换').click()
  await page.getByText('本赛事现在不能自行更换组别').first().waitFor()
  await noFaults(phone, 'move-5-closed-phone')
  expect(await rowOf(key)).toMatchObject({ eventid: HALF })
  const later = await opened('desktop', 'en', key)
  await later.page.getByRole('heading', { name: "You're in!" }).first().waitFor()
  expect(await button(later.page, 'Change event').count()).toBe(0)
  await noFaults(later, 'move-6-closed-desktop')
})
