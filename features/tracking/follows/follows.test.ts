import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageList } from '#features/messages/contract.ts'
import { insertRunners } from '#features/timing/course/runners.store.ts'
import type { SandboxPush } from '#integrations/sandbox/push/server.ts'
import { mydataHide } from '#features/privacy/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { personal as timing } from '#features/timing/personal.service.ts'
import { numbered } from '#test/numbered.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { deviceCookies, runnerSession, staffSession } from '#test/people.ts'
import { sendDuePushes } from '#test/scenes/phones/pushes.ts'
import { type Reader, gun, send, timedHalf, worked } from '#test/timing.ts'
import { type World, makeWorld } from '#test/world.ts'
import { personal as tracking } from '../personal.service.ts'
import { openTrack } from '../tracks/tracks.service.ts'
import { liveGpsGetsubscribes, liveGpsSubscribe, liveGpsUnsubscribe } from './follows.contract.ts'
import { followedPassings, wants } from './follows.rules.ts'
import { tellFollowers, tellNews } from './follows.service.ts'

const raceid = RACE
let world: World
let service: SandboxPush
let fan: { token: string; uid: number }
let readers: { start: Reader; ten: Reader; finish: Reader }

beforeAll(async () => {
  world = await makeWorld({ now: '2026-10-30T04:00:00Z' })
  service = await world.parts.integrations.sandbox.push!()
  await openRace(world)
  await openEvent(world, { start_at: new Date(gun) })
  const timer = await staffSession(world, [{ raceid, role: 'timer' }])
  readers = await timedHalf(world, timer)
  fan = await runnerSession(world)
  const runner = { eventid: 1, gender: 'F' as const, age: 30, age_in_year: 30, club: null, zone: null, field: '' }
  await world.db.transaction().execute((tx) =>
    insertRunners(
      tx,
      raceid,
      ['1', '2', '3', '4'].map((bib) => ({ ...runner, bib, name: `选手${bib}` })),
    ),
  )
})
afterAll(() => world?.close())

const after = (seconds: number) => world.clock.set(new Date(gun + seconds * 1000))
/** Sends the news as the server's job does. Returns the number of passings of which followers had not yet heard. */
const tell = async (): Promise<number> => {
  await worked(world)
  await tellNews({ ...world.parts, now: world.clock.now() })
  const open = await world.db.selectFrom('follow_news').selectAll().where('done_at', 'is', null).execute()
  for (const { bib, eventid, point } of open)
    await tellFollowers({ raceid, bib, eventid, point }, { ...world.parts, now: world.clock.now() })
  await sendDuePushes(world)
  return open.length
}
const box = async () => (await world.ask(messageList, { limit: 50 }, fan)).items.map(({ title }) => title)
const pushes = () => service.received.splice(0).map(({ payload }) => JSON.parse(payload) as Record<string, unknown>)

test('a follow is refused for a runner whom nobody times, for an unknown caller, and over the limit', async () => {
  expect(await world.call(liveGpsSubscribe, { raceid: 99, bib: '1' }, fan)).toMatchObject({ refusal: 'race_not_found' })
  expect(await world.call(liveGpsSubscribe, { raceid, bib: '404' }, fan)).toMatchObject({ refusal: 'runner_not_timed' })
  expect(await world.call(liveGpsSubscribe, { raceid, bib: '1' })).toMatchObject({ refusal: 'push_no_holder' })
  expect(await world.call(liveGpsSubscribe, { raceid, bib: '1', channels: ['sms'] }, fan)).toMatchObject({
    refusal: 'channel_closed',
  })
  const rows = Array.from({ length: 50 }, (_, n) => ({
    raceid,
    bib: `x${n}`,
    uid: fan.uid,
    points: 'all',
    labels: [],
    channels: ['app'],
    lang: 'zh-cn',
    created_at: world.clock.now(),
    updated_at: world.clock.now(),
  }))
  await world.db.insertInto('follows').values(rows).execute()
  expect(await world.call(liveGpsSubscribe, { raceid, bib: '1' }, fan)).toMatchObject({
    refusal: 'too_many_follows',
    msg: expect.stringContaining('50 名'),
  })
  expect(await world.ask(liveGpsUnsubscribe, { raceid }, fan)).toEqual({ stopped: 50 })
})

