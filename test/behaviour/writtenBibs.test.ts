import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleBibsList } from '#features/bibs/contract.ts'
import { consoleCertificatesTry } from '#features/certificates/template/studio.contract.ts'
import { masterRunner } from '#features/lookups/contract.ts'
import {
  consolePhotosAlbum,
  consolePhotosList,
  consolePhotosTag,
  consolePhotosTaglist,
  consolePhotosUpload,
} from '#features/photos/console.contract.ts'
import {
  photoFetch,
  photoHassubscribe,
  photoRunner,
  photoSearchBib,
  photoSubscribe,
} from '#features/photos/contract.ts'
import { jobs as photoJobs } from '#features/photos/jobs.ts'
import { readyPhotos } from '#features/photos/processing.service.ts'
import { consoleRegistrationsList } from '#features/registrations/changes/changes.contract.ts'
import { importResults } from '#features/results/service.ts'
import { timingQuery, timingReportsFetch } from '#features/results/contract.ts'
import {
  consoleTimingList,
  timingLogDetail,
  timingLogFetch,
  timingLogStat,
  timingThirdReportQuery,
  timingThirdReportSearch,
} from '#features/timing/contract.ts'
import {
  consoleTimingCorrect,
  consoleTimingRunner,
  consoleTimingSearch,
} from '#features/timing/corrections/corrections.contract.ts'
import { RACE, openEvent, openRace } from '../entrants.ts'
import { numbered } from '../numbered.ts'
import { runnerSession, staffSession } from '../people.ts'
import { send, standings, timedHalf, worked } from '../timing.ts'
import { type World, makeWorld } from '../world.ts'

/*
 * These tests compare written bibs, typed by people or held by files, with printed bibs. B0001 and B0002 run the half
 * marathon, and A0002 and A0003 run ten kilometres. So 0001 and 1 mean B0001, and 2 means B0002 or A0002.
 */
const raceid = RACE
let world: World
let staff: { token: string }
const runnerOf = new Map<string, number>()

const given = async (bibs: readonly string[], change: Parameters<typeof numbered>[2] = {}) => {
  for (const [at, { id }] of (await numbered(world, bibs, change)).entries())
    runnerOf.set(bibs[at]!.replace('|', ''), id)
}
const openHouse = async () => {
  world = await makeWorld({ now: '2026-11-01T02:00:00Z' })
  await openRace(world, { settings: { timing_firm: 'jiangcheng-2026' } })
  await openEvent(world, { start_at: new Date('2026-10-31T23:30:00Z') })
  await openEvent(world, { id: 2, name: '十公里', distance_cm: 1_000_000 })
  staff = await staffSession(world, [
    { raceid, role: 'director' },
    { raceid, role: 'timer' },
    { raceid, role: 'photographer' },
    { raceid, role: 'registrar' },
  ])
  await given(['B|0001', 'B|0002'], { names: ['甲', '乙'] })
  await given(['A|0002', 'A|0003'], { eventid: 2, names: ['丙', '丁'] })
}

describe('look-ups by bib', () => {
  beforeAll(openHouse)
  afterAll(() => world?.close())

  const spellings = [
    ['B0001', ['B0001']],
    ['b0001', ['B0001']],
    ['Ｂ０００１', ['B0001']],
    ['B 1', ['B0001']],
    ['1', ['B0001']],
    ['0002', ['B0002', 'A0002']],
    ['C0001', []],
  ] as const
  test.each(spellings)('staff who look for %s', async (written, bibs) => {
    const listed = await world.ask(consoleRegistrationsList, { raceid, q: written }, staff)
    expect(listed.items.map(({ id }) => id).sort()).toEqual(bibs.map((bib) => runnerOf.get(bib)!).sort())
    const numbers = await world.ask(consoleBibsList, { raceid, q: written }, staff)
    expect(numbers.items.map(({ prefix_bib, bib }) => `${prefix_bib}${bib}`)).toEqual(bibs)
    const desk = (await world.ask(masterRunner, { raceid, key: written }, staff)) as { bib: string | null }[]
    expect(desk.map(({ bib }) => bib)).toEqual(bibs)
  })

  test('a certificate is tried on the runner of a bib', async () => {
    for (const bib of ['B0001', 'b1', '1']) {
      const tried = await world.call(consoleCertificatesTry, { raceid, kind: 'reg', bib }, staff)
      expect(tried.data.values, bib).toMatchObject({ 姓名: '甲' })
    }
    expect(await world.call(consoleCertificatesTry, { raceid, kind: 'reg', bib: '2' }, staff)).toMatchObject({
      refusal: 'certificate_of_nobody',
    })
  })
})

