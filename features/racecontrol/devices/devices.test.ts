import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleExportsStart } from '#features/exports/contract.ts'
import { consoleImportsRead } from '#features/imports/contract.ts'
import { liveGps } from '#features/tracking/positions/spectators.contract.ts'
import { liveGpsPositions } from '#features/tracking/positions/positions.contract.ts'
import { RACE, openEvent } from '#test/entrants.ts'
import { numbered } from '#test/numbered.ts'
import { staffSession } from '#test/people.ts'
import { openTrackedHalf, placeOn, sendFix, toMinute } from '#test/scenes/trackedHalf.ts'
import { gun } from '#test/timing.ts'
import type { World } from '#test/world.ts'
import { hoursText } from '#contract/written.ts'
import { liveGpsMonitor } from '../monitor/monitor.contract.ts'
import {
  consoleRacecontrolDevicesAdd,
  consoleRacecontrolDevicesChange,
  consoleRacecontrolDevicesEnd,
  consoleRacecontrolDevicesGive,
  consoleRacecontrolDevicesList,
  consoleRacecontrolDevicesName,
  consoleRacecontrolDevicesRemove,
} from './devices.contract.ts'
import { codeIn, isDeviceName, targetIn } from './devices.rules.ts'

const raceid = RACE
let world: World
let gate: { token: string }
let director: { token: string }
beforeAll(async () => {
  const later = new Date(gun + 10 * 60_000).toISOString()
  const scene = await openTrackedHalf([
    { name: 'A', zones: [], gun: new Date(gun).toISOString() },
    { name: 'B', zones: ['B'], gun: later },
  ])
  ;({ world, director } = scene)
  gate = await staffSession(world, [{ raceid, role: 'gate' }])
})
afterAll(() => world?.close())

const add = (code: string, more: object = {}) =>
  world.ask(consoleRacecontrolDevicesAdd, { raceid, code, ...more }, gate)
const give = (code: string, more: object, as = gate) =>
  world.call(consoleRacecontrolDevicesGive, { raceid, code, ...more } as never, as)
const back = (code: string, lost = false) => world.call(consoleRacecontrolDevicesEnd, { raceid, code, lost }, gate)
const list = (more: object = {}) => world.ask(consoleRacecontrolDevicesList, { raceid, ...more } as never, gate)
const fixesOf = (bib: string) =>
  world.db
    .selectFrom('fixes')
    .innerJoin('tracks', (on) =>
      on.onRef('tracks.raceid', '=', 'fixes.raceid').onRef('tracks.id', '=', 'fixes.trackid'),
    )
    .select(['fixes.at', 'tracks.id'])
    .where('tracks.bib', '=', bib)
    .orderBy('fixes.at')
    .execute()

test('codes, identifiers and target times', () => {
  expect([codeIn(' t-001 '), codeIn('Ｔ００１'), codeIn(''), codeIn('-x'), codeIn('a b')]).toEqual([
    'T-001',
    'T001',
    undefined,
    undefined,
    undefined,
  ])
  expect(isDeviceName('868822040123456')).toBe(false)
  expect(isDeviceName('12345678901234567890123')).toBe(false)
  expect(isDeviceName('aaaaaaaaaaaaaaaaaaaaaaaaa')).toBe(false)
  expect(isDeviceName('k3Jx9-qLw_82TzPm4RbYv7')).toBe(true)
  expect([targetIn('3:30'), targetIn('３:30:05'), targetIn('0:00'), targetIn('3:75'), targetIn('abc')]).toEqual([
    12_600,
    12_605,
    undefined,
    undefined,
    undefined,
  ])
  expect(hoursText(12_605)).toBe('3:30:05')
})

test('only staff of the race with the right hand devices out', async () => {
  const elsewhere = await staffSession(world, [{ raceid: 999, role: 'director' }])
  const viewer = await staffSession(world, [{ raceid, role: 'viewer' }])
  for (const as of [elsewhere, viewer]) {
    expect(await world.call(consoleRacecontrolDevicesList, { raceid } as never, as)).toMatchObject({ code: '403' })
    expect(await give('X', { bib: '1' }, as)).toMatchObject({ code: '403' })
  }
  expect(await world.call(consoleRacecontrolDevicesList, { raceid } as never)).toMatchObject({ code: '401' })
})

