import { afterAll, beforeAll, expect, test } from 'vitest'
import { alterOneCharacter } from '#test/alter.ts'
import { numbered } from '#test/numbered.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { send as sendReads, standings, worked } from '#test/timing.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleTimingCourse,
  consoleTimingDevice,
  consoleTimingList,
  consoleTimingReads,
  consoleTimingShow,
  consoleTimingStation,
  timingLogStat,
} from '../contract.ts'
import { consoleTimingRunner, consoleTimingUndo } from '../corrections/corrections.contract.ts'
import { personal } from '../personal.service.ts'
import {
  type AidSent,
  consoleTimingAidContact,
  consoleTimingAidDecide,
  consoleTimingAidSend,
  consoleTimingAidShow,
} from './aid.contract.ts'

/** The gun is at 07:30 in the zone of the race. */
const gun = Date.parse('2026-10-31T23:30:00Z')
let world: World
let director: { token: string }
let timer: { token: string }
let cashier: { token: string }
const stations: number[] = []
let mat: { key: string }
let one: { id: number; key: string }
let two: { id: number; key: string }
const phone = async (stationid: number, as = timer) => {
  const { id, key } = await world.ask(
    consoleTimingDevice,
    { raceid: RACE, stationid, name: '志愿者手机', by_hand: true },
    as,
  )
  return { id, key: key! }
}
beforeAll(async () => {
  world = await makeWorld({ now: '2026-11-01T02:00:00Z' })
  await openRace(world)
  await openEvent(world)
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  cashier = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  for (const [name, metres] of [
    ['古镇', 0],
    ['CP1 茶场', 10_000],
    ['CP2 垭口', 20_000],
  ] as const)
    stations.push((await world.ask(consoleTimingStation, { raceid: RACE, name, metres }, timer)).id)
  const made = await world.ask(consoleTimingDevice, { raceid: RACE, stationid: stations[0]!, name: '毯' }, timer)
  mat = { key: made.key! }
  ;[one, two] = [await phone(stations[1]!), await phone(stations[2]!)]
  const point = { metres: null, stationid: null, take: null, cutoff: null, required: false, mass_start: null }
  await world.ask(
    consoleTimingCourse,
    {
      raceid: RACE,
      eventid: 1,
      points: [
        { ...point, label: '起点', kind: 'start', metres: 0, stationid: stations[0]! },
        { ...point, label: 'CP1', kind: 'in', metres: 10_000, stationid: stations[1]! },
        { ...point, label: 'CP1+', kind: 'out', metres: 10_000, stationid: stations[1]! },
        { ...point, label: 'CP2', kind: 'split', metres: 20_000, stationid: stations[2]!, cutoff: 5 * 3600 },
        { ...point, label: '终点', kind: 'finish', metres: 30_000, stationid: stations[0]!, cutoff: 12 * 3600 },
      ],
      waves: [{ name: '1', zones: [], gun: new Date(gun).toISOString() }],
      rules: { fastest: 180, usual: 480 } as never,
      live: true,
    },
    timer,
  )
  const runners = [1, 2, 3, 4, 5, 6].map((n) => `${n},韩${n},男,3${n}`)
  await world.ask(
    consoleTimingList,
    { raceid: RACE, eventid: 1, kind: 'runners', csv: ['bib,name,gender,age', ...runners].join('\n') },
    timer,
  )
  await sendReads(
    world,
    mat,
    [1, 2, 3, 4, 5, 6].map((n) => [String(n), n]),
  )
}, 60_000)
afterAll(() => world?.close())

const iso = (ms: number) => new Date(ms).toISOString()
const wrote = (kind: AidSent['kind'], bib: string, change: Partial<AidSent> = {}): AidSent => ({
  entry: crypto.randomUUID(),
  kind,
  bib,
  clock: null,
  note: '',
  at: world.clock.now().toISOString(),
  ...change,
})
const send = (key: string, entries: AidSent[], clock = world.clock.now().toISOString()) =>
  world.ask(consoleTimingAidSend, { key, clock, entries })
