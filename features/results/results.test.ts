import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleResultsPublish } from './publication/publication.contract.ts'
import { consoleResultsSheets, timingQuery, timingReportsFetch } from './contract.ts'
import { world, timer, runner, regKey, openResults, stored, publish, reported } from '#test/scenes/listedResults.ts'

beforeAll(openResults)
afterAll(() => world?.close())

test('unknown and unpublished results are not answered', async () => {
  const { id, _key } = await stored('A2')
  expect(await world.call(timingQuery, {})).toMatchObject({ code: '422', refusal: 'result_of_whom' })
  for (const input of [
    { id: 'x' },
    { id: '12' },
    { id: '12', raceid: 7 },
    { id: `7-${'Q'.repeat(22)}` },
    { raceid: 7, bib: 'ZZ' },
    { id: String(id) },
    { id: _key },
    { raceid: 7, bib: 'A2' },
  ]) {
    expect(await world.call(timingQuery, input, { lang: 'zh-cn' }), JSON.stringify(input)).toMatchObject({
      code: '404',
      refusal: 'no_report',
      msg: '您还没有成绩信息~',
    })
  }
  expect(await world.ask(timingQuery, { id: regKey }), 'the holder of a key sees the registration').toMatchObject({
    report: null,
    registration: { name: 'Ann', bib: null },
  })
  expect(await world.ask(timingReportsFetch, { raceid: 7 })).toEqual({
    items: [],
    after: null,
    total: null,
    sheets: [],
  })
  expect(await world.call(timingReportsFetch, { raceid: 99 })).toMatchObject({ code: '404', refusal: 'race_not_found' })
  expect(await world.call(timingReportsFetch, { raceid: 7, gender: 'Q' } as never)).toMatchObject({
    code: '422',
    data: { fields: { gender: expect.any(String) as string } },
  })
})

test('only staff with the right publish, and only existing results', async () => {
  expect(await world.call(consoleResultsPublish, { raceid: 7, eventid: 1, published: true })).toMatchObject({
    code: '401',
  })
  expect(await world.call(consoleResultsPublish, { raceid: 8, eventid: 1, published: true }, timer)).toMatchObject({
    code: '403',
  })
  expect(await world.call(consoleResultsPublish, { raceid: 7, eventid: 2, published: true }, timer)).toMatchObject({
    code: '409',
    refusal: 'no_results_yet',
  })
  expect(await world.call(consoleResultsSheets, { raceid: 8 }, timer)).toMatchObject({ code: '403' })
  expect((await publish(true)).published_at).toBe(world.clock.now().toISOString())
  expect((await publish(false)).published_at).toBeNull()
  await publish(true)
  expect(await world.ask(consoleResultsSheets, { raceid: 7 }, timer)).toMatchObject({
    events: [
      { id: 1, results: 5, finishers: 3 },
      { id: 2, results: 0, published_at: null },
    ],
    imports: [{ eventid: 1, filename: 'r.csv' }],
  })
})

test('a report has gun and net, official ranks with their basis, and its fields under the specified names', async () => {
  const { id, _key } = await stored('A1')
  const answer = await world.ask(timingQuery, { id: _key }, { lang: 'en' })
  expect(answer.event).toMatchObject({
    id: 1,
    raceid: 7,
    name: 'Marathon',
    distance: 42_195,
    race: { id: 7, name: '第7届', city: '杭州', skins: { primary: '#c8102e' } },
  })
  expect(answer.report).toMatchObject({
    id,
    _key,
    name: 'Ann',
    bib: 'A1',
    gender: 'F',
    position: 3,
    basis: 'gun',
    time: '03:10:00',
    nettime: '03:09:30',
    pace: '4:30',
    outcome: 'finished',
    status: 'finish',
    枪成绩: '03:10:00',
    净成绩: '03:09:30',
    全部枪成绩: '03:10:00',
    全部净成绩: '03:09:30',
    全部枪排名: 3,
    全部净排名: 3,
    性别枪排名: 1,
    性别净排名: 1,
    年龄段: '40-44',
    年龄段排名: 1,
    年龄段总人数: 1,
    全部总人数: 3,
    '5': '00:21:00',
    '05': '00:21:00',
    '10用时': '00:21:00',
    '10配速': '4:12',
    半程: '01:30:00',
    终点: '03:09:30',
    终点用时: '00:11:30',
  })
  expect(answer.report!.places).toEqual([
    { of: 'overall', basis: 'gun', place: 3, total: 3, computed: null },
    { of: 'gender', basis: 'gun', place: 1, total: 1, computed: null },
    { of: 'agegroup', basis: 'gun', place: 1, total: 1, computed: null },
  ])
  expect((answer.report!.splits as { label: string }[]).map(({ label }) => label)).toEqual([
    '5',
    '10',
    '15',
    '20',
    '半程',
    '25',
    '30',
    '35',
    '40',
    '终点',
  ])
})

test('gun time is recorded to the next longer second, and a published rank counts before the computed rank', async () => {
  const report = await reported({ raceid: 7, bib: 'a2' })
  expect(report).toMatchObject({ time: '03:05:01', position: 1 })
  expect((report.places as unknown[])[0]).toEqual({ of: 'overall', basis: 'gun', place: 1, total: 3, computed: 2 })
})

