import { afterAll, beforeAll, expect, test } from 'vitest'
import { raceScope } from '#db/sealing/seal.ts'
import { consoleExportsStart } from '#features/exports/contract.ts'
import { mydataShow } from '#features/privacy/contract.ts'
import { RACE, openEvent } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type HandoutDesk, type Runner, openHandoutDesk } from '#test/scenes/handoutDesk.ts'
import { insertAlarm, insertNote } from '../monitor/alarms.store.ts'
import { sealAlarmNote } from '../monitor/monitor.service.ts'
import { personal } from '../personal.service.ts'
import {
  consoleRacecontrolIncidentsList,
  consoleRacecontrolIncidentsOpen,
  consoleRacecontrolIncidentsSave,
} from './incidents.contract.ts'

let scene: HandoutDesk
let hurt: Runner
const raceid = RACE
beforeAll(async () => {
  scene = await openHandoutDesk()
  hurt = await scene.enter(7)
})
afterAll(() => scene?.world.close())

const draft = () => ({
  raceid,
  at: '2026-11-01T01:10:00Z',
  metres: 12_300,
  place: 'CP2 下坡',
  bib: 'a0007',
  state: 'treating' as const,
  happened: '左膝擦伤\n意识清醒',
  measure: '清创包扎',
  hospital: '云脊县医院',
  family: '母亲，由周医生告知',
  family_at: '2026-11-01T01:30:00Z',
  notes: '',
})
const saveAs = (given: object, as: { token: string }) =>
  scene.world.call(consoleRacecontrolIncidentsSave, given as never, as)
const write = async (change: object = {}) =>
  scene.world.ask(consoleRacecontrolIncidentsSave, { ...draft(), ...change }, scene.director)
const open = (id: number, reason = '现场交接') =>
  scene.world.ask(consoleRacecontrolIncidentsOpen, { raceid, id, reason }, scene.director)

test('only staff with the right for medical details of this race write, list and open', async () => {
  const { world, gate } = scene
  const elsewhere = await staffSession(world, [{ raceid: 999, role: 'director' }])
  for (const as of [gate, elsewhere]) {
    expect(await saveAs(draft(), as)).toMatchObject({ code: '403' })
    expect(await world.call(consoleRacecontrolIncidentsList, { raceid }, as)).toMatchObject({ code: '403' })
    expect(await world.call(consoleRacecontrolIncidentsOpen, { raceid, id: 1, reason: '好奇' }, as)).toMatchObject({
      code: '403',
    })
  }
  expect(await world.call(consoleRacecontrolIncidentsList, { raceid })).toMatchObject({ code: '401' })
})

test('wrong fields and unknown things are refused', async () => {
  const { world, director } = scene
  for (const wrong of [
    { metres: -1 },
    { metres: 1_000_001 },
    { lat: 91, lon: 0 },
    { place: 'x'.repeat(201) },
    { happened: 'x'.repeat(2001) },
    { notes: '\u0007' },
    { at: 'gestern' },
    { state: 'dead' },
  ])
    expect(await saveAs({ ...draft(), ...wrong }, director), JSON.stringify(wrong).slice(0, 60)).toMatchObject({
      code: '422',
    })
  expect(await saveAs({ ...draft(), eventid: 77 }, director)).toMatchObject({ refusal: 'event_not_found' })
  expect(await saveAs({ ...draft(), id: 999, version: 1 }, director)).toMatchObject({ refusal: 'incident_not_found' })
  expect(
    await world.call(consoleRacecontrolIncidentsOpen, { raceid, id: 999, reason: '交接' }, director),
  ).toMatchObject({ refusal: 'incident_not_found' })
})

