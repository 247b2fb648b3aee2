import { consoleOrdersClose } from '#features/payments/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDueOrders } from '#features/payments/jobs.ts'
import { remindDue } from '#features/registrations/jobs.ts'
import { registrationPay } from '#features/registrations/contract.ts'
import { everybody } from '#test/ballot/ballots.ts'
import { RACE } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import {
  consoleBallotsCancel,
  consoleBallotsDeclare,
  consoleBallotsDraw,
  consoleBallotsFreeze,
  consoleBallotsList,
  consoleBallotsPreview,
  consoleBallotsPublish,
  consoleBallotsSeed,
  consoleBallotsShow,
} from './console.contract.ts'
import { notifyCalledOff } from './callingOff.service.ts'
import { ballotList, ballotMine, ballotShow } from './contract.ts'
import { entryIdOf } from './list/list.rules.ts'
import { world, openBallot, minutes, rules } from '#test/scenes/ballotRace.ts'

beforeAll(openBallot)
afterAll(() => world.close())

describe('refused', () => {
  test('a caller who is no staff, lacks the right, or has it for another race', async () => {
    const one = { raceid: RACE, id: 1 }
    const asks = [
      [consoleBallotsList, { raceid: RACE }, 'editor'],
      [consoleBallotsShow, one, 'editor'],
      [consoleBallotsPreview, one, 'editor'],
      [consoleBallotsDeclare, { raceid: RACE, eventid: 1, declared: rules }, 'registrar'],
      [consoleBallotsFreeze, one, 'registrar'],
      [consoleBallotsSeed, { ...one, number: '1' }, 'registrar'],
      [consoleBallotsDraw, one, 'registrar'],
      [consoleBallotsPublish, one, 'registrar'],
      [consoleBallotsCancel, { ...one, why: 'x' }, 'registrar'],
    ] as const
    const elsewhere = await staffSession(world, [{ raceid: RACE + 1, role: 'director' }])
    for (const [endpoint, input, role] of asks) {
      expect((await world.call(endpoint, input as never)).refusal, endpoint.path).toBe('not_logged_in')
      expect(
        (await world.call(endpoint, input as never, await staffSession(world, [{ raceid: RACE, role }]))).refusal,
        endpoint.path,
      ).toBe('no_permission')
      expect((await world.call(endpoint, input as never, elsewhere)).refusal, endpoint.path).toBe('no_permission')
      if ('id' in input)
        expect(
          (await world.call(endpoint, { ...input, id: 999_999 } as never, world.staff)).refusal,
          endpoint.path,
        ).toBe('ballot_not_found')
    }
    expect((await world.call(ballotShow, { raceid: RACE, id: 999_999 })).refusal).toBe('ballot_not_found')
    expect(await world.ask(ballotList, { raceid: 999_999 })).toEqual([])
    expect((await world.call(ballotMine, { id: '1k-2222222222222222222222' }, world.runner)).refusal).toBe(
      'registration_not_found',
    )
  })

  test('rules by which no draw is possible, each beside its field', async () => {
    const eventid = await world.event({ places: 10 })
    const wrong = async (declared: object, rest: object = {}) =>
      (
        await world.call(
          consoleBallotsDeclare,
          { raceid: RACE, eventid, declared: { ...rules, ...declared } as never, ...rest },
          world.staff,
        )
      ).data as unknown as { fields: Record<string, string> }
    expect(await wrong({ places: 11 })).toEqual({ fields: { places: '不能超过组别名额' } })
    expect((await wrong({ segments: [{ ...everybody, places: 3 }] })).fields).toHaveProperty('segments')
    expect((await wrong({ segments: [{ ...everybody, who: { is: 'qualified' } }] })).fields).toHaveProperty('segments')
    expect((await wrong({ segments: [everybody, everybody] })).fields).toHaveProperty('segments')
    expect((await wrong({ segments: [{ ...everybody, name: 'drawn' }] })).fields).toEqual({
      segments: '分组代号不能是 direct、drawn 或 wait',
    })
    expect(
      (await wrong({ weights: Array.from({ length: 4 }, () => ({ who: { is: 'qualified' }, plus: 50 })) })).fields,
    ).toHaveProperty('weights')
    expect((await wrong({ direct: [{ is: 'everybody' }] })).fields).toHaveProperty('direct')
    expect((await wrong({}, { draw_at: minutes(-1) })).fields).toHaveProperty('draw_at')
    expect(
      (await wrong({ source: { kind: 'beacon', at: minutes(90) } }, { draw_at: minutes(60) })).fields,
    ).toHaveProperty('draw_at')
    expect((await wrong({}, { draw_at: minutes(60), pay_end: minutes(30) })).fields).toHaveProperty('pay_end')
    expect(
      (await world.call(consoleBallotsDeclare, { raceid: RACE, eventid: 999, declared: rules }, world.staff)).refusal,
    ).toBe('event_not_found')
    expect(
      (
        await world.call(
          consoleBallotsDeclare,
          { raceid: RACE, eventid: await world.event({ state: 'normal' }), declared: rules },
          world.staff,
        )
      ).refusal,
    ).toBe('ballot_event_not_draw')
  })

  test('a freezing too early: open sign-up, open orders, no entries, too few places, a seed that comes too soon', async () => {
    const eventid = await world.event({ paystate: 'open', places: 3 })
    const { id } = await world.declare(eventid)
    const why = async () => (await world.call(consoleBallotsFreeze, world.key(id), world.staff)).refusal
    expect(await why()).toBe('ballot_signup_open')
    world.clock.advance(86_400_000 - 60_000)
    await world.several(1, eventid)
    world.clock.advance(120_000)
    const held = await world.call(consoleBallotsFreeze, world.key(id), world.staff)
    expect(held, 'the open order is named').toMatchObject({
      refusal: 'ballot_orders_open',
      data: { orders: [{ name: expect.any(String), tradeno: expect.any(String), until: expect.any(String) }] },
    })
    const [open] = (held.data as unknown as { orders: { id: number }[] }).orders
    const closing = { raceid: RACE, id: open!.id }
    expect(await world.call(consoleOrdersClose, closing)).toMatchObject({ code: '401' })
    expect(await world.call(consoleOrdersClose, { ...closing, id: 999_999 }, world.staff)).toMatchObject({
      refusal: 'order_unknown',
    })
    expect(await world.ask(consoleOrdersClose, closing, world.staff)).toEqual({ state: 'closed' })
    expect(await world.ask(consoleOrdersClose, closing, world.staff), 'again it changes nothing').toEqual({
      state: 'closed',
    })
    expect(await why()).toBe('ballot_no_entries')

    const empty = await world.event({ signup_until: world.clock.now() })
    const nobody = await world.declare(empty)
    expect((await world.call(consoleBallotsFreeze, world.key(nobody.id), world.staff)).refusal).toBe(
      'ballot_no_entries',
    )

    const near = await world.event()
    await world.several(1, near)
    world.clock.advance(86_400_000)
    const soon = await world.declare(near, { source: { kind: 'beacon', at: minutes(9) } })
    expect((await world.call(consoleBallotsFreeze, world.key(soon.id), world.staff)).refusal).toBe('ballot_source_soon')

    const full = await world.event({ places: 2 })
    await world.several(1, full)
    const short = await world.declare(full)
    await world.db.updateTable('events').set({ taken: 1 }).where('raceid', '=', RACE).where('id', '=', full).execute()
    world.clock.advance(86_400_001)
    expect((await world.call(consoleBallotsFreeze, world.key(short.id), world.staff)).refusal).toBe(
      'ballot_places_short',
    )
  })

  test('each step in the wrong order, and the public number for a second time', async () => {
    const eventid = await world.event()
    await world.several(3, eventid)
    const { id } = await world.declare(eventid)
    const refusal = async (
      endpoint:
        | typeof consoleBallotsDraw
        | typeof consoleBallotsPublish
        | typeof consoleBallotsPreview
        | typeof consoleBallotsFreeze,
    ) => (await world.call(endpoint, world.key(id), world.staff)).refusal
    const seed = async (said: string) =>
      (await world.call(consoleBallotsSeed, { ...world.key(id), number: said }, world.staff)).refusal
    expect([
      await refusal(consoleBallotsDraw),
      await refusal(consoleBallotsPublish),
      await refusal(consoleBallotsPreview),
      await seed('1'),
    ]).toEqual(['ballot_not_seeded', 'ballot_not_drawn', 'ballot_not_drawn', 'ballot_not_frozen'])
    await world.freeze(id)
    expect(await refusal(consoleBallotsFreeze)).toBe('ballot_not_declared')
    expect(
      (await world.call(consoleBallotsDeclare, { raceid: RACE, eventid, declared: rules }, world.staff)).refusal,
    ).toBe('ballot_not_declared')
    expect(await seed(' ')).toBe('field_wrong')
    expect(await seed('3847.52'), 'before the declared moment').toBe('ballot_number_early')
    await world.draw(id, '3847.52')
    expect(await seed('3847.53')).toBe('ballot_not_frozen')
    expect((await world.ballotOf(id)).source).toBe('3847.52')
    await world.publish(id)
    expect((await world.call(consoleBallotsCancel, { ...world.key(id), why: '名单有误' }, world.staff)).refusal).toBe(
      'ballot_published',
    )
  })
})

