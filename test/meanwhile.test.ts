import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import type { Tx } from '#db/db.ts'
import { giveMobile } from '#features/accounts/service.ts'
import { arrange } from '#features/appointments/booking.service.ts'
import { consoleBallotsDeclare } from '#features/ballot/console.contract.ts'
import { publishDue } from '#features/ballot/publishing.service.ts'
import { consoleBibsZones } from '#features/bibs/contract.ts'
import { eventNow, lockEvent } from '#features/events/service.ts'
import { consoleEventsList, consoleEventsSave } from '#features/events/contract.ts'
import { moveJob } from '#features/hall/store.ts'
import { HallSettings, consoleHallStation, hallAction } from '#features/hall/contract.ts'
import { consolePhotosAlbum } from '#features/photos/console.contract.ts'
import { savePoster } from '#features/posters/service.ts'
import { PosterDesign } from '#features/posters/design.contract.ts'
import { lockPosters } from '#features/posters/store.ts'
import { consoleReconciliationsSettle } from '#features/reconciliations/contract.ts'
import { registrationEdit } from '#features/registrations/changes/changes.contract.ts'
import { consoleVolunteersSave } from '#features/volunteers/contract.ts'
import { workWaitlist } from '#features/waitlists/service.ts'
import { consoleWaitlistsSave } from '#features/waitlists/contract.ts'
import { findWaitlist } from '#features/waitlists/store.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from './entrants.ts'
import { meanwhile } from './meanwhile.ts'
import { runnerSession, staffSession } from './people.ts'
import { type World, makeWorld } from './world.ts'

/**
 * These tests prove that a caller that waits for a lock decides by the facts after the wait. In each test another
 * caller holds the lock and changes the facts.
 */
let world: World
let staff: { token: string; staffid: number }
let runner: Awaited<ReturnType<typeof runnerSession>>
let eventid = 0
const now = () => world.clock.now()
const hour = 3_600_000
const later = (hours: number) => new Date(now().getTime() + hours * hour)
const at = (id = eventid) => ({ raceid: RACE, eventid: id })
const held = (tx: Tx) => lockEvent(tx, RACE, eventid)
const changeEvent = (change: object) => (tx: Tx) =>
  tx.updateTable('events').set(change).where('raceid', '=', RACE).where('id', '=', eventid).execute()
const signUp = async (n: number, change: Parameters<typeof entrant>[1] = {}) => {
  const { _key } = await world.ask(registrationSave, entrant(n, { eventid, ...change }), runner)
  return world.db
    .selectFrom('registrations')
    .selectAll()
    .where('raceid', '=', RACE)
    .where('_key', '=', _key)
    .executeTakeFirstOrThrow()
}

beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  staff = await staffSession(world, [{ raceid: null, role: 'owner' }])
  runner = await runnerSession(world)
})
afterAll(() => world?.close())
beforeEach(() => openEvent(world, { id: ++eventid, price: 0 }))

describe('events', () => {
  test('several that are written at once all exist', async () => {
    const before = (await world.ask(consoleEventsList, { raceid: RACE }, staff)).items
    const { draft } = before.at(-1)!
    const names = ['甲', '乙', '丙', '丁']
    await Promise.all(
      names.map((name) => world.ask(consoleEventsSave, { raceid: RACE, draft: { ...draft, name } }, staff)),
    )
    const { items } = await world.ask(consoleEventsList, { raceid: RACE }, staff)
    expect(items.map((one) => one.draft.name).filter((name) => names.includes(name))).toHaveLength(names.length)
    eventid = Math.max(...items.map(({ id }) => id))
  })

  test('a change of a registration keeps the values of a simultaneous change', async () => {
    const says = { 'zh-cn': '问' }
    const form = JSON.stringify({ questions: ['club', 'goal'].map((name) => ({ name, kind: 'text', says })) })
    await world.db.transaction().execute((tx) => changeEvent({ form })(tx))
    const { _key, id } = await signUp(1, { answers: { club: '甲', goal: '乙' } })
    const edit = () => world.ask(registrationEdit, { id: _key, answers: { club: '丙' } }, runner)
    await meanwhile(world, held, edit, (tx) =>
      tx
        .updateTable('registrations')
        .set({ answers: JSON.stringify({ club: '甲', goal: '丁' }) })
        .where('raceid', '=', RACE)
        .where('id', '=', id)
        .execute(),
    )
    const { answers } = await world.db
      .selectFrom('registrations')
      .select('answers')
      .where('raceid', '=', RACE)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(answers).toEqual({ club: '丙', goal: '丁' })
  })

  test('start zones are the present zones of the event', async () => {
    const form = (names: string[]) => JSON.stringify({ zones: names.map((name) => ({ name })) })
    await world.db.transaction().execute((tx) => changeEvent({ form: form(['A']) })(tx))
    const place = () => world.ask(consoleBibsZones, { ...at(), dry: false }, staff)
    const { zones } = await meanwhile(world, held, place, changeEvent({ form: form(['B']) }))
    expect(zones.map(({ name }) => name)).toEqual(['B'])
  })
})