test('a device goes to one runner and then to another, and each runner has only the own positions', async () => {
  const { token } = await add('t-1', { model: 'TK905' })
  expect(await world.call(consoleRacecontrolDevicesAdd, { raceid, code: 'T-1' }, gate)).toMatchObject({
    refusal: 'tracker_known',
  })
  expect(await sendFix(world, token, 0, placeOn(0)), 'nobody has it').toBe(404)
  toMinute(world, 1)
  expect(await give('T-1', { bib: '99' })).toMatchObject({ refusal: 'tracker_runner_unknown' })
  expect(await give('T-9', { bib: '1' })).toMatchObject({ refusal: 'tracker_not_found' })
  expect(await give(' t-1', { bib: '1' })).toMatchObject({
    data: { code: 'T-1', state: 'out', carrier: { kind: 'runner', bib: '1', name: '龙1', shown: false } },
  })
  expect(await give('T-1', { bib: '2' })).toMatchObject({ refusal: 'tracker_out' })
  await add('T-2')
  expect(await give('T-2', { bib: '1' })).toMatchObject({ refusal: 'tracker_runner_has' })

  for (let minute = 2; minute <= 5; minute++)
    expect(await sendFix(world, token, minute, placeOn(minute * 160))).toBe(200)
  expect(await fixesOf('1')).toHaveLength(4)
  toMinute(world, 6)
  expect(await back('t-1')).toMatchObject({ data: { state: 'free', carrier: null } })
  expect(await back('T-1')).toMatchObject({ refusal: 'tracker_in' })
  expect(await sendFix(world, token, 7, placeOn(1200)), 'the app need not send it again').toBe(200)
  expect(await fixesOf('1')).toHaveLength(4)

  toMinute(world, 8)
  await give('T-1', { bib: '2', shown: true })
  // The device first sends a fix from the time before its return, and then a fix from the present.
  expect(await sendFix(world, token, 5.5, placeOn(900))).toBe(200)
  toMinute(world, 9)
  expect(await sendFix(world, token, 9, placeOn(1400))).toBe(200)
  expect(await fixesOf('1')).toHaveLength(4)
  expect(await fixesOf('2')).toHaveLength(1)
  const refused = await world.db.selectFrom('fix_refusals').select(['reason', 'times']).orderBy('reason').execute()
  expect(refused).toEqual([
    { reason: 'earlier', times: 1 },
    { reason: 'stopped', times: 1 },
  ])
  const { items } = await world.ask(liveGpsPositions, { raceid, bibs: '1,2' }, gate)
  expect(
    items.filter(({ by }) => by === 'gps').map(({ bib }) => bib),
    'public by consent alone',
  ).toEqual(['2'])
})

test('two people who hand out one device at once: one of them succeeds', async () => {
  await add('T-3')
  const both = await Promise.all(['3', '4'].map((bib) => give('T-3', { bib })))
  expect(both.map(({ code }) => code).sort()).toEqual(['200', '409'])
})

test('a lost device ends its track, and comes back', async () => {
  const { token } = await add('T-4')
  toMinute(world, 10)
  await give('T-4', { bib: '5' })
  await sendFix(world, token, 11, placeOn(1700), { batt: 12 })
  expect(await back('T-4', true)).toMatchObject({ data: { state: 'lost', carrier: { bib: '5' }, battery: 12 } })
  await sendFix(world, token, 12, placeOn(1800))
  expect(await fixesOf('5')).toHaveLength(1)
  expect((await list({ state: 'lost' })).items.map(({ code }) => code)).toEqual(['T-4'])
  expect(await back('T-4')).toMatchObject({ data: { state: 'free', lost_at: null } })
  expect((await list({ q: 't-4' })).items).toMatchObject([{ code: 'T-4', state: 'free', carrier: null }])
})

