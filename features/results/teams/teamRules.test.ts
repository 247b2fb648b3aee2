import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shared, testShared } from '#test/beside.ts'
import { type FileTable, cutTable } from '#features/files/table.rules.ts'
import { decodeText } from '#features/files/decoding.rules.ts'
import { atOnce } from '#features/files/steps.rules.ts'
import { rankColumns } from '../ranking/columnRanks.rules.ts'
import { byOf } from '../ranking/ranking.rules.ts'
import { mapResultColumns } from '../import/reading/columns.rules.ts'
import { derivedFrom } from '../import/reading/compare.rules.ts'
import { readResults } from '../import/reading/rows.rules.ts'
import { type Ranking, type TeamRules, areTeamRules, genders, rankingOf, recorded } from '../rules.ts'
import { type RankingInput, rankingColumnsOf, withChanges } from '../ranking/rankingInputs.rules.ts'
import { type TeamTable, teamsOf } from './teams.rules.ts'

type Given = Omit<Partial<Ranking>, 'teams'> & { teams: Partial<TeamRules> & Pick<TeamRules, 'kinds'> }
const settings = (given: Given): Ranking => rankingOf(given)
const tablesOf = (all: readonly RankingInput[], ranking: Ranking): TeamTable[] =>
  teamsOf(rankColumns(rankingColumnsOf(all.toSorted((a, b) => a.id - b.id)), byOf(ranking, false)))
/** Lists the facts about the teams, with ids of results in place of the positions in the columns. */
const said = (tables: readonly TeamTable[], all: readonly RankingInput[]) => {
  const ids = all.map(({ id }) => id).toSorted((a, b) => a - b)
  return tables.map(({ kind, teams }) => [
    kind,
    ...teams.map(({ key, rank, score, scorers, others, members, missing }) => ({
      key,
      rank,
      score,
      scorers: scorers.map(({ at, points }) => [ids[at], points]),
      others: others.map(({ at }) => ids[at]),
      members,
      missing,
    })),
  ])
}
let next = 1
const runner = (
  team: string | null,
  seconds: number | null,
  gender: 'M' | 'F' | 'X' = 'M',
  more: Partial<RankingInput> = {},
): RankingInput => ({
  id: next++,
  field: '',
  gender,
  agegroup: null,
  outcome: seconds === null ? 'dnf' : 'finished',
  gun_ms: seconds === null ? null : seconds * 1000,
  net_ms: null,
  published_overall: null,
  laps: null,
  progress: null,
  team,
  ...more,
})
const three = (more: Partial<TeamRules> = {}): Given => ({
  teams: { kinds: [{ kind: 'open', scorers: 3, women: 0, men: 0 }], ...more },
})
const line = ([table]: TeamTable[]) => table!.teams.map(({ name, rank, score }) => `${rank ?? '–'} ${name} ${score}`)

/**
 * Computes the team ranks again, straight from the definitions. It compares every runner with every other, and tries
 * every set of runners as scorers.
 */
