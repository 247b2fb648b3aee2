import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wechatMiniQrcode, wechatMiniQrdata } from '#features/codes/contract.ts'
import { consoleExportsShow } from '#features/exports/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { unzipped } from '#test/storage/unzipped.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleScenesChange, consoleScenesCreate, consoleScenesDays, consoleScenesList } from './console.contract.ts'
import {
  apiHelperMenuShow,
  apiHelperRacesMy,
  apiHelperSceneFetch,
  apiHelperSceneShow,
  menuShow,
  racesMy,
  sceneFetch,
  sceneShow,
} from './contract.ts'

let world: World
let editor: { token: string }
let other: { token: string }
const NOW = '2026-10-01T04:00:00Z'
beforeAll(async () => {
  world = await makeWorld({ now: NOW })
  await openRace(world, {
    names: { en: 'River Marathon' },
    menu: [
      { key: 'query', page: '/query?type=reg' },
      { key: 'other', address: 'https://club.example/', names: { 'zh-cn': '跑团', en: 'Club' } },
      { key: 'photos', page: '/photos', hidden: true },
    ],
  })
  await openEvent(world)
  await openRace(world, { id: 7, published_at: null })
  editor = await staffSession(world, [{ raceid: RACE, role: 'editor' }])
  other = await staffSession(world, [
    { raceid: 7, role: 'director' },
    { raceid: RACE, role: 'viewer' },
  ])
})
afterAll(() => world?.close())

const make = async (labels: string[], change: object = {}) =>
  world.ask(consoleScenesCreate, { raceid: RACE, labels, page: '/notice?noticeid=12', ...change }, editor)
const get = async (url: string, token?: string) =>
  world.app.inject({ method: 'GET', url, ...(token ? { cookies: { startline_console: token } } : {}) })

describe('the menu of a race as data', () => {
  test('answers both readings of its path, with the id behind it or in the body, and as a GET with an ETag', async () => {
    const answer = await world.ask(menuShow, { raceid: RACE }, { lang: 'en' })
    expect(answer.race).toMatchObject({ id: RACE, name: 'River Marathon' })
    expect(answer.items).toEqual([
      {
        key: 'query',
        label: 'Find my entry',
        page: '/query?type=reg',
        link: `http://localhost:3000/query?type=reg&raceid=${RACE}`,
        outside: false,
      },
      { key: 'other', label: 'Club', page: null, link: 'https://club.example/', outside: true },
    ])
    expect(await world.ask(apiHelperMenuShow, { id: RACE }, { lang: 'en' })).toEqual(answer)
    for (const path of ['/menu/show/', '/api/helper/menu/show/']) {
      const behind = await world.app.inject({ method: 'POST', url: `${path}${RACE}` })
      expect(behind.json()).toMatchObject({ code: '200', data: { race: { id: RACE } } })
      const shared = await get(`${path}${RACE}`)
      expect(shared.headers.etag).toBeTruthy()
      const again = await world.app.inject({
        method: 'GET',
        url: `${path}${RACE}`,
        headers: { 'if-none-match': String(shared.headers.etag) },
      })
      expect(again.statusCode).toBe(304)
    }
    expect(await world.call(menuShow, {})).toMatchObject({ refusal: 'race_missing' })
    expect(await world.call(menuShow, { id: 7 })).toMatchObject({ refusal: 'race_not_found' })
    expect(await world.call(menuShow, { id: 999 })).toMatchObject({ refusal: 'race_not_found' })
  })
})

