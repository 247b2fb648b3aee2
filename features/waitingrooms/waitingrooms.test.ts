import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alterOneCharacter } from '#test/alter.ts'
import { captchaGenerate } from '#features/checks/contract.ts'
import { registrationFriends, registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { entrant, openEvent, openRace } from '#test/entrants.ts'
import { deviceCookies, runnerSession, staffSession, workFor } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { eraseTurns } from './personal.store.ts'
import { drawDueRooms, forgetRoom, joinRoom, mayEnter, removeEndedTurns } from './service.ts'
import {
  consoleWaitingroomsClose,
  consoleWaitingroomsPace,
  consoleWaitingroomsSave,
  consoleWaitingroomsShow,
  waitingJoin,
  waitingPoll,
  waitingShow,
} from './contract.ts'

const RACE = 2026
let world: World
let staff: { token: string }
const opens = '2026-03-01T05:00:00Z'
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openRace(world, { id: 2027 })
  staff = await staffSession(world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => world?.close())
beforeEach(async () => {
  world.clock.set('2026-03-01T04:00:00Z')
  await world.db.deleteFrom('waiting_tickets').execute()
  await world.db.deleteFrom('waiting_rooms').execute()
  forgetRoom(RACE)
})

const room = (change: Record<string, unknown> = {}) =>
  world.ask(
    consoleWaitingroomsSave,
    {
      raceid: RACE,
      gathers_at: '2026-03-01T04:30:00Z',
      opens_at: opens,
      per_second: 2,
      use_seconds: 60,
      per_house: 3,
      ...change,
    },
    { token: staff.token },
  )
const check = async () => {
  const { captchaid } = await world.ask(captchaGenerate, {})
  await world.db
    .updateTable('picture_checks')
    .set({ kind: 'picture', answer: 'ABCD' })
    .where('captchaid', '=', captchaid)
    .execute()
  return { captchaid, captcha: 'ABCD' }
}
const join = async (token: string, change: Record<string, unknown> = {}) =>
  world.call(waitingJoin, { raceid: RACE, ...(await check()), ...change }, { token })
const poll = (ticket: string, raceid = RACE) => world.call(waitingPoll, { raceid, ticket })
const gather = () => world.clock.set('2026-03-01T04:45:00Z')
const network = (n: number) => Buffer.from([n >> 8, n & 255])

describe('a place in line is refused', () => {
  test('if there is no waiting room, if it takes nobody yet, and if it is over', async () => {
    const { token } = await runnerSession(world)
    expect(await join(token)).toMatchObject({ code: '404', refusal: 'no_waiting_room' })
    await room()
    expect(await join(token)).toMatchObject({ code: '409', refusal: 'waiting_too_soon' })
    expect(await world.ask(waitingShow, { raceid: RACE })).toMatchObject({
      phase: 'soon',
      opens_at: '2026-03-01T05:00:00.000Z',
    })
    await world.ask(consoleWaitingroomsClose, { raceid: RACE }, { token: staff.token })
    expect(await join(token)).toMatchObject({ refusal: 'no_waiting_room' })
    expect(await world.ask(waitingShow, { raceid: RACE })).toMatchObject({ phase: 'none', opens_at: null })
  })
  test('without a log-in, and without the picture check', async () => {
    await room()
    gather()
    expect(await world.call(waitingJoin, { raceid: RACE, ...(await check()) })).toMatchObject({ code: '401' })
    expect(await join((await runnerSession(world)).token, { captcha: 'wrong' })).toMatchObject({
      refusal: 'picture_wrong',
    })
  })
  test('for more accounts of one network than the room allows', async () => {
    await room()
    gather()
    const codes = []
    for (let n = 0; n < 4; n++) codes.push((await join((await runnerSession(world)).token)).refusal ?? 'in')
    expect(codes).toEqual(['in', 'in', 'in', 'house_full'])
  })
  test('behind a full network a browser whose person read a picture is let in, three times a day', async () => {
    await room({ per_house: 1 })
    gather()
    const [cookie, other] = (await deviceCookies(world, 2)) as [string, string]
    const joinAs = async (device: string | undefined, kind: 'picture' | 'work' = 'picture') => {
      const { token } = await runnerSession(world)
      const answered = await world.app.inject({
        method: 'POST',
        url: waitingJoin.path,
        payload: { raceid: RACE, ...(kind === 'work' ? await workFor(world) : await check()), _token: token },
        headers: { ...(device ? { cookie: device } : {}), origin: world.parts.origin },
      })
      return answered.json<{ refusal?: string }>().refusal ?? 'in'
    }
    expect(await joinAs(cookie)).toBe('in')
    expect(await joinAs(undefined), 'no browser').toBe('house_full')
    expect(await joinAs(cookie, 'work'), 'nobody was there').toBe('house_full')
    const codes = []
    for (let n = 0; n < 4; n++) codes.push(await joinAs(cookie))
    expect(codes).toEqual(['in', 'in', 'in', 'house_full'])
    expect(await joinAs(other), 'a neighbour').toBe('in')
  })
  test('an invented or altered ticket, and a ticket of another race, do not count', async () => {
    await room()
    gather()
    const { ticket } = (await join((await runnerSession(world)).token)).data
    expect(await poll(ticket)).toMatchObject({ code: '200' })
    for (const wrong of ['x', ticket.replace(/\.0\./, '.1.'), alterOneCharacter(ticket)])
      expect(await poll(wrong)).toMatchObject({ refusal: 'ticket_unknown' })
    expect(await poll(ticket, 2027)).toMatchObject({ refusal: 'no_waiting_room' })
  })
})

test('an account has one place: in another tab, after a reload, on another device', async () => {
  await room()
  gather()
  const { token } = await runnerSession(world)
  const [first, second] = await Promise.all([join(token), join(token)])
  expect(second.data.ticket).toBe(first.data.ticket)
  expect((await join(token)).data.ticket).toBe(first.data.ticket)
  expect(await world.db.selectFrom('waiting_tickets').select('id').where('raceid', '=', RACE).execute()).toHaveLength(1)
})

test('from before the hour to the turn, its use and its end', async () => {
  await room()
  gather()
  const [early, late] = [await runnerSession(world), await runnerSession(world)]
  const gathered = (await join(early.token)).data
  expect(gathered).toMatchObject({ state: 'gathering', number: null, ahead: null, turn_at: null })
  const may = (who: { uid: number }, ticket: string | undefined) =>
    mayEnter(world.parts, { raceid: RACE, uid: who.uid, ticket }, world.clock.now())
  expect(await may(early, gathered.ticket), 'before the hour nobody').toBe(false)

  world.clock.set(opens)
  await drawDueRooms(world.db, world.clock.now())
  const waits = (await poll(gathered.ticket)).data
  expect(waits).toMatchObject({ state: 'waiting', number: 1, ahead: 0, turn_at: '2026-03-01T05:00:00.500Z' })
  const after = (await join(late.token)).data
  expect(after).toMatchObject({ state: 'waiting', number: 2, ahead: 1 })
  expect(await may(early, waits.ticket)).toBe(false)

  world.clock.set('2026-03-01T05:00:00.500Z')
  expect((await poll(waits.ticket)).data).toMatchObject({ state: 'admitted', number: 1 })
  expect(await may(early, waits.ticket)).toBe(true)
  expect(await may(early, gathered.ticket), 'the ticket from before the hour is the same place').toBe(true)
  expect(await may(late, waits.ticket), "somebody else's ticket").toBe(false)
  expect(await may(early, undefined)).toBe(false)
  expect(await may(late, after.ticket)).toBe(false)

  world.clock.set('2026-03-01T05:01:02Z')
  expect((await poll(waits.ticket)).data.state).toBe('lapsed')
  expect(await may(early, waits.ticket)).toBe(false)
  expect((await join(early.token)).data, 'back to the end of the line').toMatchObject({
    state: 'waiting',
    number: 125,
    ahead: 0,
  })
})

test(
  'three hundred come before the hour and a hundred after it: every number once, the early ones in random order, the late ones behind' +
    'those after in order of arrival',
  async () => {
    await room({ per_house: 1000 })
    gather()
    const now = world.clock.now()
    const early = (await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        joinRoom(world.db, { raceid: RACE, uid: 1000 + n, network: network(n), now }),
      ),
    )) as { ticket: { id: number; uid: number } }[]
    world.clock.set(opens)
    const then = world.clock.now()
    // The early people have no numbers yet. The first join after the opening gives them their numbers.
    const late = (await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        joinRoom(world.db, { raceid: RACE, uid: 5000 + n, network: network(n), now: then }),
      ),
    )) as { ticket: { uid: number; number: number } }[]
    await Promise.all([drawDueRooms(world.db, then), drawDueRooms(world.db, then)])
    const numbers = new Map(
      (await world.db.selectFrom('waiting_tickets').select(['uid', 'number']).where('raceid', '=', RACE).execute()).map(
        ({ uid, number }) => [uid, number!],
      ),
    )
    const inOrder = early.map(({ ticket }) => numbers.get(ticket.uid)!)
    expect([...inOrder].sort((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, n) => n + 1))
    expect(inOrder).not.toEqual([...inOrder].sort((a, b) => a - b))
    expect(late.map(({ ticket }) => ticket.number)).toEqual(Array.from({ length: 100 }, (_, n) => 301 + n))
  },
)