test('a pacer shows the deviation from the target to race control and spectators, by the wave', async () => {
  const { token } = await add('P-1')
  expect(await give('P-1', { kind: 'pacer', name: '兔子', eventid: 1 })).toMatchObject({
    refusal: 'tracker_carrier_unnamed',
  })
  toMinute(world, 10)
  // Two hours for 21.1 km, in the wave that starts after ten minutes.
  const pacer = { kind: 'pacer', name: '2:00 兔子', eventid: 1, target_s: 7200, wave: 'B', shown: true }
  expect(await give('P-1', pacer)).toMatchObject({ data: { carrier: { kind: 'pacer', wave: 'B', target_s: 7200 } } })
  for (let minute = 11; minute <= 20; minute++) await sendFix(world, token, minute, placeOn((minute - 10) * 160))
  // At the promised pace 1,600 m take 546 s. The pacer needed 600 s.
  const { events } = await world.ask(liveGps, { raceid }, gate)
  expect(events[0]!.pacers).toMatchObject([{ name: '2:00 兔子', wave: 'B', target_s: 7200 }])
  expect(events[0]!.pacers[0]!.deviation_s).toBeGreaterThan(48)
  expect(events[0]!.pacers[0]!.deviation_s).toBeLessThan(60)
  await add('V-1')
  await give('V-1', { kind: 'vehicle', name: '收容车 1' })
  const { carriers } = await world.ask(liveGpsMonitor, { raceid }, director)
  expect(carriers.map(({ kind, name }) => [kind, name])).toEqual([
    ['pacer', '2:00 兔子'],
    ['vehicle', '收容车 1'],
  ])
  expect(carriers[0]!.deviation_s).toBe(events[0]!.pacers[0]!.deviation_s)
  expect(carriers[1]).toMatchObject({ deviation_s: null, seen: null, metres: null })
})

