import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveEvent } from '#features/events/service.ts'
import { workDueRefunds } from '#features/payments/jobs.ts'
import { registrationFriends, registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { workWaitlists } from '#features/waitlists/service.ts'
import { consoleWaitlistsSave } from '#features/waitlists/contract.ts'
import { entrant, friendOf } from '../../entrants.ts'
import { staffSession } from '../../people.ts'
import { openWaitlist } from '../../waiters.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
let line: Awaited<ReturnType<typeof openWaitlist>>
let drawn: string[]
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  const names = { name: '半马候补', names: { en: 'Half marathon', 'zh-tw': '半馬候補' }, colour: '#1d6fb8', sort: 8 }
  line = await openWaitlist(world, { id: 8, places: 1, ...names })
  // Another event holds a draw, in which this runner gets no place. Later the event gets two places.
  const now = world.clock.now()
  await world.db.transaction().execute((tx) =>
    saveEvent(
      tx,
      {
        raceid: 2026,
        id: 9,
        name: '全马',
        names: { en: 'Full marathon' },
        type: 'full',
        distance_cm: 4_219_500,
        state: 'draw',
        price: 18_000,
        places: 0,
        colour: '#c2410c',
        sort: 9,
        signup_from: new Date(now.getTime() - 86_400_000),
        created_at: now,
        form: {},
      },
      now,
    ),
  )
  await world.ask(
    consoleWaitlistsSave,
    {
      raceid: 2026,
      eventid: 9,
      basis: 'draw_code',
      groups: 'skip',
      offer_minutes: 1440,
      ends_at: new Date(now.getTime() + 5 * 86_400_000).toISOString(),
    },
    line.staff,
  )
})
afterAll(() => stage?.close())

const asRunner = async (size: 'phone' | 'desktop', lang: 'zh-cn' | 'zh-tw' | 'en') => {
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('runner', line.runner.token)
  return visitor
}
const asStaff = async (size: 'phone' | 'desktop', lang: 'zh-cn' | 'zh-tw' | 'en') => {
  const staff = await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', staff.token)
  return visitor
}

test('from undraw over the waitlist to a place: the waiting code is no rank, the rank changes, the place comes at 10:00', async () => {
  const { world } = stage
  drawn = []
  for (const n of [1, 2, 3]) {
    world.clock.advance(1_000)
    const entered = await world.ask(registrationSave, { ...entrant(n, { eventid: 9 }), raceid: 2026 }, line.runner)
    await line.pay(entered._key)
    await world.db
      .updateTable('registrations')
      .set({ state: 'undraw', wait_pos: 100 + 37 * n })
      .where('_key', '=', entered._key)
      .execute()
    drawn.push(entered._key)
  }
  const phone = await asRunner('phone', 'zh-cn')
  await phone.open(`/queryDetail?_key=${drawn[1]}`)
  await phone.page.getByText('您已支付，下次更新时进入排队').waitFor()
  await noFaults(phone, 'wl-01-undraw-phone')
  await line.tomorrow()
  await phone.page.clock.setFixedTime(world.clock.now())
  await phone.open(`/queryDetail?_key=${drawn[1]}`)
  await phone.page.getByText('现有 3 人候补').waitFor()
  await noFaults(phone, 'wl-02-line-phone')
  await world.db.updateTable('events').set({ places: 1 }).where('raceid', '=', 2026).where('id', '=', 9).execute()
  await line.tomorrow()
  await line.tomorrow()
  const desk = await asRunner('desktop', 'en')
  await desk.open(`/queryDetail?_key=${drawn[1]}`)
  await desk.page.getByText('up 1 since yesterday').or(desk.page.getByText('same as yesterday')).waitFor()
  await noFaults(desk, 'wl-03-line-desktop-en')
  await world.db.updateTable('events').set({ places: 2 }).where('raceid', '=', 2026).where('id', '=', 9).execute()
  await line.tomorrow()
  await phone.page.clock.setFixedTime(world.clock.now())
  await phone.open(`/queryDetail?_key=${drawn[1]}`)
  await phone.page.getByText('您已通过候补获得名额').waitFor()
  await phone.page.getByText('名额不能转让给他人').waitFor()
  await phone.page.getByRole('heading', { name: '报名成功' }).waitFor()
  await noFaults(phone, 'wl-04-given-phone')
})

test('until waitfail and the refund: at the end of the waitlist nobody waits any more', async () => {
  const { world } = stage
  world.clock.advance(2 * 86_400_000)
  await workWaitlists(world.parts, world.clock.now())
  for (let round = 0; round < 3; round++) {
    world.clock.advance(60_000)
    await workDueRefunds(world.parts, world.clock.now())
  }
  expect(await line.stateOf(drawn[2]!)).toBe('waitfail')
  const phone = await stage.visit('phone', 'zh-tw')
  await phone.open(`/queryDetail?_key=${drawn[2]}`)
  await phone.page.getByRole('heading', { name: '候補未成功' }).waitFor()
  await phone.page.getByText('很遺憾，您未獲得參賽名額，報名費將退回原付款管道').waitFor()
  await phone.page.getByText('180.00').first().waitFor()
  await noFaults(phone, 'wl-05-waitfail-phone-tw')
})