describe('scenes', () => {
  test('are made only by staff of the race, for our own pages that open nobody’s data', async () => {
    const call = (change: object, as: object = editor) =>
      world.call(consoleScenesCreate, { raceid: RACE, labels: ['A'], page: '/home', ...change }, as)
    expect(await call({}, {})).toMatchObject({ code: '401' })
    expect(await call({}, other)).toMatchObject({ refusal: 'no_permission' })
    expect(await call({ page: 'https://else.example' })).toMatchObject({ refusal: 'scene_page_elsewhere' })
    expect(await call({ page: '/query?idnum=1' })).toMatchObject({ refusal: 'scene_page_personal' })
    expect(await call({ expires_at: '2026-01-01T00:00:00Z' })).toMatchObject({ refusal: 'scene_expired' })
    expect(await call({ labels: [] })).toMatchObject({ refusal: 'field_wrong' })
    expect(await call({ labels: Array.from({ length: 501 }, () => 'x') })).toMatchObject({ refusal: 'field_wrong' })
    expect(await call({ labels: ['长'.repeat(61)] })).toMatchObject({ refusal: 'field_wrong' })
    expect(await world.call(consoleScenesList, { raceid: RACE }, other)).toMatchObject({ refusal: 'no_permission' })
  })

  test('resolve to race, page and parameters by every path, and only a fetch counts', async () => {
    const { items } = await make(['起点', '终点 🏁'])
    const [{ scene, id }] = items as [(typeof items)[number]]
    const whole = {
      scene,
      raceid: RACE,
      race: 'River Marathon',
      page: '/notice',
      params: { noticeid: '12' },
      link: `http://localhost:3000/notice?noticeid=12&raceid=${RACE}&scene=${scene}`,
    }
    const en = { lang: 'en' as const }
    expect(await world.ask(sceneShow, { scene }, en)).toEqual({ ...whole, expires_at: null })
    expect(await world.ask(apiHelperSceneShow, { id: encodeURIComponent(scene) }, en)).toMatchObject(whole)
    const behind = await world.app.inject({ method: 'POST', url: `/scene/show/${scene}`, payload: { _lang: 'en' } })
    expect(behind.json()).toMatchObject({ data: whole })
    const scans = async () =>
      (await world.ask(consoleScenesList, { raceid: RACE, q: scene }, editor)).items.map((one) => one.scans)
    expect(await scans()).toEqual([0])
    expect(await world.ask(sceneFetch, { scene }, en)).toEqual(whole)
    await Promise.all(Array.from({ length: 30 }, () => world.ask(apiHelperSceneFetch, { scene })))
    const web = await get(`/s/${scene}`)
    expect([web.statusCode, web.headers.location]).toEqual([302, whole.link])
    expect(await scans()).toEqual([32])
    // Shanghai begins a new day at 16:00 UTC.
    world.clock.set('2026-10-01T16:00:00Z')
    await world.ask(sceneFetch, { scene })
    world.clock.set(NOW)
    expect((await world.ask(consoleScenesDays, { raceid: RACE, id }, editor)).items).toEqual([
      { day: '2026-10-02', scans: 1 },
      { day: '2026-10-01', scans: 32 },
    ])
    expect(await world.ask(wechatMiniQrdata, { scene })).toMatchObject({ raceid: RACE, link: whole.link, key: null })
  })

  test('have the data of /wechat/mini/qrcode', async () => {
    const { scene } = await world.ask(wechatMiniQrcode, { raceid: RACE, data: { link: '/board?eventid=1' } })
    expect(await world.ask(sceneFetch, { scene })).toMatchObject({
      raceid: RACE,
      page: '/board',
      params: { eventid: '1' },
      link: 'http://localhost:3000/board?eventid=1',
    })
  })

  test('end, stop, and lead to another page while their printed text stays', async () => {
    const { items } = await make(['领物点'], { expires_at: '2026-10-02T00:00:00Z' })
    const { id, scene } = items[0]!
    const change = (set: object, as = editor) => world.call(consoleScenesChange, { raceid: RACE, id, ...set }, as)
    expect(await change({ stopped: true }, other)).toMatchObject({ refusal: 'no_permission' })
    expect(await change({ id: 999_999 })).toMatchObject({ refusal: 'scene_unknown' })
    expect(await change({ page: '/start' })).toMatchObject({ data: { scene: { page: '/start', params: {}, scene } } })
    expect(await world.ask(sceneShow, { scene })).toMatchObject({ page: '/start' })
    world.clock.set('2026-10-02T00:00:00Z')
    expect(await world.call(sceneFetch, { scene })).toMatchObject({ refusal: 'scene_over' })
    expect((await get(`/s/${scene}`)).headers.location).toBe('http://localhost:3000/')
    world.clock.set(NOW)
    expect(await change({ expires_at: '', stopped: true })).toMatchObject({ data: { scene: { state: 'stopped' } } })
    expect(await world.call(sceneFetch, { scene })).toMatchObject({ refusal: 'scene_unknown' })
    expect(await change({ stopped: false })).toMatchObject({ data: { scene: { state: 'live', expires_at: null } } })
    const log = await world.db.selectFrom('log').select('what').where('what', '=', 'scene changed').execute()
    expect(log).toHaveLength(3)
  })

  test('cannot be guessed, and show nothing of a hidden race or of another race', async () => {
    for (const scene of ['', 'x', '2026', `${RACE.toString(36)}.11111111111111111111`, '😀', 'a'.repeat(96)])
      expect((await world.call(sceneShow, { scene })).code, scene).toMatch(/^4/)
    const hidden = await world.ask(consoleScenesCreate, { raceid: 7, labels: ['x'], page: '/home' }, other)
    expect(await world.call(sceneShow, { scene: hidden.items[0]!.scene })).toMatchObject({ refusal: 'scene_unknown' })
    const stranger = { raceid: RACE, id: hidden.items[0]!.id }
    expect(await world.call(consoleScenesChange, { ...stranger, label: 'y' }, editor)).toMatchObject({
      refusal: 'scene_unknown',
    })
  })

  test('are exported as an archive of pictures that a phone reads, with a list', async () => {
    const { batch, items } = await make(['A区/1', '=B区'])
    const url = `/console/scenes/pictures/${RACE}/${batch}.zip`
    for (const token of [undefined, other.token]) expect((await get(url, token)).statusCode).toBe(404)
    const answer = await get(url, editor.token)
    expect(answer.headers['content-type']).toBe('application/zip')
    const files = await unzipped(answer.rawPayload)
    expect([...files.keys()]).toEqual(['001-A区_1.png', '002-=B区.png', 'codes.csv'])
    const { data, info } = await sharp(files.get('001-A区_1.png')!)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const says = decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })
    expect(says).toContain(`scene=${items[0]!.scene}`)
    expect((await get(says.replace('http://localhost:3000', ''))).headers.location).toContain('/notice?noticeid=12')
    const csv = String(files.get('codes.csv'))
    expect(csv).toContain(`'=B区`)
    expect(csv).toContain(items[1]!.scene)
    expect(await world.ask(consoleExportsShow, { raceid: RACE, table: 'scenes' }, editor)).toMatchObject({
      columns: expect.arrayContaining([expect.objectContaining({ name: 'scans' })]) as unknown,
    })
  })

  test('are listed page by page, and found by their place', async () => {
    await make(Array.from({ length: 25 }, (_, at) => `公里牌 ${at + 1}`))
    const first = await world.ask(consoleScenesList, { raceid: RACE, q: '公里牌', limit: 20 }, editor)
    const rest = await world.ask(consoleScenesList, { raceid: RACE, q: '公里牌', after: first.after! }, editor)
    expect([first.items.length, rest.items.length, rest.after]).toEqual([20, 5, null])
    expect(first.mini).toBe(true)
    await make(['赛后按摩'])
    expect(await world.ask(consoleScenesList, { raceid: RACE, q: '賽後按摩' }, editor)).toMatchObject({
      items: [{ label: '赛后按摩' }],
    })
  })
})

describe('my races', () => {
  test('need a log-in, are empty at first, and show the next step of a registration', async () => {
    expect(await world.call(racesMy, {})).toMatchObject({ refusal: 'not_logged_in' })
    const runner = await runnerSession(world)
    expect(await world.ask(racesMy, {}, runner)).toEqual({ items: [] })
    const { _key } = await world.ask(registrationSave, entrant(1), runner)
    const { items } = await world.ask(racesMy, {}, { ...runner, lang: 'en' })
    expect(items).toMatchObject([
      {
        id: RACE,
        name: 'River Marathon',
        registrations: [
          {
            _key,
            event: 'Half marathon',
            next: {
              step: 'pay',
              needs: true,
              says: 'Pay for your entry',
              until: '2026-10-01T05:00:00.000Z',
              page: `/pay?_key=${_key}&raceid=${RACE}`,
            },
          },
        ],
      },
    ])
    expect(await world.ask(apiHelperRacesMy, {}, { ...runner, lang: 'en' })).toEqual({ items })
    expect(await world.ask(racesMy, {}, await runnerSession(world))).toEqual({ items: [] })
  })
})