test('a passing is sent once: to the box, and to browsers with an account and without one', async () => {
  const { push_key, labels } = await world.ask(liveGpsGetsubscribes, { raceid, bib: '1' }, fan)
  expect(labels).toEqual(['10'])
  const push = service.subscribe(push_key)
  const zone = 'Asia/Shanghai'
  const { follow } = await world.ask(liveGpsSubscribe, { raceid, bib: '1', channels: ['app', 'push'], push, zone }, fan)
  expect(follow).toMatchObject({ bib: '1', name: null, points: 'all', race: '江城马拉松' })
  const [cookie] = await deviceCookies(world, 1)
  const other = service.subscribe(push_key)
  const body = { raceid, bib: '1', points: 'finish', channels: ['push'], push: other, zone: 'America/New_York' }
  const answered = await world.app.inject({
    method: 'POST',
    url: liveGpsSubscribe.path,
    payload: body,
    headers: { cookie: cookie! },
  })
  expect(answered.json()).toMatchObject({ code: '200' })
  after(20)
  await send(world, readers.start, [['1', 4]], 0)
  expect(await tell()).toBe(1)
  expect(await box()).toEqual(['选手1 已出发'])
  expect(pushes()).toMatchObject([{ title: '选手1 已出发' }])
  after(2450)
  await send(world, readers.ten, [['1', 2400]], 10)
  await send(world, readers.ten, [['1', 2400]], 10)
  expect(await tell()).toBe(1)
  expect(await tell(), 'nothing new').toBe(0)
  expect(await box()).toEqual(['选手1 · 10 公里 · 40:00', '选手1 已出发'])
  const [message] = pushes()
  expect(message).toMatchObject({ body: expect.stringContaining('40:00'), stop: { raceid } })
  expect(message!.path).toMatch(/^\/result\?key=/)
  after(4950)
  await send(world, readers.finish, [['1', 4900]], 20)
  expect(await tell()).toBe(1)
  expect(pushes().map(({ title }) => title)).toEqual(['选手1 完赛 · 1:21:40', '选手1 完赛 · 1:21:40'])
  const { key } = message!.stop as { key: string }
  expect(await world.ask(liveGpsUnsubscribe, { raceid, stop: `1${key}` })).toEqual({ stopped: 0 })
  expect(await world.ask(liveGpsUnsubscribe, { raceid, stop: key })).toEqual({ stopped: 1 })
  expect((await world.ask(liveGpsGetsubscribes, {}, fan)).items).toEqual([])
})

test('a late read, a hidden name and a race that ends', async () => {
  await world.ask(liveGpsSubscribe, { raceid, bib: '2', points: 'some', labels: ['10', '他处'] }, fan)
  const before = await box()
  after(5000)
  await send(world, readers.ten, [['2', 3000]], 30)
  expect(await tell(), 'half an hour late').toBe(0)
  await world.db.updateTable('results').set({ hide_name: true }).where('bib', '=', '2').execute()
  after(6010)
  await send(world, readers.finish, [['2', 6000]], 40)
  await tell()
  expect(await box()).toEqual(['2 完赛 · 1:40:00', ...before])
  expect((await world.ask(liveGpsGetsubscribes, { raceid, bib: '2' }, fan)).items).toMatchObject([
    { bib: '2', name: null, labels: ['10'] },
  ])
})

