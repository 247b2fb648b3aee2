import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { importResults } from '#features/results/service.ts'
import { secondProcess } from '#test/second.ts'
import { file, openResults, reported, runner, stored, timer, world } from '#test/scenes/listedResults.ts'
import { consoleResultsSheets, timingReportsFetch } from '../contract.ts'
import { resultsProtestFile } from '../protests/protests.contract.ts'
import {
  consoleResultsDifferences,
  consoleResultsPublish,
  consoleResultsSchedule,
  consoleResultsVersions,
} from './publication.contract.ts'
import { isEarly } from './publication.rules.ts'
import { publishScheduled } from './publication.service.ts'

beforeAll(openResults)
afterAll(() => world?.close())

type Publishing = Partial<InputOf<typeof consoleResultsPublish>>
const of = { raceid: 7, eventid: 1 }
const publish = (how: Publishing = {}) => world.call(consoleResultsPublish, { ...of, published: true, ...how }, timer)
const versions = () => world.ask(consoleResultsVersions, of, timer)
const differences = (version?: number) =>
  world.ask(consoleResultsDifferences, { ...of, ...(version === undefined ? {} : { version }) }, timer)
const takeIn = (text: string) =>
  importResults(
    { db: world.db, seal: world.parts.seal },
    { ...of, filename: '成绩😀.csv', bytes: Buffer.from(text), now: world.clock.now() },
  )

test('only staff with the right see versions and publish; an event without results has no versions', async () => {
  for (const call of [consoleResultsDifferences, consoleResultsVersions] as const) {
    expect(await world.call(call, of)).toMatchObject({ code: '401' })
    expect(await world.call(call, { raceid: 8, eventid: 1 }, timer)).toMatchObject({ code: '403' })
    expect(await world.call(call, { raceid: 7, eventid: 2 }, timer)).toMatchObject({ refusal: 'no_results_yet' })
  }
  const later = new Date(world.clock.now().getTime() + 60_000).toISOString()
  expect(await world.call(consoleResultsSchedule, { ...of, eventid: 2, at: later }, timer)).toMatchObject({
    refusal: 'no_results_yet',
  })
  expect(await world.call(consoleResultsDifferences, { ...of, version: 99 }, timer)).toMatchObject({
    code: '404',
    refusal: 'version_not_found',
  })
})

test('provisional results become official, and go back with a reason; runners see the state', async () => {
  expect(await differences()).toMatchObject({ against: null, counts: { results: 5, finished: 3, added: 5 } })
  expect((await differences()).public_since).toBeNull()
  // Timing publishes live results without a version.
  const live = new Date(world.clock.now().getTime() - 3_600_000)
  const setPublished = (published_at: Date | null) =>
    world.db
      .updateTable('result_sheets')
      .set({ published_at })
      .where('raceid', '=', 7)
      .where('eventid', '=', 1)
      .execute()
  await setPublished(live)
  expect(await differences()).toMatchObject({ public_since: live.toISOString(), dropped: false })
  await setPublished(null)
  expect(await publish({ note: '首次发布' })).toMatchObject({ code: '200', data: { official_at: null } })
  const sheet = async () => (await world.ask(timingReportsFetch, { raceid: 7 })).sheets[0]
  expect(await sheet()).toMatchObject({ official: false })
  const { _key } = await stored('A1')
  expect(await reported({ id: _key })).toMatchObject({ official: false })
  expect(await publish({ state: 'official' })).toMatchObject({ code: '200' })
  expect(await sheet()).toMatchObject({ official: true })
  expect(await reported({ id: _key })).toMatchObject({ official: true })
  expect(await publish()).toMatchObject({ code: '422', refusal: 'reason_missing' })
  expect(await publish({ note: '终点录像有误' })).toMatchObject({ code: '200' })
  expect(await sheet()).toMatchObject({ official: false })
  expect((await versions()).versions.map(({ state, note }) => [state, note])).toEqual([
    ['provisional', '终点录像有误'],
    ['official', ''],
    ['provisional', '首次发布'],
  ])
})

test('an import into provisional results shows its changes before and after it is published', async () => {
  const before = (await versions()).versions[0]!.id
  await takeIn(
    file
      .replace('A2,Bob,M,38,3:05:00.4', 'A2,Bobby,M,38,3:20:00')
      .replace(/A5.*\n/, '')
      .concat('A6,Eve,F,29,3:30:00,3:29:00,,,,,,,,,,,\n'),
  )
  const found = await differences()
  expect(found).toMatchObject({ against: before, counts: { added: 1, gone: 0, name: 1, time: 1 } })
  expect(found.rows.find(({ bib }) => bib === 'A2')).toMatchObject({
    name: 'Bobby',
    before: { time: '03:05:01' },
    after: { time: '03:20:00' },
  })
  expect(found.rows[0], 'new results come first').toMatchObject({ bib: 'A6', kinds: ['added'], before: null })
  await publish()
  const [newest] = (await versions()).versions
  expect(newest).toMatchObject({ counts: { added: 1 }, kept: true })
  expect((await differences(newest!.id)).rows).toHaveLength(found.rows.length)
  expect((await differences()).rows).toEqual([])
})

