import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Lang } from '#contract/words.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { numbered } from '#test/numbered.ts'
import { checkLog } from '#test/luckydraw/independentLuckydraw.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { makeFinishers } from '#test/scenes/finishers.ts'
import { draft, fileOfDraw, gift, openDraw } from '#test/scenes/around/luckyDraws.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleLuckydrawsClose,
  consoleLuckydrawsList,
  consoleLuckydrawsOpen,
  consoleLuckydrawsPublish,
  consoleLuckydrawsSave,
  consoleLuckydrawsSend,
  consoleLuckydrawsWinners,
} from './console.contract.ts'
import {
  luckeyAward,
  luckeyCheck,
  luckeyDraw,
  luckeyGet,
  luckeyGifts,
  luckeyList,
  luckeyWinning,
  siteDesignFetch,
} from './contract.ts'
import { sweeps } from './jobs.ts'
import { hasDraws } from './offering.service.ts'
import { personal } from './personal.service.ts'
import { checklist } from './prizes/checklist.service.ts'
import { totalOf, VALUE_MOST, whyDrawClosed, whyNoGifts } from './rules.ts'

let world: World
let director: { token: string; staffid: number }
type Runner = Awaited<ReturnType<typeof runnerSession>>
let runner: Runner
const NOW = '2026-11-27T04:00:00Z'

beforeAll(async () => {
  world = await makeWorld({ now: NOW })
  await openRace(world)
  await openEvent(world)
})
beforeEach(async () => {
  world.clock.set(NOW)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  runner = await runnerSession(world)
})
afterAll(() => world?.close())

const make = async (change: object = {}) => (await world.ask(consoleLuckydrawsSave, draft(change), director)).draw.id
const publish = (id: number) => world.ask(consoleLuckydrawsPublish, { raceid: RACE, id }, director)
const open = (change: object = {}) => openDraw(world, director, change)
const fileOf = (id: number, name: string) => fileOfDraw(world, id, name)
const own = () => randomBytes(16).toString('hex')
const play = (id: number, as: { token: string } = runner, number = own()) =>
  world.call(luckeyDraw, { raceid: RACE, id, own: number }, as)
const check = (id: number, as: { token: string } = runner, more: object = {}) =>
  world.ask(luckeyCheck, { raceid: RACE, id, ...more }, as)
const runners = (n: number) => Promise.all(Array.from({ length: n }, () => runnerSession(world)))
const sweep = (name: string) =>
  sweeps.find((one) => one.name === name)!.run({ ...world.parts, now: world.clock.now() } as never)

test('a draw describes itself in three languages, and a change without these texts keeps them', async () => {
  const id = await make({ about: '说明', abouts: { en: 'About' } })
  expect(await make({ id, about: '新说明' })).toBe(id)
  await publish(id)
  const said = async (lang: Lang) => (await world.ask(luckeyGifts, { raceid: RACE, id }, { lang })).draw.about
  expect([await said('en'), await said('zh-cn')]).toEqual(['About', '新说明'])
})

test('staff write a draft with lawful gifts only, and publish it once', async () => {
  const gate = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
  expect(await world.call(consoleLuckydrawsSave, draft(), gate)).toMatchObject({ refusal: 'no_permission' })
  const wrong = (change: object) => world.call(consoleLuckydrawsSave, draft(change), director)
  expect(await wrong({ gifts: [gift({ value: VALUE_MOST + 1 })] })).toMatchObject({ refusal: 'gift_value_beyond_law' })
  expect(await wrong({ gifts: [gift(), gift({ odds: 500_001 })] })).toMatchObject({ refusal: 'gift_odds_beyond_whole' })
  expect(await wrong({ gifts: [gift({ odds: 0 })] })).toMatchObject({ refusal: 'gift_without_odds' })
  expect(await wrong({ gifts: [gift({ way: 'coupon' })] })).toMatchObject({ refusal: 'gift_settings_missing' })
  expect(await wrong({ chances: {} })).toMatchObject({ refusal: 'draw_without_chances' })
  expect(await wrong({ opens_at: NOW, closes_at: NOW })).toMatchObject({ refusal: 'draw_closes_before_opening' })
  expect(await wrong({ gifts: [gift({ pieces: -3 })] })).toMatchObject({ refusal: 'field_wrong' })
  expect(await wrong({ id: 999 })).toMatchObject({ refusal: 'draw_not_found' })
  const id = await make({ gifts: [gift({ value: VALUE_MOST })] })
  expect(await world.call(luckeyGifts, { raceid: RACE, id })).toMatchObject({ refusal: 'draw_not_found' })
  expect(await wrong({ id, updated_at: '2020-01-01T00:00:00.000Z' })).toMatchObject({
    refusal: 'draw_changed_meanwhile',
  })
  const close = () => world.call(consoleLuckydrawsClose, { raceid: RACE, id }, director)
  expect(await close()).toMatchObject({ refusal: 'draw_not_published' })
  const { draw } = await publish(id)
  expect(draw).toMatchObject({ state: 'published', promise: expect.stringMatching(/^[0-9a-f]{64}$/), seed: '' })
  expect(await wrong({ id })).toMatchObject({ refusal: 'draw_is_published' })
  expect(await world.call(consoleLuckydrawsPublish, { raceid: RACE, id }, director)).toMatchObject({
    refusal: 'draw_is_published',
  })
  const listed = await world.ask(consoleLuckydrawsList, { raceid: RACE }, director)
  expect(JSON.stringify(listed)).not.toContain('secret')
  expect(
    await world.db.selectFrom('log').select('what').where('target', '=', `luckydraw ${id}`).execute(),
  ).toHaveLength(2)
})

