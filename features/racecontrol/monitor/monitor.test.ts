import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type HandoutDesk, type Runner, openHandoutDesk } from '#test/scenes/handoutDesk.ts'
import { personal } from '../personal.service.ts'
import { insertAlarm } from './alarms.store.ts'
import {
  consoleRacecontrolAlarmsEnd,
  consoleRacecontrolAlarmsNote,
  consoleRacecontrolAlarmsRaise,
  consoleRacecontrolAlarmsTake,
  consoleRacecontrolSettingsSave,
  consoleRacecontrolSettingsShow,
  liveGpsMonitor,
} from './monitor.contract.ts'
import { watchRace } from './monitor.service.ts'
import { usualAlarmSettings } from './alarms.rules.ts'

let scene: HandoutDesk
let runner: Runner
let timer: { token: string; staffid: number }
const raceid = RACE
beforeAll(async () => {
  scene = await openHandoutDesk()
  runner = await scene.enter(7)
  timer = await staffSession(scene.world, [{ raceid, role: 'timer' }])
})
afterAll(() => scene?.world.close())
const monitor = (as = timer) => scene.world.ask(liveGpsMonitor, { raceid }, as)
const raise = (given: object, as = timer) =>
  scene.world.call(consoleRacecontrolAlarmsRaise, { raceid, ...given } as never, as)

test('only staff with the right for this race look at the monitor and change alarms', async () => {
  const { world, gate } = scene
  const elsewhere = await staffSession(world, [{ raceid: 999, role: 'director' }])
  const calls = [
    [liveGpsMonitor, { raceid }],
    [consoleRacecontrolAlarmsRaise, { raceid, bib: '1' }],
    [consoleRacecontrolAlarmsTake, { raceid, id: 1 }],
    [consoleRacecontrolAlarmsNote, { raceid, id: 1, note: '好' }],
    [consoleRacecontrolAlarmsEnd, { raceid, id: 1 }],
    [consoleRacecontrolSettingsShow, { raceid }],
    [consoleRacecontrolSettingsSave, { raceid, ...usualAlarmSettings }],
  ] as const
  for (const [endpoint, input] of calls) {
    for (const as of [gate, elsewhere])
      expect(await world.call(endpoint, input as never, as), endpoint.path).toMatchObject({ code: '403' })
    expect(await world.call(endpoint, input as never)).toMatchObject({ code: '401' })
  }
})

test('wrong calls are refused', async () => {
  const { world } = scene
  expect(await raise({})).toMatchObject({ refusal: 'alarm_where' })
  expect(await raise({ bib: 'x'.repeat(21) })).toMatchObject({ code: '422' })
  expect(await raise({ place: '\u0000' })).toMatchObject({ code: '422' })
  expect(await raise({ metres: -4 })).toMatchObject({ code: '422' })
  const strange = { raceid, id: 12_345 }
  expect(await world.call(consoleRacecontrolAlarmsTake, strange, timer)).toMatchObject({ refusal: 'alarm_not_found' })
  expect(await world.call(consoleRacecontrolAlarmsNote, { ...strange, note: '好' }, timer)).toMatchObject({
    refusal: 'alarm_not_found',
  })
  expect(await world.call(consoleRacecontrolAlarmsEnd, strange, timer)).toMatchObject({ refusal: 'alarm_not_found' })
})

