import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import { saveEventStock } from '#features/events/service.ts'
import { consoleRegistrationsList } from '#features/registrations/changes/changes.contract.ts'
import { standingStates } from '#features/registrations/lookup/filter.contract.ts'
import { listedStateOf } from '#features/registrations/lookup/listed.rules.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleOverviewShow } from './contract.ts'
import { buyersBehind, listBehind } from './lists.rules.ts'
import { provinceKey } from './provinces.words.ts'
import { bandOf } from './rules.ts'
import { countAddons, countDesks, countEntries, countOrders, countRefunds } from './store.ts'

let world: World
const medal = { id: 'medal', names: { 'zh-cn': '奖牌刻字', en: 'Engraving' }, price: 2_000, per_person: 2 }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { places: 500, addons: [medal] })
  await world.db
    .transaction()
    .execute((tx) =>
      saveEventStock(tx, RACE, 1, [{ kind: 'addon', name: 'medal', shared: false, most: 300 }], world.clock.now()),
    )
  await openEvent(world, { id: 2, name: '欢乐跑', names: { en: 'Fun run' }, places: 500, price: 0, sort: 1 })
})
afterAll(() => world?.close())

/** Returns numbers that look random but are the same in each run. */
const dice = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

describe('consoleOverviewShow', () => {
  test('is for the staff of the race, each part for staff with its right', async () => {
    const ask = async (roles: Parameters<typeof staffSession>[1], raceid = RACE) =>
      world.call(consoleOverviewShow, { raceid }, await staffSession(world, roles))
    expect(await world.call(consoleOverviewShow, { raceid: RACE })).toMatchObject({ code: '401' })
    expect(await ask([{ raceid: 7, role: 'director' }])).toMatchObject({ refusal: 'race_not_found' })
    expect(await ask([{ raceid: null, role: 'owner' }], 999)).toMatchObject({ refusal: 'race_not_found' })
    expect(await ask([{ raceid: RACE, role: 'photographer' }])).toMatchObject({
      data: {
        entries: null,
        money: null,
        approvals: null,
        handins: null,
        stays: null,
        shop: null,
        prizes: null,
        deposits_out: null,
        webhooks: null,
        protests: null,
        checks: null,
        photo_reports: 0,
      },
    })
    expect(await ask([{ raceid: RACE, role: 'registrar' }])).toMatchObject({
      data: { entries: { events: [{ id: 1, places: 500 }, { id: 2 }] }, money: null, checks: null },
    })
    expect(await ask([{ raceid: RACE, role: 'cashier' }])).toMatchObject({ data: { money: { received: 0, open: 0 } } })
    const { data } = (await ask([{ raceid: RACE, role: 'director' }])) as {
      data: { checks: { check: string; ok: boolean; of: string[] }[] }
    }
    expect(data.checks.find(({ check }) => check === 'events')).toEqual({ check: 'events', ok: true, of: [] })
    expect(data.checks.find(({ check }) => check === 'picture')).toMatchObject({ ok: false })
    expect(data.checks.find(({ check }) => check === 'price')).toMatchObject({ ok: false, of: ['欢乐跑'] })
  })
})

type Entries = NonNullable<OutputOf<typeof consoleOverviewShow>['entries']>
/** Compares each figure with the number of registrations in the list to which the figure leads. */
const expectLists = async ({ events, addons }: Entries, as: { token: string }) => {
  const total = async (filter: object) =>
    (await world.ask(consoleRegistrationsList, { raceid: RACE, limit: 1, ...filter }, as)).total
  for (const event of events)
    for (const [figure, filter] of Object.entries(listBehind))
      expect(await total({ eventid: event.id, ...filter }), `${event.name}: ${figure}`).toBe(
        figure === 'unpaid' ? event.registered - event.paid : event[figure as keyof typeof event],
      )
  for (const addon of addons) {
    expect(await total(buyersBehind(addon, '1')), `${addon.id}: paid`).toBe(addon.buyers)
    expect(await total(buyersBehind(addon, '0')), `${addon.id}: unpaid`).toBe(addon.unpaid_buyers)
  }
}
type Held = { eventid: number; pay_at: Date | null; addons: { id: string; n: number; price: number; of?: number }[] }
/** Compares the figures of the add-ons with a full count of the registrations that hold them. */
const expectAddons = (addons: Entries['addons'], rows: readonly Held[]) => {
  const pieces = rows.flatMap(({ eventid, pay_at, addons: held }) =>
    held.map(({ of = eventid, ...one }) => ({ ...one, eventid: of, paid: pay_at !== null })),
  )
  const sum = (of: typeof pieces, value: (one: (typeof pieces)[number]) => number) =>
    of.reduce((all, one) => all + value(one), 0)
  expect(new Set(pieces.map(({ eventid, id }) => `${eventid}.${id}`)).size).toBe(
    addons.filter(({ sold, unpaid }) => sold + unpaid > 0).length,
  )
  for (const { eventid, id, ...figures } of addons) {
    const [paid, unpaid] = [true, false].map((isPaid) =>
      pieces.filter((one) => one.eventid === eventid && one.id === id && one.paid === isPaid),
    )
    expect(figures, `${eventid}.${id}`).toMatchObject({
      buyers: paid!.length,
      sold: sum(paid!, ({ n }) => n),
      sum: sum(paid!, ({ n, price }) => n * price),
      unpaid_buyers: unpaid!.length,
      unpaid: sum(unpaid!, ({ n }) => n),
    })
  }
}