describe('photos', () => {
  beforeAll(openHouse)
  afterAll(() => world?.close())

  let albumid: number
  let shade = 0
  const upload = async (path: string, fields: object, files: readonly [string, Uint8Array | string][]) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...fields, _token: staff.token })) form.append(name, String(value))
    for (const [name, bytes] of files) form.append('file', new Blob([bytes as BlobPart]), name)
    const made = new Response(form)
    const answered = await world.app.inject({
      method: 'POST',
      url: path,
      payload: Buffer.from(await made.arrayBuffer()),
      headers: { 'content-type': made.headers.get('content-type')! },
    })
    return answered.json() as { code: string; data: { items: { id: number }[] } }
  }
  const photograph = async (filename: string): Promise<number> => {
    const bytes = await sharp({
      create: { width: 40, height: 30, channels: 3, background: { r: ++shade * 20, g: 40, b: 90 } },
    })
      .jpeg()
      .toBuffer()
    const { data } = await upload(consolePhotosUpload.path, { raceid, albumid }, [[filename, bytes]])
    await readyPhotos(world.parts, world.clock.now())
    return data.items[0]!.id
  }
  const tagsOf = async (id: number) =>
    (await world.ask(consolePhotosList, { raceid, albumid }, staff)).items
      .find((one) => one.id === id)!
      .bibs.map(({ bib, known }) => `${bib}${known ? '' : ' unknown'}`)

  test('are tagged by file name with the printed bib; a counter means nobody', async () => {
    ;({ id: albumid } = await world.ask(consolePhotosAlbum, { raceid, name: '终点', published: true }, staff))
    expect(await tagsOf(await photograph('0001_a.jpg'))).toEqual(['B0001'])
    expect(await tagsOf(await photograph('1.jpg'))).toEqual([])
    expect(await tagsOf(await photograph('0002.jpg')), 'B0002 or A0002').toEqual([])
  })
  test('are tagged by hand, by list and by the service', async () => {
    const [hand, list, seen] = [await photograph('x1.jpg'), await photograph('x2.jpg'), await photograph('x3.jpg')]
    await world.ask(consolePhotosTag, { raceid, ids: [hand], add: ['1', 'b2', 'Z9'] }, staff)
    expect(await tagsOf(hand)).toEqual(['B0001', 'B0002', 'Z9 unknown'])
    await world.ask(consolePhotosTag, { raceid, ids: [hand], remove: ['0001'] }, staff)
    expect(await tagsOf(hand)).toEqual(['B0002', 'Z9 unknown'])
    await upload(consolePhotosTaglist.path, { raceid, albumid }, [['list.csv', 'file,bibs\nx2.jpg,1 A2\n']])
    expect(await tagsOf(list)).toEqual(['A0002', 'B0001'])
    const recognition = {
      bibsIn: () =>
        Promise.resolve([
          { bib: '0001', confidence: 0.99 },
          { bib: '3', confidence: 0.99 },
        ]),
    }
    const parts = { ...world.parts, integrations: { ...world.parts.integrations, recognition } }
    await photoJobs
      .find(({ name }) => name === 'photo seen')!
      .run({ raceid, id: seen }, { ...parts, now: world.clock.now() })
    expect(await tagsOf(seen), 'a chest shows the zeros: 3 is part of something else').toEqual(['B0001'])
  })
  test('are found and followed by every spelling of the bib', async () => {
    const runner = await runnerSession(world)
    for (const bib of ['B0001', 'b1', '0001', '1', 'Ｂ０００１', 'B 0001']) {
      expect((await world.ask(photoFetch, { raceid, bib })).total, bib).toBe(3)
      expect((await world.ask(photoSearchBib, { albumid, bib })).total, bib).toBe(3)
      expect(await world.ask(photoRunner, { raceid, bib }), bib).toMatchObject({ bib: 'B0001', total: 3 })
      expect((await world.ask(consolePhotosList, { raceid, albumid, bib }, staff)).items, bib).toHaveLength(3)
    }
    expect(await world.ask(photoSubscribe, { raceid, bib: '1' }, runner)).toEqual({ bib: 'B0001', subscribed: true })
    expect(await world.ask(photoHassubscribe, { raceid, bib: 'b0001' }, runner)).toMatchObject({ subscribed: true })
    expect(await world.ask(photoSubscribe, { raceid, bib: '0001', on: false }, runner)).toMatchObject({
      subscribed: false,
    })
    expect(await world.ask(photoHassubscribe, { raceid, bib: 'B0001' }, runner)).toMatchObject({ subscribed: false })
  })
})

