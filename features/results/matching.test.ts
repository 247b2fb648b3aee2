import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ImportOrder } from './import/import.service.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { numbered } from '#test/numbered.ts'
import { type World, makeWorld } from '#test/world.ts'
import { importResults } from './service.ts'
import { correctResult } from './ranking/derived.service.ts'
import type { ResultChange } from './corrections/corrections.rules.ts'
import { rankingOf } from './rules.ts'

let world: World
const raceid = RACE
const ids = new Map<number, string>()
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  await openEvent(world, { id: 2, name: '十公里', names: {}, distance_cm: 1_000_000 })
  await openEvent(world, { id: 3, name: '欢乐跑', names: {}, distance_cm: 500_000 })
  const put = async (bibs: string[], eventid: number) => {
    for (const [at, { id }] of (await numbered(world, bibs, { eventid })).entries())
      ids.set(id, bibs[at]!.replace('|', ''))
  }
  await put(['B|0001', 'B|0002', 'B|0010', '|0020'], 1)
  await put(['A|0001', 'A|0003'], 2)
  await put(['R|0001', 'C|0007', 'D|0007', 'C|0008', 'D|8'], 3)
})
beforeEach(async () => {
  await world.db.deleteFrom('results').where('raceid', '=', raceid).execute()
})
afterAll(() => world?.close())

const take = async (bibs: readonly string[], more: Partial<ImportOrder> = {}) => {
  const outcome = await importResults(
    { db: world.db, seal: world.parts.seal },
    {
      raceid,
      eventid: 1,
      filename: 'r.csv',
      bytes: Buffer.from(`bib,time\n${bibs.map((bib, at) => `${bib},1:3${at}:00`).join('\n')}\n`),
      now: world.clock.now(),
      ...more,
    },
  )
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome.report
}
/** Lists the stored results as `bib runner`, by bib. */
const stored = async (eventid = 1) =>
  (
    await world.db
      .selectFrom('results')
      .select(['bib', 'name', 'registrationid'])
      .where('raceid', '=', raceid)
      .where('eventid', '=', eventid)
      .orderBy('bib')
      .execute()
  ).map(({ bib, registrationid }) => `${bib} ${registrationid === null ? '–' : ids.get(registrationid)}`)
const words = ({ problems }: Awaited<ReturnType<typeof take>>) => problems.map(({ bib, word }) => `${bib} ${word}`)

describe("a row of a result file finds its runner by the file's bib", () => {
  test('with prefix and number, in every spelling', async () => {
    const report = await take(['B0001', 'ｂ０００２', 'b 0010', '0020'])
    expect(report.counts).toMatchObject({ added: 4, matched: 4, doubtful: 0 })
    expect(await stored()).toEqual(['0020 0020', 'B0001 B0001', 'B0002 B0002', 'B0010 B0010'])
  })
  test('by the number alone, also if a spreadsheet removed the zeros; the result has the printed bib', async () => {
    const report = await take(['0001', '2', 'B10', '20.0'])
    expect(report.counts).toMatchObject({ added: 4, matched: 4, doubtful: 0 })
    expect(await stored()).toEqual(['0020 0020', 'B0001 B0001', 'B0002 B0002', 'B0010 B0010'])
  })
  test("among the event's own runners, and not with another event's prefix", async () => {
    expect((await take(['0001', '3'], { eventid: 2 })).counts.matched).toBe(2)
    expect(await stored(2)).toEqual(['A0001 A0001', 'A0003 A0003'])
    const report = await take(['A0001', 'A0002', 'B0002'])
    expect(report.counts.matched).toBe(1)
    expect(words(report)).toEqual(['A0001 unknown_bib', 'A0002 unknown_bib'])
    expect(await stored()).toEqual(['A0001 –', 'A0002 –', 'B0002 B0002'])
  })
  test('not if two runners are possible', async () => {
    const report = await take(['0007', '8', 'C8'], { eventid: 3 })
    expect(await stored(3), 'D8 is printed so and C8 is not: 8 could be either').toEqual([
      '0007 –',
      '8 –',
      'C0008 C0008',
    ])
    expect(words(report)).toEqual(['0007 unknown_bib', '8 unknown_bib'])
  })
  test('two rows that mean one runner are both refused', async () => {
    const report = await take(['B0001', '1', 'B0002'])
    expect(words(report)).toEqual(['B0001 bib_twice', 'B0001 bib_twice'])
    expect(report.counts).toMatchObject({ rows: 3, refused: 2, matched: 1 })
    expect(await stored()).toEqual(['B0002 B0002'])
  })
  test('rows with our own numbers find nobody by their number', async () => {
    expect((await take(['x', 'y'], { eventid: 3, settings: { numberRows: true } })).counts.matched).toBe(0)
    expect(await stored(3)).toEqual(['R1 –', 'R2 –'])
  })
  test('a result under the bare number keeps its id and key once the bib is given', async () => {
    const gone = await world.db
      .updateTable('registrations')
      .set({ bib: null, prefix_bib: null })
      .where('raceid', '=', raceid)
      .where('bib', '=', '0002')
      .returning('id')
      .executeTakeFirstOrThrow()
    await take(['0001', '0002'])
    const before = await world.db.selectFrom('results').select(['id', '_key']).where('bib', '=', '0002').execute()
    expect(before).toHaveLength(1)
    const by = { reason: '裁判组核对录像', staffid: null, now: world.clock.now() }
    const correct = (bib: string, change: ResultChange) =>
      world.db
        .transaction()
        .execute((tx) => correctResult(tx, { raceid, eventid: 1, ranking: rankingOf(null) }, bib, change, by))
    await correct('0002', { kind: 'outcome', outcome: 'dsq', rule: '第7条' })
    await correct('B0001', { kind: 'swap', with: '0002' })
    await world.db
      .updateTable('registrations')
      .set({ bib: '0002', prefix_bib: 'B' })
      .where('raceid', '=', raceid)
      .where('id', '=', gone.id)
      .execute()
    expect((await take(['0001', '0002'])).counts).toMatchObject({ added: 0, changed: 1, unchanged: 1, absent: 0 })
    expect(await stored()).toEqual(['B0001 B0001', 'B0002 B0002'])
    expect(await world.db.selectFrom('results').select(['id', '_key']).where('bib', '=', 'B0002').execute()).toEqual(
      before,
    )
    const kept = await world.db
      .selectFrom('result_corrections')
      .select(['bib', 'kind', 'change'])
      .where('raceid', '=', raceid)
      .orderBy('id')
      .execute()
    expect(kept.map(({ bib, kind, change }) => `${bib} ${kind} ${(change as { with?: string }).with ?? ''}`)).toEqual([
      'B0002 outcome ',
      'B0001 swap B0002',
    ])
  })
})
