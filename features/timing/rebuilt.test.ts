import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rankField } from '#features/results/ranking/ranking.rules.ts'
import { rankingOf } from '#features/results/rules.ts'
import { CoursePoint, rulesOf } from './course/course.contract.ts'
import { readPassings } from './reads/passings.rules.ts'
import { type RawRead, derive } from './rules.ts'

// Races that a separate program generated, with their results: test/vectors/timing.
const file = (name: string) => readFileSync(new URL(`../../test/vectors/timing/${name}`, import.meta.url), 'utf8')
const rowsOf = (name: string) =>
  file(name)
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
const gun = Date.parse('2026-03-01T00:00:00Z')
const point = (label: string, kind: CoursePoint['kind'], metres: number | null, stationid: number) =>
  CoursePoint.parse({ label, kind, metres, stationid })
const readOf =
  (stationid: (label: string | null) => number) =>
  (one: { line: number; elapsed: number | null; point: string | null }): RawRead => ({
    id: one.line,
    stationid: stationid(one.point),
    at: gun + one.elapsed!,
    ignored: false,
  })

test('a hill race on paper, by a watch that began late: ranks and times, a shared rank, and none for a runner who is out', () => {
  const { watch_late_s: late, out } = JSON.parse(file('hillrace.config.json')) as { watch_late_s: number; out: string }
  const { passings, problems } = readPassings(file('hillrace.txt'), 'Asia/Shanghai')
  expect(problems).toEqual([])
  const results = passings.map((one) => {
    const read = readOf(() => 1)(one)
    const { original: base } = derive(
      { points: [point('终点', 'finish', null, 1)], rules: rulesOf({}), closed: true },
      gun,
      [{ ...read, at: read.at + late * 1000 }],
    )
    return { bib: one.chip, ...base!, outcome: one.chip === out ? ('dnf' as const) : base!.outcome }
  })
  const { ranks } = rankField(
    results.map(({ outcome, gun_ms }) => ({
      field: '',
      gender: null,
      agegroup: null,
      outcome,
      gun_ms,
      net_ms: null,
      tiebreak: 0,
    })),
    rankingOf({}),
  )
  const ours = results.flatMap(({ bib, gun_ms }, at) =>
    ranks[at]!.gun.overall === null ? [] : [[String(ranks[at]!.gun.overall), bib, String(gun_ms! / 1000)]],
  )
  const expected = rowsOf('hillrace.expected.csv')
  expect(new Set(expected.map(([place]) => place)).size, 'two share a place').toBe(expected.length - 1)
  expect(ours).toEqual(expected)
})

test('a relay over one mat: the third read of a team is its finish', () => {
  const { passings, problems } = readPassings(file('relay.txt'), 'Asia/Shanghai')
  expect(problems).toEqual([])
  const points = ['棒1', '棒2', '棒3'].map((label, at) => point(label, at === 2 ? 'finish' : 'split', null, 1))
  const teams = [...Map.groupBy(passings, ({ chip }) => chip)].map(([bib, own]) => {
    const { original: base } = derive(
      { points, rules: rulesOf({ shape: 'relay' }), closed: false },
      gun,
      own.map(readOf(() => 1)),
    )
    return { bib, outcome: base?.outcome, seconds: base!.gun_ms! / 1000 }
  })
  expect(teams.every(({ outcome }) => outcome === 'finished')).toBe(true)
  expect(teams.toSorted((a, b) => a.seconds - b.seconds).map(({ bib, seconds }) => [bib, String(seconds)])).toEqual(
    rowsOf('relay.expected.csv'),
  )
})

test('a marathon of 300 from its passings, in any order: gun and net time, and the time at every point', () => {
  const { format, passings, problems } = readPassings(file('marathon.passings.csv'), 'Asia/Shanghai')
  expect({ format, n: passings.length, problems }).toEqual({ format: 'csv', n: 1800, problems: [] })
  const names = ['START', '5K', '10K', 'HALF', '30K', 'FINISH']
  const metres = [0, 5000, 10_000, 21_097.5, 30_000, 42_195]
  const points = names.map((name, at) =>
    point(name, at === 0 ? 'start' : at === 5 ? 'finish' : 'split', metres[at]!, at + 1),
  )
  const byRunner = Map.groupBy(passings, ({ chip }) => chip)
  for (const [bib, gunTime, net, ...splits] of rowsOf('marathon.expected.csv')) {
    const reads = byRunner.get(bib!)!.map(readOf((label) => names.indexOf(label!) + 1))
    const { original: base } = derive({ points, closed: true, rules: rulesOf({}) }, gun, reads)
    // Times at points on the way count from the runner's own start.
    const began = Number(gunTime) - Number(net)
    expect({ bib, ...base, splits: base?.splits.map((at) => at! / 1000 - began) }).toMatchObject({
      bib,
      outcome: 'finished',
      gun_ms: Number(gunTime) * 1000,
      net_ms: Number(net) * 1000,
      splits: splits.map(Number),
    })
  }
})