describe('the organiser', () => {
  test('needs the right, times in their order, and cannot move the hour once people wait', async () => {
    const editor = await staffSession(world, [{ raceid: 2027, role: 'editor' }])
    expect(await world.call(consoleWaitingroomsShow, { raceid: RACE }, { token: editor.token })).toMatchObject({
      code: '403',
    })
    expect(
      await world.call(consoleWaitingroomsPace, { raceid: RACE, per_second: 1 }, { token: staff.token }),
    ).toMatchObject({ refusal: 'no_waiting_room' })
    expect(await world.call(consoleWaitingroomsClose, { raceid: RACE }, { token: staff.token })).toMatchObject({
      refusal: 'no_waiting_room',
    })
    const all = await staffSession(world, [{ raceid: null, role: 'owner' }])
    expect(
      await world.call(
        consoleWaitingroomsSave,
        { raceid: 404_404, gathers_at: opens, opens_at: opens, per_second: 1 },
        all,
      ),
    ).toMatchObject({ refusal: 'race_not_found' })
    expect(
      await world.call(
        consoleWaitingroomsSave,
        { raceid: RACE, gathers_at: opens, opens_at: '2026-03-01T04:30:00Z', per_second: 1 },
        { token: staff.token },
      ),
    ).toMatchObject({ refusal: 'waiting_times_wrong' })
    await room()
    const { updated_at } = (await world.ask(consoleWaitingroomsShow, { raceid: RACE }, staff)).room!
    world.clock.advance(1000)
    await room({ use_seconds: 90, updated_at })
    expect(
      await world.call(
        consoleWaitingroomsSave,
        { raceid: RACE, gathers_at: '2026-03-01T04:30:00Z', opens_at: opens, per_second: 9, updated_at },
        { token: staff.token },
      ),
      'somebody else saved meanwhile',
    ).toMatchObject({ code: '409', refusal: 'waiting_changed_meanwhile' })
    gather()
    await join((await runnerSession(world)).token)
    expect(
      await world.call(
        consoleWaitingroomsSave,
        { raceid: RACE, gathers_at: '2026-03-01T04:30:00Z', opens_at: '2026-03-01T06:00:00Z', per_second: 1 },
        { token: staff.token },
      ),
    ).toMatchObject({ refusal: 'waiting_begun' })
    expect(
      await world.ask(consoleWaitingroomsShow, { raceid: RACE }, { token: staff.token }),
      "its hours are those of the race's clock",
    ).toMatchObject({ zone: 'Asia/Shanghai', room: { tickets: 1, admitted: 0, phase: 'gathering' } })
  })
  test('pauses and continues; people who were let in stay', async () => {
    await room({ per_house: 1000 })
    gather()
    const now = world.clock.now()
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        joinRoom(world.db, { raceid: RACE, uid: 1000 + n, network: network(n), now }),
      ),
    )
    world.clock.set('2026-03-01T05:00:05Z')
    await drawDueRooms(world.db, world.clock.now())
    expect(
      (await world.ask(consoleWaitingroomsPace, { raceid: RACE, per_second: 0 }, { token: staff.token })).room,
    ).toMatchObject({ admitted: 10 })
    world.clock.set('2026-03-01T05:00:50Z')
    expect((await world.ask(consoleWaitingroomsShow, { raceid: RACE }, { token: staff.token })).room).toMatchObject({
      admitted: 10,
      tickets: 20,
    })
    await world.ask(consoleWaitingroomsPace, { raceid: RACE, per_second: 5 }, { token: staff.token })
    world.clock.set('2026-03-01T05:00:51Z')
    expect((await world.ask(consoleWaitingroomsShow, { raceid: RACE }, { token: staff.token })).room).toMatchObject({
      admitted: 15,
    })
  })
})