const again = (all: readonly RankingInput[], { ties, rounding, teams }: Ranking) => {
  const rules = teams!
  const ms = (one: RankingInput) => (rules.basis === 'gun' ? one.gun_ms : one.net_ms)!
  const time = (one: RankingInput) => (ties === 'fraction' ? ms(one) : recorded(ms(one), rounding) * 1000)
  const key = (one: RankingInput) => one.team!.replaceAll(/\s/g, '').toLowerCase()
  const done = all
    .filter((one) => one.outcome === 'finished' && ms(one) !== null && one.field === '')
    .toSorted((a, b) => time(a) - time(b) || a.id - b.id)
  return rules.kinds.map(({ kind, scorers, women, men }) => {
    const ofKind = (one: RankingInput) => kind === 'open' || one.gender === (kind === 'women' ? 'F' : 'M')
    const rankOf = (one: RankingInput) =>
      1 + done.filter((other) => (kind === 'open' || ofKind(other)) && time(other) < time(one)).length
    const keys = [...new Set(all.filter((one) => one.team !== null && one.field === '' && ofKind(one)).map(key))]
    const sides = keys.map((team) => {
      const own = done.filter((one) => one.team !== null && key(one) === team && ofKind(one))
      let best: RankingInput[] | undefined
      const tried = (from: number, chosen: RankingInput[]): void => {
        if (chosen.length === scorers) {
          const enough = (gender: string, n: number) => chosen.filter((one) => one.gender === gender).length >= n
          const sum = (some: readonly RankingInput[]) => some.reduce((total, one) => total + time(one), 0)
          if (enough('F', women) && enough('M', men) && (!best || sum(chosen) < sum(best))) best = chosen
          return
        }
        for (let at = from; at < own.length; at++) tried(at + 1, [...chosen, own[at]!])
      }
      tried(0, [])
      return { team, own, best }
    })
    const whole = sides.filter(({ best }) => best)
    const numbered =
      rules.numbering === 'teams'
        ? done.filter((one) =>
            whole.some(
              ({ own, best }) =>
                own.includes(one) &&
                (best!.includes(one) || own.filter((other) => !best!.includes(other)).indexOf(one) < rules.displacers),
            ),
          )
        : undefined
    const points = (one: RankingInput) =>
      rules.score === 'time'
        ? time(one)
        : numbered
          ? 1 + numbered.filter((other) => time(other) < time(one)).length
          : rankOf(one)
    const marks = whole.map(({ team, best }) => ({
      team,
      score: best!.reduce((sum, one) => sum + points(one), 0),
      last: best!.map(rankOf).toReversed(),
    }))
    const isAhead = (a: (typeof marks)[number], b: (typeof marks)[number]) =>
      a.score < b.score ||
      (a.score === b.score &&
        a.last.some((one, at) => one < b.last[at]! && a.last.slice(0, at).every((before, n) => before === b.last[n])))
    return [
      kind,
      new Map(marks.map((one) => [one.team, [1 + marks.filter((other) => isAhead(other, one)).length, one.score]])),
      keys.length,
    ] as const
  })
}
const compare = (all: readonly RankingInput[], ranking: Ranking) => {
  const [mine, theirs] = [tablesOf(all, ranking), again(all, ranking)]
  for (const [at, [kind, ranked, count]] of theirs.entries()) {
    const table = mine[at]!
    expect([table.kind, table.teams.length, table.complete]).toEqual([kind, count, ranked.size])
    expect(
      new Map(table.teams.flatMap(({ key, rank, score }) => (rank === null ? [] : [[key, [rank, score]]]))),
    ).toEqual(ranked)
  }
}