test('a runner who forbids it has no followers, and earlier followers get no more messages', async () => {
  after(6100)
  const runner = await runnerSession(world)
  const { _key } = await world.ask(registrationSave, entrant(3), runner)
  await world.db
    .updateTable('registrations')
    .set({ prefix_bib: null, bib: '3' })
    .where('raceid', '=', raceid)
    .where('_key', '=', _key)
    .execute()
  const { id } = await world.db
    .selectFrom('registrations')
    .select('id')
    .where('raceid', '=', raceid)
    .where('_key', '=', _key)
    .executeTakeFirstOrThrow()
  await world.ask(liveGpsSubscribe, { raceid, bib: '3' }, fan)
  const wish = { id: _key, hide_name: false, hide_age: false }
  await world.ask(mydataHide, { ...wish, no_follow: true }, runner)
  await world.ask(mydataHide, wish, runner)
  expect(await world.call(liveGpsSubscribe, { raceid, bib: '3' }), 'nobody else').toMatchObject({ code: '409' })
  expect(await world.call(liveGpsSubscribe, { raceid, bib: '3' }, fan)).toMatchObject({ refusal: 'follow_forbidden' })
  const before = await box()
  after(6500)
  await send(world, readers.ten, [['3', 6450]], 60)
  await worked(world)
  await world.db.updateTable('results').set({ registrationid: id }).where('bib', '=', '3').execute()
  await tell()
  expect(await box()).toEqual(before)
  await world.ask(mydataHide, { ...wish, no_follow: false }, runner)
  expect(await world.ask(liveGpsSubscribe, { raceid, bib: '3' }, fan)).toMatchObject({ follow: { bib: '3' } })
})

test('rules: points that a follower wants, and passings that a result shows', () => {
  const some = { points: 'some', labels: ['5K'] }
  expect(wants(some, { kind: 'split', label: '5K' })).toBe(true)
  expect(wants(some, { kind: 'split', label: '10K' })).toBe(false)
  expect(wants(some, { kind: 'start', label: '' })).toBe(false)
  expect(wants({ points: 'finish', labels: [] }, { kind: 'end', label: '' })).toBe(true)
  const standing = { outcome: 'dnf', gun_ms: null, net_ms: null, splits: [1000, null], clock: 'gun' }
  expect(
    followedPassings(standing, [{ label: '5K' }, { label: '10K' }], 0, 9000).map(({ kind, at }) => [kind, at]),
  ).toEqual([
    ['start', 0],
    ['split', 1000],
    ['end', 9000],
  ])
  expect(followedPassings({ ...standing, outcome: 'dsq' }, [], 0, 0)).toEqual([])
})

test('a race that pays sends text messages, as many as it pays for; each has an address that ends the follow', async () => {
  const pay = (follow_texts: number) =>
    world.db
      .updateTable('races')
      .set({ settings: JSON.stringify({ follow_texts }) })
      .where('id', '=', raceid)
      .execute()
  const [first, second] = [await runnerSession(world), await runnerSession(world)]
  const channels = async (as: { token: string }) => (await world.ask(liveGpsGetsubscribes, { raceid }, as)).channels
  expect(await channels(first)).toEqual(['app', 'push'])
  await pay(2)
  world.clock.advance(61_000)
  expect(await channels(first)).toEqual(['app', 'push', 'sms'])
  expect((await world.ask(liveGpsGetsubscribes, { raceid })).channels, 'a browser without an account').toEqual(['push'])
  for (const as of [first, second])
    await world.ask(liveGpsSubscribe, { raceid, bib: '4', channels: ['sms'], points: 'all' }, as)
  const texts = () =>
    world.db.selectFrom('messages').selectAll().where('template', 'like', 'follow_text_%').orderBy('id').execute()
  const before = await texts()
  expect(before).toEqual([])
  after(9000)
  await send(world, readers.ten, [['4', 8990]], 90)
  await tell()
  expect((await texts()).map(({ template }) => template)).toEqual(['follow_text_passed', 'follow_text_passed'])
  after(10_600)
  await send(world, readers.finish, [['4', 10_590]], 91)
  await tell()
  expect(await texts(), 'the race pays for two').toHaveLength(2)
  expect(await channels(first)).toEqual(['app', 'push'])
  const content = JSON.parse(world.parts.seal.open('accounts', 'message content', (await texts())[0]!.content!)) as {
    stop: string
  }
  const stop = new URL(content.stop)
  expect(stop.pathname).toBe('/live/follows')
  const key = stop.searchParams.get('stop')!
  expect(await world.ask(liveGpsUnsubscribe, { raceid, stop: key })).toEqual({ stopped: 1 })
  expect(await world.ask(liveGpsUnsubscribe, { raceid, stop: key })).toEqual({ stopped: 0 })
})

