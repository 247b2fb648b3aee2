import { afterAll, beforeAll, expect, test } from 'vitest'
import { freezeList } from '#features/ballot/list/freezing.service.ts'
import { drawLots } from '#features/ballot/draw/lots.service.ts'
import { publishOutcome } from '#features/ballot/publishing.service.ts'
import { entrant, openEvent, openRace, RACE } from '../../entrants.ts'
import { saveRace } from '#features/races/service.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

/** The race of the year before, whose finishers are no first-timers. */
const EARLIER = 226
const day = 86_400_000
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace(world)
  const now = world.clock.now()
  await openEvent(world, {
    id: 1,
    name: '马拉松',
    names: { en: 'Marathon', 'zh-tw': '馬拉松' },
    type: 'full',
    state: 'draw',
    paystate: 'closed',
    places: 5,
    signup_until: new Date(now.getTime() + day),
    pay_end: new Date(now.getTime() + 20 * day),
  })
  await openEvent(world, { id: 2 })
  const earlier = { id: EARLIER, name: '江城马拉松 2025', time: new Date(now.getTime() - 365 * day), published_at: now }
  await world.db.transaction().execute((tx) => saveRace(tx, earlier, now))
  const runner = await runnerSession(world)
  for (let n = 0; n < 9; n++) await world.ask(registrationSave, entrant(n), runner)
})
afterAll(() => stage?.close())

const arrive = async (size: 'phone' | 'desktop', lang: 'zh-cn' | 'zh-tw' | 'en') => {
  const { token } = await staffSession(stage.world, [
    { raceid: RACE, role: 'director' },
    { raceid: EARLIER, role: 'director' },
  ])
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', token)
  return visitor
}

test('an organiser declares rules, freezes, enters the number, looks at the outcome and publishes it', async () => {
  const { world } = stage
  const first = await arrive('desktop', 'zh-cn')
  await first.open(`/console/${RACE}/ballots`)
  await first.page.getByRole('heading', { name: '马拉松' }).waitFor()
  await noFaults(first, 'draw-1-new')
  await first.page.getByRole('button', { name: '设定规则' }).click()
  await first.page.getByRole('button', { name: '添加分组' }).click()
  await first.page.getByLabel('名称 · 简体中文').first().fill('女子优先')
  await first.page.getByLabel('面向').first().selectOption({ label: '性别' })
  await first.page.getByLabel('名额', { exact: true }).fill('2')
  await first.page.getByRole('button', { name: '添加加权' }).click()
  await first.page.getByLabel('往届赛事编号').fill(String(EARLIER))
  await first.page.getByLabel('公开的数字').check()
  await first.page.getByLabel('抽签名额').fill('9')
  await first.page.getByLabel('哪个数字').fill('2026年3月9日上证指数收盘价')
  const out = new Date(world.clock.now().getTime() + day + 8 * 3_600_000 + 15 * 60_000)
  await first.page.getByLabel('数字最早公布时间').fill(out.toISOString().slice(0, 16))
  await noFaults(first, 'draw-2-form')
  await first.page.getByRole('button', { name: '公布规则' }).click()
  await first.page.getByText('不能超过组别名额').waitFor()
  await first.page.getByLabel('抽签名额').fill('5')
  await first.page.getByRole('button', { name: '公布规则' }).click()
  await first.page.getByText('报名结束后才能冻结').waitFor()
  await noFaults(first, 'draw-3-declared')

  world.clock.advance(day + 60_000)
  const desk = await arrive('desktop', 'zh-cn')
  await desk.open(`/console/${RACE}/ballots`)
  await desk.page.getByRole('button', { name: '冻结名单' }).click()
  await desk.page.getByText('9 人的名单').waitFor()
  await noFaults(desk, 'draw-4-ask')
  await desk.page.getByRole('button', { name: '冻结名单' }).last().click()
  await desk.page.getByText('正在生成名单').waitFor()
  const { id } = await world.db.selectFrom('ballots').select('id').executeTakeFirstOrThrow()
  await freezeList(world.parts, { raceid: RACE, id })
  await desk.page.clock.runFor(4_000)
  await desk.page.getByText('之后才能填写').waitFor()
  await noFaults(desk, 'draw-5-early')
  world.clock.advance(16 * 60_000)
  const later = await arrive('desktop', 'zh-cn')
  await later.open(`/console/${RACE}/ballots`)
  await later.page.getByLabel('公布的数字').fill('3847.52')
  await noFaults(later, 'draw-5-frozen')
  await later.page.getByRole('button', { name: '确认数字' }).click()
  await later.page.getByText('确认后不能修改').waitFor()
  await later.page.getByRole('button', { name: '确认数字' }).last().click()
  await later.page.getByText('正在抽签').first().waitFor()
  await drawLots(world.parts, { raceid: RACE, id })
  await later.page.clock.runFor(4_000)

  const phone = await arrive('phone', 'en')
  await phone.open(`/console/${RACE}/ballots`)
  await phone.page.getByRole('button', { name: 'See the preview' }).click()
  await phone.page.getByText('The first waiting codes').waitFor()
  await noFaults(phone, 'draw-6-preview-phone-en')
  await phone.page.keyboard.press('Escape')
  await phone.page.getByRole('button', { name: 'Publish now' }).press('Enter')
  await phone.page.getByText('This cannot be taken back: 5 get a place, 4 a waiting code').waitFor()
  await noFaults(phone, 'draw-7-publish-phone-en')
  await phone.page.getByRole('button', { name: 'Publish now' }).last().press('Enter')
  await phone.page.getByText('Publishing …').first().waitFor()
  await publishOutcome(world.parts, { raceid: RACE, id })
  await phone.page.clock.runFor(4_000)
  await phone.page.locator('main').getByText('Published', { exact: true }).first().waitFor()
  await noFaults(phone, 'draw-8-published-phone-en')
  await desk.page.clock.runFor(4_000)
  await desk.page.getByText('已公布', { exact: true }).first().waitFor()
  await noFaults(desk, 'draw-9-published')
  expect(
    (
      await world.db
        .selectFrom('events')
        .select('taken')
        .where('raceid', '=', RACE)
        .where('id', '=', 1)
        .executeTakeFirstOrThrow()
    ).taken,
  ).toBe(5)
})

test('a race without draws explains how to get one; staff who may only look are told so', async () => {
  const { world } = stage
  await world.db.updateTable('events').set({ state: 'normal' }).execute()
  await world.db.deleteFrom('ballot_entries').execute()
  await world.db.deleteFrom('ballots').execute()
  const { token } = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
  const visitor = await stage.visit('phone', 'zh-tw')
  await visitor.logIn('staff', token)
  await visitor.open(`/console/${RACE}/ballots`)
  await visitor.page.getByText('這場賽事沒有抽籤組別').waitFor()
  await visitor.page.getByText('您沒有修改抽籤的權限').waitFor()
  await noFaults(visitor, 'draw-10-empty-phone-tw')
})