const show = () => world.ask(consoleTimingAidShow, { raceid: RACE }, timer)
const times = async (bib: string) => {
  await worked(world)
  const { points } = await world.ask(consoleTimingRunner, { raceid: RACE, eventid: 1, bib }, director)
  return points.map(({ label, ms }) => `${label} ${ms === null ? '–' : ms / 60_000}`)
}

test('a race without a list of runners doubts no bib because of the list', async () => {
  const raceid = 9
  await openRace(world, { id: raceid })
  const as = await staffSession(world, [{ raceid, role: 'timer' }])
  const { id: stationid } = await world.ask(consoleTimingStation, { raceid, name: 'CP1', metres: 0 }, as)
  const made = await world.ask(consoleTimingDevice, { raceid, stationid, name: '手机', by_hand: true }, as)
  expect((await send(made.key!, [wrote('in', '7')])).items).toMatchObject([{ kept: true, doubts: [] }])
})

test('only its key identifies a phone, and only staff who import results see the aid stations', async () => {
  const wrong = alterOneCharacter(one.key)
  for (const key of [wrong, 'x', '', mat.key]) {
    const clock = iso(gun)
    expect(await world.call(consoleTimingAidContact, { key, clock })).toMatchObject({ refusal: 'phone_unknown' })
    expect(await world.call(consoleTimingAidSend, { key, clock, entries: [] })).toMatchObject({
      refusal: 'phone_unknown',
    })
  }
  expect(await world.call(consoleTimingReads, { key: one.key, reads: [[1, '1', gun]] })).toMatchObject({
    refusal: 'device_unknown',
  })
  expect(await world.call(consoleTimingAidShow, { raceid: RACE })).toMatchObject({ code: '401' })
  expect(await world.call(consoleTimingAidShow, { raceid: RACE }, cashier)).toMatchObject({ code: '403' })
  const entry = crypto.randomUUID()
  for (const as of [cashier, timer]) {
    const decide = await world.call(consoleTimingAidDecide, { raceid: RACE, entry, decision: 'dnf' }, as)
    expect(['no_permission', 'entry_missing']).toContain(decide.refusal)
  }
})

test('a phone gets its station, the time, and the bibs without names', async () => {
  const contact = await world.ask(consoleTimingAidContact, { key: one.key, clock: iso(gun), bibs: true })
  expect(contact).toMatchObject({
    state: 'working',
    zone: 'Asia/Shanghai',
    station: { name: 'CP1 茶场', points: [{ label: 'CP1' }, { label: 'CP1+' }] },
    bibs: ['1', '2', '3', '4', '5', '6'],
  })
  expect(JSON.stringify(contact)).not.toContain('韩')
  expect((await world.ask(consoleTimingShow, { raceid: RACE }, timer)).devices.map(({ name }) => name)).toEqual(['毯'])
})

test('a batch becomes times, and an entry that is sent again counts once', async () => {
  world.clock.set('2026-11-01T01:00:00Z')
  const batch = ['1', '2', '3', '4'].map((bib) => wrote('in', bib, { clock: '08:55' }))
  const first = await send(one.key, batch)
  expect(first.items.every(({ kept, doubts }) => kept && doubts.length === 0)).toBe(true)
  const [again, meanwhile] = await Promise.all([send(one.key, batch), send(one.key, batch)])
  expect(again).toEqual(first)
  expect(meanwhile).toEqual(first)
  await send(one.key, [wrote('out', '1', { clock: '08:57:30' })])
  expect(await times('1')).toEqual(['起点 0.016666666666666666', 'CP1 85', 'CP1+ 87.5', 'CP2 –', '终点 –'])
  expect((await world.ask(timingLogStat, { raceid: RACE }, timer)).items.map(({ reads }) => reads)).toEqual([6, 5, 0])
})

