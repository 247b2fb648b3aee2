import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveEvent } from '#features/events/service.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { saveRace } from './service.ts'
import { cityCodes } from './cities/cities.contract.ts'
import { consoleRacesList, consoleRacesSave, consoleRacesShow, raceShow } from './contract.ts'
import { placeLine } from './place.rules.ts'
import { menuOf, raceIn, settingsOf } from './rules.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  const now = world.clock.now()
  await world.db.transaction().execute(async (tx) => {
    await saveRace(
      tx,
      {
        id: 226,
        name: '海屿马拉松',
        names: { en: 'Haiyu Marathon' },
        time: now,
        published_at: now,
        settings: { gun_time_below_rank: 21 },
        menu: [{ key: 'photos', page: '/photos' }],
      },
      now,
    )
    await saveRace(tx, { id: 9, name: '未发布', time: now, published_at: null }, now)
  })
})
afterAll(() => world?.close())

test('an unknown or unpublished race is not found', async () => {
  expect(await world.call(raceShow, { raceid: 404 })).toMatchObject({
    code: '404',
    refusal: 'race_not_found',
    msg: '没有找到这个赛事',
  })
  expect(await world.call(raceShow, { raceid: 9 }, { lang: 'zh-tw' })).toMatchObject({
    code: '404',
    msg: '找不到這個賽事',
  })
  expect(await world.call(raceShow, {} as never)).toMatchObject({
    code: '422',
    data: { fields: { raceid: '请先选择赛事' } },
  })
})

test("a race is shown in the caller's language, also by its short parameter r", async () => {
  expect(await world.ask(raceShow, { r: 226 } as never, { lang: 'en' })).toMatchObject({
    id: 226,
    name: 'Haiyu Marathon',
    skins: { primary: '#09bb07', color: '#ffffff' },
    settings: { gun_time_below_rank: 21, pay_minutes: 60 },
  })
})

test('the foot of a race leads to texts only at https addresses; a faulty address changes no other setting', () => {
  const organiser = { name: { en: 'Committee' }, wechat: ' 海屿马拉松 ' }
  const privacy_url = 'https://haiyu.example/privacy'
  expect(settingsOf({ settings: { organiser, privacy_url } })).toMatchObject({
    organiser: { wechat: '海屿马拉松', phone: '' },
    agreement_url: '',
    privacy_url,
  })
  for (const agreement_url of ['javascript:alert(1)', 'http://haiyu.example/', 'haiyu.example'])
    expect(settingsOf({ settings: { privacy_url, agreement_url } })).toMatchObject({ privacy_url, agreement_url: '' })
})

test('city codes have provinces, cities and counties', async () => {
  const provinces = await world.ask(cityCodes, {})
  expect(provinces).toHaveLength(34)
  expect(provinces.find(({ code }) => code === '330000')?.children?.[0]).toMatchObject({
    code: '330100',
    name: '杭州市',
  })
})

test('staff see the races of their roles and change only those', async () => {
  const editor = await staffSession(world, [{ raceid: 226, role: 'editor' }])
  expect((await world.ask(consoleRacesList, {}, editor)).items.map(({ id }) => id)).toEqual([226])
  expect(await world.call(consoleRacesList, {})).toMatchObject({ code: '401' })
  const change = { name: '海屿马拉松', skins: { primary: '#0a7ea4' }, menu: [], settings: { hide_event_name: true } }
  expect(await world.call(consoleRacesSave, { ...change, raceid: 9 }, editor)).toMatchObject({ code: '403' })
  expect(
    await world.call(consoleRacesSave, { ...change, raceid: 226, skins: { primary: 'red' } }, editor),
  ).toMatchObject({ code: '422' })
  expect(await world.ask(consoleRacesSave, { ...change, raceid: 226 }, editor)).toMatchObject({
    settings: { hide_event_name: true },
  })
  expect(await world.ask(raceShow, { raceid: 226 })).toMatchObject({ skins: { primary: '#0a7ea4' } })
  const said = { 'zh-cn': '本人参赛' }
  for (const [own, at, sentence] of [
    [{ title: {}, body: said }, 'title', '请填写标题，或改用标准文字'],
    [{ title: { 'zh-cn': ' ' }, body: said }, 'title', '请填写标题，或改用标准文字'],
    [{ title: said, body: {} }, 'body', '请填写内容，或改用标准文字'],
    [{ body: said }, 'title', expect.any(String)],
  ] as const) {
    const settings = {
      consents: { terms: { version: '1', title: said, body: said }, disclaimer: { version: '2', ...own } },
    }
    const answer = await world.call(consoleRacesSave, { ...change, raceid: 226, settings } as never, editor)
    expect(answer.data, at).toMatchObject({ fields: { [`settings.consents.disclaimer.${at}`]: sentence } })
  }
})

test('a race with teams has a menu entry to them: its own or an added entry, and none if it was hidden', () => {
  const menuWith = (menu: unknown[], teams: boolean) =>
    raceIn('en', { menu, settings: { teams }, names: {}, skins: {} } as unknown as Parameters<
      typeof raceIn
    >[1]).menu.map(({ key, page }) => `${key} ${page}`)
  expect(menuWith([{ key: 'query', page: '/query' }], false)).toEqual(['query /query'])
  expect(menuWith([{ key: 'query', page: '/query' }], true)).toEqual(['query /query', 'other /team'])
  expect(
    menuWith(
      [
        { key: 'other', page: '/teams?x=1' },
        { key: 'query', page: '/query' },
      ],
      true,
    ),
  ).toEqual(['other /teams?x=1', 'query /query'])
  expect(
    menuWith(
      [
        { key: 'other', page: '/team', hidden: true },
        { key: 'query', page: '/query' },
      ],
      true,
    ),
  ).toEqual(['query /query'])
})

