import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Lang } from '#contract/words.ts'
import { luckeyAward, luckeyGet } from '#features/luckydraws/contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { numbered } from '#test/numbered.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleCardsList,
  consoleCardsSave,
  fucardDemand,
  fucardDraw,
  fucardGift,
  fucardGive,
  fucardGiving,
  fucardMy,
  fucardShow,
  fucardShowDemand,
  fucardTake,
} from './contract.ts'
import { room } from './room.ts'
import { drawsLeft, pickCard, whyNoDraw } from './rules.ts'

let world: World
let director: { token: string }
type Runner = Awaited<ReturnType<typeof runnerSession>>
const NOW = '2026-11-27T04:00:00Z'
beforeAll(async () => {
  world = await makeWorld({ now: NOW })
  await openRace(world)
  await openEvent(world)
})
beforeEach(async () => {
  world.clock.set(NOW)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
})
afterAll(() => world?.close())

const kind = (name: string, change: object = {}) => ({ name, icon: '🏃', odds: 500_000, pieces: 100, ...change })
const draft = (change: object = {}) => ({
  raceid: RACE,
  name: '集齐江城',
  names: { en: 'Collect the city' },
  daily: 20,
  chances: { registered: 2 },
  gift: { name: '纪念章', names: { en: 'Medal' }, value: 5_000, pieces: 1, way: 'scan' as const },
  kinds: [kind('桥', { names: { en: 'Bridge' } }), kind('塔')],
  published: true,
  ...change,
})
const make = async (change: object = {}) => (await world.ask(consoleCardsSave, draft(change) as never, director)).set.id
const draw = (id: number, as: Runner) => world.call(fucardDraw, { raceid: RACE, id }, as)
const my = async (id: number, as: Runner) => (await world.ask(fucardMy, { raceid: RACE, id }, as)).my
const offer = (id: number, as: Runner, card: number, more: object = {}) =>
  world.call(fucardGiving, { raceid: RACE, id, card, ...more }, as)
const take = (token: string, as: Runner) => world.call(fucardTake, { raceid: RACE, token }, as)
const runners = (n: number) => Promise.all(Array.from({ length: n }, () => runnerSession(world)))
const drawUntil = async (id: number, as: Runner, card: number): Promise<void> => {
  for (let n = 0; n < 20; n++) if ((await draw(id, as)).data!.card === card) return
  throw new Error('Twenty draws gave no such card')
}

/** Lists the contradictions between the rows of a set. No calls may ever cause one. */
const broken = async (setid: number) => {
  const { rows } = await sql<{ problem: string }>`
    select 'pieces of card ' || k.card as problem from card_kinds k where k.raceid = ${RACE} and k.setid = ${setid}
      and k.drawn <> (select count(*) from cards c where c.raceid = k.raceid and c.setid = k.setid and c.card = k.card)
    union all select 'too many of card ' || card from card_kinds where raceid = ${RACE} and setid = ${setid}
      and drawn > pieces
    union all select 'turns of ' || c.id from cards c where c.raceid = ${RACE} and c.setid = ${setid}
      and c.turn <> 1 + (select count(*) from card_moves m where m.raceid = c.raceid and m.cardid = c.id)
    union all select 'holder of ' || c.id from cards c join lateral (select to_player from card_moves m
      where m.raceid = c.raceid and m.cardid = c.id order by turn desc limit 1) last on true
      where c.raceid = ${RACE} and c.setid = ${setid} and last.to_player <> c.playerid
    union all select 'gifts' from card_sets s where s.raceid = ${RACE} and s.id = ${setid} and (s.gift_won <>
      (select count(*) from prizes p where p.raceid = s.raceid and p.room = 'cards' and p.sourceid = s.id)
      or s.gift_won <> (select count(*) from card_players p where p.raceid = s.raceid and p.setid = s.id
        and p.gift_at is not null) or s.gift_won * (select count(*) from card_kinds k where k.raceid = s.raceid
        and k.setid = s.id) <> (select count(*) from cards c where c.raceid = s.raceid and c.setid = s.id
        and c.used_at is not null))`.execute(world.db)
  return rows.map(({ problem }) => problem)
}

