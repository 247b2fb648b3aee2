import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveEvent } from '#features/events/service.ts'
import { saveRace } from '#features/races/service.ts'
import { type World, makeWorld } from '#test/world.ts'
import { importResults } from '../service.ts'
import { resultsAlong, resultsVideos } from '../progress/progress.contract.ts'
import { raceHome } from '#features/finder/contract.ts'
import { resultsPinned, timingQuery, timingReportsFetch } from '../contract.ts'

let world: World
const file = `bib,name,sex,age,gun,net,5K,10K,15K,20K
A1,Ann,F,41,1:40:10,1:38:30,23:00,46:00,1:09:00,1:33:00
A2,=Bob,M,38,1:40:00,1:39:50,22:00,45:00,1:10:00,1:34:00
A3,Cat,M,38,1:45:00,1:44:30,25:00,50:00,1:15:00,1:40:00
A4,Dan,F,30,DNF,,22:30,47:00,,
`
const found = (bib: string) =>
  world.db
    .selectFrom('results')
    .select(['id', '_key'])
    .where('raceid', '=', 7)
    .where('bib', '=', bib)
    .executeTakeFirstOrThrow()

beforeAll(async () => {
  world = await makeWorld()
  const now = world.clock.now()
  const rule = { key: '性别枪排名', value: '1', tips: '请到颁奖处领取证书' }
  const settings = {
    report_rules: { events: [], rules: { rule }, qr: 'https://example.com/award' },
    videos: [{ point: '终点', kind: 'film', address: 'https://v.example/f.mp4', began: now.toISOString() }],
  }
  await world.db.transaction().execute(async (tx) => {
    await saveRace(tx, { id: 7, name: '夜跑', city: '杭州', time: now, published_at: now, settings }, now)
    await saveEvent(
      tx,
      {
        raceid: 7,
        id: 1,
        name: '半程',
        names: { en: 'Half' },
        type: 'half',
        distance_cm: 2_109_750,
        places: 100,
        start_at: now,
      },
      now,
    )
  })
  await importResults(
    { db: world.db, seal: world.parts.seal },
    { raceid: 7, eventid: 1, filename: 'r.csv', bytes: Buffer.from(file), publish: true, now },
  )
})
afterAll(() => world?.close())

test('unknown results are refused', async () => {
  for (const endpoint of [resultsAlong, resultsVideos]) {
    expect(await world.call(endpoint, { key: `7-${'Q'.repeat(22)}` })).toMatchObject({
      code: '404',
      refusal: 'no_report',
    })
    expect(await world.call(endpoint, { key: 'x' })).toMatchObject({ code: '422' })
  }
})

test('the list goes by net time if the caller asks for it, begins at a rank, and names the number of matches', async () => {
  const bibs = async (input: object) =>
    (await world.ask(timingReportsFetch, { raceid: 7, ...input })).items.map(({ bib }) => bib)
  expect(await bibs({})).toEqual(['A2', 'A1', 'A3', 'A4'])
  expect(await bibs({ by: 'net' })).toEqual(['A1', 'A2', 'A3', 'A4'])
  expect(await bibs({ from: 2 })).toEqual(['A1', 'A3', 'A4'])
  const first = await world.ask(timingReportsFetch, { raceid: 7, by: 'net', limit: 1 })
  expect(await bibs({ by: 'net', limit: 2, after: first.after! })).toEqual(['A2', 'A3'])
  expect([first.total, (await world.ask(timingReportsFetch, { raceid: 7, gender: 'F' })).total]).toEqual([null, 2])
  const [row, , , dnf] = (await world.ask(timingReportsFetch, { raceid: 7, splits: true })).items
  expect(row).toMatchObject({
    bib: 'A2',
    position: 1,
    gun_place: 1,
    net_place: 2,
    pace: '4:44',
    last: null,
    splits: ['00:22:00', '00:45:00', '01:10:00', '01:34:00'],
    handed_in: false,
  })
  expect(dnf).toMatchObject({ position: null, pace: null, last: { label: '10', time: '00:47:00' } })
})

test("a runner's ranks on the way: ranks, gained ranks, and the age grade, which a hidden age hides too", async () => {
  const { _key } = await found('A1')
  const along = await world.ask(resultsAlong, { key: _key })
  expect(along).toMatchObject({ bib: 'A1', name: 'Ann', basis: 'net', outcome: 'finished' })
  expect(along.points.map(({ label, place, of, won }) => [label, place, of, won])).toEqual([
    ['5', 3, 4, null],
    ['10', 2, 4, 1],
    ['15', 1, 3, 1],
    ['20', 1, 3, 0],
    ['终点', 1, 3, 0],
  ])
  expect(along.agegrade).toMatchObject({ edition: 2025 })
  await world.db
    .updateTable('results')
    .set({ hide_age: true, hide_name: true })
    .where('raceid', '=', 7)
    .where('bib', '=', 'A1')
    .execute()
  expect(await world.ask(resultsAlong, { key: _key })).toMatchObject({ name: null, agegrade: null })
})

