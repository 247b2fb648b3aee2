import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alterOneCharacter } from '#test/alter.ts'
import { RACE } from '#test/entrants.ts'
import { send, standings, worked } from '#test/timing.ts'
import { consoleTimingReads, timingLogDetail, timingLogFetch, timingLogStat, timingLogStations } from './contract.ts'
import {
  consoleTimingCorrect,
  consoleTimingIgnore,
  consoleTimingRunner,
  consoleTimingSearch,
  consoleTimingUndo,
} from './corrections/corrections.contract.ts'
import { world, timer, cashier, readers, at, openTimed, first, reason } from '#test/scenes/timedRace.ts'

beforeAll(openTimed)
afterAll(() => world?.close())

describe('reads become results', () => {
  test('by gun and by net, splits, runners under way', async () => {
    expect(await standings(world)).toEqual(first)
  })
  test('a read that is sent again counts once, in any order; an invalid key is refused', async () => {
    expect(await world.call(consoleTimingReads, { key: 'x', reads: [] })).toMatchObject({
      code: '403',
      refusal: 'device_unknown',
    })
    expect(
      await world.call(consoleTimingReads, { key: alterOneCharacter(readers.start.key), reads: [] }),
    ).toMatchObject({ refusal: 'device_unknown' })
    expect(
      await send(world, readers.finish, [
        ['1', 5000.1],
        ['2', 5200],
      ]),
    ).toEqual({ taken: 0, known: 2 })
    expect(
      await Promise.all([
        send(
          world,
          readers.finish,
          [
            ['3', 5130],
            ['9', 99],
          ],
          100,
        ),
        send(
          world,
          readers.finish,
          [
            ['3', 5130],
            ['9', 99],
          ],
          100,
        ),
      ]),
    ).toEqual(
      expect.arrayContaining([
        { taken: 2, known: 0 },
        { taken: 0, known: 2 },
      ]),
    )
    await worked(world)
    expect(await standings(world)).toEqual(first)
  })
  test('the station board: reads, runners, silence, ghosts; only for staff with the right', async () => {
    expect(await world.call(timingLogStat, { raceid: RACE })).toMatchObject({ code: '401' })
    expect(await world.call(timingLogStat, { raceid: RACE }, cashier)).toMatchObject({ code: '403' })
    const board = await world.ask(timingLogStat, { raceid: RACE }, timer)
    expect(board).toMatchObject({ behind: 0, ghosts: 1, reads: 15 })
    expect(board.items.map(({ name, reads, runners: seen, quiet }) => [name, reads, seen, quiet])).toEqual([
      ['起点', 5, 5, 8980],
      ['10公里', 4, 4, 6000],
      ['终点', 6, 5, 3000],
    ])
  })
  test('raw reads, the newest first, by station; ghosts alone', async () => {
    expect(await world.call(timingLogFetch, { raceid: RACE }, cashier)).toMatchObject({ code: '403' })
    const page = await world.ask(timingLogFetch, { raceid: RACE, stationid: readers.finish.stationid, limit: 2 }, timer)
    expect(page.items).toHaveLength(2)
    const next = await world.ask(
      timingLogFetch,
      { raceid: RACE, stationid: readers.finish.stationid, limit: 50, after: page.after! },
      timer,
    )
    expect([...page.items, ...next.items].map(({ chip }) => chip).sort()).toEqual(['1', '2', '3', '3', '4', '9'])
    expect(
      (await world.ask(timingLogFetch, { raceid: RACE, ghosts: true }, timer)).items.map(({ chip }) => chip),
    ).toEqual(['9'])
  })
  test('stations in the form that everybody may read', async () => {
    expect(await world.call(timingLogStations, { raceid: 99 })).toMatchObject({ refusal: 'race_not_found' })
    expect(
      (await world.ask(timingLogStations, at)).items.map(({ name, points }) => [
        name,
        points.map(({ label }) => label),
      ]),
    ).toEqual([
      ['起点', ['起点']],
      ['10公里', ['10']],
      ['终点', ['终点']],
    ])
  })
  test("raw reads of one runner are for staff, or for the runner by the registration's key", async () => {
    expect(await world.call(timingLogDetail, { raceid: RACE, bib: '3' })).toMatchObject({ code: '403' })
    expect(await world.call(timingLogDetail, { id: 'nonsense' })).toMatchObject({ refusal: 'runner_not_timed' })
    const log = await world.ask(timingLogDetail, { raceid: RACE, bib: '3' }, timer)
    expect(log.reads.map(({ verdict, label }) => [verdict, label])).toEqual([
      ['believed', '起点'],
      ['believed', '10'],
      ['believed', '终点'],
      ['same_passage', null],
    ])
    expect(log.passings.map(({ label, ms }) => [label, ms])).toEqual([
      ['起点', 9000],
      ['10', 2_450_000],
      ['终点', 5_100_000],
    ])
    const bytes = Buffer.from('own')
    const now = world.clock.now()
    const key = '1ka-2222222222222222222222'
    await world.db
      .insertInto('registrations')
      .values({
        raceid: RACE,
        _key: key,
        eventid: 1,
        uid: 1,
        state: 'normal',
        name: '自己',
        idtype: 'idcard',
        idnum: bytes,
        idnum_mask: '*',
        idnum_ix: bytes,
        document_ix: bytes,
        pay_at: now,
        created_at: now,
        updated_at: now,
        bib: '77',
      })
      .execute()
    await send(world, readers.start, [['77', 30]], 500)
    await worked(world)
    expect(await world.ask(timingLogDetail, { id: key })).toMatchObject({
      bib: '77',
      reads: [{ verdict: 'believed', label: '起点' }],
    })
    await world.db.deleteFrom('results').where('raceid', '=', RACE).where('bib', '=', '77').execute()
    await world.db.deleteFrom('registrations').where('raceid', '=', RACE).execute()
  })
})