test('the rules draw by odds among the remaining cards, and count visits and actions', () => {
  const kinds = [
    { card: 1, odds: 100, left: 0 },
    { card: 2, odds: 300, left: 1 },
    { card: 3, odds: 700, left: 5 },
  ]
  expect([0, 299, 300, 999].map((at) => pickCard(kinds, () => at))).toEqual([2, 2, 3, 3])
  expect(pickCard([{ card: 1, odds: 5, left: 0 }], () => 0)).toBeUndefined()
  const set = { daily: 2, chances: { finished: 3 } }
  const player = { day: '2026-11-27', today: 1, used: 1 }
  const facts = { registered: true, finished: true, volunteered: false }
  expect(drawsLeft(set, player, facts, '2026-11-27')).toEqual({ visit: 1, deeds: 2 })
  expect(drawsLeft(set, player, facts, '2026-11-28')).toEqual({ visit: 2, deeds: 2 })
  expect(drawsLeft(set, player, facts, '2026-11-26'), 'a clock that goes back gives nothing').toMatchObject({
    visit: 0,
  })
})

test('the page of a set gives no card before the set opens, after it closes, and when every card is drawn', () => {
  const [now, early, late] = [Date.parse('2026-03-01T00:00:00Z'), '2026-02-01T00:00:00Z', '2026-04-01T00:00:00Z']
  const [none, some] = [
    [{ left: 0 }, { left: 0 }],
    [{ left: 0 }, { left: 1 }],
  ]
  const open = { opens_at: early, closes_at: late }
  expect([
    whyNoDraw(open, some, now),
    whyNoDraw({ opens_at: null, closes_at: null }, some, now),
    whyNoDraw(open, none, now),
    whyNoDraw({ opens_at: late, closes_at: null }, none, now),
    whyNoDraw({ opens_at: early, closes_at: early }, none, now),
  ]).toEqual([undefined, undefined, 'allDrawn', 'soon', 'over'])
})

test('a set describes itself in three languages, and a change without these texts keeps them', async () => {
  const id = await make({ published: false, about: '说明', abouts: { en: 'About' } })
  await make({ id, about: '新说明' })
  const someone = await runnerSession(world)
  const said = async (lang: Lang) => (await world.ask(fucardMy, { raceid: RACE, id }, { ...someone, lang })).set.about
  expect([await said('en'), await said('zh-cn')]).toEqual(['About', '新说明'])
})

test('staff publish only lawful sets, whose odds are public and do not change', async () => {
  const save = (change: object) => world.call(consoleCardsSave, draft(change) as never, director)
  const gate = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
  expect(await world.call(consoleCardsSave, draft() as never, gate)).toMatchObject({ refusal: 'no_permission' })
  expect(await save({ kinds: [kind('一'), kind('二', { odds: 1 })] })).toMatchObject({ refusal: 'card_odds_not_whole' })
  const gift = { ...draft().gift, value: 5_000_001 }
  expect(await save({ gift })).toMatchObject({ refusal: 'card_gift_beyond_law' })
  expect(await save({ gift: { ...gift, value: 1, way: 'place' } })).toMatchObject({
    refusal: 'card_gift_settings_missing',
  })
  expect(await save({ id: 999 })).toMatchObject({ refusal: 'card_set_not_found' })
  const id = await make({ published: false })
  const [someone] = (await runners(1)) as [Runner]
  expect(await draw(id, someone)).toMatchObject({ refusal: 'card_set_not_found' })
  expect(await save({ id, updated_at: '2020-01-01T00:00:00.000Z' })).toMatchObject({
    refusal: 'card_set_changed_meanwhile',
  })
  await make({ id })
  expect(await save({ id })).toMatchObject({ refusal: 'card_set_published' })
  const shown = await world.ask(fucardShow, { raceid: RACE, id }, { lang: 'en' })
  expect(shown.items).toMatchObject([
    { name: 'Collect the city', kinds: [{ name: 'Bridge', odds: 500_000, left: 100 }, {}] },
  ])
  const first = await world.app.inject({ url: `/fucard/show?raceid=${RACE}&id=${id}` })
  const etag = first.headers.etag as string
  const again = await world.app.inject({
    url: `/fucard/show?raceid=${RACE}&id=${id}`,
    headers: { 'if-none-match': etag },
  })
  expect([first.statusCode, again.statusCode]).toEqual([200, 304])
  expect((await world.ask(consoleCardsList, { raceid: RACE }, director)).items.map((one) => one.id)).toContain(id)
})

