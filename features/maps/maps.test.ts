import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { courses } from '#features/courses/contract.ts'
import { consoleLogList } from '#features/staff/contract.ts'
import { liveGps } from '#features/tracking/positions/spectators.contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { type GroundSettings, consoleMapsSave, consoleMapsShow } from './contract.ts'
import { isHost, isStyleAddress, isTileAddress } from './addresses.rules.ts'
import { groundFrom, hostsOf } from './rules.ts'
import { forgetMapSettings, mapHosts } from './service.ts'

let world: World
let owner: { token: string }
let director: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, {})
  owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
})
afterAll(() => world?.close())

const credited = { coordinates: 'gcj02', credit: '© 高德', credit_url: null } as const
const amap: GroundSettings = {
  kind: 'raster',
  tiles: ['https://webrd01.is.autonavi.com/appmaptile?style=8&x={x}&y={y}&z={z}'],
  tile_size: 256,
  max_zoom: 18,
  ...credited,
}
const save = (settings: unknown, who: { token: string } | undefined = owner) =>
  world.call(consoleMapsSave, { settings } as never, who)

test('only owners of the platform set the map', async () => {
  expect(await world.call(consoleMapsShow, {})).toMatchObject({ code: '401' })
  expect(await world.call(consoleMapsShow, {}, director)).toMatchObject({ code: '403' })
  expect(await world.call(consoleMapsSave, { settings: amap, raceid: RACE } as never, director)).toMatchObject({
    code: '403',
  })
  expect(await world.ask(consoleMapsShow, {}, owner)).toMatchObject({
    settings: { kind: 'plain' },
    ground: { kind: 'plain' },
    files: [],
    updated_at: null,
  })
})

test.each([
  ['an address that is none', { ...amap, tiles: ['tiles'] }],
  ['tiles without a row', { ...amap, tiles: ['https://a.example.com/{z}/{x}.png'] }],
  ['http to another machine', { ...amap, tiles: ['http://a.example.com/{z}/{x}/{y}.png'] }],
  [
    'a rule of the content policy',
    { ...amap, tiles: ["https://a.example.com;script-src 'unsafe-inline'/{z}/{x}/{y}"] },
  ],
  ['a password', { ...amap, tiles: ['https://me:secret@a.example.com/{z}/{x}/{y}'] }],
  ['no tiles', { ...amap, tiles: [] }],
  ['another coordinate system', { ...amap, coordinates: 'mars' }],
  [
    'a host with a path',
    { kind: 'style', style: 'https://a.example.com/s.json', hosts: ['https://b.example.com/x'], ...credited },
  ],
  ['every host', { kind: 'style', style: 'https://a.example.com/s.json', hosts: ['https://*'], ...credited }],
  ['a script in the link', { ...amap, credit_url: 'javascript:alert(1)' }],
  ['a file elsewhere', { kind: 'file', file: '../startline.key', ...credited }],
])('a ground with %s is refused', async (_, settings) => {
  expect(await save(settings)).toMatchObject({ code: '422' })
  expect(await mapHosts(world.db, world.clock.now())).toEqual([])
})

test('pages get the ground, their policy gets its hosts, and the log gets the change', async () => {
  expect(await save(amap)).toMatchObject({
    data: { settings: amap, ground: { kind: 'raster', coordinates: 'gcj02' } },
  })
  expect(await mapHosts(world.db, world.clock.now())).toEqual(['https://webrd01.is.autonavi.com'])
  expect((await world.ask(courses, { raceid: RACE })).ground).toEqual(groundFrom(amap))
  expect((await world.ask(liveGps, { raceid: RACE })).ground).toEqual(groundFrom(amap))
  const { items } = await world.ask(consoleLogList, { limit: 5 }, owner)
  expect(items[0]).toMatchObject({ what: 'map set', target: 'map', after: { kind: 'raster', coordinates: 'gcj02' } })
})
test('settings that this server cannot read count as none', async () => {
  await world.db
    .updateTable('map_settings')
    .set({ ground: JSON.stringify({ kind: 'globe' }) })
    .execute()
  forgetMapSettings()
  expect(await world.ask(consoleMapsShow, {}, owner)).toMatchObject({ settings: { kind: 'plain' } })
  expect(await mapHosts(world.db, world.clock.now())).toEqual([])
})

test('the chosen PMTiles file is served by ranges, and no other file of the folder is', async () => {
  const folder = join(world.parts.folder, 'maps')
  await mkdir(folder, { recursive: true })
  const bytes = Buffer.concat([Buffer.from('PMTiles\u0003', 'latin1'), Buffer.alloc(992, 7)])
  await writeFile(join(folder, 'city.pmtiles'), bytes)
  await writeFile(join(folder, 'other.pmtiles'), bytes)
  await writeFile(join(folder, 'old.pmtiles'), Buffer.from('PMTiles\u0002 and more', 'latin1'))
  const ground = { kind: 'file', file: 'city.pmtiles', ...credited }
  const get = (name: string, range?: string) =>
    world.app.inject({ method: 'GET', url: `/maps/${name}`, headers: range === undefined ? {} : { range } })
  expect((await get('city.pmtiles')).statusCode).toBe(404)
  expect(await save({ ...ground, file: 'old.pmtiles' })).toMatchObject({ refusal: 'map_file_missing' })
  expect(await save({ ...ground, file: 'none.pmtiles' })).toMatchObject({ refusal: 'map_file_missing' })
  expect(await save(ground)).toMatchObject({
    data: {
      ground: { kind: 'file', file: '/maps/city.pmtiles' },
      files: [
        { name: 'city.pmtiles', bytes: 1000 },
        { name: 'other.pmtiles', bytes: 1000 },
      ],
    },
  })
  const head = await get('city.pmtiles', 'bytes=0-6')
  expect([head.statusCode, head.body, head.headers['content-range']]).toEqual([206, 'PMTiles', 'bytes 0-6/1000'])
  expect((await get('city.pmtiles', 'bytes=995-')).rawPayload).toHaveLength(5)
  expect((await get('city.pmtiles', 'bytes=1000-')).statusCode).toBe(416)
  expect((await get('city.pmtiles')).rawPayload.equals(bytes)).toBe(true)
  expect((await get('other.pmtiles')).statusCode).toBe(404)
  expect((await get('..%2Fstartline.key')).statusCode).toBe(404)
  expect(await mapHosts(world.db, world.clock.now())).toEqual([])
})

test('hosts are origins, each once', () => {
  const style: GroundSettings = {
    kind: 'style',
    style: 'https://maps.example.com/styles/street.json?key=1',
    hosts: ['https://*.tiles.example.com', 'https://maps.example.com'],
    ...credited,
  }
  expect(hostsOf(style)).toEqual(['https://maps.example.com', 'https://*.tiles.example.com'])
  expect(groundFrom(style)).not.toHaveProperty('hosts')
  expect(['https://a.example.com', 'http://127.0.0.1:8080', 'https://a.example.com:444'].every(isHost)).toBe(true)
  expect(['https://a', 'http://a.example.com', 'data:', "https://a.b 'self'", 'https://a.b;x'].some(isHost)).toBe(false)
  expect(isStyleAddress('http://localhost:3000/style.json')).toBe(true)
  expect(isTileAddress('http://localhost.example.com/{z}/{x}/{y}')).toBe(false)
})