describe('a team classification', () => {
  test('each kind exists once, and no more women and men are required than score', () => {
    const kind = (more: object = {}) => ({ kind: 'open' as const, scorers: 4, women: 0, men: 0, ...more })
    const rules = (...kinds: ReturnType<typeof kind>[]) => rankingOf({ teams: { kinds } }).teams
    expect(areTeamRules(null)).toBe(true)
    expect(areTeamRules(rules(kind({ women: 2, men: 2 })))).toBe(true)
    expect(areTeamRules(rules(kind({ women: 3, men: 2 })))).toBe(false)
    expect(areTeamRules(rules(kind(), kind()))).toBe(false)
    expect(areTeamRules(rules(kind({ kind: 'women', women: 1 })))).toBe(false)
    expect(() => rankingOf({ teams: { kinds: [] } })).toThrow()
  })

  test('added times: the three fastest of each team; teams with too few finishers come last without a rank; DNF, DNS and DSQ do not score', () => {
    const all = [
      ...[100, 200, 310, 90_000].map((s) => runner('江城跑团', s)),
      ...[110, 150, 340].map((s) => runner('Harriers', s)),
      ...[1, 2].map((s) => runner('Two', s)),
      runner('Two', 3, 'M', { outcome: 'dsq' }),
      runner('Nobody', null),
      runner(null, 5),
      runner('个人', 6),
      runner('N/A', 7),
      runner('Wheels', 8, 'M', { field: 'wheelchair' }),
    ]
    const [table] = tablesOf(all, settings(three()))
    expect(line([table!])).toEqual(['1 Harriers 600000', '2 江城跑团 610000', '– Two 3000', '– Nobody 0'])
    expect(
      table!.teams.map(({ scorers, others, members, missing }) => [
        scorers.length,
        others.length,
        members,
        missing.any,
      ]),
    ).toEqual([
      [3, 0, 3, 0],
      [3, 1, 4, 0],
      [2, 0, 3, 1],
      [0, 0, 1, 3],
    ])
    expect(table!.complete).toBe(2)
  })

  test('names that differ in case, width and blanks are one team', () => {
    expect(
      line(
        tablesOf([runner('River Club', 1), runner('RIVER  club', 2), runner('Ｒｉｖｅｒ Club', 3)], settings(three())),
      ),
    ).toEqual(['1 River Club 6000'])
  })

  test('ranks unchanged (World Athletics) or counted again among complete teams with some runners behind their scorers (NFHS); in a tie the team of the better last scorer wins', () => {
    const order = [['A', 'B', 'x', 'B', 'A', 'B', 'C', 'A', 'A', 'A', 'C']]
      .flat()
      .map((team, at) => runner(team === 'x' ? null : team, 100 + at))
    const places = (more: Partial<TeamRules>) => line(tablesOf(order, settings(three({ score: 'places', ...more }))))
    // By the event's ranks A has 1 + 5 + 8 and B has 2 + 4 + 6. C has only two runners.
    expect(places({})).toEqual(['1 B 12', '2 A 14', '– C 18'])
    // Ranks counted again without C are A1 B2 B3 A4 B5 A6, then A's fourth and fifth runner.
    expect(places({ numbering: 'teams' })).toEqual(['1 B 10', '2 A 11', '– C 18'])
    const tied = ['A', 'B', 'B', 'B', 'A', 'C', 'A'].map((team, at) => runner(team, 100 + at))
    const lasts = tied.map((one) => ({ ...one, team: one.team === 'C' ? null : one.team }))
    // A has 1 + 5 + 7 = 13 and B has 2 + 3 + 4 = 9. After a change both have 12: A 1 + 5 + 6, B 2 + 3 + 7.
    const even = [
      lasts[0]!,
      lasts[1]!,
      lasts[2]!,
      { ...lasts[3]!, team: null },
      lasts[4]!,
      { ...lasts[5]!, team: 'A' },
      { ...lasts[6]!, team: 'B' },
    ]
    expect(line(tablesOf(even, settings(three({ score: 'places' }))))).toEqual(['1 A 12', '2 B 12'])
  })

  test('two equal teams share a rank', () => {
    const all = ['A', 'B', 'A', 'B', 'A', 'B', 'C', 'C', 'C'].map((team, at) => runner(team, 100 + Math.floor(at / 2)))
    expect(line(tablesOf(all, settings(three({ score: 'places' }))))).toEqual(['1 A 9', '1 B 9', '3 C 23'])
  })

  test('at least one woman scores: a slower woman replaces a faster man; without a woman the team is not complete', () => {
    const mixed: Given = {
      teams: {
        kinds: [
          { kind: 'open', scorers: 3, women: 1, men: 0 },
          { kind: 'women', scorers: 2, women: 0, men: 0 },
        ],
      },
    }
    const all = [
      runner('A', 1),
      runner('A', 2),
      runner('A', 3),
      runner('A', 9, 'F'),
      runner('B', 4),
      runner('B', 5),
      runner('B', 6),
      runner('B', null, 'F'),
      runner('C', 7, 'F'),
      runner('C', 8, 'F'),
      runner('C', 9, 'X'),
    ]
    const [open, women] = tablesOf(all, settings(mixed))
    expect(line([open!])).toEqual(['1 A 12000', '2 C 24000', '– B 9000'])
    expect(open!.teams[2]!.missing).toEqual({ women: 1, men: 0, any: 0 })
    expect(line([women!])).toEqual(['1 C 15000', '– A 9000', '– B 0'])
  })

  test('laps in a fixed time: more laps beat less time', () => {
    const all = [
      runner('A', 9, 'M', { laps: 9 }),
      runner('A', 9, 'M', { laps: 8 }),
      runner('B', 1, 'M', { laps: 8 }),
      runner('B', 1, 'M', { laps: 8 }),
    ]
    expect(
      line(tablesOf(all, settings({ teams: { kinds: [{ kind: 'open', scorers: 2, women: 0, men: 0 }] } }))),
    ).toEqual(['1 A 18000', '2 B 2000'])
  })

  const people = fc.array(
    fc.tuple(
      fc.option(fc.constantFrom('A', 'a', 'B', 'C ', 'D'), { freq: 8 }),
      fc.integer({ min: 100, max: 112 }),
      fc.constantFrom(...genders),
      fc.constantFrom('finished' as const, 'finished' as const, 'finished' as const, 'dnf' as const, 'dsq' as const),
      fc.constantFrom('', '', '', 'wheelchair'),
    ),
    { maxLength: 22 },
  )
  const made = people.map((all) =>
    all.map(([team, seconds, gender, outcome, field], at): RankingInput => ({
      id: at + 1,
      field,
      gender,
      agegroup: null,
      outcome,
      gun_ms: seconds * 1000 - 300,
      net_ms: seconds * 1000 - 700,
      published_overall: null,
      laps: null,
      progress: null,
      team,
    })),
  )
  const rules = fc
    .record({
      basis: fc.constantFrom('gun' as const, 'net' as const),
      score: fc.constantFrom('time' as const, 'places' as const),
      numbering: fc.constantFrom('stand' as const, 'teams' as const),
      displacers: fc.integer({ min: 0, max: 2 }),
      scorers: fc.integer({ min: 2, max: 4 }),
      women: fc.integer({ min: 0, max: 1 }),
      men: fc.integer({ min: 0, max: 1 }),
      ties: fc.constantFrom('shared' as const, 'fraction' as const),
    })
    .map(({ scorers, women, men, ties, ...one }) =>
      settings({
        ties,
        teams: {
          ...one,
          kinds: [
            { kind: 'open', scorers, women, men },
            { kind: 'women', scorers: 2, women: 0, men: 0 },
            { kind: 'men', scorers, women: 0, men: 0 },
          ],
        },
      }),
    )

  test('a second computation, from the definitions, gives the same', () => {
    fc.assert(fc.property(made, rules, compare), { numRuns: 300 })
  })

  test('the order of results changes nothing; a correction and its undo leave every team unchanged', () => {
    fc.assert(
      fc.property(made, made, rules, fc.integer(), (all, other, ranking, seed) => {
        const shuffled = all
          .map((one, at) => ({ one, by: (Math.imul(at + 1, seed | 1) >>> 0) % 97 }))
          .toSorted((a, b) => a.by - b.by)
          .map(({ one }) => one)
        expect(said(tablesOf(shuffled, ranking), all)).toEqual(said(tablesOf(all, ranking), all))
        const by = byOf(ranking, false)
        const changed = withChanges(rankingColumnsOf(all), other, [])
        const undone = withChanges(
          changed,
          all,
          other.map(({ id }) => id),
        )
        expect(said(teamsOf(rankColumns(undone, by)), all)).toEqual(said(tablesOf(all, ranking), all))
      }),
    )
  })
})

