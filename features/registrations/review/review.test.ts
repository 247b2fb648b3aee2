import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/rights.ts'
import type { Lang } from '#contract/words.ts'
import { type Values, valuesIn } from '#features/messages/rules.ts'
import { closeDueOrders } from '#features/payments/jobs.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { loggedOf, placesTaken, registrationRow } from '#test/scenes/rows.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleRegistrationsDelay,
  consoleRegistrationsList,
  consoleRegistrationsOpen,
  consoleRegistrationsReview,
  consoleRegistrationsShow,
  consoleRegistrationsTag,
  consoleRegistrationsZone,
  registrationDel,
  registrationEdit,
} from '../changes/changes.contract.ts'
import { deleteRegistration } from '../changes/changes.service.ts'
import { registrationPay, registrationShow } from '../contract.ts'
import { registrationSave } from '../signup/signup.contract.ts'
import { publishedRace } from '../status/ownership.service.ts'

let world: World
let runner: Awaited<ReturnType<typeof runnerSession>>
let staff: Awaited<ReturnType<typeof staffSession>>
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, {
    id: 1,
    state: 'audit',
    form: { questions: [{ name: 'club', kind: 'text', says: { 'zh-cn': '跑团' } }] },
  })
  await openEvent(world, { id: 2 })
  runner = await runnerSession(world)
  staff = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
})
afterAll(() => world.close())

let people = 800_000
const signUp = async (eventid = 1, change: Parameters<typeof entrant>[1] = {}) => {
  const n = people++
  const { _key } = await world.ask(registrationSave, entrant(n, { eventid, ...change }), runner)
  return { n, _key, id: (await rowOf(_key)).id }
}
const rowOf = (key: string) => registrationRow(world, key)
const takenOf = (id: number) => placesTaken(world, id)
const review = (ids: number[], verdict: 'approve' | 'refuse' | 'reopen', reason = '') =>
  world.call(consoleRegistrationsReview, { raceid: RACE, ids, verdict, reason }, staff)
const outcomes = (answered: Awaited<ReturnType<typeof review>>) => answered.data.items.map(({ outcome }) => outcome)
const logOf = (id: number) => loggedOf(world, id)
const messagesOf = async (mobile: string) => {
  const rows = await world.db
    .selectFrom('messages')
    .select(['template', 'mobile', 'content', 'lang'])
    .orderBy('id')
    .execute()
  return rows
    .filter((row) => world.parts.seal.open('accounts', 'message mobile', row.mobile!) === mobile)
    .map((row) => ({
      template: row.template,
      lang: row.lang,
      values: valuesIn(
        JSON.parse(world.parts.seal.open('accounts', 'message content', row.content)) as Values,
        row.lang as Lang,
      ),
    }))
}
const pay = async (key: string) => {
  await world.ask(registrationPay, { id: key, payment: 'wechat', way: 'native' }, runner)
  const { tradeno } = await world.db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', RACE)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  world.parts.integrations.sandbox.wechatpay!.pay(tradeno)
  await world.parts.integrations.sandbox.wechatpay!.deliver('all')
}
const unbalanced = () => world.db.selectFrom('order_books').selectAll().where('balanced', '=', false).execute()

test('each call refuses callers who are no staff, lack the right, or have it for another race', async () => {
  const asks = [
    [consoleRegistrationsList, { raceid: RACE }, 'editor'],
    [consoleRegistrationsShow, { raceid: RACE, id: 1 }, 'editor'],
    [consoleRegistrationsOpen, { raceid: RACE, id: 1, why: 'x' }, 'cashier'],
    [consoleRegistrationsReview, { raceid: RACE, ids: [1], verdict: 'approve' }, 'cashier'],
    [consoleRegistrationsTag, { raceid: RACE, ids: [1] }, 'cashier'],
    [consoleRegistrationsDelay, { raceid: RACE, ids: [1] }, 'cashier'],
    [consoleRegistrationsZone, { raceid: RACE, ids: [1] }, 'cashier'],
  ] as const
  const elsewhere = await staffSession(world, [{ raceid: RACE + 1, role: 'registrar' }])
  for (const [endpoint, input, role] of asks) {
    expect((await world.call(endpoint, input as never)).refusal, endpoint.path).toBe('not_logged_in')
    expect(
      (
        await world.call(
          endpoint,
          input as never,
          await staffSession(world, [{ raceid: RACE, role: role satisfies Role }]),
        )
      ).refusal,
      endpoint.path,
    ).toBe('no_permission')
    expect((await world.call(endpoint, input as never, elsewhere)).refusal, endpoint.path).toBe('no_permission')
  }
  expect((await world.call(consoleRegistrationsShow, { raceid: RACE, id: 9_999_999 }, staff)).refusal).toBe(
    'registration_not_found',
  )
  expect((await world.call(consoleRegistrationsOpen, { raceid: RACE, id: 9_999_999, why: 'x' }, staff)).refusal).toBe(
    'registration_not_found',
  )
})

