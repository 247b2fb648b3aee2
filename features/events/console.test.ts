import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { type EventDraft, consoleEventsList, consoleEventsRemove, consoleEventsSave, eventShow } from './contract.ts'
import { draftWrong } from './drafts.rules.ts'

let world: World
let editor: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { places: 10 })
  editor = await staffSession(world, [{ raceid: RACE, role: 'editor' }])
})
afterAll(() => world?.close())

const first = async () =>
  (await world.ask(consoleEventsList, { raceid: RACE }, editor)).items.find(({ id }) => id === 1)!
const save = async (change: Partial<EventDraft>, more: Record<string, unknown> = {}) => {
  const { updated_at, draft } = await first()
  return world.call(
    consoleEventsSave,
    { raceid: RACE, id: 1, updated_at, draft: { ...draft, ...change }, ...more },
    editor,
  )
}
let serial = 0
/** Inserts a registration with a place, in the state after sign-up. The event counts the place. */
const hold = async (row: { clothes?: string; eventid?: number } = {}) => {
  const now = world.clock.now()
  const bytes = Buffer.from(`document ${++serial}`)
  await world.db
    .insertInto('registrations')
    .values({
      raceid: RACE,
      _key: `key-${serial}`,
      eventid: 1,
      uid: 1,
      state: 'normal',
      name: '沈跑跑',
      idtype: 'idcard',
      idnum: bytes,
      idnum_mask: '*',
      idnum_ix: bytes,
      document_ix: bytes,
      created_at: now,
      updated_at: now,
      ...row,
    })
    .execute()
  await world.db
    .updateTable('events')
    .set((eb) => ({ taken: eb('taken', '+', 1) }))
    .where('raceid', '=', RACE)
    .where('id', '=', row.eventid ?? 1)
    .execute()
}

describe('consoleEventsSave', () => {
  test('refuses strangers, staff without the right, unknown races and events, and old versions', async () => {
    const { draft, updated_at } = await first()
    const cashier = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
    expect(await world.call(consoleEventsSave, { raceid: RACE, draft })).toMatchObject({ code: '401' })
    expect(await world.call(consoleEventsSave, { raceid: RACE, draft }, cashier)).toMatchObject({ code: '403' })
    expect(await world.call(consoleEventsSave, { raceid: 7, draft }, editor)).toMatchObject({ code: '403' })
    expect(await world.call(consoleEventsSave, { raceid: RACE, id: 99, updated_at, draft }, editor)).toMatchObject({
      code: '404',
      refusal: 'event_not_found',
    })
    expect(
      await world.call(
        consoleEventsSave,
        { raceid: RACE, id: 1, updated_at: '2020-01-01T00:00:00.000Z', draft },
        editor,
      ),
    ).toMatchObject({ code: '409', refusal: 'event_changed_meanwhile' })
    expect(await world.call(consoleEventsSave, { raceid: RACE, id: 1, draft }, editor)).toMatchObject({ code: '409' })
  })
  test('names the wrong field', async () => {
    const { draft } = await first()
    const form = (change: Partial<EventDraft['form']>) => ({ form: { ...draft.form, ...change } })
    const quiz = (right: string) =>
      form({
        quiz: [{ name: 'q1', says: { 'zh-cn': '哪里存衣？' }, options: [{ value: 'a' }, { value: 'b' }], right }],
      })
    for (const [change, field] of [
      [{ price: -1 }, 'draft.price'],
      [{ name: ' ' }, 'draft.name'],
      [{ colour: 'red' }, 'draft.colour'],
      [{ signup_until: draft.signup_from }, 'draft.signup_until'],
      [form({ min_age: 60, max_age: 20 }), 'draft.form.max_age'],
      [form({ clothes: ['M', 'M'] }), 'draft.form.clothes'],
      [quiz('c'), 'draft.form.quiz.0'],
      [form({ zones: [{ name: 'A' }, { name: 'B', faster_than: 9000 }] }), 'draft.form.zones.1'],
    ] as const)
      expect(
        Object.keys(((await save(change as Partial<EventDraft>)).data as unknown as { fields: object }).fields),
        field,
      ).toEqual([field])
    expect(draftWrong({ ...draft, ...quiz('a') } as EventDraft)).toBeUndefined()
  })
  test('places and stock are never fewer than taken; a new limit counts the runners who are already in', async () => {
    await hold({ clothes: 'M' })
    await hold({ clothes: 'M' })
    expect(await save({ places: 1 })).toMatchObject({
      code: '409',
      refusal: 'places_below_taken',
      msg: '名额不能少于已占用的 2 个',
    })
    const stock = [{ kind: 'clothes', name: 'M', shared: false, most: 1 }]
    expect(await save({}, { stock })).toMatchObject({
      code: '409',
      refusal: 'stock_below_taken',
      data: { name: 'M', taken: 2 },
    })
    expect(
      await save(
        {},
        {
          stock: [
            { ...stock[0], most: 5 },
            { kind: 'clothes', name: 'M', shared: true, most: 2 },
          ],
        },
      ),
    ).toMatchObject({
      code: '200',
      data: {
        stock: [
          { shared: true, most: 2, taken: 2 },
          { shared: false, most: 5, taken: 2 },
        ],
      },
    })
    expect((await save({}, { stock: [{ ...stock[0], most: null }] })).data).toMatchObject({ stock: [{ shared: true }] })
  })
  test('runners see a change at once; it keeps unknown values of the form, and the log has it', async () => {
    await world.db
      .updateTable('events')
      .set({ settings: JSON.stringify({ zone_from: 'F' }) })
      .where('raceid', '=', RACE)
      .where('id', '=', 1)
      .execute()
    const start = {
      place: { 'zh-cn': '大剧院南广场', en: 'Theatre square' },
      address: {},
      how: {},
      luggage: {},
      zones: [{ name: 'A', at: '2026-10-31T23:30:00Z' }],
    }
    expect(await save({ price: 9_900, start })).toMatchObject({ code: '200' })
    expect(await world.ask(eventShow, { raceid: RACE, id: 1 }, { lang: 'en' })).toMatchObject({
      price: 9_900,
      start: { place: 'Theatre square', address: '', zones: [{ name: 'A', at: '2026-10-31T23:30:00.000Z' }] },
    })
    expect(
      (await world.db.selectFrom('events').select('settings').where('id', '=', 1).executeTakeFirstOrThrow()).settings,
    ).toMatchObject({ zone_from: 'F' })
    const logged = await world.db
      .selectFrom('log')
      .selectAll()
      .where('raceid', '=', RACE)
      .where('what', '=', 'event changed')
      .execute()
    expect(JSON.stringify(logged.at(-1))).toContain('9900')
  })
  test('of two people who save the same event, one is told', async () => {
    const { updated_at, draft } = await first()
    world.clock.advance(1000)
    const both = await Promise.all(
      [1, 2].map((n) =>
        world.call(consoleEventsSave, { raceid: RACE, id: 1, updated_at, draft: { ...draft, price: n } }, editor),
      ),
    )
    expect(both.map(({ code }) => code).sort()).toEqual(['200', '409'])
  })
})