test('the file has everybody in three languages, hidden runners without a name, and no formula', async () => {
  const read = async (path: string) => {
    const { statusCode, headers, body } = await world.app.inject({ method: 'GET', url: path })
    return {
      statusCode,
      type: headers['content-type'],
      name: headers['content-disposition'],
      lines: body.split('\r\n'),
    }
  }
  expect((await read('/results/7/2.csv')).statusCode).toBe(404)
  expect((await read('/results/8/1.csv')).statusCode).toBe(404)
  const { type, name, lines } = await read('/results/7/1.csv?_lang=en')
  expect([type, name]).toEqual(['text/csv; charset=utf-8', expect.stringContaining('results-7-1.csv')])
  expect(lines[0]).toBe(
    '\uFEFFPlace,Bib,Name,Gender,Age group,Place by gender,Place by age group,Status,Gun time,Net time,Pace,Place by gun time,Place by net time,Places go by,5,10,15,20,Submitted by the runner',
  )
  expect(lines[1]).toBe(
    "1,A2,'=Bob,M,35-39,1,1,Finished,01:40:00,01:39:50,4:44,1,2,Gun time,00:22:00,00:45:00,01:10:00,01:34:00,",
  )
  expect(lines[2]).toMatch(/^2,A1,Anonymous runner,F,,1,,Finished/)
  expect(lines.slice(3)).toEqual([expect.stringMatching(/^3,A3/), expect.stringMatching(/^,A4,Dan,F,.*DNF/), ''])
})

test('a name is found in traditional and in simplified characters, unless the runner hides it', async () => {
  const named = (set: { name: string; hide_name?: boolean }) =>
    world.db.updateTable('results').set(set).where('raceid', '=', 7).where('bib', '=', 'A3').execute()
  const bibs = async (q: string) => (await world.ask(timingReportsFetch, { raceid: 7, q })).items.map(({ bib }) => bib)
  for (const name of ['周晓澜', '周曉瀾']) {
    await named({ name })
    for (const q of ['周晓澜', '周曉瀾', '曉澜']) expect(await bibs(q), `${q} in ${name}`).toEqual(['A3'])
    expect(await bibs('澜晓')).toEqual([])
  }
  await named({ name: '周曉瀾', hide_name: true })
  for (const q of ['周晓澜', '周曉瀾']) expect(await bibs(q)).toEqual([])
  await named({ name: 'Cat', hide_name: false })
})

test('a video begins at the moment of passing, and the special rule replaces the certificate', async () => {
  const { _key } = await found('A2')
  expect(await world.ask(resultsVideos, { key: _key })).toMatchObject({
    bib: 'A2',
    moments: [{ point: '终点', kind: 'film', time: '13:40:00', offset: 5995 }],
  })
  expect((await world.ask(timingQuery, { id: _key })).publicity).toEqual({
    tips: '请到颁奖处领取证书',
    qr: 'https://example.com/award',
  })
  expect((await world.ask(timingQuery, { raceid: 7, bib: 'A3' })).publicity).toBeNull()
})

test('the winners of a race are the first woman and the first man of each event', async () => {
  const { winners } = await world.ask(raceHome, { raceid: 7 }, { lang: 'en' })
  const { items } = await world.ask(timingReportsFetch, { raceid: 7 })
  // The home page of the race treats a hidden name as the list of reports does.
  const nameOf = (bib: string) => items.find((one) => one.bib === bib)!.name
  expect(winners).toMatchObject([
    {
      eventid: 1,
      event: 'Half',
      provisional: false,
      runners: [
        { gender: 'F', name: nameOf('A1'), time: '01:40:10' },
        { gender: 'M', name: nameOf('A2'), time: '01:40:00' },
      ],
    },
  ])
})

test('pinned rows are the rows of the followed bibs; other races and too many bibs are refused', async () => {
  expect(await world.call(resultsPinned, { raceid: 404, eventid: 1 })).toMatchObject({ refusal: 'race_not_found' })
  expect((await world.ask(resultsPinned, { raceid: 7, eventid: 1 })).items).toEqual([])
  expect((await world.ask(resultsPinned, { raceid: 7, eventid: 9, bibs: ['A1'] })).items).toEqual([])
  const { items } = await world.ask(resultsPinned, { raceid: 7, eventid: 1, bibs: ['A3', 'A1', 'nobody', "'; --"] })
  expect(items.map(({ bib, mine, position }) => [bib, mine, position])).toEqual([
    ['A1', false, 2],
    ['A3', false, 3],
  ])
  const bibs = Array.from({ length: 21 }, (_, n) => `A${n}`)
  expect(await world.call(resultsPinned, { raceid: 7, eventid: 1, bibs })).toMatchObject({ code: '422' })
})