test('from declaring to a place: public facts at each step, lines and their owners, orders, waiting codes, messages, and a place lost because it was not paid', async () => {
  const eventid = await world.event({ places: 4 })
  const entrants = await world.several(7, eventid)
  const { id } = await world.declare(eventid, { places: 4 })
  expect(await world.ask(ballotShow, world.key(id))).toMatchObject({
    state: 'declared',
    list_path: null,
    entries: null,
    pretend_beacon: false,
  })
  expect((await world.app.inject({ method: 'GET', url: `/ballots/${RACE}/${id}/list.txt` })).statusCode).toBe(404)
  await world.freeze(id)

  const frozen = await world.ask(ballotShow, world.key(id))
  expect(frozen).toMatchObject({ state: 'frozen', entries: 7, outcome_path: null, seed: null })
  const list = await world.file(frozen.list_path!)
  expect(world.sha256(list)).toBe(frozen.list_hash)
  expect(list.split('\n')[1]).toContain('"together":"none"')
  for (const { n, mobile_mask, idnum_mask, name } of entrants)
    for (const secret of [String(n).padStart(8, '0'), mobile_mask!, idnum_mask, name])
      expect(list).not.toContain(secret)
  const mine = await world.ask(ballotMine, { id: entrants[0]!._key }, world.runner)
  expect(entryIdOf(mine.salt, mine.key)).toBe(mine.entry)
  expect(list).toContain(`\n${mine.entry} - 1\n`)
  expect(mine).toMatchObject({ fate: null, code: null, weights: [1], why: ['每位报名人 1 签', '参加分组“公开”：1 签'] })
  expect((await world.call(ballotMine, { id: entrants[0]!._key }, await runnerSession(world))).refusal).toBe(
    'registration_not_found',
  )

  await world.draw(id)
  const seeded = await world.ask(ballotShow, world.key(id))
  expect(seeded).toMatchObject({
    state: 'drawn',
    counts: {},
    outcome_hash: null,
    outcome_path: null,
    source: '3847.52',
  })
  expect((await world.app.inject({ method: 'GET', url: `/ballots/${RACE}/${id}/outcome.txt` })).statusCode).toBe(404)
  expect((await world.ask(ballotMine, { id: entrants[0]!._key }, world.runner)).fate).toBeNull()
  const preview = await world.ask(consoleBallotsPreview, world.key(id), world.staff)
  expect(preview.counts).toEqual({ open: 4, direct: 0, drawn: 4, wait: 3 })
  expect(preview.waiting.map(({ code }) => code)).toEqual([1, 2, 3])
  expect(preview.genders.reduce((sum, { placed }) => sum + placed, 0)).toBe(4)

  await world.publish(id)
  const shown = await world.ask(ballotShow, world.key(id))
  expect(shown).toMatchObject({ state: 'published', counts: { drawn: 4, wait: 3 } })
  expect(world.sha256(await world.file(shown.outcome_path!))).toBe(shown.outcome_hash)
  expect(shown.code_version).toMatch(/^startline-ballot 1 /)
  const rows = await Promise.all(entrants.map(({ _key }) => world.rowOf(_key)))
  const [won, lost] = [rows.filter(({ state }) => state === 'normal'), rows.filter(({ state }) => state === 'undraw')]
  expect([won.length, lost.length, (await world.eventRow(eventid)).taken]).toEqual([4, 3, 4])
  expect(won.every(({ place_held, wait_pos, orderid }) => place_held && wait_pos === null && orderid !== null)).toBe(
    true,
  )
  expect(lost.every(({ place_held, orderid }) => !place_held && orderid !== null)).toBe(true)
  expect(lost.map(({ wait_pos }) => wait_pos).sort()).toEqual([1, 2, 3])
  for (const row of rows) {
    const messages = await world.messagesOf(
      `139${String(entrants.find(({ _key }) => _key === row._key)!.n).padStart(8, '0')}`,
    )
    expect(messages.map(({ template }) => template)).toEqual([row.state === 'normal' ? 'drawn_won' : 'drawn_lost'])
    expect(messages[0]!.values).toMatchObject({
      race: '江城马拉松',
      event: '半程马拉松',
      code: String(row.wait_pos ?? ''),
    })
    expect((await world.ask(ballotMine, { id: row._key }, world.runner)).fate).toBe(
      row.state === 'normal' ? 'drawn' : 'wait',
    )
  }
  const event = await world.eventRow(eventid)
  expect(event.draw_at).toEqual((await world.ballotOf(id)).published_at)

  await world.ask(registrationPay, { id: won[0]!._key, payment: 'wechat', way: 'native' }, world.runner)
  const { tradeno } = await world.db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', RACE)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  world.parts.integrations.sandbox.wechatpay!.pay(tradeno)
  await world.parts.integrations.sandbox.wechatpay!.deliver('all')
  world.clock.set(new Date(event.pay_end!.getTime() - 3_600_000))
  await remindDue({ ...world.parts, now: world.clock.now() })
  const reminded = await world.db
    .selectFrom('messages')
    .select('template')
    .where('template', 'in', ['pay_soon', 'wait_pay_soon'])
    .execute()
  expect(
    reminded.map(({ template }) => template).sort(),
    'before the time is over, each of what the money is for',
  ).toEqual([...Array<string>(3).fill('pay_soon'), ...Array<string>(3).fill('wait_pay_soon')])
  world.clock.set(new Date(event.pay_end!.getTime() + 60_000))
  await closeDueOrders(world.parts, world.clock.now())
  expect((await world.eventRow(eventid)).taken, 'who does not pay loses the place').toBe(1)
})