test('an incident is sealed: list and log hold no text of it, and each opening is logged and shown to the runner', async () => {
  const { world, director, runner } = scene
  const { id, version } = await write()
  const listed = await world.ask(consoleRacecontrolIncidentsList, { raceid }, director)
  expect(listed.items[0]).toMatchObject({ id, version: 1, metres: 12_300, bib: 'A0007', state: 'treating' })
  expect(listed.counts).toMatchObject({ treating: 1, closed: 0 })
  expect(JSON.stringify(listed)).not.toMatch(/擦伤|清创|县医院|周医生|周启明/)
  const stored = await world.db.selectFrom('incidents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(stored.details!.toString('utf8')).not.toContain('擦伤')
  const before = await world.db.selectFrom('log').selectAll().where('what', '=', 'incident opened').execute()
  expect(before).toEqual([])
  expect(await open(id)).toMatchObject({
    name: expect.any(String),
    happened: '左膝擦伤\n意识清醒',
    hospital: '云脊县医院',
    family: '母亲，由周医生告知',
    version,
  })
  const logs = await world.db.selectFrom('log').selectAll().where('what', 'like', 'incident %').execute()
  expect(logs.map(({ what, target }) => [what, target])).toEqual([
    ['incident written', `incident ${id}`],
    ['incident opened', `registration ${hurt.id}`],
  ])
  expect(JSON.stringify(logs)).not.toMatch(/擦伤|清创|A0007/)
  const { registrations } = await world.ask(mydataShow, {}, { ...runner, lang: 'en' } as never)
  expect(registrations.find(({ _key }) => _key === hurt.key)!.opened).toMatchObject([
    { what: 'Viewed a medical incident record' },
  ])
})

test('nobody writes over a change of somebody else', async () => {
  const { director } = scene
  const { id } = await write()
  expect(await write({ id, version: 1, state: 'hospital' })).toMatchObject({ version: 2, state: 'hospital' })
  expect(await saveAs({ ...draft(), id, version: 1 }, director)).toMatchObject({ refusal: 'incident_changed' })
  const both = await Promise.all(['一', '二'].map((notes) => saveAs({ ...draft(), id, version: 2, notes }, director)))
  expect(both.map(({ code }) => code).sort()).toEqual(['200', '409'])
  expect(await open(id)).toMatchObject({ version: 3 })
})

test('a person who is no runner, a position, and texts of every script', async () => {
  const odd = { bib: '', metres: null, lat: 30.1234567, lon: 120.5, happened: '䶮🏃'.repeat(100), place: '𠮷野' }
  const { id } = await write(odd)
  expect(await open(id)).toMatchObject({ bib: null, name: null, registrationid: null, lat: 30.1234567, place: '𠮷野' })
  const half = await write({ lat: 30, lon: null })
  expect(half).toMatchObject({ lat: null, lon: null })
})

test('the file leaves sealed columns empty unless they are opened for a reason', async () => {
  const { world, director } = scene
  const columns = ['id', 'bib', 'happened', 'name']
  const asked = { raceid, table: 'incidents', columns, filter: {}, format: 'csv' as const }
  const fetched = async (href: string) =>
    (await world.app.inject({ url: href, headers: { authorization: `Bearer ${director.token}` } })).payload
  const { href } = await world.ask(consoleExportsStart, asked, director)
  expect(await fetched(href)).not.toContain('擦伤')
  const openings = () => world.db.selectFrom('log').selectAll().where('what', '=', 'incident opened').execute()
  const before = (await openings()).length
  const opened = await world.ask(consoleExportsStart, { ...asked, open: true, why: '上报' }, director)
  expect(await fetched(opened.href)).toContain('擦伤')
  expect((await openings()).length).toBeGreaterThan(before)
  expect(await world.call(consoleExportsStart, asked, scene.gate)).toMatchObject({ code: '403' })
})

const rowOf = (id: number) =>
  scene.world.db
    .selectFrom('registrations')
    .select(['uid', 'eventid', 'bib', 'prefix_bib'])
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const raise = async (eventid: number | null, note: string, bib = 'A0007') => {
  const { db, clock, parts } = scene.world
  const now = clock.now()
  await parts.seal.prepare(raceScope(raceid))
  await db.transaction().execute(async (tx) => {
    const alarm = { carried: 'runner', bib, place: '', metres: 12_300, lat: 30.1, lon: 120.2 } as const
    const of = { ...alarm, carrier: `x:${bib}:${eventid}`, kind: 'sos', eventid, value: null, since: now }
    const id = await insertAlarm(tx, raceid, { ...of, raised_by: null } as never, now)
    await insertNote(tx, raceid, id!, sealAlarmNote(parts.seal, raceid, note), { staffid: null, now })
  })
}
const copied = async (id: number) => {
  const { parts, clock } = scene.world
  const { uid } = await rowOf(id)
  return JSON.stringify(
    await personal.copy!.ofAccount!({ ...parts, lang: 'en', now: clock.now() }, { uid, mobile: null }),
  )
}
const erase = async (id: number) => {
  const { db, clock } = scene.world
  const erased = { raceid, id, ...(await rowOf(id)) } as never
  await db.transaction().execute((tx) => personal.erase!.registration!(tx, erased, clock.now()))
}
/** Lists the events of the alarms about a bib that nobody has erased. */
const kept = async (bib: string) => {
  const rows = await scene.world.db
    .selectFrom('alarms')
    .select('eventid')
    .where('bib', '=', bib)
    .orderBy('id')
    .execute()
  return rows.map(({ eventid }) => eventid)
}

test('a copy has the notes and places of the runner’s alarms, and of nobody else with the bib', async () => {
  const { world } = scene
  const now = world.clock.now()
  const { eventid } = await rowOf(hurt.id)
  await raise(eventid, '头晕，已补水')
  const { id: other } = await scene.enter(8)
  const stranger = await runnerSession(world, '13900004444')
  await openEvent(world, { id: 88 })
  await world.db
    .updateTable('registrations')
    .set({ uid: stranger.uid, eventid: 88, bib: '0007', prefix_bib: 'A', deleted_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', other)
    .execute()
  await raise(88, '另一位跑者')
  const [copy, copyOfOther] = [await copied(hurt.id), await copied(other)]
  expect(copy).toContain('头晕，已补水')
  expect(copy).not.toContain('另一位跑者')
  expect(copyOfOther).not.toContain('头晕，已补水')
  expect(await personal.copy!.ofRegistration!(world.db, raceid, hurt.id)).toMatchObject({
    alarms: [{ kind: 'sos', lat: 30.1, lon: 120.2 }],
  })
  await erase(other)
  expect(await personal.copy!.ofRegistration!(world.db, raceid, hurt.id), 'the alarm of the other').toMatchObject({
    alarms: [{ kind: 'sos', lat: 30.1 }],
  })
  expect(await personal.copy!.ofRegistration!(world.db, raceid, other)).toMatchObject({ alarms: [] })
})

test('an alarm raised by hand names no event, and is about the runner who wears the bib now', async () => {
  const { id: gone } = await scene.enter(11)
  const { eventid } = await rowOf(hurt.id)
  await scene.world.db
    .updateTable('registrations')
    .set({ eventid, bib: '0007', prefix_bib: 'A', deleted_at: scene.world.clock.now() })
    .where('raceid', '=', raceid)
    .where('id', '=', gone)
    .execute()
  await raise(null, '中暑，手工登记')
  expect(await copied(hurt.id)).toContain('中暑，手工登记')
  expect(await personal.copy!.ofRegistration!(scene.world.db, raceid, gone)).toMatchObject({ alarms: [] })
  const before = await kept('A0007')
  await erase(gone)
  expect(await kept('A0007')).toEqual(before)
  expect(before).toContain(null)
})

test('an alarm about a runner of a start list with the same bib in another event stays with this runner', async () => {
  const { id } = await scene.enter(9)
  const { eventid, bib, prefix_bib } = await rowOf(id)
  const printed = `${prefix_bib ?? ''}${bib}`
  await scene.world.db
    .insertInto('timing_runners')
    .values({ raceid, bib: printed, eventid: 88, name: '名单选手' })
    .execute()
  await raise(88, '名单选手脱水', printed)
  await raise(eventid, '脚踝扭伤', printed)
  const copy = await copied(id)
  expect(copy).toContain('脚踝扭伤')
  expect(copy).not.toContain('名单选手脱水')
  await erase(id)
  expect(await kept(printed)).toEqual([88])
})

test('a runner gets a copy; an erasure and the end of health data remove the texts', async () => {
  const { world, runner } = scene
  const working = { ...world.parts, lang: 'en' as const, now: world.clock.now() }
  const copy = await personal.copy!.ofAccount!(working, { uid: runner.uid, mobile: null })
  expect(JSON.stringify(copy)).toContain('左膝擦伤')
  expect(await personal.retention!.remaining!(world.db, raceid)).toEqual({ health: expect.any(Number) })
  await world.db
    .transaction()
    .execute((tx) => personal.erase!.registration!(tx, { raceid, id: hurt.id } as never, new Date()))
  expect(await personal.copy!.ofRegistration!(world.db, raceid, hurt.id)).toMatchObject({ medical_incidents: [] })
  await world.db
    .transaction()
    .execute((tx) => personal.retention!.span!(tx, raceid, 'health', { after: 0, upto: 1_000_000 }, new Date()))
  expect(await personal.retention!.remaining!(world.db, raceid)).toEqual({ health: 0 })
  const { items } = await world.ask(consoleRacecontrolIncidentsList, { raceid }, scene.director)
  expect(items.every(({ erased }) => erased)).toBe(true)
})