test('the legal maximum also holds in the database, and whyNoGifts names the first fault', async () => {
  expect(whyNoGifts('stage', [gift({ odds: 0 }) as never])).toBeUndefined()
  const values = {
    raceid: RACE,
    drawid: await make(),
    gift: 9,
    name: 'x',
    value: VALUE_MOST + 1,
    pieces: 1,
    odds: 0,
    way: 'scan',
  }
  await expect(world.db.insertInto('luckydraw_gifts').values(values).execute()).rejects.toThrow(/legal_maximum/)
})

test('the page of a wheel is over at its time, and the page of a stage when staff close it', () => {
  const now = Date.parse('2026-03-01T00:00:00Z')
  const past = { opens_at: '2026-02-01T00:00:00Z', closes_at: '2026-02-02T00:00:00Z' }
  expect(whyDrawClosed({ kind: 'wheel', state: 'published', ...past }, now)).toBe('over')
  expect(whyDrawClosed({ kind: 'stage', state: 'published', ...past }, now)).toBeUndefined()
  expect(whyDrawClosed({ kind: 'stage', state: 'closed', ...past }, now)).toBe('over')
  expect(
    whyDrawClosed({ kind: 'stage', state: 'published', opens_at: '2026-04-01T00:00:00Z', closes_at: null }, now),
  ).toBe('soon')
})

test('the menu of a race offers a wheel until its time, and a stage until staff close it', async () => {
  const raceid = 61
  await openRace(world, { id: raceid })
  const as = await staffSession(world, [{ raceid, role: 'director' }])
  const times = { raceid, opens_at: NOW, closes_at: '2026-11-27T05:00:00Z' }
  const offer = async (change: object) => {
    const { draw } = await world.ask(consoleLuckydrawsSave, draft({ ...times, ...change }), as)
    await world.ask(consoleLuckydrawsPublish, { raceid, id: draw.id }, as)
    return draw.id
  }
  const after = new Date('2026-11-27T05:00:01Z')
  await offer({})
  expect([await hasDraws(world.db, raceid, new Date(NOW)), await hasDraws(world.db, raceid, after)]).toEqual([
    true,
    false,
  ])
  const id = await offer({ kind: 'stage', chances: {}, gifts: [gift({ odds: 0 })], source: 'number' })
  expect(await hasDraws(world.db, raceid, after)).toBe(true)
  await world.ask(consoleLuckydrawsClose, { raceid, id }, as)
  expect(await hasDraws(world.db, raceid, after)).toBe(false)
})