test('if two events have the same bib, a follow names its event and gets only the passings of its runner', async () => {
  await openEvent(world, { id: 2, name: '十公里', start_at: new Date(gun) })
  const timer = await staffSession(world, [{ raceid, role: 'timer' }])
  const { ten } = await timedHalf(world, timer, { eventid: 2, points: [{}, { label: '5', metres: 5000 }] })
  await numbered(world, ['|7'], { eventid: 2, names: ['选手七'] })
  const runner = { eventid: 1, gender: 'F' as const, age: 30, age_in_year: 30, club: null, zone: null, field: '' }
  await world.db.transaction().execute((tx) => insertRunners(tx, raceid, [{ ...runner, bib: '7', name: '选手7' }]))
  expect(await world.call(liveGpsSubscribe, { raceid, bib: '7' }, fan)).toMatchObject({
    refusal: 'which_runner',
    msg: expect.stringContaining('2 个组别'),
    data: { events: [1, 2] },
  })
  expect(await world.call(liveGpsSubscribe, { raceid, bib: '7', eventid: 3 }, fan)).toMatchObject({
    refusal: 'runner_not_timed',
  })
  const { labels } = await world.ask(liveGpsGetsubscribes, { raceid, bib: '7', eventid: 2 }, fan)
  expect(labels).toEqual(['5'])
  for (const eventid of [1, 2])
    expect(await world.ask(liveGpsSubscribe, { raceid, bib: '7', eventid }, fan)).toMatchObject({ follow: { eventid } })
  const followed = async () =>
    (await world.ask(liveGpsGetsubscribes, { raceid, bib: '7' }, fan)).items.map(({ eventid }) => eventid)
  expect(await followed()).toEqual([2, 1])
  expect(await world.ask(liveGpsUnsubscribe, { raceid, bib: '7', eventid: 1 }, fan)).toEqual({ stopped: 1 })
  expect(await followed()).toEqual([2])
  const other = await runnerSession(world)
  await world.ask(liveGpsSubscribe, { raceid, bib: '7', eventid: 1 }, other)
  const [before, ofOther] = [await box(), (await world.ask(messageList, { limit: 50 }, other)).items.length]
  after(10_700)
  await send(world, ten, [['7', 10_650]], 5)
  await tell()
  expect((await box()).slice(0, -before.length)).toEqual(['选手七 · 5 公里 · 2:57:30'])
  expect((await world.ask(messageList, { limit: 50 }, other)).items).toHaveLength(ofOther)
})