test('of two members of staff who publish at once, one is told to look again', async () => {
  const seen = (await versions()).versions[0]!.id
  const other = await secondProcess(world)
  const both = await Promise.all([publish({ seen, note: '甲' }), publish({ seen, note: '乙' })])
  await other.db.destroy()
  expect(both.map(({ code }) => code).toSorted()).toEqual(['200', '409'])
  expect(both.find(({ code }) => code === '409')).toMatchObject({ refusal: 'published_meanwhile' })
  expect(await publish({ seen: 0 })).toMatchObject({ refusal: 'published_meanwhile' })
})

test('an embargo ends at its moment, by a job that may run twice; a passed moment is refused', async () => {
  await publish({ published: false })
  const now = world.clock.now()
  const at = new Date(now.getTime() + 3_600_000)
  expect(await world.call(consoleResultsSchedule, { ...of, at: now.toISOString() }, timer)).toMatchObject({
    code: '422',
    refusal: 'moment_past',
  })
  await world.ask(consoleResultsSchedule, { ...of, at: at.toISOString(), state: 'official', note: '颁奖后' }, timer)
  const run = () => publishScheduled({ db: world.db, now: world.clock.now() }, of)
  await run()
  expect(await versions()).toMatchObject({ state: 'none', publish_as: 'official', publish_at: at.toISOString() })
  world.clock.set(at)
  await run()
  await run()
  const after = await versions()
  expect(after).toMatchObject({ state: 'official', publish_at: null })
  expect(after.versions.filter(({ note }) => note === '颁奖后')).toHaveLength(1)
  await world.ask(consoleResultsSchedule, of, timer)
})

test('while a protest is open, official needs two confirmations and never comes by itself', async () => {
  await publish({ note: '重新受理抗议' })
  const { _key } = await stored('A1')
  await world.ask(resultsProtestFile, { key: _key, content: '终点时间不对 😀' }, runner)
  expect(await publish({ state: 'official' })).toMatchObject({ code: '409', refusal: 'protests_open' })
  const at = new Date(world.clock.now().getTime() + 60_000)
  await world.ask(consoleResultsSchedule, { ...of, at: at.toISOString(), state: 'official' }, timer)
  world.clock.set(at)
  await publishScheduled({ db: world.db, now: at }, of)
  expect(await versions()).toMatchObject({ state: 'provisional', publish_at: null, protests_open: 1 })
  expect(await publish({ state: 'official', despite: true })).toMatchObject({ code: '200' })
})

test('the console names a start that is still to come, and asks before it', async () => {
  const sheets = async () => (await world.ask(consoleResultsSheets, { raceid: 7 }, timer)).events
  expect((await sheets()).map(({ ahead }) => ahead)).toEqual([null, null])
  const start_at = new Date(world.clock.now().getTime() + 86_400_000)
  await world.db.updateTable('events').set({ start_at }).where('raceid', '=', 7).where('id', '=', 1).execute()
  expect((await sheets()).map(({ ahead }) => ahead)).toEqual([start_at.toISOString(), null])
  const [before, after] = [start_at.getTime() - 1, start_at.getTime()].map((ms) => new Date(ms).toISOString())
  const ahead = start_at.toISOString()
  expect([isEarly(null, null), isEarly(ahead, null), isEarly(ahead, before!), isEarly(ahead, after!)]).toEqual([
    false,
    true,
    true,
    false,
  ])
  await world.db.updateTable('events').set({ start_at: null }).where('raceid', '=', 7).where('id', '=', 1).execute()
})

test('an event keeps its newest lists, and of older versions the person and the counts', async () => {
  world.clock.advance(60_000)
  for (let at = 0; at < 21; at++) await publish({ note: `第${at}次` })
  const kept = (await versions()).versions
  expect(kept.filter((one) => one.kept)).toHaveLength(20)
  const dropped = kept.find((one) => !one.kept && one.state !== 'none')!
  expect(await world.call(consoleResultsDifferences, { ...of, version: dropped.id }, timer)).toMatchObject({
    refusal: 'version_not_found',
  })
  // The list before the oldest stored list was dropped, so the results did not become public without a version.
  const oldest = kept.findLast((one) => one.kept)!
  expect(await differences(oldest.id)).toMatchObject({ against: null, public_since: null, dropped: true })
  expect(await differences()).toMatchObject({ dropped: false })
})