test('the identifier is sealed, opened with a line in the log, and renewed while the device is out', async () => {
  const { id, token } = await add('T-5')
  const row = await world.db.selectFrom('live_devices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.token.includes(token)).toBe(false)
  expect(JSON.stringify(await list())).not.toContain(token)
  expect(await world.ask(consoleRacecontrolDevicesName, { raceid, id }, gate)).toEqual({ code: 'T-5', token })
  toMinute(world, 30)
  await give('T-5', { bib: '6' })
  const renewed = await world.ask(consoleRacecontrolDevicesName, { raceid, id, renew: true }, gate)
  expect(renewed.token).not.toBe(token)
  expect(await sendFix(world, token, 31, placeOn(4000))).toBe(404)
  expect(await sendFix(world, renewed.token, 31, placeOn(4000))).toBe(200)
  expect(await fixesOf('6')).toHaveLength(1)
  const logged = await world.db
    .selectFrom('log')
    .select(['what', 'target'])
    .where('target', '=', 'tracker T-5')
    .execute()
  expect(logged.map(({ what }) => what)).toEqual([
    'tracker added',
    'tracker set-up opened',
    'tracker handed out',
    'tracker renamed',
  ])
})

test('a device can be changed; it can be removed only if nobody has had it', async () => {
  const { id } = await add('T-6')
  const change = { raceid, id, code: 'T-60', model: 'M', notes: '新电池' }
  expect(await world.ask(consoleRacecontrolDevicesChange, change, gate)).toMatchObject({
    code: 'T-60',
    notes: '新电池',
  })
  expect(await world.call(consoleRacecontrolDevicesChange, { ...change, code: 'T-5' }, gate)).toMatchObject({
    refusal: 'tracker_known',
  })
  expect(await world.ask(consoleRacecontrolDevicesRemove, { raceid, id }, gate)).toEqual({ removed: true })
  const used = (await list({ q: 'T-5' })).items[0]!
  expect(await world.call(consoleRacecontrolDevicesRemove, { raceid, id: used.id }, gate)).toMatchObject({
    refusal: 'tracker_used',
  })
  expect(await world.call(consoleRacecontrolDevicesRemove, { raceid, id: 99_999 }, gate)).toMatchObject({
    refusal: 'tracker_not_found',
  })
  for (const weak of ['868822040123456', 'short'])
    expect(await world.call(consoleRacecontrolDevicesAdd, { raceid, code: 'W', name: weak }, gate)).toMatchObject({
      refusal: 'tracker_name_weak',
    })
})

const importCsv = async (content: string, dry = false) => {
  const form = new FormData()
  const fields = { raceid, kind: 'tracking_devices', dry: dry ? 1 : 0, _token: gate.token, _lang: 'zh-cn' }
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('file', new Blob([content]), 'devices.csv')
  const made = new Response(form)
  const answered = await world.app.inject({
    method: 'POST',
    url: consoleImportsRead.path,
    payload: Buffer.from(await made.arrayBuffer()),
    headers: { 'content-type': made.headers.get('content-type')! },
  })
  return answered.json<{ data: { counts: Record<string, number>; faults: { line: number; says: string }[] } }>().data
}

test('a list adds devices and hands them out; the same list again changes nothing; each wrong row is named', async () => {
  const name = 'k3Jx9-qLw_82TzPm4RbYv7'
  const csv =
    '设备编号,型号,参赛号,备注,上报标识\n' +
    `L-1,TK905,10,,\nL-2,TK905,,备用,${name}\nL-1,TK905,11,,\n-,,,,\nL-3,,99,,\nL-4,,,,868822040123456\nL-5,,1,,${name}\nT-5,,12,,\nL-6,,6,,\n`
  const dry = await importCsv(csv, true)
  expect(dry.counts).toMatchObject({ added: 2, refused: 7 })
  expect((await list({ q: 'L-' })).items).toEqual([])
  const done = await importCsv(csv)
  expect(done.counts).toMatchObject({ added: 2, refused: 7 })
  expect(done.faults.map(({ line, says }) => [line, says])).toEqual([
    [4, '文件里已有这个设备编号'],
    [5, '设备编号不正确'],
    [6, '没有参赛号为 99 的选手'],
    [7, '上报标识至少 20 位字母和数字，且不能全是数字'],
    [8, '另一台设备已用这个上报标识'],
    [9, '设备已发放给 6，请先收回'],
    [10, '6 号选手已有另一台设备'],
  ])
  expect((await list({ q: 'L-' })).items).toMatchObject([
    { code: 'L-1', state: 'out', carrier: { bib: '10', shown: false } },
    { code: 'L-2', state: 'free', notes: '备用' },
  ])
  expect((await importCsv(csv)).counts).toMatchObject({ added: 0, changed: 0, same: 2 })
  toMinute(world, 40)
  await give('L-2', { bib: '13' })
  expect(await sendFix(world, name, 41, placeOn(6000)), 'by the identifier of the list').toBe(200)
})

test('the file has the devices, and their identifiers only for a reason', async () => {
  const columns = ['code', 'state', 'bib', 'token']
  const asked = { raceid, table: 'tracking_devices', columns, filter: {}, format: 'csv' as const }
  const fetched = async (href: string) =>
    (await world.app.inject({ url: href, headers: { authorization: `Bearer ${director.token}` } })).payload
  const { href } = await world.ask(consoleExportsStart, asked as never, director)
  const plain = await fetched(href)
  expect(plain).toContain('L-1')
  expect(plain).not.toContain('k3Jx9-qLw_82TzPm4RbYv7')
  const opened = await world.ask(consoleExportsStart, { ...asked, open: true, why: '设置设备' } as never, director)
  expect(await fetched(opened.href)).toContain('k3Jx9-qLw_82TzPm4RbYv7')
})

test('a medic keeps the register of incidents and sees neither alarms nor devices', async () => {
  const medic = await staffSession(world, [{ raceid, role: 'medic' }])
  const { consoleRacecontrolIncidentsList } = await import('../incidents/incidents.contract.ts')
  expect(await world.ask(consoleRacecontrolIncidentsList, { raceid }, medic)).toMatchObject({
    items: [],
    courses: [{ eventid: 1, event: '半程' }],
  })
  expect(await world.call(liveGpsMonitor, { raceid }, medic)).toMatchObject({ code: '403' })
  expect(await world.call(consoleRacecontrolDevicesList, { raceid } as never, medic)).toMatchObject({ code: '403' })
})

test('if two events use a bib, staff choose the event, and each of the two runners has a device', async () => {
  await openEvent(world, { id: 2, name: '十公里', distance_cm: 1_000_000 })
  await numbered(world, ['|16'], { eventid: 2, names: ['选手十六'] })
  for (const code of ['S-1', 'S-2', 'S-3']) await add(code)
  expect(await give('S-1', { bib: '16' })).toMatchObject({
    refusal: 'which_runner',
    msg: expect.stringContaining('2 个组别'),
    data: { events: [1, 2] },
  })
  expect(await give('S-1', { bib: '16', eventid: 9 })).toMatchObject({ refusal: 'tracker_runner_unknown' })
  expect(await give('S-1', { bib: '16', eventid: 2 })).toMatchObject({
    data: { carrier: { bib: '16', eventid: 2, name: '选手十六' } },
  })
  expect(await give('S-2', { bib: '16', eventid: 1 })).toMatchObject({
    data: { carrier: { bib: '16', eventid: 1, name: '龙16' } },
  })
  expect(await give('S-3', { bib: '16', eventid: 2 })).toMatchObject({ refusal: 'tracker_runner_has' })
  const { counts, faults } = await importCsv('设备编号,参赛号\nS-9,16\n', true)
  expect(counts).toMatchObject({ refused: 1 })
  expect(faults[0]!.says).toContain('几个组别都用参赛号 16')
})