// The test makes hundreds of changes, counts every figure, and asks for the list behind each figure.
test('every figure equals a full count of the rows, after many random actions', { timeout: 240_000 }, async () => {
  const { db, clock } = world
  const random = dice(20_261_123)
  const pick = <One>(from: readonly One[]): One => from[Math.floor(random() * from.length)]!
  const runner = await runnerSession(world)
  for (let n = 1; n <= 40; n++)
    await world.ask(
      registrationSave,
      entrant(n, { eventid: pick([1, 2]), clothes: pick(['S', 'M', 'L', 'XL']) }),
      runner,
    )
  const rows = await db.selectFrom('registrations').select('id').where('raceid', '=', RACE).execute()
  const states = ['normal', 'draw', 'undraw', 'audit', 'auditfail', 'wait', 'delay'] as const
  // The second event sells nothing. A runner who moves into it keeps the engraving from the first event.
  const bought = [
    [],
    [{ id: 'medal', names: medal.names, price: 2_000, n: 1 }],
    [{ id: 'medal', names: medal.names, price: 1_500, n: 2, of: 1 }],
    [
      { id: 'medal', names: medal.names, price: 2_000, n: 2 },
      { id: 'cap', names: { 'zh-cn': '帽子' }, price: 3_000, n: 1 },
    ],
  ]
  const moment = () => new Date(clock.now().getTime() - Math.floor(random() * 40 * 86_400_000))
  for (let n = 0; n < 400; n++) {
    const change = pick([
      () => ({ state: pick(states) }),
      () => ({ state: 'normal' as const }),
      () => ({ pay_at: pick([moment(), null]) }),
      () => ({ closed_at: pick([moment(), null, null]) }),
      () => ({ deleted_at: pick([moment(), null, null, null]) }),
      () => ({ refundid: pick([0, 0, 7]) }),
      () => ({ freed_at: pick([moment(), null, null]) }),
      () => ({ exited_at: pick([moment(), null, null]) }),
      () => ({ clothes: pick(['S', 'M', '2XL', null]) }),
      () => ({ gender: pick(['male', 'female', null]) }),
      () => ({ age_on_race_day: pick([null, 9, 17, 18, 24, 25, 44, 69, 70, 88]) }),
      () => ({ province: pick(['浙江省', '上海市', '', null]) }),
      () => ({ created_at: moment() }),
      () => ({ place_held: pick([true, true, false]) }),
      () => ({ addons: JSON.stringify(pick(bought)) }),
      () => ({ addons: JSON.stringify(pick(bought)) }),
    ])()
    await db
      .updateTable('registrations')
      .set({ ...change, updated_at: clock.now() })
      .where('raceid', '=', RACE)
      .where('id', '=', pick(rows).id)
      .execute()
  }
  const orders = await db.selectFrom('orders').select(['id', 'amount']).where('raceid', '=', RACE).execute()
  for (const { id, amount } of orders) {
    const paid = amount > 0 && random() < 0.6
    if (!paid) continue
    const pay_at = moment()
    await db
      .updateTable('orders')
      .set({ state: 'paid', pay_at, payment: 'wechat', updated_at: clock.now() })
      .where('raceid', '=', RACE)
      .where('id', '=', id)
      .execute()
    if (random() < 0.5)
      await db
        .insertInto('refunds')
        .values({
          raceid: RACE,
          orderid: id,
          refundno: `R${id}`,
          amount: 100 + Math.floor(random() * 5_000),
          reason: '',
          state: pick(['done', 'failed', 'sent', 'waiting']),
          payment: 'wechat',
          ask_at: pay_at,
          refund_at: moment(),
          created_at: pay_at,
          updated_at: clock.now(),
        })
        .execute()
  }

  const zone = 'Asia/Shanghai'
  const dayOf = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)
  const hourOf = (at: Date) =>
    `${dayOf(at)}T${new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(at)}`
  const all = (await db.selectFrom('registrations').selectAll().where('raceid', '=', RACE).execute()).filter(
    ({ deleted_at }) => deleted_at === null,
  )
  // A runner who has left the race or the waitlist is neither registered nor unpaid.
  const live = all.filter((row) => standingStates.some((one) => one === listedStateOf(row)))
  const registered = live.filter(({ state }) => state === 'normal')
  const counted = <Key extends string>(keys: readonly Key[]) =>
    [...keys.reduce((sums, key) => sums.set(key, (sums.get(key) ?? 0) + 1), new Map<Key, number>())]
      .map(([key, count]) => ({ key, count }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const byKey = <One extends { key: string }>(list: readonly One[]) =>
    list.toSorted((one, other) => (one.key < other.key ? -1 : 1))

  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  // The server keeps a count for a while (holdsFor), longer on a slow machine. The poll below waits until the count of
  // the former test is no longer valid.
  const read = () => world.ask(consoleOverviewShow, { raceid: RACE }, owner)
  const sumOf = (of: Awaited<ReturnType<typeof read>>) =>
    of.entries!.events.reduce((sum, event) => sum + event.registered, 0)
  await expect.poll(async () => sumOf(await read()), { timeout: 60_000 }).toBe(registered.length)
  const { entries, money } = await read()
  for (const event of entries!.events) {
    const of = live.filter(({ eventid }) => eventid === event.id)
    const normal = of.filter(({ state }) => state === 'normal')
    expect(event, event.name).toMatchObject({
      registered: normal.length,
      paid: normal.filter(({ pay_at }) => pay_at !== null).length,
      draw: of.filter(({ state }) => state === 'draw').length,
      to_review: of.filter(({ state }) => state === 'audit').length,
      waitlist: of.filter(({ state }) => state === 'wait').length,
      left: all.filter((row) => row.eventid === event.id && listedStateOf(row) === 'left').length,
    })
  }
  await expectLists(entries!, owner)
  expectAddons(
    entries!.addons,
    live.filter(({ place_held, refundid }) => place_held && Number(refundid) === 0) as never,
  )
  expect(entries!.addons.find(({ eventid, id }) => eventid === 1 && id === 'medal')).toMatchObject({
    name: '奖牌刻字',
    event: '半程马拉松',
    left: 300,
    offered: true,
  })
  expect(entries!.days.map(({ day, signups }) => ({ key: day, count: signups }))).toEqual(
    counted(all.map(({ created_at }) => dayOf(created_at))),
  )
  // The chart has 48 whole hours, and the last of them is the present hour.
  const since = (Math.floor(world.clock.now().getTime() / 3_600_000) - 47) * 3_600_000
  const late = (at: Date | null): at is Date => at !== null && at.getTime() >= since
  expect(entries!.hours.map(({ hour, signups }) => ({ key: hour, count: signups }))).toEqual(
    counted(
      all
        .map(({ created_at }) => created_at)
        .filter(late)
        .map(hourOf),
    ),
  )
  expect(entries!.hours.length, 'some signed up in the last 48 hours').toBeGreaterThan(0)
  expect(byKey(entries!.sizes)).toEqual(counted(registered.map(({ clothes }) => clothes ?? '')))
  expect(byKey(entries!.genders)).toEqual(counted(registered.map(({ gender }) => gender ?? '')))
  expect(byKey(entries!.ages)).toEqual(counted(registered.map(({ age_on_race_day: age }) => bandOf(age))))
  expect(byKey(entries!.provinces)).toEqual(
    counted(
      registered.map(({ province, province_of_document }) => provinceKey(province || (province_of_document ?? ''))),
    ),
  )
  const paidOrders = (await db.selectFrom('orders').selectAll().where('raceid', '=', RACE).execute()).filter(
    ({ state, amount }) => state === 'paid' && amount > 0,
  )
  const back = (await db.selectFrom('refunds').selectAll().where('raceid', '=', RACE).execute()).filter(
    ({ state }) => state === 'done',
  )
  const sum = (list: readonly { amount: number }[]) => list.reduce((total, { amount }) => total + amount, 0)
  expect(money).toMatchObject({
    received: sum(paidOrders),
    refunded: sum(back),
    refunds_failed: (await db.selectFrom('refunds').selectAll().where('state', '=', 'failed').execute()).length,
    open: (await db.selectFrom('orders').selectAll().where('raceid', '=', RACE).where('state', '=', 'open').execute())
      .length,
  })
  const days = new Set([
    ...paidOrders.map(({ pay_at }) => dayOf(pay_at!)),
    ...back.map(({ refund_at }) => dayOf(refund_at!)),
  ])
  expect(money!.days.map(({ day }) => day)).toEqual([...days].toSorted())
  for (const { day, received, refunded } of money!.days) {
    expect(received, day).toBe(sum(paidOrders.filter(({ pay_at }) => dayOf(pay_at!) === day)))
    expect(refunded, day).toBe(sum(back.filter(({ refund_at }) => dayOf(refund_at!) === day)))
  }
  expect(money!.hours.reduce((all, { received }) => all + received, 0)).toBe(
    sum(paidOrders.filter(({ pay_at }) => late(pay_at))),
  )
  expect(money!.hours.reduce((all, { refunded }) => all + refunded, 0)).toBe(
    sum(back.filter(({ refund_at }) => late(refund_at))),
  )
})

test('the figures of a race contain nothing of another race', async () => {
  const clock = { zone: 'UTC', since: new Date(0) }
  for (const count of [countEntries, countOrders, countRefunds]) expect(await count(world.db, 7, clock)).toEqual([])
  expect(await countAddons(world.db, 7)).toEqual([])
  expect(Object.values(await countDesks(world.db, 7)).every((count) => count === 0)).toBe(true)
})
