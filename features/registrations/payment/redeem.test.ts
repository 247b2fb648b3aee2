import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  consoleInvitationsGenerate,
  consoleInvitationsList,
  consoleInvitationsSave,
  consoleInvitationsStop,
  consoleInvitationsUses,
  inviteShow,
} from '#features/invitations/contract.ts'
import { invitationCodeFrom, invitationState, isCode, normalCode, shownCode } from '#features/invitations/rules.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { RACE, entrant, openEvent, openRace, friendOf } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { registrationShow } from '../contract.ts'
import { registrationFriends, registrationSave } from '../signup/signup.contract.ts'
import { invitePay } from './redeem.contract.ts'

let desk: Cashdesk
let staff: { token: string }
let people = 0
beforeAll(async () => {
  desk = await openCashdesk()
  await openRace(desk)
  await openEvent(desk, { price: 12_000, places: 1000 })
  await openEvent(desk, { id: 2, name: '十公里', price: 8_000, places: 1000 })
  staff = await staffSession(desk, [{ raceid: RACE, role: 'registrar' }])
})
afterAll(() => desk?.close())

const invitation = (change: Partial<Parameters<typeof write>[0]> = {}) =>
  write({ raceid: RACE, label: '合作方', ...change })
const write = (input: Parameters<typeof desk.ask<typeof consoleInvitationsSave>>[1]) =>
  desk.ask(consoleInvitationsSave, input, staff)
const enter = async (change: Parameters<typeof entrant>[1] = {}) => {
  const session = await runnerSession(desk)
  const saved = await desk.ask(registrationSave, entrant(++people, change), session)
  return { ...session, ...saved, id: saved._key }
}
const usedOf = async (id: number) =>
  (
    await desk.db
      .selectFrom('invitations')
      .select('used')
      .where('raceid', '=', RACE)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).used
const balanced = async () => expect(await desk.unbalanced()).toEqual([])

describe('a code', () => {
  test('can be read aloud without mistakes, and is compared in every spelling', () => {
    const codes = Array.from({ length: 300 }, () => invitationCodeFrom(crypto.getRandomValues(new Uint8Array(10))))
    expect(codes.join('')).toMatch(/^[A-HJ-NP-Z2-9]+$/)
    expect(new Set(codes).size).toBe(300)
    for (const code of codes.slice(0, 9))
      expect([normalCode(shownCode(code)), shownCode(code).length]).toEqual([code, 11])
    expect(['vip 2026', 'VIP–2026', 'ｖｉｐ2026'].map(normalCode)).toEqual(['VIP2026', 'VIP2026', 'VIP2026'])
    expect(['VIP', 'VIP 2026', '江城跑友', 'A'.repeat(33), 'VIP;2026'].map(isCode)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ])
  })
  test('has one state', () => {
    const now = new Date('2026-03-01T00:00:00Z')
    const open = { stopped_at: null, expires_at: null, uses: 2, used: 1 }
    expect(
      [open, { ...open, used: 2 }, { ...open, expires_at: now }, { ...open, stopped_at: now }].map((one) =>
        invitationState(one, now),
      ),
    ).toEqual(['open', 'used_up', 'over', 'stopped'])
  })
})