describe('waitlists', () => {
  const input = { basis: 'payment', groups: 'alone', offer_minutes: 60 } as const
  test('no waitlist is opened if the event now reviews', async () => {
    const open = () => world.call(consoleWaitlistsSave, { ...at(), ...input }, staff)
    const { refusal } = await meanwhile(world, held, open, changeEvent({ state: 'audit' }))
    expect(refusal).toBe('waitlist_after_review')
  })
  test('a waitlist whose end is put off at its last moment continues', async () => {
    await world.ask(consoleWaitlistsSave, { ...at(), ...input, ends_at: later(1).toISOString() }, staff)
    const waitlist = (await findWaitlist(world.db, RACE, eventid))!
    const working = () => workWaitlist(world.parts, { ...waitlist, zone: 'Asia/Shanghai' }, later(2))
    const putOff = (tx: Tx) =>
      tx
        .updateTable('waitlists')
        .set({ ends_at: later(3) })
        .where('raceid', '=', RACE)
        .where('eventid', '=', eventid)
        .execute()
    await meanwhile(world, held, working, putOff)
    expect((await findWaitlist(world.db, RACE, eventid))?.state).toBe('open')
  })
})

describe('draws', () => {
  const declared = () => ({
    places: 2,
    segments: [{ name: 'open', says: { 'zh-cn': '公开' }, who: { is: 'everybody' as const } }],
    source: { kind: 'number' as const, says: '当日收盘指数', at: later(0.5).toISOString() },
  })
  const declare = (draw_at: Date) =>
    world.call(
      consoleBallotsDeclare,
      { ...at(), declared: declared(), draw_at: draw_at.toISOString(), pay_end: null },
      staff,
    )
  test('no draw is declared for an event that no longer draws lots', async () => {
    await world.db.transaction().execute((tx) => changeEvent({ state: 'draw' })(tx))
    const { refusal } = await meanwhile(world, held, () => declare(later(1)), changeEvent({ state: 'normal' }))
    expect(refusal).toBe('ballot_event_not_draw')
  })
  test('a draw whose hour is moved as it passes keeps the new hour', async () => {
    await world.db.transaction().execute((tx) => changeEvent({ state: 'draw' })(tx))
    const { data } = await declare(later(1))
    const ofBallot = (tx: Tx) =>
      tx
        .updateTable('ballots')
        .set({ draw_at: later(5) })
        .where('raceid', '=', RACE)
        .where('id', '=', data.id)
    await meanwhile(
      world,
      (tx) => ofBallot(tx).execute(),
      () => publishDue(world.db, later(2)),
      changeEvent({ draw_at: later(5) }),
    )
    expect((await eventNow(world.db, RACE, eventid))?.draw_at).toEqual(later(5))
  })
})