describe('timing', () => {
  beforeAll(openHouse)
  afterAll(() => world?.close())
  const at = { raceid, eventid: 1 }

  test('chips of a list and chips that are the bare number belong to the runner of the prefix', async () => {
    const readers = await timedHalf(world, staff)
    await world.ask(consoleTimingList, { ...at, kind: 'chips', csv: 'bib,chip\n0001,E2000001\n' }, staff)
    await send(world, readers.start, [
      ['E2000001', 3],
      ['B2', 5],
    ])
    await send(world, readers.finish, [
      ['E2000001', 5000],
      ['B0002', 5200],
      ['0003', 4000],
      ['2', 4100],
    ])
    await worked(world)
    expect(await standings(world)).toEqual([
      '1 B0001 finished 5000000 4997000 [] 1 1',
      '2 B0002 finished 5200000 5195000 [] 2 2',
    ])
    expect((await world.ask(timingLogStat, { raceid }, staff)).ghosts, 'the 2 that could be two runners').toBe(1)
    const ghosts = await world.ask(timingLogFetch, { raceid, ghosts: true }, staff)
    expect(ghosts.items.map(({ chip }) => chip)).toEqual(['2'])
  })
  test('a start list names a registered runner and makes no second one', async () => {
    await world.ask(consoleTimingList, { ...at, kind: 'runners', csv: 'bib,name\n0001,甲\nB2,乙\n77,外来\n' }, staff)
    const listed = await world.db.selectFrom('timing_runners').select('bib').where('raceid', '=', raceid).execute()
    expect(listed.map(({ bib }) => bib).sort()).toEqual(['77', 'B0001', 'B0002'])
    const found = await world.ask(consoleTimingSearch, { raceid, q: '甲' }, staff)
    expect(found.items.map(({ bib }) => bib)).toEqual(['B0001'])
  })
  test('reads, searches and corrections by the bib that staff write', async () => {
    for (const bib of ['B0001', 'b1', '1', '0001']) {
      expect(await world.ask(timingLogDetail, { raceid, bib }, staff), bib).toMatchObject({ bib: 'B0001' })
      expect(await world.ask(consoleTimingRunner, { ...at, bib }, staff), bib).toMatchObject({ bib: 'B0001' })
      const found = await world.ask(consoleTimingSearch, { raceid, q: bib }, staff)
      expect(found.items[0], bib).toMatchObject({ bib: 'B0001' })
    }
    await world.ask(
      consoleTimingCorrect,
      { ...at, bib: '1', change: { kind: 'swap', with: '0002' }, reason: '裁判组核对录像' },
      staff,
    )
    expect((await standings(world)).map((one) => one.split(' ')[1])).toEqual(['B0002', 'B0001'])
  })
  test('results of another firm under the bare number belong to this runner, with the wish to be hidden', async () => {
    const firm = await world.parts.integrations.sandbox.timingFirm!()
    const result = { event: '半程', gender: 'M', outcome: 'finished', nettime: null, gender_place: 1, splits: [] }
    firm.put('jiangcheng-2026', [
      { ...result, bib: '0001', name: '甲', time: '1:23:20', place: 1 },
      { ...result, bib: '0002', name: '丙', time: '1:30:00', place: 2 },
    ])
    expect(await world.ask(timingThirdReportQuery, { raceid, bib: 'B0001' })).toMatchObject({
      report: { bib: '0001', name: '甲' },
      ours: { place: expect.any(Number) as number },
    })
    await world.db
      .updateTable('registrations')
      .set({ hide_name: true })
      .where('raceid', '=', raceid)
      .where('id', 'in', [runnerOf.get('B0001')!, runnerOf.get('A0002')!])
      .execute()
    expect(await world.ask(timingThirdReportQuery, { raceid, bib: 'B0001' })).toMatchObject({ report: { name: null } })
    expect((await world.ask(timingThirdReportSearch, { raceid, q: '甲' })).items).toEqual([])
    expect((await world.ask(timingThirdReportSearch, { raceid, q: '丙' })).items, 'it may be A0002').toEqual([])
  })
})

test('results are found by every spelling of the bib', async () => {
  await openHouse()
  try {
    await importResults(
      { db: world.db, seal: world.parts.seal },
      {
        raceid,
        eventid: 1,
        filename: 'r.csv',
        publish: true,
        now: world.clock.now(),
        bytes: Buffer.from('bib,name,time\n1,甲,1:30:00\nB0002,乙,1:31:00\n'),
      },
    )
    for (const bib of ['B0001', 'b1', '0001', '1', 'Ｂ０００１']) {
      const found = await world.ask(timingQuery, { raceid, bib })
      expect(found.report, bib).toMatchObject({ bib: 'B0001', name: '甲' })
      const listed = await world.ask(timingReportsFetch, { raceid, q: bib })
      expect(
        listed.items.map((one) => one.bib),
        bib,
      ).toEqual(['B0001'])
    }
    const tried = await world.call(consoleCertificatesTry, { raceid, kind: 'timing', bib: '1' }, staff)
    expect(tried.data.values).toMatchObject({ 姓名: '甲', 参赛号: 'B0001' })
  } finally {
    await world.close()
  }
})