describe('the console', () => {
  test('is for staff who manage invitations of the race', async () => {
    for (const who of [
      await staffSession(desk, [{ raceid: RACE, role: 'editor' }]),
      await staffSession(desk, [{ raceid: 7, role: 'registrar' }]),
    ]) {
      expect(await desk.call(consoleInvitationsList, { raceid: RACE }, who)).toMatchObject({ code: '403' })
      expect(await desk.call(consoleInvitationsSave, { raceid: RACE, label: '我' }, who)).toMatchObject({ code: '403' })
      expect(await desk.call(consoleInvitationsStop, { raceid: RACE, id: 1 }, who)).toMatchObject({ code: '403' })
      expect(await desk.call(consoleInvitationsGenerate, { raceid: RACE, count: 2, label: '我' }, who)).toMatchObject({
        code: '403',
      })
      expect(await desk.call(consoleInvitationsUses, { raceid: RACE, id: 1 }, who)).toMatchObject({ code: '403' })
    }
  })
  test('refuses an invalid or known code, an unknown event, and fewer uses than were used', async () => {
    expect(await desk.call(consoleInvitationsSave, { raceid: RACE, label: '短', code: 'ab' }, staff)).toMatchObject({
      code: '422',
      data: { fields: { code: expect.any(String) as string } },
    })
    await write({ raceid: RACE, label: '一', code: 'once-only' })
    expect(
      await desk.call(consoleInvitationsSave, { raceid: RACE, label: '二', code: 'ONCE ONLY' }, staff),
    ).toMatchObject({ code: '409', refusal: 'code_taken' })
    expect(await desk.call(consoleInvitationsSave, { raceid: RACE, label: '三', eventid: 99 }, staff)).toMatchObject({
      refusal: 'event_not_found',
    })
    expect(
      await desk.call(consoleInvitationsGenerate, { raceid: RACE, label: '三', count: 2, eventid: 99 }, staff),
    ).toMatchObject({ refusal: 'event_not_found' })
    expect(await desk.call(consoleInvitationsGenerate, { raceid: RACE, label: '三', count: 501 }, staff)).toMatchObject(
      { code: '422' },
    )
    expect(await desk.call(consoleInvitationsSave, { raceid: RACE, id: 999_999, label: '四' }, staff)).toMatchObject({
      refusal: 'invitation_not_found',
    })
    expect(await desk.call(consoleInvitationsStop, { raceid: RACE, id: 999_999 }, staff)).toMatchObject({
      refusal: 'invitation_not_found',
    })
    expect(await desk.call(consoleInvitationsUses, { raceid: RACE, id: 999_999 }, staff)).toMatchObject({
      refusal: 'invitation_not_found',
    })
    const used = await invitation({ uses: 5 })
    await desk.db.updateTable('invitations').set({ used: 3 }).where('id', '=', used.id).execute()
    expect(
      await desk.call(consoleInvitationsSave, { raceid: RACE, id: used.id, label: '五', uses: 2 }, staff),
    ).toMatchObject({ code: '409', refusal: 'uses_below_used' })
    expect(
      await desk.ask(consoleInvitationsSave, { raceid: RACE, id: used.id, label: '五', uses: 3 }, staff),
    ).toMatchObject({ remaining: 0, state: 'used_up' })
  })
  test('makes many at once, finds them, and the log has the action', async () => {
    const { items } = await desk.ask(
      consoleInvitationsGenerate,
      { raceid: RACE, count: 120, label: '赞助商', uses: 1, price: 0, eventid: 2, direct: true },
      staff,
    )
    expect(new Set(items.map(({ code }) => code)).size).toBe(120)
    expect(items[0]).toMatchObject({ event: '十公里', uses: 1, remaining: 1, price: 0, direct: true, state: 'open' })
    const first = await desk.ask(consoleInvitationsList, { raceid: RACE, q: '贊助', limit: 100 }, staff)
    const second = await desk.ask(
      consoleInvitationsList,
      { raceid: RACE, q: '赞助', limit: 100, after: first.after! },
      staff,
    )
    expect([first.items.length, second.items.length, second.after]).toEqual([100, 20, null])
    expect(
      (
        await desk.ask(consoleInvitationsList, { raceid: RACE, q: shownCode(items[7]!.code).toLowerCase() }, staff)
      ).items.map(({ id }) => id),
    ).toEqual([items[7]!.id])
    const log = await desk.db.selectFrom('log').select('what').where('raceid', '=', RACE).execute()
    expect(log.map(({ what }) => what)).toContain('invitations generated')
  })
})

describe('the advantage of a code', () => {
  test('is shown; an unknown code is not found, and guessing needs the picture check', async () => {
    const { code } = await invitation({ uses: 4, price: 5_000, eventid: 1, expires_at: '2026-04-01T00:00:00Z' })
    expect(await desk.ask(inviteShow, { raceid: RACE, code: ` ${code.toLowerCase()} ` })).toMatchObject({
      label: '合作方',
      scope: 'event',
      eventid: 1,
      event: '半程马拉松',
      price: 5_000,
      pays: 'reduced',
      remaining: 4,
      used: 0,
      direct: false,
      why: null,
    })
    expect(await desk.ask(inviteShow, { raceid: RACE, code, eventid: 2 })).toMatchObject({ why: 'invite_elsewhere' })
    const { id, code: stopped } = await invitation()
    await desk.ask(consoleInvitationsStop, { raceid: RACE, id }, staff)
    expect(await desk.ask(inviteShow, { raceid: RACE, code: stopped })).toMatchObject({
      scope: 'race',
      pays: 'full',
      remaining: null,
      why: 'invite_over',
    })
    await desk.ask(consoleInvitationsStop, { raceid: RACE, id, stopped: false }, staff)
    expect(await desk.ask(inviteShow, { raceid: RACE, code: stopped })).toMatchObject({ why: null })
    expect(await desk.call(inviteShow, { raceid: 9, code })).toMatchObject({ refusal: 'race_not_found' })
    for (let n = 0; n < 5; n++)
      expect(await desk.call(inviteShow, { raceid: RACE, code: `GUESS${n}` })).toMatchObject({
        code: '404',
        refusal: 'invite_unknown',
      })
    expect(await desk.call(inviteShow, { raceid: RACE, code })).toMatchObject({
      refusal: 'picture_needed',
      data: { check: 'work' },
    })
    expect(await desk.call(inviteShow, { raceid: RACE, code, captchaid: 'none', captcha: 'none' })).toMatchObject({
      refusal: 'picture_wrong',
    })
  })
})