test('a runner leaves the waitlist: the dialog names the loss and the refund, and all works by keyboard', async () => {
  const { world } = stage
  world.clock.set(new Date(Date.parse('2026-03-10T04:00:00Z')))
  const other = await openAgain()
  const keys = [await other.join(51), await other.join(52)]
  const phone = await stage.visit('phone', 'en')
  await phone.logIn('runner', other.runner.token)
  await phone.open(`/queryDetail?_key=${keys[1]}`)
  const { page } = phone
  await page.getByRole('button', { name: 'Leave the waitlist' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('The ¥120.00 you paid will be refunded').waitFor()
  await noFaults(phone, 'wl-06-leave-dialog-en')
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the waitlist' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Withdrawn' }).waitFor()
  await noFaults(phone, 'wl-07-left-en')
  expect((await other.row(keys[1]!)).refundid).not.toBe(0)
})

test('friends of one order see their likely place, and ask for places for both or for none', async () => {
  const { world } = stage
  const eventid = 12
  const waiting = await openWaitlist(world, {
    id: eventid,
    places: 0,
    name: '情侣跑',
    names: { en: 'Couples run' },
    colour: '#c2255c',
    sort: 12,
  })
  const friends = [71, 72].map((n) => friendOf(n, { eventid }))
  const { items } = await world.ask(registrationFriends, { raceid: 2026, friends }, waiting.runner)
  await waiting.pay(items[0]!._key)
  const come = async (device: 'phone' | 'desktop', lang: 'zh-cn' | 'en') => {
    const visitor = await stage.visit(device, lang)
    await visitor.logIn('runner', waiting.runner.token)
    await visitor.open(`/queryDetail?_key=${items[1]!._key}`)
    return visitor
  }
  const phone = await come('phone', 'zh-cn')
  await phone.page.getByText('预计顺位（10:00 更新后确定）').waitFor()
  const wish = phone.page.getByRole('checkbox', { name: '同单 2 人一起参赛，名额不够就都不要' })
  await wish.focus()
  await phone.page.keyboard.press('Space')
  await expect.poll(() => wish.isChecked()).toBe(true)
  await noFaults(phone, 'wl-08-all-or-none-phone')
  const desk = await come('desktop', 'en')
  await expect
    .poll(() => desk.page.getByRole('checkbox', { name: 'All of us or none (2 runners)' }).isChecked())
    .toBe(true)
  await noFaults(desk, 'wl-09-all-or-none-desktop-en')
  await waiting.addPlaces(1)
  await waiting.tomorrow()
  expect(await Promise.all(items.map(({ _key }) => waiting.stateOf(_key)))).toEqual(['wait', 'wait'])
})

/** Opens a second event with a waitlist, after the end of the first event's waitlist. */
const openAgain = () =>
  openWaitlist(stage.world, {
    id: 10,
    places: 1,
    name: '健康跑',
    names: { en: 'Health run' },
    colour: '#2f9e44',
    sort: 10,
  })

test('an organiser opens a waitlist, watches the line, gives a place by hand with a reason, and ends the waitlist', async () => {
  const { world } = stage
  const waiting = await openWaitlist(world, {
    id: 11,
    places: 1,
    name: '城市跑',
    names: { en: 'City run' },
    colour: '#6741d9',
    sort: 11,
  })
  for (const n of [61, 62, 63, 64]) await waiting.join(n)
  await waiting.tomorrow()
  await waiting.addPlaces(1)
  const desk = await asStaff('desktop', 'zh-cn')
  const { page } = desk
  await desk.open('/console/2026/waitlists')
  await page.getByRole('heading', { name: '城市跑' }).waitFor()
  await noFaults(desk, 'wl-10-console-desktop')
  const card = page.locator('section', { has: page.getByRole('heading', { name: '城市跑' }) })
  await card.getByRole('button', { name: '查看队列' }).click()
  await card.getByRole('table').waitFor()
  await noFaults(desk, 'wl-11-line-desktop')
  await card.getByRole('button', { name: '手动递补' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '递补', exact: true }).click()
  await page.getByRole('dialog').getByRole('alert').or(page.getByText('必填哦')).first().waitFor()
  await page.getByLabel('原因（记入日志）').fill('赞助商退回名额')
  await noFaults(desk, 'wl-12-promote-desktop')
  await page.getByRole('dialog').getByRole('button', { name: '递补', exact: true }).click()
  await page.getByText('已确认1人，待支付0人').waitFor()
  await card.getByRole('button', { name: '结束候补' }).click()
  await noFaults(desk, 'wl-13-end-desktop')
  await page.getByRole('dialog').getByRole('button', { name: '结束候补' }).click()
  await card.getByText('正在结束').or(card.getByText('已结束')).waitFor()

  const phone = await asStaff('phone', 'en')
  await phone.open('/console/2026/waitlists')
  await phone.page.getByRole('heading', { name: 'City run' }).waitFor()
  await noFaults(phone, 'wl-14-console-phone-en')
  const again = phone.page.locator('section', { has: phone.page.getByRole('heading', { name: 'Fun run' }) })
  await again.getByRole('button', { name: 'Open a waitlist' }).click()
  await noFaults(phone, 'wl-15-setup-phone-en')
})
