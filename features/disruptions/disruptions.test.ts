import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { consoleAnnouncementsSend, consoleAnnouncementsStop } from '#features/announcements/contract.ts'
import {
  consoleRegistrationsBulkApprove,
  consoleRegistrationsBulkShow,
} from '#features/registrations/bulk/bulk.contract.ts'
import { goOnWithBulk } from '#features/registrations/bulk/bulk.jobs.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { raceEvents } from '#features/events/contract.ts'
import { raceHome } from '#features/finder/contract.ts'
import { inviteShow } from '#features/invitations/contract.ts'
import { registrationDeferral } from '#features/registrations/deferral/deferral.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { type Leavers, openLeavers, refundPolicy } from '#test/leavers.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import {
  consoleDisruptionsChange,
  consoleDisruptionsDeclare,
  consoleDisruptionsList,
  consoleDisruptionsPreview,
  consoleDisruptionsUndo,
  disruptionChoose,
  disruptionMine,
  disruptionNow,
} from './contract.ts'
import { endDuePlans } from './ending.service.ts'
import { newsJob } from './news.service.ts'

const NEXT = 2027
const day = 86_400_000
const PLAN_MS = 65 * 60_000
let desk: Leavers
let director: { token: string; staffid: number }
let other: { token: string; staffid: number }

beforeAll(async () => {
  desk = await openLeavers()
  await openRace(desk, { id: NEXT, name: '江城马拉松 2027', names: { en: 'Riverside Marathon 2027' } })
  await openEvent(desk, { raceid: NEXT, id: 1 })
}, 60_000)
afterAll(() => desk?.close())

/** The event of the running test. Each test opens its own event, so that no test sees the rows of another test. */
let eventid = 10
beforeEach(async () => {
  eventid += 1
  // The clock moves on from test to test, and sessions end. So each test opens new sessions.
  const roles = [
    { raceid: RACE, role: 'director' as const },
    { raceid: NEXT, role: 'director' as const },
  ]
  director = await staffSession(desk, roles)
  other = await staffSession(desk, roles)
  desk.runner.token = (await runnerSession(desk, desk.runner.mobile)).token
  await openRace(desk, { settings: { unpaid_most: 1000, refunds: { 0: refundPolicy() } } })
  await openEvent(desk, { id: eventid, places: 1000, signup_until: new Date('2026-06-30T16:00:00Z') })
})

type Draft = InputOf<typeof consoleDisruptionsDeclare>['draft']
const draft = (change: Partial<Draft> = {}): Draft => ({
  kind: 'postpone',
  eventids: [eventid],
  reason: { 'zh-cn': '台风“海葵”来袭', en: 'Typhoon Haikui' },
  new_start: '2026-12-05T23:30:00Z',
  choices: ['keep', 'refund'],
  fallback: 'keep',
  until: new Date(desk.clock.now().getTime() + PLAN_MS).toISOString(),
  ...change,
})
const preview = (change: Partial<Draft> = {}, as: { token: string } = director) =>
  desk.ask(consoleDisruptionsPreview, { raceid: RACE, draft: draft(change) }, as)
const declare = async (change: Partial<Draft> = {}, as: { token: string } = director) => {
  const { total } = await preview(change, as)
  return (await desk.ask(consoleDisruptionsDeclare, { raceid: RACE, draft: draft(change), total }, as)).id
}
const enter = (change: object = {}) => desk.paid({ eventid, ...change })
const mine = async (key: string) =>
  (await desk.ask(disruptionMine, { raceid: RACE }, desk.runner)).items.find(({ _key }) => _key === key)
const choose = (key: string, choice: 'keep' | 'defer' | 'refund', amount?: number) =>
  desk.call(disruptionChoose, { id: key, choice, ...(amount === undefined ? {} : { amount }) }, desk.runner)
const plan = async (id: number) =>
  (await desk.ask(consoleDisruptionsList, { raceid: RACE }, director)).items.find((one) => one.id === id)!
const tell = (id: number) => newsJob.run({ raceid: RACE, id }, { ...desk.parts, now: desk.clock.now() })
/** Moves the clock to the end of the plan, ends the plan, and runs its bulk actions. */
const end = async (id: number) => {
  desk.clock.advance(PLAN_MS + 60_000)
  await endDuePlans(desk.parts, desk.clock.now())
  const { bulks } = await plan(id)
  for (const bulk of bulks) await goOnWithBulk({ raceid: RACE, id: bulk }, { ...desk.parts, now: desk.clock.now() })
  return bulks
}
const eventNow = async () => (await desk.ask(raceEvents, { raceid: RACE }, {})).find(({ id }) => id === eventid)!