const berlin = 'data/results/berlin_2000.csv.gz'
testShared(
  berlin,
  'Berlin 2000, 22,879 runners and their clubs: both computations agree by time and by places, however places are numbered',
  () => {
    const table = atOnce(cutTable(decodeText(gunzipSync(readFileSync(shared(berlin)))).text)) as FileTable
    const { columns } = mapResultColumns(table.header, table.rows, { bib: 'place_overall' })
    const { results } = readResults(table, columns, { metres: 42_195 })
    const all = derivedFrom(results, rankingOf({})).map((one, at): RankingInput => ({
      ...one,
      id: at + 1,
      published_overall: null,
      laps: null,
      progress: null,
      team: results[at]!.club,
    }))
    const kinds: TeamRules['kinds'] = [
      { kind: 'open', scorers: 10, women: 2, men: 0 },
      { kind: 'women', scorers: 3, women: 0, men: 0 },
    ]
    const [open, women] = tablesOf(all, settings({ teams: { kinds } }))
    expect([
      open!.teams.length > 2000,
      open!.complete > 20,
      women!.complete > 50,
      open!.teams[0]!.scorers.length,
    ]).toEqual([true, true, true, 10])
    // To try every set of runners is slow, so the test compares only sixty clubs of 3 to 16 members.
    const some = new Set(
      open!.teams
        .filter(({ members }) => members >= 3 && members <= 16)
        .slice(0, 60)
        .map(({ key }) => key),
    )
    const few = all.filter(
      ({ team }) => team !== null && some.has(team.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()),
    )
    const small: TeamRules['kinds'] = [
      { kind: 'open', scorers: 3, women: 0, men: 0 },
      { kind: 'men', scorers: 2, women: 0, men: 0 },
    ]
    expect(few.length).toBeGreaterThan(200)
    for (const teams of [
      { kinds: small },
      { kinds: small, score: 'places' as const },
      { kinds: small, score: 'places' as const, numbering: 'teams' as const },
    ])
      compare(few, settings({ teams }))
  },
)