test('odds, numbers and promise are public before anybody plays, as a GET with an ETag too', async () => {
  const id = await open({ opens_at: '2026-11-27T05:00:00Z' })
  const shown = await world.ask(luckeyGifts, { raceid: RACE, id }, { lang: 'en' })
  expect(shown).toMatchObject({
    draw: { name: 'Finish wheel', seed: '' },
    gifts: [{ name: 'Finisher bag', odds: 500_000, left: 3 }],
  })
  expect((await world.ask(luckeyList, { raceid: RACE })).items.map((one) => one.id)).toContain(id)
  expect(await world.ask(siteDesignFetch, { raceid: RACE, id }, { lang: 'en' })).toMatchObject({
    kind: 'wheel',
    design: { title: 'Finish wheel' },
  })
  for (const path of ['/luckey/gifts', '/luckey/winning', '/site/design/fetch']) {
    const first = await world.app.inject({ url: `${path}?raceid=${RACE}&id=${id}` })
    const etag = first.headers.etag as string
    const again = await world.app.inject({ url: `${path}?raceid=${RACE}&id=${id}`, headers: { 'if-none-match': etag } })
    expect([first.statusCode, again.statusCode]).toEqual([200, 304])
  }
  expect(await fileOf(id, 'rules')).toContain('"odds":500000,"pieces":3')
  expect(await fileOf(id, 'log')).toBe(404)
  expect(await play(id)).toMatchObject({ refusal: 'draw_not_open' })
  expect(await world.call(luckeyDraw, { raceid: RACE, id, own: own() })).toMatchObject({ code: '401' })
})

test('chances follow the rules, and a friend counts once, for one player', async () => {
  const id = await open({ chances: { registered: 2, finished: 4, shared: 2, volunteered: 8 } })
  expect(await check(id)).toMatchObject({ total: 0, left: 0, finisher: false })
  expect(await play(id)).toMatchObject({ refusal: 'no_chance_left' })
  await numbered(world, ['R|0001'], { uid: runner.uid })
  const mine = await check(id)
  expect(mine).toMatchObject({ total: 2, left: 2 })
  const [friend, other, third] = (await runners(3)) as [Runner, Runner, Runner]
  await check(id, friend, { from: mine.person })
  await check(id, friend, { from: mine.person })
  await check(id, runner, { from: mine.person })
  expect((await check(id)).total).toBe(3)
  const theirs = await check(id, other)
  await check(id, friend, { from: theirs.person })
  expect((await check(id, other)).total).toBe(0)
  await check(id, other, { from: mine.person })
  await check(id, third, { from: mine.person })
  expect((await check(id)).total).toBe(4)
  await world.parts.seal.prepare(`race:${RACE}`)
  const mobile_ix = world.parts.seal.blind(`race:${RACE}`, 'mobile', friend.mobile)
  const at = world.clock.now()
  const shift = {
    raceid: RACE,
    _key: `1ka-${'V'.repeat(22)}`,
    name: '志愿者',
    idnum: Buffer.of(1),
    idnum_mask: '*',
    idnum_ix: Buffer.of(1),
  }
  const rest = { mobile_ix, post: '补给', state: 'confirmed', created_at: at, updated_at: at }
  await world.db
    .insertInto('volunteers')
    .values({ ...shift, ...rest })
    .execute()
  expect((await check(id, friend)).total).toBe(8)
  expect(totalOf((await check(id, friend)).chances)).toBe(8)
  await makeFinishers(world, [other.uid], 900)
  expect(await check(id, other)).toMatchObject({ total: 6, finisher: true })
})

test('one number of a device is one try, even if it is sent many times at once', async () => {
  const id = await open()
  const number = own()
  const all = await Promise.all(Array.from({ length: 20 }, () => play(id, runner, number)))
  expect(new Set(all.map(({ data }) => data!.n)).size).toBe(1)
  expect((await check(id)).used).toBe(1)
  expect((await play(id, runner, number)).data).toMatchObject({ n: all[0]!.data!.n, chain: all[0]!.data!.chain })
})

test('many tabs of one account use exactly its chances', async () => {
  const id = await open()
  const all = await Promise.all(Array.from({ length: 40 }, () => play(id)))
  expect(all.filter(({ code }) => code === '200')).toHaveLength(3)
  expect(new Set(all.filter(({ refusal }) => refusal).map(({ refusal }) => refusal))).toEqual(
    new Set(['no_chance_left']),
  )
  expect(await check(id)).toMatchObject({ used: 3, left: 0 })
})