test('an account keeps a mobile that it changed meanwhile', async () => {
  const [giver, taker] = [await runnerSession(world, '13800007001'), await runnerSession(world, '13800007002')]
  const give = (tx: Tx, uid: number, mobile: string) => giveMobile(tx, world.parts.seal, uid, mobile, now())
  const mine = (tx: Tx) => give(tx, giver.uid, '13800007003')
  const theirs = () => world.db.transaction().execute((tx) => give(tx, taker.uid, '13800007001'))
  expect(await meanwhile(world, mine, theirs)).toEqual({ emptied: undefined })
  const { mobile_mask } = await world.db
    .selectFrom('accounts')
    .select('mobile_mask')
    .where('uid', '=', giver.uid)
    .executeTakeFirstOrThrow()
  expect(mobile_mask).toBe('138****7003')
})

test('an appointment that is freed meanwhile is given back once', async () => {
  const { id: registrationid } = await signUp(20)
  const says = JSON.stringify({ 'zh-cn': '领物' })
  const { id: slotid } = await world.db
    .insertInto('appointment_slots')
    .values({
      ...at(),
      service: 'pickup',
      name: says,
      place: says,
      starts_at: later(5),
      ends_at: later(6),
      places: 5,
      taken: 1,
      created_at: now(),
      updated_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const input = { raceid: RACE, registrationid, eventid, slotid }
  const act = (how: 'book' | 'cancel') =>
    world.db.transaction().execute((tx) => arrange(tx, { ...input, act: how }, now()))
  await act('book')
  const slot = (tx: Tx, taken: number) =>
    tx.updateTable('appointment_slots').set({ taken }).where('raceid', '=', RACE).where('id', '=', slotid).execute()
  const outcome = await meanwhile(
    world,
    (tx) => slot(tx, 1),
    () => act('cancel'),
    (tx) =>
      tx
        .updateTable('appointments')
        .set({ state: 'cancelled' })
        .where('raceid', '=', RACE)
        .where('registrationid', '=', registrationid)
        .execute(),
  )
  expect(outcome).toEqual({ refused: 'appointment_none' })
  const { taken } = await world.db
    .selectFrom('appointment_slots')
    .select('taken')
    .where('raceid', '=', RACE)
    .where('id', '=', slotid)
    .executeTakeFirstOrThrow()
  expect(taken).toBe(1)
})

test("an album's clock that is corrected twice at once moves its photos once", async () => {
  const album = (clock_offset_ms: number, id?: number) =>
    world.ask(consolePhotosAlbum, { raceid: RACE, name: '终点', clock_offset_ms, ...(id ? { id } : {}) }, staff)
  const { id } = await album(0)
  const taken_at = later(-10)
  await world.db
    .insertInto('photos')
    .values({
      raceid: RACE,
      albumid: id,
      sha256: Buffer.alloc(32, 9),
      filename: 'a.jpg',
      state: 'ready',
      hash: 'a'.repeat(32),
      ext: 'jpg',
      width: 40,
      height: 30,
      bytes: 1000,
      ready_at: now(),
      taken_at: new Date(taken_at.getTime() + 1000),
      created_at: now(),
    })
    .execute()
  const corrected = (tx: Tx) =>
    tx.updateTable('albums').set({ clock_offset_ms: 1000 }).where('raceid', '=', RACE).where('id', '=', id).execute()
  await meanwhile(world, corrected, () => album(5000, id))
  const photo = await world.db
    .selectFrom('photos')
    .select('taken_at')
    .where('raceid', '=', RACE)
    .where('albumid', '=', id)
    .executeTakeFirstOrThrow()
  expect(photo.taken_at).toEqual(new Date(taken_at.getTime() + 5000))
})

test('posters written at once are all answered by their event', async () => {
  const design = PosterDesign.parse({
    background: { width: 500, height: 500, offsetx: 0, offsety: 0 },
    watermask: { url: `/files/${RACE}/${'a'.repeat(32)}.png`, width: 600, height: 900 },
    cover: `/files/${RACE}/${'b'.repeat(32)}.png`,
    text: {},
    qrcode: { width: 200, offsetx: 380, offsety: 680 },
    nopic: true,
  })
  const save = (use: 'reg' | 'paid') =>
    world.db.transaction().execute(async (tx) => {
      await lockPosters(tx, RACE)
      const draft = { eventid: null, use, name: use, design, preview: null, published_at: now() }
      return savePoster(tx, RACE, draft, now())
    })
  await Promise.all([save('reg'), save('paid')])
  const event = (await eventNow(world.db, RACE, eventid))!
  expect([event.poster_reg, event.poster_paid]).not.toContain(null)
})

test('a volunteer whose name is changed keeps the mobile that another person wrote', async () => {
  const draft = { raceid: RACE, post: '补给站', from: '2026-11-01T06:30', until: '2026-11-01T11:00' }
  const made = await world.ask(
    consoleVolunteersSave,
    { ...draft, name: '甲', idnum: idnumOf(30), mobile: '13712345678' },
    staff,
  )
  const rename = () => world.ask(consoleVolunteersSave, { ...draft, id: made.id, name: '乙' }, staff)
  const other = await world.ask(
    consoleVolunteersSave,
    { ...draft, name: '丙', idnum: idnumOf(31), mobile: '13712340000' },
    staff,
  )
  const volunteers = (tx: Tx, id: number) =>
    tx
      .selectFrom('volunteers')
      .select(['mobile', 'mobile_ix', 'mobile_mask'])
      .where('raceid', '=', RACE)
      .where('id', '=', id)
  const { mobile } = await meanwhile(
    world,
    async (tx) => {
      const said = await volunteers(tx, other.id).executeTakeFirstOrThrow()
      await tx.updateTable('volunteers').set(said).where('raceid', '=', RACE).where('id', '=', made.id).execute()
    },
    rename,
  )
  expect(mobile).toBe('137****0000')
})

test('a day whose last two differences are settled at once is settled', async () => {
  const day = '2026-02-20'
  await world.db
    .insertInto('reconciliations')
    .values({ gateway: 'wechat', day, state: 'differs', source: 'file', differences: 2, started_at: now() })
    .execute()
  const rows = await world.db
    .insertInto('reconciliation_differences')
    .values(['a', 'b'].map((mark) => ({ gateway: 'wechat', day, mark, kind: 'missing_ours', found_at: now() })))
    .returning('id')
    .execute()
  const settle = (id: number) =>
    world.ask(consoleReconciliationsSettle, { gateway: 'wechat', day, id, note: '已核对' }, staff)
  await Promise.all(rows.map(({ id }) => settle(id)))
  const { state } = await world.db
    .selectFrom('reconciliations')
    .select('state')
    .where('gateway', '=', 'wechat')
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  expect(state).toBe('even')
})

describe('halls', () => {
  const settings = HallSettings.parse({ open: true })
  test('a hall that is made as its first station is added keeps its settings', async () => {
    const raceid = RACE + 1
    await openRace(world, { id: raceid })
    const add = () => world.ask(consoleHallStation, { raceid, kind: 'screen', name: '大屏' }, staff)
    const make = (tx: Tx) =>
      tx
        .insertInto('halls')
        .values({ raceid, settings: JSON.stringify(settings), updated_at: now() })
        .execute()
    await meanwhile(world, make, add)
    const hall = await world.db.selectFrom('halls').select('settings').where('raceid', '=', raceid).executeTakeFirst()
    expect(hall?.settings).toMatchObject({ open: true })
  })
  test('a picture that is removed as the screen moves on stays removed', async () => {
    const { id: stationid, link } = await world.ask(
      consoleHallStation,
      { raceid: RACE, kind: 'screen', name: '大屏' },
      staff,
    )
    const { id } = await world.db
      .insertInto('hall_jobs')
      .values({
        raceid: RACE,
        kind: 'cast',
        resultid: 1,
        key: 'x',
        bib: '1',
        state: 'showing',
        stationid,
        created_at: now(),
        state_at: now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await meanwhile(
      world,
      (tx) => moveJob(tx, RACE, id, { state: 'removed', state_at: now() }),
      () => world.call(hallAction, { station: link!.split('#station=')[1]!, action: 'next', id }),
    )
    const { state } = await world.db
      .selectFrom('hall_jobs')
      .select('state')
      .where('raceid', '=', RACE)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(state).toBe('removed')
  })
})