describe('paying with a code', () => {
  test('is refused for strangers, with an unknown, foreign, used or useless code, and if nothing is to be paid', async () => {
    const mine = await enter()
    const other = await runnerSession(desk)
    const { code } = await invitation({ price: 0 })
    const pay = (given: string, as: { token?: string } = mine) => desk.call(invitePay, { id: mine.id, code: given }, as)
    expect(await pay(code, {})).toMatchObject({ code: '401' })
    expect(await pay(code, other)).toMatchObject({ code: '403' })
    expect(await desk.call(invitePay, { id: `${RACE.toString(36)}-${'1'.repeat(22)}`, code }, mine)).toMatchObject({
      refusal: 'registration_not_found',
    })
    expect(await pay('NOSUCHCODE')).toMatchObject({ refusal: 'invite_unknown' })
    expect(await pay((await invitation({ eventid: 2, price: 0 })).code)).toMatchObject({ refusal: 'invite_elsewhere' })
    expect(await pay((await invitation({ expires_at: '2026-02-01T00:00:00Z', price: 0 })).code)).toMatchObject({
      refusal: 'invite_over',
    })
    for (const price of [undefined, 12_000, 20_000])
      expect(await pay((await invitation({ price })).code)).toMatchObject({ refusal: 'invite_saves_nothing' })
    expect(await desk.ask(invitePay, { id: mine.id, code }, mine)).toMatchObject({ state: 'paid' })
    expect(await pay((await invitation({ price: 0 })).code)).toMatchObject({ refusal: 'invite_given' })
    // The same code gets the same answer again, and no second use is counted.
    expect(await pay(code)).toMatchObject({ code: '200', data: { state: 'paid' } })
    const paid = await enter()
    await desk.start(paid.orderid!)
    desk.sandbox.pay(await desk.numberOf(paid.orderid!))
    await desk.sandbox.deliver()
    expect(await desk.call(invitePay, { id: paid.id, code }, paid)).toMatchObject({ refusal: 'not_payable' })
    await balanced()
  })
  test('free: it is paid at once with the invitation, and the old order is closed at the gateway', async () => {
    const mine = await enter()
    await desk.start(mine.orderid!)
    const { id, code } = await invitation({ price: 0, uses: 1 })
    const paid = await desk.ask(invitePay, { id: mine.id, code }, mine)
    expect(paid).toMatchObject({ state: 'paid', amount: 0, discount: 12_000, payment: 'invite' })
    expect(await desk.stateOf(mine.orderid!)).toBe('closed')
    expect((await desk.tries(mine.orderid!)).map(({ state }) => state)).toEqual(['closed'])
    const shown = await desk.ask(registrationShow, { id: mine.id }, mine)
    expect(shown).toMatchObject({ invite: code, status: { paid: '1', payment: 'invite' } })
    expect(shown.pay_at).not.toBeNull()
    expect(await usedOf(id)).toBe(1)
    const { items } = await desk.ask(consoleInvitationsUses, { raceid: RACE, id }, staff)
    expect(items).toMatchObject([{ name: '沈跑跑', event: '半程马拉松', price: 0, paid: true, live: true }])
    await balanced()
  })
  test('reduced: a new order with the discount, payable until the same moment; an unpaid order gives its use back', async () => {
    const mine = await enter()
    desk.minutes(10)
    const { id, code } = await invitation({ price: 5_000, uses: 1 })
    const opened = await desk.ask(invitePay, { id: mine.id, code }, mine)
    expect(opened).toMatchObject({ state: 'open', amount: 5_000, discount: 7_000, pay_end: mine.pay_end })
    expect([await usedOf(id), await desk.stateOf(mine.orderid!)]).toEqual([1, 'closed'])
    desk.minutes(61)
    await desk.sweep()
    expect([await usedOf(id), await desk.stateOf(opened.orderid!)]).toEqual([0, 'closed'])
    expect((await desk.ask(registrationShow, { id: mine.id }, mine)).status.paid).toBe('closed')
    await balanced()
  })
  test('friends under one order: a free code pays for its person, a reduced code lowers the order', async () => {
    const session = await runnerSession(desk)
    const { items, orderid } = await desk.ask(
      registrationFriends,
      { raceid: RACE, friends: [1, 2, 3].map(() => friendOf(++people)) },
      session,
    )
    const [free, half] = [await invitation({ price: 0, uses: 1 }), await invitation({ price: 6_000, uses: 1 })]
    const first = await desk.ask(invitePay, { id: items[0]!._key, code: free.code }, session)
    expect(first).toMatchObject({ state: 'paid', amount: 0 })
    const second = await desk.ask(invitePay, { id: items[1]!._key, code: half.code }, session)
    expect(second).toMatchObject({ state: 'open', amount: 18_000, discount: 6_000 })
    expect(new Set([orderid, first.orderid, second.orderid]).size).toBe(3)
    expect((await desk.ask(registrationShow, { id: items[2]!._key }, session)).orderid).toBe(second.orderid)
    const { taken } = await desk.db
      .selectFrom('events')
      .select('taken')
      .where('raceid', '=', RACE)
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    const held = await desk.db
      .selectFrom('registrations')
      .select((eb) => eb.fn.countAll().as('n'))
      .where('raceid', '=', RACE)
      .where('eventid', '=', 1)
      .where('place_held', '=', true)
      .executeTakeFirstOrThrow()
    expect(taken).toBe(Number(held.n))
    await desk.start(second.orderid!)
    desk.sandbox.pay(await desk.numberOf(second.orderid!))
    await desk.sandbox.deliver()
    for (const { _key } of items)
      expect((await desk.ask(registrationShow, { id: _key }, session)).status.paid).toBe('1')
    await balanced()
  })
  test('many at once: exactly as many people pay with a code as it has uses', async () => {
    const { id, code } = await invitation({ price: 0, uses: 3 })
    const all = []
    for (let n = 0; n < 8; n++) all.push(await enter())
    const answers = await Promise.all(all.map((one) => desk.call(invitePay, { id: one.id, code }, one)))
    expect(answers.map(({ refusal }) => refusal ?? 'paid').sort()).toEqual([
      ...Array.from({ length: 5 }, () => 'invite_used_up'),
      'paid',
      'paid',
      'paid',
    ])
    expect(await usedOf(id)).toBe(3)
    await balanced()
  })
  test('many sign up at once with one code: exactly as many as it has uses', async () => {
    const { id, code } = await invitation({ price: 0, uses: 4 })
    const sessions = await Promise.all(Array.from({ length: 12 }, () => runnerSession(desk)))
    const answers = await Promise.all(
      sessions.map((session, n) =>
        desk.call(registrationSave, entrant(++people, { invite: code, eventid: 1 + (n % 2) }), session),
      ),
    )
    expect(answers.filter(({ code: word }) => word === '200')).toHaveLength(4)
    expect(answers.filter(({ refusal }) => refusal === 'invite_used_up')).toHaveLength(8)
    expect(await usedOf(id)).toBe(4)
    await balanced()
  })
  test('one order, one code, twice at the same moment: one use', async () => {
    const mine = await enter()
    const { id, code } = await invitation({ price: 0, uses: 5 })
    const answers = await Promise.all([1, 2, 3].map(() => desk.call(invitePay, { id: mine.id, code }, mine)))
    expect(answers.map(({ code: word }) => word)).toEqual(['200', '200', '200'])
    expect(await usedOf(id)).toBe(1)
  })
  test('if the gateway does not answer, nothing changes', async () => {
    const mine = await enter()
    await desk.start(mine.orderid!)
    const { id, code } = await invitation({ price: 0 })
    desk.sandbox.weather.down = true
    expect(await desk.call(invitePay, { id: mine.id, code }, mine)).toMatchObject({ refusal: 'gateway_down' })
    await desk.tidy()
    expect([await usedOf(id), await desk.stateOf(mine.orderid!)]).toEqual([0, 'open'])
    expect(await desk.ask(invitePay, { id: mine.id, code }, mine)).toMatchObject({ state: 'paid' })
  })
})