describe('the review', () => {
  test('refuses a registration only with a reason, a known registration, and one under review', async () => {
    const { id } = await signUp(2)
    expect(await review([id], 'refuse', ' ')).toMatchObject({
      refusal: 'field_wrong',
      data: { fields: { reason: '请填写未通过的原因' } },
    })
    expect(outcomes(await review([9_999_999, id], 'refuse', 'x'))).toEqual(['not_possible', 'not_found'])
    expect(
      (
        await world.call(
          consoleRegistrationsReview,
          { raceid: RACE, ids: Array.from({ length: 101 }, (_, n) => n + 1), verdict: 'approve' },
          staff,
        )
      ).refusal,
    ).toBe('field_wrong')
  })
  test('approves: the place stays held once, an order opens for a day, and its runner is told once', async () => {
    const { id, _key, n } = await signUp()
    const before = await takenOf(1)
    expect(outcomes(await review([id, id], 'approve'))).toEqual(['done'])
    expect(outcomes(await review([id], 'approve'))).toEqual(['unchanged'])
    expect(await takenOf(1)).toBe(before)
    const shown = await world.ask(registrationShow, { id: _key }, { ...runner, lang: 'en' })
    expect(shown).toMatchObject({
      state: 'normal',
      status: { title: 'Approved. Pay to confirm', payable: 1 },
      meta: { order: { state: 'open', amount: 12_000 } },
    })
    expect(new Date(shown.meta.order!.pay_end!).getTime()).toBe(world.clock.now().getTime() + 24 * 3_600_000)
    expect(await messagesOf(entrant(n).mobile!)).toMatchObject([
      {
        template: 'review_passed_pay',
        lang: 'zh-cn',
        values: { race: '江城马拉松', event: '半程马拉松', until: expect.stringContaining('3月2日') as string },
      },
    ])
    expect(await logOf(id)).toEqual(['registration approved'])
    await pay(_key)
    expect((await world.ask(registrationShow, { id: _key }, runner)).status.title_key).toBe('normal')
    expect(await unbalanced()).toEqual([])
  })
  test(
    'whoever signed up in a language is written to in it, whatever the document; where it was not kept, document ' +
      'and number say',
    async () => {
      await openEvent(world, { id: 21, state: 'audit' })
      const mailLang = async (lang: 'en' | 'zh-tw' | undefined, forget = false) => {
        const n = people++
        const { _key } = await world.ask(registrationSave, entrant(n, { eventid: 21 }), {
          ...runner,
          ...(lang ? { lang } : {}),
        })
        const { id } = await rowOf(_key)
        if (forget)
          await world.db
            .updateTable('registrations')
            .set({ lang: null })
            .where('raceid', '=', RACE)
            .where('id', '=', id)
            .execute()
        await review([id], 'approve')
        return (await messagesOf(entrant(n).mobile!))[0]!
      }
      expect(await mailLang('en')).toMatchObject({ lang: 'en', values: { event: 'Half marathon' } })
      expect((await mailLang('zh-tw')).lang).toBe('zh-tw')
      expect((await mailLang(undefined)).lang).toBe('zh-cn')
      expect((await mailLang('en', true)).lang).toBe('zh-cn')
    },
  )
  test('a registration that is not paid within its day frees its place', async () => {
    const { id } = await signUp()
    await review([id], 'approve')
    const before = await takenOf(1)
    world.clock.advance(24 * 3_600_000)
    await closeDueOrders(world.parts, world.clock.now())
    expect(await takenOf(1)).toBe(before - 1)
    // The session of staff ended during the day that has passed, so staff log in again.
    staff = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
  })
  test('a free event registers at once; a registration whose time to pay is over waits for the organiser', async () => {
    await openEvent(world, { id: 3, state: 'audit', price: 0 })
    const free = await signUp(3)
    await review([free.id], 'approve')
    expect((await world.ask(registrationShow, { id: free._key }, runner)).status).toMatchObject({
      title_key: 'normal',
      paid: '1',
    })
    await openEvent(world, { id: 4, state: 'audit', pay_end: new Date(world.clock.now().getTime() + 60_000) })
    const late = await signUp(4)
    world.clock.advance(60_000)
    expect(outcomes(await review([late.id], 'approve'))).toEqual(['pay_over'])
    expect((await rowOf(late._key)).state).toBe('audit')
  })
  test('refuses with the reason and frees the place; after the runner corrected it, it is reviewed again and approved', async () => {
    await openEvent(world, { id: 5, state: 'audit', places: 1 })
    const { id, _key, n } = await signUp(5)
    expect(outcomes(await review([id], 'refuse', '证件照片不清晰'))).toEqual(['done'])
    expect(await takenOf(5)).toBe(0)
    expect((await world.ask(registrationShow, { id: _key }, runner)).status).toMatchObject({
      title_key: 'auditfail',
      description: '证件照片不清晰',
      can: { mend: { ok: true } },
    })
    expect(await messagesOf(entrant(n).mobile!)).toMatchObject([
      { template: 'review_failed', values: { reason: '证件照片不清晰' } },
    ])
    const mended = await world.call(registrationEdit, { id: _key, email: 'new@example.org' }, { ...runner, lang: 'en' })
    expect(mended).toMatchObject({
      code: '200',
      msg: 'Resubmitted for review',
      data: { state: 'audit', changed: ['email'] },
    })
    expect(await takenOf(5)).toBe(1)
    expect(await rowOf(_key)).toMatchObject({ refusemsg: null, place_held: true })
    expect(outcomes(await review([id], 'approve'))).toEqual(['done'])
    expect(await logOf(id)).toEqual(['registration refused', 'registration mended', 'registration approved'])
    expect((await messagesOf(entrant(n).mobile!)).map(({ template }) => template)).toEqual([
      'review_failed',
      'review_passed_pay',
    ])
  })
  test('a refusal is undone while its reason stands and a place is free, without a further message', async () => {
    await openEvent(world, { id: 16, state: 'audit', places: 1 })
    const { id, _key, n } = await signUp(16)
    await review([id], 'refuse', '资料不全')
    expect(outcomes(await review([id], 'reopen', '另一个原因'))).toEqual(['not_possible'])
    expect(outcomes(await review([id], 'reopen', '资料不全'))).toEqual(['done'])
    expect(await rowOf(_key)).toMatchObject({ state: 'audit', refusemsg: null, place_held: true })
    expect(await takenOf(16)).toBe(1)
    expect(await logOf(id)).toEqual(['registration refused', 'registration back under review'])
    expect(await messagesOf(entrant(n).mobile!)).toHaveLength(1)
    await review([id], 'refuse', '资料不全')
    await signUp(16)
    expect(outcomes(await review([id], 'reopen', '资料不全'))).toEqual(['sold_out'])
  })
  test('a refused registration whose place another runner took cannot come back', async () => {
    await openEvent(world, { id: 6, state: 'audit', places: 1 })
    const { id, _key } = await signUp(6)
    await review([id], 'refuse', 'x')
    await signUp(6)
    expect((await world.call(registrationEdit, { id: _key }, runner)).refusal).toBe('sold_out')
    expect((await rowOf(_key)).state).toBe('auditfail')
  })
  test('two reviewers with one or two opinions, and a deletion in between: one decision each, every place once', async () => {
    await openEvent(world, { id: 7, state: 'audit' })
    const all = await Promise.all(Array.from({ length: 12 }, () => signUp(7)))
    const other = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
    const ids = all.map(({ id }) => id)
    await Promise.all([
      review(ids, 'approve'),
      world.call(
        consoleRegistrationsReview,
        { raceid: RACE, ids: [...ids].reverse(), verdict: 'refuse', reason: 'x' },
        other,
      ),
      ...all.slice(0, 4).map(({ _key }) => world.call(registrationDel, { id: _key }, runner)),
    ])
    const rows = await world.db
      .selectFrom('registrations')
      .select(['state', 'place_held', 'deleted_at'])
      .where('raceid', '=', RACE)
      .where('eventid', '=', 7)
      .execute()
    expect(
      rows
        .filter(({ deleted_at }) => deleted_at === null)
        .every(({ state, place_held }) => state === (place_held ? 'normal' : 'auditfail')),
    ).toBe(true)
    expect(rows.filter(({ deleted_at, place_held }) => deleted_at !== null && place_held)).toEqual([])
    expect(await takenOf(7)).toBe(rows.filter(({ place_held }) => place_held).length)
    for (const id of ids)
      expect((await logOf(id)).filter((what) => /approved|refused/.test(what)).length).toBeLessThanOrEqual(1)
    expect(await unbalanced()).toEqual([])
  })
})

test('if a runner deletes a registration at the moment of its approval, no order to pay remains', async () => {
  const { _key, id } = await signUp()
  let approved: Promise<unknown> | undefined
  // The verdict comes right after the deletion has read the registration for the first time.
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => (await (approved ??= review([id], 'approve')), result),
  })
  const race = (await publishedRace(world.db, RACE, world.clock.now()))!
  const outcome = await deleteRegistration({ ...world.parts, db }, race, _key, world.clock.now())
  expect(outcome).toMatchObject({ deleted_at: world.clock.now() })
  const { orderid, place_held } = await rowOf(_key)
  expect(place_held).toBe(false)
  expect(
    await world.db.selectFrom('orders').select('state').where('raceid', '=', RACE).where('id', '=', orderid!).execute(),
  ).toEqual([{ state: 'closed' }])
})