test('a phone whose clock is wrong by hours gives right moments, tapped or said', async () => {
  const wrong = (ms: number) => iso(ms + 5 * 3_600_000)
  const now = world.clock.now().getTime()
  const tapped = wrote('in', '5', { at: wrong(now - 120_000) })
  const said = wrote('out', '5', { at: wrong(now - 60_000), clock: '08:59' })
  const { items } = await send(one.key, [tapped, said], wrong(now))
  expect(items.map(({ at }) => at)).toEqual([iso(now - 120_000), iso(now - 60_000)])
  expect(items.flatMap(({ doubts }) => doubts)).toEqual([])
  expect((await times('5')).slice(1, 3)).toEqual(['CP1 88', 'CP1+ 89'])
})

test('odd entries are stored and named', async () => {
  const { items } = await send(one.key, [
    wrote('in', '99'),
    wrote('in', '1'),
    wrote('out', '4', { clock: '08:50' }),
    wrote('out', '6'),
    wrote('in', '2', { clock: '02:00' }),
  ])
  expect(items.map(({ doubts }) => doubts)).toEqual([
    ['bib_unknown'],
    ['bib_twice', 'out_before_in'],
    ['out_before_in'],
    ['no_way_in'],
    ['bib_twice', 'time_old'],
  ])
  expect((await show()).odd.map(({ bib }) => bib)).toEqual(['2', '6', '4', '1', '99'])
  // The odd entries change none of the times that the runner already had.
  expect((await times('1')).slice(1, 3)).toEqual(['CP1 85', 'CP1+ 87.5'])
})

test('an entry that waited for a network for seven hours is not old, but a stated time of seven hours before is', async () => {
  const now = world.clock.now().getTime()
  const waited = (more: object = {}) => wrote('in', '6', { at: iso(now - 7 * 3_600_000), ...more })
  const stated = (at: number) => iso(at + 8 * 3_600_000).slice(11, 16)
  const sent = [
    waited(),
    waited({ clock: stated(now - 7 * 3_600_000 - 60_000) }),
    waited({ clock: stated(now - 14 * 3_600_000) }),
    waited({ unsure_ms: 60_000 }),
  ]
  const { items } = await send(one.key, sent)
  expect(items.map(({ doubts }) => doubts.includes('time_old'))).toEqual([false, false, true, true])
  await send(
    one.key,
    sent.map(({ entry }) => wrote('undo', '', { undoes: entry })),
  )
})

test('an entry can be taken back by its own phone, even before it arrives', async () => {
  const mistake = wrote('in', '6', { clock: '08:58' })
  await send(one.key, [mistake])
  const undo = wrote('undo', '', { undoes: mistake.entry })
  expect((await send(two.key, [undo])).items[0]).toMatchObject({ kept: false })
  expect((await times('6'))[1]).toBe('CP1 88')
  expect((await send(one.key, [undo])).items[0]).toMatchObject({ kept: true })
  expect((await times('6'))[1]).toBe('CP1 –')
  const late = wrote('in', '6', { clock: '08:59' })
  await send(one.key, [wrote('undo', '', { undoes: late.entry }), late])
  expect((await times('6'))[1]).toBe('CP1 –')
  expect((await show()).latest.find(({ entry }) => entry === late.entry)).toMatchObject({ undone: true })
})