test("a result is found by score id, by its own key, by its registration's key and id, and by bib", async () => {
  const { id, _key } = await stored('A1')
  const registration = await world.db
    .selectFrom('registrations')
    .select('id')
    .where('_key', '=', regKey)
    .executeTakeFirstOrThrow()
  for (const input of [
    { id: String(id) },
    { id: _key },
    { id: regKey },
    { id: String(registration.id), raceid: 7 },
    { raceid: 7, bib: 'A1', eventid: 1 },
  ])
    expect((await reported(input)).bib, JSON.stringify(input)).toBe('A1')
  expect(
    (await world.ask(timingQuery, { id: String(registration.id), raceid: 7 })).registration,
    'a guessable number does not show whose registration it is',
  ).toBeNull()
  expect(await world.call(timingQuery, { id: `7-${'S'.repeat(22)}` })).toMatchObject({
    code: '200',
    data: { report: null, event: { id: 2 } },
  })
})

test('a runner who did not finish has splits and no rank', async () => {
  const report = await reported({ raceid: 7, bib: 'A4' })
  expect(report).toMatchObject({
    outcome: 'dnf',
    status: 'DNF',
    position: null,
    time: null,
    places: [],
    年龄段排名: null,
    '10': '00:44:00',
    终点: null,
  })
})

test('other people see no hidden name or age, but the runner does', async () => {
  await world.db
    .updateTable('results')
    .set({ hide_name: true, hide_age: true })
    .where('raceid', '=', 7)
    .where('bib', '=', 'A1')
    .execute()
  const { _key } = await stored('A1')
  expect(await reported({ id: _key })).toMatchObject({
    name: null,
    agegroup: null,
    年龄段: null,
    年龄段排名: null,
    年龄段总人数: null,
    hidden: { name: true, age: true },
  })
  expect(JSON.stringify(await reported({ id: _key }))).not.toMatch(/Ann|40-44/)
  expect(JSON.stringify(await reported({ id: regKey })), 'a key is found by whoever knows the number').not.toMatch(
    /Ann|40-44/,
  )
  for (const own of [await reported({ id: _key }, runner), await reported({ id: regKey }, runner)])
    expect(own).toMatchObject({ name: 'Ann', 年龄段: '40-44', hidden: { name: false, age: false } })
  const list = await world.ask(timingReportsFetch, { raceid: 7 })
  expect(list.items.find(({ bib }) => bib === 'A1')).toMatchObject({
    name: null,
    agegroup: null,
    agegroup_place: null,
    gender_place: 1,
  })
  expect((await world.ask(timingReportsFetch, { raceid: 7, q: 'Ann' })).items).toEqual([])
  expect((await world.ask(timingReportsFetch, { raceid: 7, agegroup: '40-44' })).items).toEqual([])
  expect((await world.ask(timingReportsFetch, { raceid: 7, q: 'A1' })).items).toHaveLength(1)
  await world.db.updateTable('results').set({ hide_name: false, hide_age: false }).where('raceid', '=', 7).execute()
})

test('the list goes by official rank, then runners who did not finish, page by page, searched and filtered', async () => {
  const bibs = (list: { items: { bib: string }[] }) => list.items.map(({ bib }) => bib)
  const whole = await world.ask(timingReportsFetch, { raceid: 7 }, { lang: 'en' })
  expect(bibs(whole)).toEqual(['A2', 'A3', 'A1', 'A4', 'A5'])
  expect(
    bibs(await world.ask(timingReportsFetch, { raceid: 7, after: '1.9999999999.1.' })),
    'a made-up cursor begins anew',
  ).toEqual(bibs(whole))
  expect(whole.sheets).toEqual([
    {
      eventid: 1,
      name: 'Marathon',
      basis: 'gun',
      provisional: false,
      official: false,
      finishers: 3,
      agegroups: ['35-39', '40-44'],
      fields: [''],
      points: ['5', '10', '15', '20', '半程', '25', '30', '35', '40'],
      teams: [],
    },
  ])
  expect(whole.items[2]).toMatchObject({
    event: 'Marathon',
    position: 3,
    gender_place: 1,
    time: '03:10:00',
    nettime: '03:09:30',
    club: '跑吧',
  })
  const first = await world.ask(timingReportsFetch, { raceid: 7, limit: 2 })
  const second = await world.ask(timingReportsFetch, { raceid: 7, limit: 2, after: first.after! })
  const third = await world.ask(timingReportsFetch, { raceid: 7, limit: 2, after: second.after! })
  expect([...bibs(first), ...bibs(second), ...bibs(third)]).toEqual(bibs(whole))
  expect(third.after).toBeNull()
  expect(bibs(await world.ask(timingReportsFetch, { raceid: 7, gender: 'F' }))).toEqual(['A1', 'A4'])
  expect(bibs(await world.ask(timingReportsFetch, { raceid: 7, outcome: 'dns' }))).toEqual(['A5'])
  expect(bibs(await world.ask(timingReportsFetch, { raceid: 7, q: '%' }))).toEqual(['A3'])
  expect(bibs(await world.ask(timingReportsFetch, { raceid: 7, q: 'bo' }))).toEqual(['A2'])
  expect(bibs(await world.ask(timingReportsFetch, { raceid: 7, eventid: 2 }))).toEqual([])
})
