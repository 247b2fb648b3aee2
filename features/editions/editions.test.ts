import { saveEvent } from '#features/events/service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyParts } from '#contract/copying.ts'
import { insertRows, rowsOfRace } from '#db/raceRows.ts'
import { consoleEventsList, raceEvents } from '#features/events/contract.ts'
import { apiHelperRaces } from '#features/finder/contract.ts'
import { consoleRacesCreate, consoleRacesList, consoleRacesSave, consoleRacesShow } from '#features/races/contract.ts'
import { consoleLogList } from '#features/staff/contract.ts'
import { everyConfiguration } from '#seam/server/configuration.ts'
import { staffSession } from '#test/people.ts'
import { pickupAndGiftRows, goodsRows, shopRows, timingRows } from '#test/scenes/around/copiedRows.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleRacesArchive,
  consoleRacesCopyOffer,
  consoleRacesCreateCopy,
  consoleRacesCreateTemplate,
  consoleRacesRemove,
  raceTemplates,
} from './contract.ts'

let world: World
let owner: { token: string; staffid: number }
let director: { token: string; staffid: number }
beforeAll(async () => {
  world = await makeWorld()
  owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  await world.ask(
    consoleRacesCreateTemplate,
    { number: 226, name: '澜江马拉松', names: { en: 'Lanjiang Marathon' }, template: 'marathon', time: raceDay },
    owner,
  )
  director = await staffSession(world, [
    { raceid: 226, role: 'director' },
    { raceid: 300, role: 'director' },
  ])
})
afterAll(() => world?.close())

const [raceDay, nextDay] = ['2026-11-01T07:30:00+08:00', '2027-10-31T07:30:00+08:00']
const [hash, moved] = ['0123456789abcdef0123456789abcdef', '2027-09-30T02:00:00.000Z']
const [at, day] = ['2026-10-01T02:00:00.000Z', '2026-10-01']
const made = { created_at: at, updated_at: at }
const copy = { name: '新一届', from: 226, time: nextDay }

const times = { published_at: at, created_at: at, updated_at: at }
/** One row of each copied table, with values as people enter them. */
const rowsOf226: Readonly<Record<string, Record<string, unknown>>> = {
  own_roles: { name: '医疗组', rights: ['registrations.read'], created_at: at, updated_at: at },
  staff_roles: { role: 'director' },
  files: { hash, ext: 'jpg', width: 10, height: 10, bytes: 3, name: 'a.jpg', created_at: at, private: false },
  counters: { kind: 'clothes', eventid: 2, name: 'L', most: 10, taken: 4, updated_at: at },
  courses: {
    eventid: 1,
    name: 'c',
    filename: 'c.gpx',
    hash,
    bytes: 3,
    metres: 9,
    course: {},
    ...made,
  },
  guidebooks: { hash, name: 'g.pdf', bytes: 3, created_at: at },
  own_fields: {
    name: 'f1',
    kind: 'text',
    definition: { says: { 'zh-cn': '跑团' }, max: 100 },
    personal: false,
    ...made,
  },
  walkin_ranges: { prefix: 'W', first: 9000, last: 9099, updated_at: at },
  waiting_rooms: {
    gathers_at: at,
    opens_at: at,
    paces: [{ from: at, per_second: 5 }],
    use_seconds: 60,
    per_network: 3,
    drawn_at: at,
    seed: '\\x01',
    early: 7,
    next: 9,
    ...made,
  },
  declarations: {
    id: 9001,
    kind: 'disclaimer',
    eventid: 1,
    version: 1,
    title: {},
    body: {},
    questions: [],
    signature: true,
    ...made,
  },
  packages: {
    id: 9001,
    eventid: 0,
    name: {},
    contents: [],
    place: {},
    bring: {},
    from_at: at,
    service: '',
    sort: 0,
    ...made,
  },
  gear: {
    id: 9001,
    eventid: 0,
    name: {},
    note: {},
    picture: `/files/226/${hash}.jpg`,
    required: true,
    sort: 0,
    ...made,
  },
  ...pickupAndGiftRows(at),
  goods: { id: 1, room: 'tickets', name: '看台', created_at: at, updated_at: at },
  ...goodsRows,
  ...shopRows(at),
  hotel_places: { kind: 'expo', name: '会展中心', lat: 30.5, lon: 114.3 },
  postage_settings: { open: true, until: at, fee: 100, who: 'pb', sizes: ['S', 'M'], updated_at: at },
  timing_stations: { id: 1, name: '终点', metres: 42_195 },
  ...timingRows(at),
  fonts: {
    hash,
    family: 'F',
    weight: 400,
    italic: false,
    glyphs: 3,
    bytes: 3,
    filename: 'f.ttf',
    licence: 'OFL',
    created_at: at,
  },
  certificates: {
    id: 9001,
    eventid: 1,
    kind: 'timing',
    name: '证书',
    form: 'html',
    html: `<img src="/files/226/${hash}.jpg">`,
    width: 100,
    height: 100,
    meta: {},
    map: {},
    fields: [],
    version: 3,
    ...times,
  },
  posters: {
    id: 9001,
    eventid: 1,
    use: 'result',
    name: '海报',
    position: 0,
    design: {},
    names: {},
    version: 1,
    ...times,
  },
  challenges: {
    id: 9001,
    name: '二十一天',
    goal: 'days',
    reach: 21,
    starts_on: '2026-03-01',
    ends_on: '2026-03-31',
    proofs: ['track'],
    created_at: at,
    updated_at: at,
  },
  trails: { id: 9001, name: '环湖', rounds: 2, created_at: at, updated_at: at },
  feed_settings: { open: true, updated_at: at },
  trail_points: { trailid: 9001, point: 1, name: '码头', ways: ['code'] },
  virtual_points: { id: 9001, eventid: 1, label: '大桥', metres: 1000 },
  control_settings: { settings: {}, updated_at: at },
  desks: { id: 1, name: '一号台', preset: 'pickup', created_at: at, updated_at: at },
  halls: { settings: { open: true, from: at }, updated_at: at },
  table_layouts: { id: 9001, subject: 'orders', name: '财务', columns: ['id'], updated_at: at },
  table_views: { id: 9001, subject: 'x', name: 'x', staffid: 1, shared: true, filter: {}, columns: [], updated_at: at },
  retention: { class: 'contact', days: 30, updated_at: at },
  notices: { id: 9001, kind: 'page', articletype: '', pinned: false, views: 7, created_at: at, updated_at: at },
  announcement_templates: {
    id: 9101,
    name: '领物',
    title: { 'zh-cn': '领物', 'zh-tw': '', en: '' },
    body: { 'zh-cn': '{name}', 'zh-tw': '', en: '' },
    updated_at: at,
  },
  notice_texts: { noticeid: 9001, lang: 'en', title: 'Guide', content: '<p>x</p>' },
}