describe('consoleEventsRemove', () => {
  test('only an event without registrations is removed', async () => {
    expect(await world.call(consoleEventsRemove, { raceid: RACE, id: 99 }, editor)).toMatchObject({ code: '404' })
    expect(await world.call(consoleEventsRemove, { raceid: RACE, id: 1 }, editor)).toMatchObject({
      code: '409',
      refusal: 'event_in_use',
    })
    const { draft } = await first()
    const { id } = await world.ask(
      consoleEventsSave,
      {
        raceid: RACE,
        draft: { ...draft, name: '迷你跑' },
        stock: [{ kind: 'clothes', name: 'S', shared: false, most: 3 }],
      },
      editor,
    )
    expect(id).toBe(2)
    expect(await world.ask(consoleEventsRemove, { raceid: RACE, id }, editor)).toEqual({ id: 2 })
  })
})

test("the event's form cannot move the hour of a declared draw, and cannot remove the draw", async () => {
  const at = new Date('2026-04-20T02:00:00.000Z')
  const state = {
    state: 'draw',
    signup_from: '2026-03-01T02:00:00.000Z',
    signup_until: '2026-04-01T02:00:00.000Z',
    draw_at: at.toISOString(),
    pay_end: null,
  } as const
  expect(await save({ ...state, start_at: null })).toMatchObject({ code: '200' })
  const { raceid, id } = { raceid: RACE, id: 1 }
  await world.db
    .updateTable('events')
    .set({ draw_kept: true })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
  expect(await first(), 'its form greys both out').toMatchObject({ draw_kept: true })
  const fieldsOf = async (change: Partial<EventDraft>) =>
    Object.keys(((await save(change)).data as { fields?: object }).fields ?? {})
  expect(await fieldsOf({ draw_at: '2026-04-21T02:00:00.000Z' })).toEqual(['draft.draw_at'])
  expect(await fieldsOf({ draw_at: null })).toEqual(['draft.draw_at'])
  expect(await fieldsOf({ state: 'normal' })).toEqual(['draft.state'])
  expect(await save({ name: '半程马拉松（新）' }), 'everything else is free').toMatchObject({ code: '200' })
})