test('a winner who has paid wins at once, an unpaid runner takes no part, a loser waits', async () => {
  const eventid = await world.event({ paystate: 'open', price: 0, places: 1 })
  const entrants = await world.several(3, eventid)
  await world.db
    .updateTable('registrations')
    .set({ pay_at: null, orderid: null })
    .where('raceid', '=', RACE)
    .where('id', '=', entrants[2]!.id)
    .execute()
  const { id } = await world.declare(eventid, { places: 1 })
  await world.freeze(id)
  expect(await world.entries(id)).toHaveLength(2)
  await world.draw(id)
  await world.publish(id)
  const states = await Promise.all(entrants.map(async ({ _key }) => (await world.rowOf(_key)).state))
  expect(states.slice(0, 2).sort()).toEqual(['normal', 'undraw'])
  expect(states[2]).toBe('draw')
  const messages = (await Promise.all(entrants.map(({ n }) => world.messagesOf(`139${String(n).padStart(8, '0')}`))))
    .flat()
    .map(({ template }) => template)
  expect(messages.sort()).toEqual(['drawn_lost_paid', 'drawn_won_paid'])
})

test('after a draw is called off, it stays on the public list with its reason, and another draw may be declared', async () => {
  const eventid = await world.event()
  await world.several(2, eventid)
  const { id } = await world.declare(eventid)
  await world.freeze(id)
  const cancelled = await world.ask(consoleBallotsCancel, { ...world.key(id), why: '名单有误，重新冻结' }, world.staff)
  expect(cancelled).toMatchObject({ state: 'cancelled', cancelled_why: '名单有误，重新冻结' })
  expect(
    (await world.ask(ballotList, { raceid: RACE })).find((one) => one.id === id),
    'everybody reads why',
  ).toMatchObject({ state: 'cancelled', cancelled_why: '名单有误，重新冻结' })
  expect((await world.eventRow(eventid)).draw_kept, 'its event may name another hour').toBe(false)
  await notifyCalledOff(world.parts, world.key(id))
  await notifyCalledOff(world.parts, world.key(id))
  const messages = await world.db
    .selectFrom('messages')
    .select(['uid', 'mobile_mask'])
    .where('template', '=', 'drawn_off')
    .execute()
  expect(
    [
      messages.filter(({ uid }) => uid !== null).length,
      messages.filter(({ mobile_mask }) => mobile_mask !== null).length,
    ],
    'one in the box, a text message for each of two mobiles, once',
  ).toEqual([1, 2])
  expect((await world.eventRow(eventid)).draw_at, 'nobody reads of an hour at which nothing is drawn').toBeNull()
  const again = await world.declare(eventid)
  expect(again.id).not.toBe(id)
  await world.ask(consoleBallotsCancel, { ...world.key(id), why: '再按一次' }, world.staff)
  expect(await world.ballotOf(id), 'called off once').toMatchObject({ cancelled_why: '名单有误，重新冻结' })
  expect((await world.eventRow(eventid)).draw_kept, 'the new draw keeps its hour').toBe(true)
  await world.ask(consoleBallotsCancel, { ...world.key(again.id), why: '规则重议' }, world.staff)
  expect(
    await world.ask(ballotShow, { raceid: RACE, id: again.id }),
    'rules that everybody has read are not called off in silence',
  ).toMatchObject({ state: 'cancelled', cancelled_why: '规则重议', list_hash: null })
})