test('if two events have the same bib, the erasure of one runner keeps the follows and the tracks of the other', async () => {
  const follow = async (eventid: number) => world.ask(liveGpsSubscribe, { raceid, bib: '7', eventid }, fan)
  for (const eventid of [1, 2]) await follow(eventid)
  const now = world.clock.now()
  const track = { kind: 'runner', source: 'device', visibility: 'race', bib: '7' } as const
  for (const eventid of [1, 2])
    await world.db.transaction().execute((tx) => openTrack(tx, raceid, { ...track, eventid }, now))
  const { id } = await world.db
    .selectFrom('registrations')
    .select('id')
    .where('raceid', '=', raceid)
    .where('bib', '=', '7')
    .executeTakeFirstOrThrow()
  const listed = () =>
    world.db.selectFrom('timing_runners').select('name').where('raceid', '=', raceid).where('bib', '=', '7').execute()
  const before = await listed()
  // A registration that is gone had the bib before.
  const gone = { raceid, id: id + 1000, eventid: 2, bib: '7', prefix_bib: null, anonymous: true } as never
  await world.db.transaction().execute((tx) => tracking.erase!.registration!(tx, gone, now))
  const followed = async () => (await world.ask(liveGpsGetsubscribes, { raceid, bib: '7' }, fan)).items
  expect(await followed()).toHaveLength(2)
  const erased = { raceid, id, eventid: 2, bib: '7', prefix_bib: null, anonymous: true } as never
  await world.db.transaction().execute(async (tx) => {
    await tracking.erase!.registration!(tx, erased, now)
    await timing.erase!.registration!(tx, erased, now)
  })
  expect((await followed()).map(({ eventid }) => eventid)).toEqual([1])
  const tracks = await world.db.selectFrom('tracks').select('eventid').where('bib', '=', '7').execute()
  expect(tracks.map(({ eventid }) => eventid)).toEqual([1])
  expect(await listed()).toEqual(before)
  expect(before[0]!.name).not.toBeNull()
})

test('the erasure of a runner who is gone keeps the data of a listed runner who has the bib now', async () => {
  const now = world.clock.now()
  const runner = { eventid: 1, gender: 'F' as const, age: 30, age_in_year: 30, club: null, zone: null, field: '' }
  await world.db.transaction().execute((tx) => insertRunners(tx, raceid, [{ ...runner, bib: '30', name: '选手3' }]))
  const track = { kind: 'runner', source: 'device', visibility: 'race', bib: '30', eventid: 1 } as const
  await world.db.transaction().execute((tx) => openTrack(tx, raceid, track, now))
  await world.ask(liveGpsSubscribe, { raceid, bib: '30', eventid: 1 }, fan)
  const left = async (eventid: number, name: string) => {
    const [made] = await numbered(world, ['|30'], { eventid, names: [name] })
    await world.db.updateTable('registrations').set({ deleted_at: now }).where('id', '=', made!.id).execute()
    const erased = { raceid, id: made!.id, eventid, bib: '30', prefix_bib: null, anonymous: true } as never
    await world.db.transaction().execute(async (tx) => {
      await tracking.erase!.registration!(tx, erased, now)
      await timing.erase!.registration!(tx, erased, now)
    })
    const { items } = await world.ask(liveGpsGetsubscribes, { raceid, bib: '30' }, fan)
    const tracks = await world.db.selectFrom('tracks').select('stopped_at').where('bib', '=', '30').execute()
    const listed = await world.db.selectFrom('timing_runners').select('name').where('bib', '=', '30').execute()
    return [items.length, tracks.length, listed[0]!.name]
  }
  expect(await left(1, '旧选手'), 'another person of the same event').toEqual([1, 1, '选手3'])
  expect(await left(2, '选手 ３'), 'the same person in another event').toEqual([0, 0, null])
})

test('a follow of an earlier release names no event, and counts for every event with the bib', async () => {
  const now = world.clock.now()
  const holder = { raceid, uid: fan.uid, points: 'all', labels: [], channels: ['app'], lang: 'zh-cn' }
  await world.db
    .insertInto('follows')
    .values({ ...holder, bib: '1', created_at: now, updated_at: now })
    .execute()
  const asked = { raceid, bib: '1', eventid: 1 }
  expect((await world.ask(liveGpsGetsubscribes, asked, fan)).items).toMatchObject([{ eventid: null }])
  await world.ask(liveGpsSubscribe, asked, fan)
  expect((await world.ask(liveGpsGetsubscribes, asked, fan)).items).toMatchObject([{ eventid: 1 }])
  expect(await world.ask(liveGpsUnsubscribe, asked, fan)).toEqual({ stopped: 1 })
})