test('a place is written from the province down, in English from the street up, and repeats nothing', () => {
  const where = { province: '浙江省', city: '澜江市', address: '大剧院广场' }
  expect(placeLine('zh-cn', where)).toBe('浙江省 澜江市 大剧院广场')
  expect(placeLine('en', { province: 'Zhejiang', city: 'Lanjiang', address: 'Theatre Plaza' })).toBe(
    'Theatre Plaza, Lanjiang, Zhejiang',
  )
  expect(placeLine('zh-tw', { province: '上海', city: '上海', address: null })).toBe('上海')
})

test('a menu entry that leads nowhere or to two places is left out', () => {
  expect(
    menuOf({
      menu: [
        { key: 'query', page: '/query' },
        { key: 'query' },
        { key: 'video', page: '/video', address: 'https://e.example' },
        { key: 'x', page: '/' },
        { key: 'video', page: '//evil' },
        7,
      ],
    }),
  ).toHaveLength(1)
  expect(settingsOf({ settings: null }).qr_app).toBe('helper')
  expect(
    settingsOf({ settings: { unpaid_most: 100_000, pay_minutes: 90, videos: [{ point: '' }] } }),
    'what is beyond its limit has its default; the rest stays',
  ).toMatchObject({ unpaid_most: 20, pay_minutes: 90, videos: [] })
  expect(settingsOf({ settings: [1] }).pay_minutes).toBe(60)
})

test('an unreadable wording of a race changes no other wording and no other setting', () => {
  const body = { 'zh-cn': '本人参赛' }
  const consents = {
    disclaimer: { version: '2', body },
    terms: { version: '1', title: {}, body },
    face: 7,
    photos: null,
  }
  const read = settingsOf({ settings: { consents, pay_minutes: 90 } })
  expect(read.pay_minutes).toBe(90)
  expect(read.consents, 'runners still sign the disclaimer of the race').toEqual({
    disclaimer: { version: '2', title: {}, body },
    terms: { version: '1', title: {}, body },
  })
  expect(settingsOf({ settings: { consents: [consents], pay_minutes: 90 } }).consents).toEqual({})
})

test("a place is shown in the caller's language if the race has it", async () => {
  const now = world.clock.now()
  await world.db.transaction().execute((tx) =>
    saveRace(
      tx,
      {
        id: 10,
        name: '澜江马拉松',
        names: { city: { en: 'Lanjiang' } },
        city: '澜江市',
        province: '浙江省',
        time: now,
        published_at: now,
      },
      now,
    ),
  )
  expect(await world.ask(raceShow, { raceid: 10 }, { lang: 'en' })).toMatchObject({
    name: '澜江马拉松',
    city: 'Lanjiang',
    province: '浙江省',
  })
})

test('a race is edited as a whole: organisers keep hidden menu entries, an old version is refused, an unpublished race is hidden', async () => {
  const editor = await staffSession(world, [{ raceid: 226, role: 'editor' }])
  expect(await world.call(consoleRacesShow, { raceid: 226 })).toMatchObject({ code: '401' })
  const {
    id: _id,
    updated_at,
    kind,
    time,
    zone: _zone,
    header,
    footer,
    bg,
    cover,
    published,
    ...race
  } = await world.ask(consoleRacesShow, { raceid: 226 }, editor)
  const more = { kind, time, header, footer, bg, cover, published }
  const menu = [
    { key: 'query', page: '/query' },
    { key: 'video', address: 'https://video.example/live', hidden: true },
  ] as const
  world.clock.advance(1000)
  const changed = { ...race, raceid: 226, menu: [...menu], more }
  expect(
    await world.call(consoleRacesSave, { ...changed, updated_at: '2020-01-01T00:00:00.000Z' }, editor),
  ).toMatchObject({ code: '409', refusal: 'race_changed_meanwhile' })
  expect(
    await world.call(
      consoleRacesSave,
      { ...changed, updated_at, more: { ...more, header: 'https://elsewhere.example/x.jpg' } },
      editor,
    ),
  ).toMatchObject({ code: '422' })
  expect(await world.ask(consoleRacesSave, { ...changed, updated_at }, editor)).toMatchObject({
    menu: [{ key: 'query' }, { key: 'video', hidden: true }],
    published: true,
  })
  expect((await world.ask(raceShow, { raceid: 226 })).menu.map(({ key }) => key)).toEqual(['query'])
  expect(await world.ask(consoleRacesSave, { ...changed, more: { ...more, published: false } }, editor)).toMatchObject({
    published: false,
  })
  expect(await world.call(raceShow, { raceid: 226 })).toMatchObject({ code: '404' })
  const now = world.clock.now()
  await world.db
    .transaction()
    .execute((tx) => saveEvent(tx, { raceid: 226, id: 1, name: '全程', type: 'full', places: 9, price: 100 }, now))
  await world.ask(consoleRacesSave, { ...changed, more: { ...more, published: true } }, editor)
  expect((await world.ask(raceShow, { raceid: 226 })).id).toBe(226)
})