test('the organiser sees people and not the turns that nobody used', async () => {
  await room({ per_second: 5 })
  const come = (uid: number, at: string) =>
    joinRoom(world.db, { raceid: RACE, uid, network: network(uid), now: new Date(at) })
  for (const uid of [1, 2, 3]) await come(uid, '2026-03-01T04:50:00Z')
  await drawDueRooms(world.db, new Date(opens))
  await come(4, '2026-03-01T07:00:00Z')
  world.clock.set('2026-03-01T07:00:00Z')
  staff = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const seen = { room: { tickets: 4, admitted: 3 } }
  expect(await world.ask(consoleWaitingroomsShow, { raceid: RACE }, staff)).toMatchObject(seen)
  expect(await world.ask(consoleWaitingroomsPace, { raceid: RACE, per_second: 5 }, staff)).toMatchObject(seen)
  expect(await room({ per_second: 5 })).toMatchObject(seen)
  expect(await world.ask(consoleWaitingroomsClose, { raceid: RACE }, staff)).toMatchObject(seen)
})

describe('turns', () => {
  const left = async () =>
    (await world.db.selectFrom('waiting_tickets').select('uid').orderBy('uid').execute()).map(({ uid }) => uid)
  const joined = async (n: number, at: string) => {
    for (let each = 1; each <= n; each++)
      await joinRoom(world.db, { raceid: RACE, uid: 8000 + each, network: network(each), now: new Date(at) })
  }
  test('are removed a day after the room closed', async () => {
    await room({ closes_at: '2026-03-01T05:00:01Z' })
    await joined(4, '2026-03-01T04:50:00Z')
    await removeEndedTurns(world.db, new Date('2026-03-02T05:00:00Z'))
    expect((await left()).length).toBe(4)
    await removeEndedTurns(world.db, new Date('2026-03-02T05:00:01Z'))
    expect(await left()).toEqual([])
  })
  test('are removed a day after their end in a room without an end, and a waiting person keeps the turn', async () => {
    await room({ per_second: 1 })
    await joined(4, '2026-03-01T04:50:00Z')
    await removeEndedTurns(world.db, new Date('2026-03-09T05:00:00Z'))
    expect((await left()).length, 'nobody has a number yet').toBe(4)
    await drawDueRooms(world.db, new Date('2026-03-01T05:00:00Z'))
    await world.db
      .updateTable('waiting_rooms')
      .set({
        paces: JSON.stringify([
          { from: opens, per_second: 1 },
          { from: '2026-03-01T05:00:02Z', per_second: 0 },
        ]),
      })
      .execute()
    await removeEndedTurns(world.db, new Date('2026-03-02T05:00:30Z'))
    expect((await left()).length, 'the time of the first two is not over for a day').toBe(4)
    await removeEndedTurns(world.db, new Date('2026-03-09T05:00:00Z'))
    expect((await left()).length).toBe(2)
    await joinRoom(world.db, { raceid: RACE, uid: 8009, network: network(9), now: new Date('2026-03-09T05:00:01Z') })
    expect((await left()).length).toBe(3)
  })
  test('of an erased account are removed', async () => {
    await room()
    await joined(2, '2026-03-01T04:50:00Z')
    await world.db.transaction().execute((tx) => eraseTurns(tx, 8001))
    expect(await left()).toEqual([8002])
  })
})