test('many tabs draw exactly the cards of a visit and of actions, and no piece too many', async () => {
  const id = await make({ daily: 1, kinds: [kind('桥', { pieces: 2 }), kind('塔', { pieces: 3 })] })
  const [one, ...others] = (await runners(8)) as [Runner, ...Runner[]]
  expect(await world.call(fucardDraw, { raceid: RACE, id })).toMatchObject({ code: '401' })
  await numbered(world, ['C|0001'], { uid: one.uid })
  expect(await my(id, one)).toMatchObject({ visit: 1, deeds: 2 })
  const tabs = await Promise.all(Array.from({ length: 12 }, () => draw(id, one)))
  expect(tabs.filter(({ code }) => code === '200')).toHaveLength(3)
  const rest = await Promise.all(others.map((as) => draw(id, as)))
  expect(rest.filter(({ code }) => code === '200')).toHaveLength(2)
  expect(rest.filter(({ refusal }) => refusal === 'no_card_left')).toHaveLength(5)
  expect(await broken(id)).toEqual([])
})

test('of a gift link in a group of 500 exactly one card moves to exactly one person', async () => {
  const id = await make()
  const [giver] = (await runners(1)) as [Runner]
  const group = await runners(500)
  await drawUntil(id, giver, 1)
  expect(await offer(id, giver, 9)).toMatchObject({ refusal: 'card_not_yours' })
  const { token } = (await offer(id, giver, 1, { name: '小林' })).data!
  expect(await take(token, giver)).toMatchObject({ refusal: 'card_link_own' })
  const seen = await world.ask(fucardShowDemand, { raceid: RACE, token, offer: '1' })
  expect(seen).toMatchObject({ card: 1, name: '小林', over: false })
  const taps = await Promise.all(group.map((as) => take(token, as)))
  expect(taps.filter(({ code }) => code === '200')).toHaveLength(1)
  expect(new Set(taps.map(({ refusal }) => refusal ?? 'ok'))).toEqual(new Set(['ok', 'card_link_over']))
  expect(await world.call(fucardShowDemand, { raceid: RACE, token, offer: '1' })).toMatchObject({
    refusal: 'card_link_over',
  })
  const { rows } = await sql<{ uid: number; n: number }>`select p.uid::int as uid, count(*)::int as n
    from cards c join card_players p on p.raceid = c.raceid and p.id = c.playerid
    where c.raceid = ${RACE} and c.setid = ${id} group by p.uid`.execute(world.db)
  const winner = group[taps.findIndex(({ code }) => code === '200')]!
  expect(rows.find(({ uid }) => uid === winner.uid)?.n).toBe(1)
  expect(rows.filter(({ uid }) => group.some((one) => one.uid === uid))).toHaveLength(1)
  expect(await broken(id)).toEqual([])
  // The test makes 500 accounts, which takes long on a slow machine.
}, 180_000)

test('an offer that ends keeps the card, and a requested card comes from the first giver', async () => {
  const id = await make()
  const [one, two, asker] = (await runners(3)) as [Runner, Runner, Runner]
  await Promise.all([drawUntil(id, one, 2), drawUntil(id, two, 2)])
  const { token } = (await offer(id, one, 2)).data!
  await offer(id, one, 2, { stop: '1' })
  expect(await take(token, two)).toMatchObject({ refusal: 'card_link_over' })
  expect(await world.call(fucardDemand, { raceid: RACE, id, card: 77 }, asker)).toMatchObject({
    refusal: 'card_unknown',
  })
  const asked = await world.ask(fucardDemand, { raceid: RACE, id, card: 2, name: '阿强' }, asker)
  expect(await world.ask(fucardShowDemand, { raceid: RACE, token: asked.token })).toMatchObject({
    card: 2,
    name: '阿强',
    over: false,
  })
  const give = (as: Runner) => world.call(fucardGive, { raceid: RACE, token: asked.token }, as)
  expect(await give(asker)).toMatchObject({ refusal: 'card_link_own' })
  const [stranger] = (await runners(1)) as [Runner]
  expect(await give(stranger)).toMatchObject({ refusal: 'card_not_yours' })
  const both = await Promise.all([give(one), give(two), give(one), give(two)])
  expect(both.filter(({ code }) => code === '200')).toHaveLength(1)
  expect((await my(id, asker)).own).toEqual([{ card: 2, n: 1, offered: 0, used: 0 }])
  expect(await world.ask(fucardShowDemand, { raceid: RACE, token: asked.token })).toMatchObject({ over: true })
  expect(await broken(id)).toEqual([])
})