describe('a person corrects', () => {
  const correct = (bib: string, change: object, as = timer) =>
    world.call(consoleTimingCorrect, { ...at, bib, change: change as never, reason }, as)
  const undo = (id: number) => world.ask(consoleTimingUndo, { ...at, id }, timer)
  test('a correction without the right, a reason or a rule, or of an unknown thing, is refused', async () => {
    const dsq = { kind: 'outcome', outcome: 'dsq', rule: null }
    expect(await correct('1', dsq, cashier)).toMatchObject({ code: '403' })
    expect(
      await world.call(consoleTimingCorrect, { ...at, bib: '1', change: dsq as never, reason: ' ' }, timer),
    ).toMatchObject({ code: '422' })
    expect(await correct('1', dsq)).toMatchObject({ refusal: 'rule_missing' })
    expect(
      await world.call(
        consoleTimingCorrect,
        { raceid: RACE, eventid: 9, bib: '1', change: { kind: 'swap', with: '2' }, reason },
        timer,
      ),
    ).toMatchObject({ refusal: 'event_not_found' })
    expect(await correct('404', { kind: 'time', point: 'finish', ms: 1 })).toMatchObject({
      refusal: 'result_not_found',
    })
    expect(await correct('1', { kind: 'time', point: '35', ms: 1 })).toMatchObject({ refusal: 'point_unknown' })
    expect(await world.call(consoleTimingUndo, { ...at, id: 999 }, timer)).toMatchObject({
      refusal: 'correction_not_found',
    })
    expect(await world.call(consoleTimingUndo, { raceid: RACE, eventid: 9, id: 1 }, timer)).toMatchObject({
      refusal: 'event_not_found',
    })
  })
  test.each([
    [
      'a disqualification moves everybody up',
      '1',
      { kind: 'outcome', outcome: 'dsq', rule: 'TR54.3' },
      ['1 3', '2 2', '3 4', '– 5', '– 1'],
    ],
    ['a finishing time', '4', { kind: 'time', point: 'finish', ms: 4_900_000 }, ['1 4', '2 1', '3 3', '4 2', '– 5']],
    [
      'a finish that no mat saw',
      '5',
      { kind: 'time', point: 'finish', ms: 5_150_000 },
      ['1 1', '2 3', '3 5', '4 2', '5 4'],
    ],
    ['a time struck out', '1', { kind: 'time', point: 'finish', ms: null }, ['1 3', '2 2', '3 4', '– 5', '– 1']],
    ['a split', '1', { kind: 'time', point: '10', ms: 2_300_000 }, ['1 1', '2 3', '3 2', '4 4', '– 5']],
    ['bibs that were swapped', '1', { kind: 'swap', with: '4' }, ['1 4', '2 3', '3 2', '4 1', '– 5']],
    ['out of the race', '5', { kind: 'outcome', outcome: 'dnf', rule: null }, ['1 1', '2 3', '3 2', '4 4', '– 5']],
  ])('%s, and its undo restores every rank', async (_, bib, change, after) => {
    const { data } = await correct(bib, change)
    const now = (await standings(world)).map((one) => one.split(' ').slice(0, 2).join(' '))
    expect(now).toEqual(after)
    if ('point' in change && change.point === '10') expect((await standings(world))[0]).toContain('[2300000]')
    await undo(data!.id)
    expect(await standings(world)).toEqual(first)
    expect(
      (await world.db.selectFrom('log').select(['what', 'target']).orderBy('id', 'desc').limit(2).execute()).map(
        ({ what, target }) => `${what} ${target}`,
      ),
    ).toEqual([`correction undone result ${bib}`, `result corrected result ${bib}`])
  })
  test('corrections on top of each other are undone in any order', async () => {
    const ids: number[] = []
    for (const [bib, change] of [
      ['1', { kind: 'outcome', outcome: 'dsq', rule: 'TR54.3' }],
      ['1', { kind: 'outcome', outcome: 'finished', rule: null }],
      ['2', { kind: 'swap', with: '3' }],
      ['3', { kind: 'time', point: 'finish', ms: 4_000_000 }],
    ] as const)
      ids.push((await correct(bib, change)).data!.id)
    expect((await standings(world)).map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual([
      '1 3',
      '2 1',
      '3 2',
      '4 4',
      '– 5',
    ])
    for (const id of [ids[2]!, ids[0]!, ids[3]!, ids[1]!]) await undo(id)
    expect(await standings(world)).toEqual(first)
  })
  test('a correction outlives reads that come later', async () => {
    const { data } = await correct('1', { kind: 'outcome', outcome: 'dsq', rule: 'TR54.3' })
    await send(world, readers.finish, [['1', 5001]], 700)
    await worked(world)
    expect((await standings(world)).at(-1)).toMatch(/^– 1 dsq/)
    await undo(data!.id)
    expect(await standings(world)).toEqual(first)
  })
  test('a read that cannot be true', async () => {
    expect(
      await world.call(consoleTimingIgnore, { raceid: RACE, id: 99_999, ignored: true, reason }, timer),
    ).toMatchObject({ refusal: 'read_not_found' })
    const runner = await world.ask(consoleTimingRunner, { ...at, bib: '1' }, timer)
    const { id } = runner.reads.find(({ label }) => label === '终点')!
    await world.ask(consoleTimingIgnore, { raceid: RACE, id, ignored: true, reason }, timer)
    expect((await standings(world))[0]).toMatch(/^1 1 finished 5001000/)
    await world.ask(consoleTimingIgnore, { raceid: RACE, id, ignored: false, reason }, timer)
    expect(await standings(world)).toEqual(first)
  })
  test('one runner with all facts', async () => {
    expect(await world.call(consoleTimingRunner, { ...at, bib: '404' }, timer)).toMatchObject({
      refusal: 'runner_not_timed',
    })
    const runner = await world.ask(consoleTimingRunner, { ...at, bib: '1' }, timer)
    expect(runner).toMatchObject({
      name: '韩一',
      timed: true,
      result: { outcome: 'finished', time: '01:23:21', place: 1, corrected: false },
      points: [
        { label: '起点', ms: 3000 },
        { label: '10', ms: 2_400_000 },
        { label: '终点', ms: 5_000_100, derived_ms: 5_000_100 },
      ],
    })
    expect(runner.corrections.every(({ undone_at, by }) => undone_at !== null && by === '工作人员')).toBe(true)
    expect(
      (await world.ask(consoleTimingSearch, { raceid: RACE, q: '韩' }, timer)).items.map(
        ({ bib, place }) => `${bib} ${place}`,
      ),
    ).toEqual(['1 1', '3 2', '2 3', '4 4', '5 null'])
    expect((await world.ask(consoleTimingSearch, { raceid: RACE, doubtful: true }, timer)).items).toEqual([])
  })
})