describe('signing up while a waiting room is open', () => {
  test(
    'without an admitted ticket there is no way around it; with one there is; a repeated call is answered even when ' +
      'the time is over',
    async () => {
      await openEvent(world, { id: 1, places: 50 })
      await room()
      gather()
      const runner = await runnerSession(world)
      const { ticket } = (await join(runner.token)).data
      const save = (more: Record<string, unknown> = {}) =>
        world.call(registrationSave, { ...entrant(1), ...more }, { token: runner.token })
      expect(await save({ _ticket: ticket }), 'before the hour').toMatchObject({
        code: '409',
        refusal: 'in_waiting_room',
      })
      world.clock.set('2026-03-01T05:00:01Z')
      await drawDueRooms(world.db, world.clock.now())
      expect(await save()).toMatchObject({ refusal: 'in_waiting_room' })
      expect(await save({ _ticket: 'x' })).toMatchObject({ refusal: 'in_waiting_room' })
      expect(
        await world.call(registrationFriends, { raceid: RACE, friends: [entrant(2)] }, { token: runner.token }),
      ).toMatchObject({ refusal: 'in_waiting_room' })
      const saved = await save({ _ticket: ticket, _once: 'a' })
      expect(saved).toMatchObject({ code: '200' })
      world.clock.set('2026-03-01T06:00:00Z')
      expect((await save({ _ticket: ticket, _once: 'a' })).data._key).toBe(saved.data._key)
      expect(await save({ _ticket: ticket, _once: 'b' })).toMatchObject({ refusal: 'in_waiting_room' })
    },
  )
})