test('many players at once win exactly the pieces, and the second program agrees with every outcome', async () => {
  const gifts = [gift({ odds: 400_000, pieces: 5 }), gift({ name: '帽子', odds: 400_000, pieces: 7, way: 'post' })]
  const id = await open({ gifts, wins_each: 1 })
  const people = await runners(40)
  const outcomes = await Promise.all(people.flatMap((one) => [play(id, one), play(id, one), play(id, one)]))
  const plays = outcomes.map(({ data }) => data!)
  const won = plays.filter(({ fate }) => fate === 'won')
  const left = (await world.ask(luckeyGifts, { raceid: RACE, id })).gifts.map((one) => one.left)
  expect(won.filter((one) => one.gift === 1)).toHaveLength(5 - left[0]!)
  expect(won.filter((one) => one.gift === 2)).toHaveLength(7 - left[1]!)
  expect(won.every(({ prize }) => prize !== null)).toBe(true)
  const prizes = await world.db.selectFrom('prizes').select('uid').where('sourceid', '=', id).execute()
  expect([prizes.length, new Set(prizes.map(({ uid }) => uid)).size]).toEqual([won.length, won.length])
  const rules = (await fileOf(id, 'rules')) as string
  const { draw } = await world.ask(consoleLuckydrawsClose, { raceid: RACE, id }, director)
  expect(draw).toMatchObject({ state: 'closed', tries: 120, seed: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const log = (await fileOf(id, 'log')) as string
  const receipts = new Map(plays.map(({ n, chain }) => [n, chain]))
  expect(checkLog(rules, log, receipts)).toMatchObject({ tries: 120, won: won.length })
  expect(await play(id, people[0]!)).toMatchObject({ refusal: 'draw_not_open' })
  expect(log).not.toContain(people[0]!.mobile)
})

test('two chances at the last piece never both win', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await open({ gifts: [gift({ odds: 1_000_000, pieces: 1 })], chances: { everybody: 1 } })
    const people = await runners(6)
    const fates = await Promise.all(people.map(async (one) => (await play(id, one)).data!.fate))
    expect(fates.toSorted()).toEqual(['out', 'out', 'out', 'out', 'out', 'won'])
  }
})

test('a clock that goes back neither opens a draw again nor gives a chance again', async () => {
  const id = await open({ closes_at: '2026-11-27T04:10:00Z' })
  await play(id)
  world.clock.set('2026-11-27T04:10:00Z')
  expect(await play(id)).toMatchObject({ refusal: 'draw_not_open' })
  await world.ask(consoleLuckydrawsClose, { raceid: RACE, id }, director)
  world.clock.set(NOW)
  expect(await play(id)).toMatchObject({ refusal: 'draw_not_open' })
})

const winOne = async (way: string, change: object = {}) => {
  const id = await open({ gifts: [gift({ odds: 1_000_000, way, ...change })], chances: { everybody: 1 } })
  const winner = await runnerSession(world)
  const { data } = await play(id, winner)
  return { id, winner, prize: data!.prize! }
}
test('the check list of an entry has one line for all prizes of a runner, with the earliest deadline', async () => {
  const winner = await runnerSession(world)
  const parts = { db: world.db, now: world.clock.now(), lang: 'en' } as never
  const lines = () => checklist(parts, { raceid: RACE, uid: winner.uid } as never)
  const win = async () =>
    play(await open({ gifts: [gift({ odds: 1_000_000, names: { en: 'Bottle' } })], chances: { everybody: 1 } }), winner)
  expect(await lines()).toEqual([])
  await win()
  expect(await lines()).toMatchObject([{ says: 'Claim your prize: Bottle', page: `/prizes?raceid=${RACE}` }])
  await win()
  const [first] = await world.db.selectFrom('prizes').select('claim_until').where('uid', '=', winner.uid).execute()
  expect(await lines()).toMatchObject([{ says: 'Claim your 2 prizes', until: first!.claim_until }])
})

test('a desk hands a prize out once, and only by its code', async () => {
  const { winner, prize } = await winOne('scan')
  const gate = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
  const award = (code: string, more: object = {}) => world.call(luckeyAward, { raceid: RACE, code, ...more }, gate)
  expect(await world.call(luckeyAward, { raceid: RACE, code: prize._key }, winner)).toMatchObject({ code: '10001' })
  expect(await award('nothing')).toMatchObject({ refusal: 'prize_not_found' })
  const both = await Promise.all([award(`http://x/prizes?id=${prize._key}`), award(prize._key)])
  expect(both.map(({ refusal }) => refusal ?? 'ok').toSorted()).toEqual(['ok', 'prize_handed'])
  expect(await award(prize._key, { undo: '1' })).toMatchObject({ data: { prize: { state: 'won' } } })
})