const seed = async () => {
  for (const name of [`226/${hash}.jpg`, `226/${hash}.gpx`, `226/${hash}.pdf`, `private/fonts/226/${hash}.bin`])
    await world.parts.integrations.files.write(name, Buffer.from('abc'))
  await world.db.transaction().execute(async (tx) => {
    for (const [table, row] of Object.entries(rowsOf226)) {
      const own = table === 'staff_roles' ? [] : await rowsOfRace(tx, table, 226)
      const staffid = table === 'staff_roles' ? { staffid: director.staffid } : {}
      if (own.length === 0 && !(table === 'staff_roles'))
        await insertRows(tx, table, [{ raceid: 226, ...staffid, ...row }])
    }
    await tx
      .updateTable('races')
      .set({
        settings: JSON.stringify({ poster_qr_only: [9001], edit_until: at, teams: true, videos: [] }),
        header: `/files/226/${hash}.jpg`,
      })
      .where('id', '=', 226)
      .execute()
  })
}
const tables = () => everyConfiguration.get().flatMap(({ copied }) => Object.keys(copied ?? {}))
const counts = async (raceid: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(tables().map(async (table) => [table, (await rowsOfRace(world.db, table, raceid)).length])),
  )
const only = async (table: string, raceid: number) => (await rowsOfRace(world.db, table, raceid))[0]!

test('only staff of the whole platform make, copy and delete races; staff who may edit a race may archive it', async () => {
  const refused = { code: '403', refusal: 'no_permission' }
  const template = { number: 9, name: 'x', template: 'fun' as const, time: raceDay }
  expect(await world.call(consoleRacesCreateTemplate, template, director)).toMatchObject(refused)
  expect(await world.call(consoleRacesCreateCopy, { ...copy, number: 9, parts: [] }, director)).toMatchObject(refused)
  expect(await world.call(consoleRacesCopyOffer, { from: 226 }, director)).toMatchObject(refused)
  expect(await world.call(consoleRacesRemove, { number: 226 }, director)).toMatchObject(refused)
  const other = await staffSession(world, [{ raceid: 7, role: 'director' }])
  expect(await world.call(consoleRacesArchive, { raceid: 226, archived: true }, other)).toMatchObject(refused)
})