test('a call for help comes first, one person takes it, notes are sealed, and a person ends it', async () => {
  const { world, director } = scene
  await world.db.transaction().execute((tx) =>
    insertAlarm(
      tx,
      raceid,
      {
        carrier: 'bib:Z1',
        kind: 'battery',
        carried: 'runner',
        bib: null,
        eventid: null,
        place: '',
        metres: null,
        lat: null,
        lon: null,
        value: 9,
        since: world.clock.now(),
        raised_by: null,
      },
      world.clock.now(),
    ),
  )
  const { id } = await world.ask(
    consoleRacecontrolAlarmsRaise,
    { raceid, bib: 'a0007', metres: 12_300, place: 'CP2 下坡', note: '队友打来电话' },
    timer,
  )
  expect(await raise({ bib: 'A0007' })).toMatchObject({ refusal: 'alarm_there' })
  const [first, second] = (await monitor()).alarms
  expect(first).toMatchObject({
    id,
    kind: 'sos',
    bib: 'A0007',
    metres: 12_300,
    by_hand: true,
    taken_by: null,
    eventid: 1,
  })
  expect(first!.name).toEqual(expect.any(String))
  expect(first!.notes).toMatchObject([{ note: '队友打来电话' }])
  expect(second).toMatchObject({ kind: 'battery', value: 9 })

  const both = await Promise.all(
    [timer, director].map((as) => world.call(consoleRacecontrolAlarmsTake, { raceid, id }, as)),
  )
  expect(both.map(({ code }) => code).sort()).toEqual(['200', '409'])
  const [holder, other] = both[0]!.code === '200' ? [timer, director] : [director, timer]
  expect(await world.call(consoleRacecontrolAlarmsTake, { raceid, id, back: true }, other)).toMatchObject({
    refusal: 'alarm_not_mine',
  })
  expect((await monitor(holder)).alarms[0]).toMatchObject({ mine: true, taken_by: '工作人员' })
  expect(await world.ask(consoleRacecontrolAlarmsTake, { raceid, id, over: true }, other)).toMatchObject({ mine: true })
  expect(await world.ask(consoleRacecontrolAlarmsTake, { raceid, id, back: true }, other)).toMatchObject({
    taken_by: null,
  })
  const { notes } = await world.ask(consoleRacecontrolAlarmsNote, { raceid, id, note: '扭伤脚踝 䶮🏃' }, other)
  expect(notes).toHaveLength(2)
  const stored = await world.db.selectFrom('alarm_notes').select('note').where('alarmid', '=', id).execute()
  expect(stored.some(({ note }) => note!.toString('utf8').includes('扭伤'))).toBe(false)

  await watchRace(world.db, raceid, world.clock.now())
  expect(
    (await monitor()).alarms.map((one) => one.kind),
    'a reason that is gone ends by itself',
  ).toEqual(['sos'])
  expect((await monitor()).ended).toMatchObject([{ kind: 'battery', ended_by: null }])
  const done = await world.ask(consoleRacecontrolAlarmsEnd, { raceid, id, note: '已送回起点' }, timer)
  expect(done).toMatchObject({ ended_by: '工作人员', notes: [{}, {}, { note: '已送回起点' }] })
  expect(await world.call(consoleRacecontrolAlarmsEnd, { raceid, id }, timer)).toMatchObject({ refusal: 'alarm_ended' })
  expect(await world.call(consoleRacecontrolAlarmsTake, { raceid, id }, timer)).toMatchObject({
    refusal: 'alarm_ended',
  })
  expect((await monitor()).ended[0]).toMatchObject({ id, kind: 'sos' })
  expect(await raise({ bib: 'A0007' }), 'a later call is a new alarm').toMatchObject({ code: '200' })
  const logs = await world.db.selectFrom('log').selectAll().where('what', 'like', 'alarm %').execute()
  expect(JSON.stringify(logs)).not.toMatch(/A0007|扭伤|CP2/)
})

test('the log keeps who looks, once an hour', async () => {
  const { world } = scene
  const viewer = await staffSession(world, [{ raceid, role: 'timer' }])
  const visits = async () =>
    (
      await world.db
        .selectFrom('log')
        .select('id')
        .where('what', '=', 'monitor opened')
        .where('staffid', '=', viewer.staffid)
        .execute()
    ).length
  await monitor(viewer)
  await monitor(viewer)
  expect(await visits()).toBe(1)
  world.clock.advance(3_600_000)
  await monitor(viewer)
  expect(await visits()).toBe(2)
})

test('a race has limits of its own', async () => {
  const { world } = scene
  const { usual, settings } = await world.ask(consoleRacecontrolSettingsShow, { raceid }, timer)
  expect(settings).toEqual(usual)
  const own = { ...usual, still_minutes: 25, cutoff: false }
  await world.ask(consoleRacecontrolSettingsSave, { raceid, ...own }, timer)
  expect((await world.ask(consoleRacecontrolSettingsShow, { raceid }, timer)).settings).toEqual(own)
  for (const wrong of [{ still_minutes: -1 }, { off_metres: 10_001 }, { battery_percent: 'x' }])
    expect(
      await world.call(consoleRacecontrolSettingsSave, { raceid, ...own, ...wrong } as never, timer),
    ).toMatchObject({ code: '422' })
})

test("the copy of a runner's data has the own alarms; an erasure leaves the record without the person", async () => {
  const { world } = scene
  expect(await personal.copy!.ofRegistration!(world.db, raceid, runner.id)).toMatchObject({
    alarms: [{ kind: 'sos' }, { kind: 'sos' }],
  })
  await world.db
    .transaction()
    .execute((tx) =>
      personal.erase!.registration!(tx, { raceid, id: runner.id, bib: '0007', prefix_bib: 'A' } as never, new Date()),
    )
  const { alarms, ended } = await monitor()
  expect(JSON.stringify([alarms, ended])).not.toMatch(/A0007|脚踝|CP2/)
  expect(ended.length).toBeGreaterThan(0)
})

test('when a mobile network fails, a call for help stays first and the answer gives the number of all alarms', async () => {
  const { world } = scene
  const now = world.clock.now()
  const silent = { carried: 'runner', eventid: 1, place: '', metres: 5000, lat: null, lon: null, value: 16 } as const
  await world.db.transaction().execute(async (tx) => {
    for (let n = 0; n < 320; n++) {
      const bib = `B${n}`
      const raised = { ...silent, kind: 'silent' as const, carrier: `bib:${bib}`, bib, since: now, raised_by: null }
      await insertAlarm(tx, raceid, raised, now)
    }
  })
  expect((await raise({ bib: 'B319', place: '大桥' })).code).toBe('200')
  const { alarms, open } = await monitor()
  const calls = alarms.filter(({ kind }) => kind === 'sos').length
  expect(alarms.slice(0, calls).some(({ kind, bib }) => kind === 'sos' && bib === 'B319')).toBe(true)
  expect(alarms).toHaveLength(300)
  expect(open).toBeGreaterThanOrEqual(321)
})