describe('refusals', () => {
  test('of people without the right, and of an impossible plan', async () => {
    expect((await desk.ask(raceHome, { raceid: RACE })).has_disruption).toBe(false)
    const editor = await staffSession(desk, [{ raceid: RACE, role: 'editor' }])
    const elsewhere = await staffSession(desk, [{ raceid: NEXT, role: 'director' }])
    const input = { raceid: RACE, draft: draft(), total: 0 }
    for (const who of [editor, elsewhere, desk.cashier])
      expect((await desk.call(consoleDisruptionsDeclare, input, who)).code).toBe('403')
    const wrong = { ...input, draft: draft({ kind: 'cancel' }) }
    expect(await desk.call(consoleDisruptionsDeclare, wrong, director)).toMatchObject({
      code: '422',
      data: { fields: { 'draft.choices': '赛事取消后不能保留名额' } },
    })
    const here = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
    const deferring = draft({ choices: ['keep', 'defer'], deferral: { race: NEXT } })
    expect((await desk.call(consoleDisruptionsPreview, { raceid: RACE, draft: deferring }, here)).refusal).toBe(
      'deferral_no_right',
    )
  })
  test('of another number than in the preview, and of a second plan for an event', async () => {
    await enter()
    const input = { raceid: RACE, draft: draft(), total: 7 }
    expect(await desk.call(consoleDisruptionsDeclare, input, { ...director, lang: 'en' })).toMatchObject({
      refusal: 'disruption_total_changed',
      msg: 'It now concerns 1 registration. Please preview it again',
    })
    const id = await declare()
    expect((await desk.call(consoleDisruptionsDeclare, { ...input, total: 1 }, director)).refusal).toBe(
      'disruption_open',
    )
    expect((await plan(id)).total).toBe(1)
  })
  test('of a stranger, of a choice that is not offered, and of an old amount', async () => {
    const one = await enter()
    await declare()
    const stranger = await runnerSession(desk)
    expect((await desk.call(disruptionChoose, { id: one._key, choice: 'keep' }, stranger)).refusal).toBe(
      'no_permission',
    )
    expect((await choose(one._key, 'defer')).refusal).toBe('choice_not_offered')
    expect(await choose(one._key, 'refund', 1)).toMatchObject({ refusal: 'choice_amount_changed' })
    expect((await choose(one._key, 'refund', 12_000)).code).toBe('200')
    const outside = await desk.paid()
    expect((await choose(outside._key, 'keep')).refusal).toBe('disruption_none')
  })
})

test('scheduled announcements that are not sent yet are named before a plan is declared', async () => {
  await enter()
  const send_at = new Date(desk.clock.now().getTime() + day).toISOString()
  const send = async (id: number) =>
    (
      await desk.ask(
        consoleAnnouncementsSend,
        {
          raceid: RACE,
          eventid: id,
          audience: 'all',
          title: { 'zh-cn': '明天见', 'zh-tw': '', en: '' },
          body: { 'zh-cn': '起点见', 'zh-tw': '', en: '' },
          send_at,
        },
        director,
      )
    ).id
  const cancel: Partial<Draft> = { kind: 'cancel', new_start: null, choices: ['refund'], fallback: 'refund' }
  expect(await preview(cancel)).toMatchObject({ announcements: 0 })
  const id = await send(eventid)
  expect(await preview(cancel)).toMatchObject({ announcements: 1 })
  await desk.ask(consoleAnnouncementsStop, { raceid: RACE, id }, director)
  expect(await preview(cancel)).toMatchObject({ announcements: 0 })
})