test('a wrong template or copy is refused with its word', async () => {
  const template = { number: 9, name: 'x', template: 'fun' as const, time: raceDay }
  const made = (change: object) => world.call(consoleRacesCreateTemplate, { ...template, ...change } as never, owner)
  expect(await made({ time: '2026-02-01T07:30:00+08:00' })).toMatchObject({ refusal: 'race_day_past' })
  expect(await made({ zone: 'Asia/Nowhere' })).toMatchObject({ refusal: 'zone_unknown' })
  expect(await made({ number: 226 })).toMatchObject({ refusal: 'race_number_taken' })
  expect(await made({ template: 'swim' })).toMatchObject({ refusal: 'field_wrong' })
  const copied = (change: object) =>
    world.call(consoleRacesCreateCopy, { ...copy, number: 9, parts: [], ...change } as never, owner)
  expect(await copied({ from: 9999 })).toMatchObject({ refusal: 'race_to_copy_gone' })
  expect(await copied({ number: 226 })).toMatchObject({ refusal: 'race_number_taken' })
  expect(await copied({ parts: ['people'] })).toMatchObject({ refusal: 'field_wrong' })
  expect(await world.call(consoleRacesCopyOffer, { from: 9999 }, owner)).toMatchObject({ refusal: 'race_to_copy_gone' })
  expect(await world.db.selectFrom('races').select('id').where('id', '=', 9).execute()).toEqual([])
})

test('every template makes a race whose events, rules and menu the console shows', async () => {
  for (const [at, template] of raceTemplates.entries()) {
    const number = 500 + at
    await world.ask(consoleRacesCreateTemplate, { number, name: template, template, time: raceDay }, owner)
    const race = await world.ask(consoleRacesShow, { raceid: number }, owner)
    expect(race).toMatchObject({ published: false, kind: template === 'trail' ? 'trail' : 'road' })
    expect(race.settings.refunds['0']!.tiers).toHaveLength(3)
    const { items } = await world.ask(consoleEventsList, { raceid: number }, owner)
    expect(items.length).toBeGreaterThanOrEqual(2)
    expect(items.every(({ draft }) => draft.cutoff_minutes !== null)).toBe(true)
  }
})

test('a copy of everything has a row for each row, with its dates moved and nobody in it', async () => {
  await seed()
  expect(Object.entries(await counts(226)).filter(([, count]) => count === 0)).toEqual([])
  const offer = await world.ask(consoleRacesCopyOffer, { from: 226 }, { ...owner, lang: 'en' })
  expect(offer).toMatchObject({ time: '2027-10-30T23:30:00.000Z', name: '澜江马拉松', may_staff: true })
  expect(offer.events.map(({ name }) => name)).toEqual(['Marathon', 'Half marathon', 'Fun run'])
  await world.ask(consoleRacesCreateCopy, { ...copy, number: 227, parts: [...copyParts] }, owner)
  expect(await counts(227)).toEqual(await counts(226))
  const race = await world.ask(consoleRacesShow, { raceid: 227 }, owner)
  expect(race).toMatchObject({
    name: '新一届',
    published: false,
    time: '2027-10-30T23:30:00.000Z',
    header: `/files/227/${hash}.jpg`,
    settings: { edit_until: '2027-09-30T02:00:00Z', teams: true },
  })
  expect(race.settings.poster_qr_only).toEqual([(await only('posters', 227)).id])
  const first = await only('events', 227)
  expect(first).toMatchObject({ taken: 0, poster_reg: null })
  expect(new Date(first.draw_at as string).toISOString()).toBe('2027-09-23T02:00:00.000Z')
  expect(await only('counters', 227)).toMatchObject({ most: 10, taken: 0, eventid: 2 })
  expect(await only('waiting_rooms', 227)).toMatchObject({
    drawn_at: null,
    seed: null,
    early: 0,
    next: 1,
    paces: [{ from: '2027-09-30T02:00:00Z', per_second: 5 }],
  })
  expect(new Date((await only('appointment_slots', 227)).starts_at as string).toISOString()).toBe(moved)
  expect(await only('appointment_slots', 227)).toMatchObject({ taken: 0, places: 5 })
  expect(await only('timing_courses', 227)).toMatchObject({ live: false, closed_at: null, waves: [{ gun: null }] })
  expect(await only('certificates', 227)).toMatchObject({
    published_at: null,
    html: `<img src="/files/227/${hash}.jpg">`,
    version: 3,
  })
  expect(await only('postage_settings', 227)).toMatchObject({ sizes: ['S', 'M'], open: false })
  expect((await only('gear', 227)).picture).toBe(`/files/227/${hash}.jpg`)
  for (const name of [`227/${hash}.jpg`, `227/${hash}.gpx`, `227/${hash}.pdf`, `private/fonts/227/${hash}.bin`])
    expect((await world.parts.integrations.files.read(name))?.toString(), name).toBe('abc')
  const log = await world.ask(consoleLogList, {}, owner)
  expect(log.items[0]).toMatchObject({ what: 'race copied', target: 'race 227', raceid: 227 })
  expect(day).toBe('2026-10-01')
})