test('a drop-out is a proposal: nothing changes until a person decides, and staff can undo that', async () => {
  const drop = wrote('drop', '4', { clock: '08:56', note: '左膝受伤 🩹' })
  await send(one.key, [drop])
  await worked(world)
  expect((await standings(world)).find((line) => line.includes(' 4 '))).toContain('running')
  expect((await show()).dropped).toMatchObject([
    { bib: '4', name: '韩4', station: 'CP1 茶场', note: '左膝受伤 🩹', decision: null },
  ])
  const sealed = await world.db.selectFrom('timing_entries').select('note').where('entry', '=', drop.entry).execute()
  expect(sealed[0]!.note!.toString('utf8')).not.toContain('左膝')
  const decide = (decision: 'dnf' | 'goes_on', entry = drop.entry) =>
    world.call(consoleTimingAidDecide, { raceid: RACE, entry, decision }, director)
  const both = await Promise.all([decide('dnf'), decide('dnf')])
  expect(both.map(({ refusal }) => refusal ?? 'done').sort()).toEqual(['done', 'drop_decided'])
  expect((await standings(world)).find((line) => line.includes(' 4 '))).toContain('dnf')
  const { corrections } = await world.ask(consoleTimingRunner, { raceid: RACE, eventid: 1, bib: '4' }, director)
  expect(corrections).toMatchObject([{ kind: 'outcome', outcome: 'dnf', reason: '在CP1 茶场退赛' }])
  await world.ask(consoleTimingUndo, { raceid: RACE, eventid: 1, id: corrections[0]!.id }, director)
  expect((await standings(world)).find((line) => line.includes(' 4 '))).toContain('running')
  const unknown = wrote('drop', '99')
  await send(one.key, [unknown])
  expect((await decide('dnf', unknown.entry)).refusal).toBe('drop_without_runner')
  expect((await decide('goes_on', unknown.entry)).data).toMatchObject({ decision: 'goes_on' })
  expect((await decide('dnf', crypto.randomUUID())).refusal).toBe('entry_missing')
})

test('the notes about a runner stay if a registration that had the bib before is erased', async () => {
  const [gone] = await numbered(world, ['|4'], { names: ['旧选手'] })
  const deleted_at = world.clock.now()
  await world.db.updateTable('registrations').set({ deleted_at }).where('id', '=', gone!.id).execute()
  expect(await personal.copy!.ofRegistration!(world.db, RACE, gone!.id)).toEqual({ aid_stations: [] })
  const notes = async () =>
    (await world.db.selectFrom('timing_entries').select('note').where('bib', '=', '4').execute()).filter(
      ({ note }) => note !== null,
    ).length
  const before = await notes()
  expect(before).toBeGreaterThan(0)
  const erased = { raceid: RACE, id: gone!.id, eventid: 1, bib: '4', prefix_bib: null, anonymous: true } as never
  await world.db.transaction().execute((tx) => personal.erase!.registration!(tx, erased, deleted_at))
  expect(await notes()).toBe(before)
})

test('a runner overdue between two stations is listed, but not a runner who dropped out', async () => {
  // Runner 1 left CP1 after 87.5 minutes, so 20 km are expected after 175 minutes, and late after 206.9.
  world.clock.set(iso(gun + 200 * 60_000))
  expect((await show()).late.map(({ bib }) => bib)).not.toContain('1')
  world.clock.set(iso(gun + 208 * 60_000))
  const { late } = await show()
  expect(late.find(({ bib }) => bib === '1')).toMatchObject({
    name: '韩1',
    last: 'CP1+',
    next: 'CP2',
    expected_at: iso(gun + 175 * 60_000),
    by: 'pace',
  })
  expect(late.map(({ bib }) => bib)).not.toContain('4')
  await send(two.key, [wrote('in', '1')])
  expect((await show()).late.map(({ bib }) => bib)).not.toContain('1')
  await send(two.key, [wrote('in', '4')])
  expect((await show()).dropped.find(({ bib }) => bib === '4')).toMatchObject({ seen_after: 'CP2' })
})

test('a phone that was switched off keeps its entries, and its times count no longer', async () => {
  await world.ask(
    consoleTimingDevice,
    { raceid: RACE, id: two.id, stationid: stations[2]!, name: '志愿者手机', retire: true },
    timer,
  )
  const contact = await world.ask(consoleTimingAidContact, { key: two.key, clock: iso(gun), bibs: true })
  expect(contact).toMatchObject({ state: 'revoked', bibs: null })
  const { state, items } = await send(two.key, [wrote('in', '3')])
  expect([state, items[0]!.doubts]).toEqual(['revoked', ['phone_revoked']])
  expect((await times('3'))[3]).toBe('CP2 –')
})