test('a full set gives its gift once, the cards in it stay, and the gift is claimed like a prize', async () => {
  const id = await make({ gift: { ...draft().gift, pieces: 1 } })
  const [one, two] = (await runners(2)) as [Runner, Runner]
  const gift = (as: Runner) => world.call(fucardGift, { raceid: RACE, id }, as)
  expect(await gift(one)).toMatchObject({ refusal: 'card_set_not_full' })
  for (const as of [one, two]) for (const card of [1, 2]) await drawUntil(id, as, card)
  const tabs = await Promise.all([gift(one), gift(one), gift(one), gift(two)])
  expect(tabs.filter(({ code }) => code === '200')).toHaveLength(1)
  const winner = tabs[3]!.code === '200' ? two : one
  const loser = winner === one ? two : one
  expect(await gift(winner)).toMatchObject({ refusal: 'card_gift_taken' })
  expect(await gift(loser)).toMatchObject({ refusal: 'card_gifts_gone' })
  expect(await my(id, winner)).toMatchObject({ has_gift: true })
  const prize = (await world.ask(luckeyGet, { raceid: RACE }, winner)).items[0]!
  expect(prize).toMatchObject({ room: 'cards', state: 'won' })
  await world.ask(luckeyAward, { raceid: RACE, code: prize._key }, director)
  expect(await broken(id)).toEqual([])
})

test('no card is made or lost in any concurrent order of draws, offers, takes, asks, gives and gifts', async () => {
  const step = fc.record({ who: fc.nat(3), what: fc.nat(5), card: fc.integer({ min: 1, max: 2 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 2, maxLength: 8 }), { minLength: 1, maxLength: 6 }),
      async (rounds) => {
        const id = await make({
          gift: { ...draft().gift, pieces: 2 },
          kinds: [kind('桥', { pieces: 6 }), kind('塔', { pieces: 6 })],
        })
        const people = await runners(4)
        const links: string[] = []
        const demands: string[] = []
        const act = async ({ who, what, card }: { who: number; what: number; card: number }) => {
          const as = people[who]!
          if (what === 0) await draw(id, as)
          if (what === 1) links.push((await offer(id, as, card)).data?.token ?? '')
          if (what === 2)
            await Promise.all(
              links
                .slice(-2)
                .filter(Boolean)
                .map((token) => take(token, as)),
            )
          if (what === 3)
            demands.push((await world.call(fucardDemand, { raceid: RACE, id, card }, as)).data?.token ?? '')
          if (what === 4)
            await Promise.all(
              demands
                .slice(-2)
                .filter(Boolean)
                .map((token) => world.call(fucardGive, { raceid: RACE, token }, as)),
            )
          if (what === 5) await world.call(fucardGift, { raceid: RACE, id }, as)
        }
        await Promise.all(people.map((as) => draw(id, as)))
        for (const round of rounds) {
          await Promise.all(round.map(act))
          expect(await broken(id)).toEqual([])
        }
      },
    ),
    { numRuns: 25 },
  )
})

test('merged accounts keep all cards and one gift, and an erased account leaves the counts right', async () => {
  const id = await make({ gift: { ...draft().gift, pieces: 5 } })
  const [one, two] = (await runners(2)) as [Runner, Runner]
  await Promise.all([drawUntil(id, one, 1), drawUntil(id, two, 2)])
  const count = async (as: Runner) => (await my(id, as)).own.reduce((sum, { n }) => sum + n, 0)
  const before = (await count(one)) + (await count(two))
  const { merge, copy, erase } = room.personal!
  await world.db.transaction().execute((tx) => merge!.adopt!(tx, { from: one.uid, to: two.uid }))
  expect([await count(two), await count(one)]).toEqual([before, 0])
  const held = await copy!.ofAccount!({ ...world.parts, lang: 'en', now: world.clock.now() } as never, two)
  expect(held).toMatchObject({ collections: [{ setid: id, cards: before }] })
  await world.db.transaction().execute((tx) => erase!.account!(tx, two.uid, world.clock.now()))
  expect(await count(two)).toBe(0)
  const { rows } = await sql<{ n: number }>`select sum(drawn)::integer as n from card_kinds where raceid = ${RACE}
    and setid = ${id}`.execute(world.db)
  expect(rows[0]!.n).toBe(before)
})