test('a postponed event moves, its runners get a message, and each choice counts at the end', async () => {
  const [keeps, leaves, silent] = [await enter(), await enter(), await enter()]
  const free = await desk.ask(registrationSave, entrant(desk.somebody(), { eventid }), desk.runner)
  expect(await preview({ kept_percent: 25 })).toMatchObject({ total: 3, free: 0, most: 27_000, approval: false })
  const id = await declare({ kept_percent: 25 })
  expect((await eventNow()).start_at).toBe('2026-12-05T23:30:00.000Z')
  await tell(id)
  const notified = await desk.db
    .selectFrom('messages')
    .select('path')
    .where('template', '=', 'disruption_declared')
    .execute()
  expect(notified.map(({ path }) => path)).toContain(`/queryDetail?_key=${keeps._key}`)
  await tell(id)
  const again = await desk.db
    .selectFrom('messages')
    .select('path')
    .where('template', '=', 'disruption_declared')
    .execute()
  expect(again.length).toBe(notified.length)

  const { items } = await desk.ask(disruptionNow, { raceid: RACE }, { lang: 'en' })
  expect(items.find((one) => one.id === id)).toMatchObject({
    kind: 'postpone',
    whole: false,
    open: true,
    reason: 'Typhoon Haikui',
    kept_percent: 25,
  })
  expect(await mine(leaves._key)).toMatchObject({
    choice: null,
    fallback: 'keep',
    options: [
      { choice: 'keep', refund: 0 },
      { choice: 'refund', refund: 9_000 },
    ],
  })
  expect(await mine(free._key), 'unpaid').toBeUndefined()
  await choose(keeps._key, 'refund', 9_000)
  await choose(keeps._key, 'keep')
  await choose(leaves._key, 'refund', 9_000)
  expect((await plan(id)).counts).toEqual({ keep: 1, defer: 0, refund: 1, open: 1 })
  const taken = await desk.taken(eventid)
  const [bulk] = await end(id)
  expect(await desk.ask(consoleRegistrationsBulkShow, { raceid: RACE, id: bulk! }, director)).toMatchObject({
    bulk: { state: 'ended', done: 1, back: 9_000 },
  })
  expect((await desk.row(leaves._key)).refundid).not.toBe(0)
  expect(await desk.refunds((await desk.row(leaves._key)).orderid!)).toMatchObject([{ amount: 9_000 }])
  for (const one of [keeps, silent]) expect(await desk.row(one._key)).toMatchObject({ refundid: 0, place_held: true })
  expect(await desk.taken(eventid)).toBe(taken - 1)
  expect((await choose(silent._key, 'refund')).refusal).toBe('disruption_over')
  expect((await mine(silent._key))?.applied).toBe('keep')
  await endDuePlans(desk.parts, desk.clock.now())
  expect((await plan(id)).bulks, 'ends once').toEqual([bulk])
})

test('a cancelled event takes nobody in, defers by default, and closes unpaid orders', async () => {
  const [defers, leaves] = [await enter(), await enter()]
  const unpaid = await desk.ask(registrationSave, entrant(desk.somebody(), { eventid }), desk.runner)
  const id = await declare({
    kind: 'cancel',
    new_start: null,
    choices: ['defer', 'refund'],
    fallback: 'defer',
    deferral: { race: NEXT, pays: 'nothing' },
  })
  expect(await eventNow()).toMatchObject({ signup: 'over', cancelled: true })
  const late = await desk.call(registrationSave, entrant(desk.somebody(), { eventid }), desk.runner)
  expect(late.code).not.toBe('200')
  await choose(leaves._key, 'refund', 12_000)
  // An event outside of the plan still takes sign-ups.
  const paying = await desk.ask(registrationSave, entrant(desk.somebody(), { eventid: 1 }), desk.runner)
  expect(paying._key).toBeDefined()
  await end(id)
  const code = (await desk.ask(registrationDeferral, { id: defers._key }, desk.runner)).deferral!.code
  expect(await desk.ask(inviteShow, { raceid: NEXT, code }, desk.runner)).toMatchObject({
    pays: 'free',
    personal: true,
  })
  expect(await desk.refunds((await desk.row(leaves._key)).orderid!)).toMatchObject([{ amount: 12_000 }])
  expect((await desk.row(unpaid._key)).deleted_at).not.toBeNull()
  expect(await desk.taken(eventid)).toBe(0)
})

test('a refund above the limit of the race waits for a second person', async () => {
  await openRace(desk, { settings: { unpaid_most: 1000, refunds: { 0: refundPolicy() }, approval_above: 10_000 } })
  const one = await enter()
  const change = { choices: ['refund'], fallback: 'refund' } as const
  expect(await preview({ ...change, choices: ['refund'] })).toMatchObject({ approval: true, most: 12_000 })
  const id = await declare({ ...change, choices: ['refund'] })
  const [bulk] = await end(id)
  expect((await desk.row(one._key)).refundid).toBe(0)
  expect((await desk.call(consoleRegistrationsBulkApprove, { raceid: RACE, id: bulk! }, director)).refusal).toBe(
    'bulk_same_person',
  )
  await desk.ask(consoleRegistrationsBulkApprove, { raceid: RACE, id: bulk! }, other)
  await goOnWithBulk({ raceid: RACE, id: bulk! }, { ...desk.parts, now: desk.clock.now() })
  expect((await desk.row(one._key)).refundid).not.toBe(0)
})