test('a part that is not chosen is not copied, and events that are not copied bring nothing', async () => {
  await world.ask(
    consoleRacesCreateCopy,
    { ...copy, number: 228, parts: ['events', 'certificates', 'stations'], events: [2, 999] },
    owner,
  )
  const { items } = await world.ask(consoleEventsList, { raceid: 228 }, owner)
  expect(items.map(({ id }) => id)).toEqual([2])
  expect(items[0]!.draft.form.min_age, 'the form was not chosen').toBeUndefined()
  expect(await counts(228)).toMatchObject({
    certificates: 0,
    timing_courses: 0,
    timing_stations: 1,
    posters: 0,
    gear: 0,
    staff_roles: 0,
    fonts: 1,
    files: 1,
    courses: 0,
  })
  const race = await world.ask(consoleRacesShow, { raceid: 228 }, owner)
  expect(race.menu).toEqual([])
  expect(race.settings.teams).toBe(false)
  await world.ask(consoleRacesCreateCopy, { ...copy, number: 229, parts: [] }, owner)
  const bare = Object.entries(await counts(229)).filter(([, count]) => count > 0)
  expect(bare).toEqual([['files', 1]])
})

test('a failing copy changes nothing, and of two simultaneous races with one number one is made', async () => {
  const both = await Promise.all(
    [1, 2].map(() => world.call(consoleRacesCreateCopy, { ...copy, number: 230, parts: [...copyParts] }, owner)),
  )
  expect(both.map(({ code }) => code).sort()).toEqual(['200', '409'])
  expect(await counts(230)).toEqual(await counts(226))
  const once = { ...copy, number: 231, parts: ['events' as const], _once: 'k' }
  await world.ask(consoleRacesCreateCopy, once, owner)
  expect(await world.ask(consoleRacesCreateCopy, once, owner)).toEqual({ id: 231 })
})

test('a race is deleted with all its settings while nobody is in it', async () => {
  expect(await world.ask(consoleRacesRemove, { number: 230 }, owner)).toEqual({ id: 230 })
  expect(Object.values(await counts(230)).every((count) => count === 0)).toBe(true)
  expect(await world.parts.integrations.files.read(`230/${hash}.jpg`)).toBeUndefined()
  expect(await world.parts.integrations.files.read(`226/${hash}.jpg`)).toBeDefined()
  expect(await world.call(consoleRacesRemove, { number: 230 }, owner)).toMatchObject({ refusal: 'race_not_found' })
  await world.db
    .insertInto('announcements')
    .values({ raceid: 231, audience: 'all', title: '{}', body: '{}', total: 0, created_at: at })
    .execute()
  expect(await world.call(consoleRacesRemove, { number: 231 }, owner)).toMatchObject({ refusal: 'race_not_empty' })
  expect(await world.db.selectFrom('events').select('id').where('raceid', '=', 231).execute()).toHaveLength(3)
  const log = await world.ask(consoleLogList, {}, owner)
  expect(log.items[0]).toMatchObject({ what: 'race deleted', target: 'race 230' })
})

test('an archived race leaves the lists and keeps its pages, and comes back', async () => {
  await world.ask(consoleRacesCreate, { number: 300, name: '旧赛事', time: '2026-04-01T07:30:00+08:00' }, owner)
  const {
    id: raceid,
    updated_at: _,
    kind,
    time,
    header,
    footer,
    bg,
    cover,
    ...rest
  } = await world.ask(consoleRacesShow, { raceid: 300 }, owner)
  const now = world.clock.now()
  await world.db
    .transaction()
    .execute((tx) => saveEvent(tx, { raceid, id: 1, name: '全程', type: 'full', places: 9, price: 100 }, now))
  const more = { kind, time, header, footer, bg, cover, published: true }
  const { zone: __, published: ___, ...saved } = rest
  await world.ask(consoleRacesSave, { raceid, ...saved, more } as never, owner)
  const found = async () => (await world.ask(apiHelperRaces, {})).items.map(({ id }) => id)
  expect(await world.call(consoleRacesArchive, { raceid, archived: true }, director)).toMatchObject({
    refusal: 'race_not_over',
  })
  world.clock.set('2026-05-01T04:00:00Z')
  const later = await staffSession(world, [{ raceid: 300, role: 'director' }])
  const inList = async () => (await world.ask(consoleRacesList, {}, later)).items.find(({ id }) => id === 300)
  expect(await inList()).toMatchObject({ archived: false })
  expect(await found()).toContain(300)
  expect(await world.ask(consoleRacesArchive, { raceid, archived: true }, later)).toEqual({ archived: true })
  expect(await inList()).toMatchObject({ archived: true })
  expect(await found()).not.toContain(300)
  expect((await world.ask(raceEvents, { raceid: 300 })).length, 'its pages stay').toBe(1)
  expect(await world.ask(consoleRacesArchive, { raceid, archived: false }, later)).toEqual({ archived: false })
  expect(await found()).toContain(300)
})