test('a prize by post keeps its address sealed, and staff open and send it with a log', async () => {
  const { id, winner, prize } = await winOne('post')
  const contact = { name: '沈收件', mobile: '13800138000', address: '杭州市西湖区某路1号' }
  const claim = (as: { token: string }) => world.call(luckeyGet, { id: prize._key, ...contact }, as)
  expect(await claim(runner)).toMatchObject({ refusal: 'prize_not_found' })
  expect(await claim(winner)).toMatchObject({ code: '200' })
  const row = await world.db.selectFrom('prizes').selectAll().where('_key', '=', prize._key).executeTakeFirstOrThrow()
  expect(JSON.stringify(row.contact)).not.toContain('某路')
  expect(row.contact_mask).toBe('沈** · 138****8000 · 杭州市西湖区…')
  expect(await world.ask(consoleLuckydrawsOpen, { raceid: RACE, id: row.id }, director)).toEqual(contact)
  const send = { raceid: RACE, id: row.id, carrier: '顺丰', number: 'SF1' }
  expect(await world.ask(consoleLuckydrawsSend, send, director)).toEqual({ state: 'sent' })
  expect(await claim(winner)).toMatchObject({ refusal: 'prize_on_its_way' })
  const listed = await world.ask(consoleLuckydrawsWinners, { raceid: RACE, source: id }, director)
  expect([listed.total, JSON.stringify(listed).includes('某路')]).toEqual([1, false])
  const copy = await personal.copy!.ofAccount!({ ...world.parts, lang: 'en', now: world.clock.now() } as never, winner)
  expect(copy).toMatchObject({ prizes: [{ contact }], draws: [{ used: 1 }] })
  world.clock.advance(91 * 86_400_000)
  await sweep('prizes_erase')
  const later = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  expect(await world.ask(consoleLuckydrawsOpen, { raceid: RACE, id: row.id }, later)).toMatchObject({ address: '' })
  world.clock.set(NOW)
})

test('a place gives one invitation, and an unclaimed prize goes back by date', async () => {
  const { winner, prize } = await winOne('place', { settings: { eventid: 1 } })
  const get = () => world.ask(luckeyGet, { id: prize._key }, winner)
  const codes = await Promise.all([get(), get()])
  expect(new Set(codes.map(({ items }) => items[0]!.code)).size).toBe(1)
  expect(codes[0]!.items[0]).toMatchObject({ state: 'given', eventid: 1 })
  const late = await winOne('post')
  world.clock.advance(14 * 86_400_000)
  const claim = { id: late.prize._key, name: '沈', mobile: '13800138000', address: '杭州' }
  expect(await world.call(luckeyGet, claim, late.winner)).toMatchObject({ refusal: 'prize_returned' })
  await sweep('prizes_return')
  expect((await world.ask(luckeyGet, {}, late.winner)).items[0]).toMatchObject({ state: 'returned' })
  world.clock.set(NOW)
  const none = await winOne('coupon', { settings: { couponid: 1 } })
  expect(await world.call(luckeyGet, { id: none.prize._key }, none.winner)).toMatchObject({
    refusal: 'prize_not_available',
  })
  expect((await world.ask(luckeyWinning, { raceid: RACE, id: late.id })).items).toHaveLength(1)
})

test('merged accounts keep used chances, and an erased account leaves the log as it was', async () => {
  const id = await open({ gifts: [gift({ odds: 1_000_000 })] })
  const [one, two] = (await runners(2)) as [Runner, Runner]
  await play(id, one)
  await play(id, two)
  await world.db.transaction().execute((tx) => personal.merge!.adopt!(tx, { from: one.uid, to: two.uid }))
  expect(await check(id, two)).toMatchObject({ used: 2, wins: 2, left: 1 })
  expect((await world.ask(luckeyGet, {}, two)).items).toHaveLength(2)
  await world.db.transaction().execute((tx) => personal.erase!.account!(tx, two.uid, world.clock.now()))
  expect((await world.ask(luckeyGet, {}, two)).items).toEqual([])
  await world.ask(consoleLuckydrawsClose, { raceid: RACE, id }, director)
  expect(checkLog((await fileOf(id, 'rules')) as string, (await fileOf(id, 'log')) as string)).toMatchObject({
    tries: 2,
  })
})