test('a free entry leaves without a refund, and none is offered', async () => {
  await openEvent(desk, { id: eventid, price: 0, places: 1000, signup_until: new Date('2026-06-30T16:00:00Z') })
  const { _key } = await desk.ask(registrationSave, entrant(desk.somebody(), { eventid }), desk.runner)
  const id = await declare()
  expect((await mine(_key))?.options).toEqual([
    { choice: 'keep', refund: null },
    { choice: 'refund', refund: null },
  ])
  expect((await choose(_key, 'refund')).code).toBe('200')
  await end(id)
  const row = await desk.row(_key)
  expect(row.place_held).toBe(false)
  expect(await desk.taken(eventid)).toBe(0)
})

test('a plan is taken back before the first choice only, and everything is as before', async () => {
  const one = await enter()
  const start = new Date('2026-10-31T23:30:00Z')
  await openEvent(desk, { id: eventid, places: 1000, start_at: start, signup_until: new Date('2026-06-30T16:00:00Z') })
  const shorter = {
    kind: 'shorten',
    new_start: null,
    distances: { [eventid]: 10_000 },
    choices: ['keep', 'refund'],
  } as const
  const first = await declare({ ...shorter, choices: ['keep', 'refund'] })
  expect((await eventNow()).distance).toBe(10_000)
  expect((await desk.ask(raceHome, { raceid: RACE })).has_disruption).toBe(true)
  await desk.ask(consoleDisruptionsUndo, { raceid: RACE, id: first }, director)
  expect((await eventNow()).distance).toBe(21_097.5)
  await tell(first)
  const { items } = await desk.ask(disruptionNow, { raceid: RACE }, {})
  expect(items.map(({ id }) => id)).not.toContain(first)
  expect(await mine(one._key)).toBeUndefined()
  expect((await desk.call(consoleDisruptionsUndo, { raceid: RACE, id: first }, director)).refusal).toBe(
    'disruption_undone',
  )

  const second = await declare({ kind: 'cancel', new_start: null, choices: ['refund'], fallback: 'refund' })
  await desk.ask(consoleDisruptionsUndo, { raceid: RACE, id: second }, director)
  expect((await eventNow()).signup).toBe('open')

  const third = await declare()
  await choose(one._key, 'keep')
  expect((await desk.call(consoleDisruptionsUndo, { raceid: RACE, id: third }, director)).refusal).toBe(
    'disruption_chosen',
  )
})

test('a plan gets more time, and a start that becomes known later', async () => {
  const id = await declare({ new_start: null })
  const { until } = await plan(id)
  const earlier = { raceid: RACE, id, until: new Date(Date.parse(until) - day).toISOString() }
  expect((await desk.call(consoleDisruptionsChange, earlier, director)).code).toBe('422')
  const later = new Date(Date.parse(until) + day).toISOString()
  await desk.ask(
    consoleDisruptionsChange,
    { raceid: RACE, id, until: later, new_start: '2026-12-12T23:30:00Z' },
    director,
  )
  expect(await plan(id)).toMatchObject({ until: later, new_start: '2026-12-12T23:30:00.000Z', sending: true })
  expect((await eventNow()).start_at).toBe('2026-12-12T23:30:00.000Z')
  await tell(id)
  expect((await plan(id)).sending).toBe(false)
})

test('runners who choose while the plan ends are all counted once', async () => {
  const people: Awaited<ReturnType<typeof enter>>[] = []
  for (let n = 0; n < 6; n++) people.push(await enter())
  const id = await declare()
  desk.clock.advance(PLAN_MS - 1_000)
  const answers = await Promise.all(people.map(({ _key }) => choose(_key, 'refund')))
  expect(answers.map(({ code }) => code)).toEqual(people.map(() => '200'))
  desk.clock.advance(61_000)
  await Promise.all([endDuePlans(desk.parts, desk.clock.now()), endDuePlans(desk.parts, desk.clock.now())])
  const { bulks, state, counts } = await plan(id)
  expect({ state, refund: counts.refund, bulks: bulks.length }).toEqual({ state: 'ended', refund: 6, bulks: 1 })
})
