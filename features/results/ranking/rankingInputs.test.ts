import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countListed, listSliceOf } from '../list/list.rules.ts'
import { type Ranked, rankColumns } from './columnRanks.rules.ts'
import { byOf, countMoved, ranksOf } from './ranking.rules.ts'
import { type Clock, type Ranking, genders, outcomes, rankingOf, recorded } from '../rules.ts'
import {
  type RankingInput,
  rankingColumnsOf,
  decodeRankingInputs,
  encodeRankingInputs,
  withChanges,
} from './rankingInputs.rules.ts'

const rankingInput = (id: number): fc.Arbitrary<RankingInput> =>
  fc.record({
    id: fc.constant(id),
    field: fc.constantFrom('', '', 'wheelchair'),
    gender: fc.constantFrom(...genders, null),
    agegroup: fc.constantFrom('18-34', '35-39', null),
    outcome: fc.constantFrom('finished', 'finished', 'finished', ...outcomes),
    gun_ms: fc.option(fc.integer({ min: 1_000_000, max: 1_012_000 })),
    net_ms: fc.option(fc.integer({ min: 999_000, max: 1_009_000 })),
    published_overall: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 4 }),
    laps: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 2 }),
    progress: fc.constant(null),
    team: fc.option(fc.constantFrom('A', 'a ', 'B', 'C')),
  })
const event = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 25 })
  .chain((ids) => fc.tuple(...ids.toSorted((a, b) => a - b).map((id) => rankingInput(id + 1_000_000_000))))
const settings = fc
  .record({
    ties: fc.constantFrom('shared' as const, 'fraction' as const),
    rounding: fc.constantFrom('ceil' as const, 'floor' as const),
    double_dipping: fc.boolean(),
  })
  .map((given): Ranking => rankingOf({ ...given, top_out: 1 }))
const ranked = (all: readonly RankingInput[], ranking: Ranking, corrected = false): Ranked =>
  rankColumns(rankingColumnsOf(all), byOf(ranking, corrected))

/** Ranks by the definition: the number of better runners in the same group, plus one. */
const rankBy = (
  all: readonly RankingInput[],
  one: RankingInput,
  clock: Clock,
  { ties, rounding }: Ranking,
  sameGroup: (other: RankingInput) => boolean,
): number | null => {
  const ms = (of: RankingInput) => (clock === 'gun' ? of.gun_ms : of.net_ms)
  const counts = (of: RankingInput) => of.outcome === 'finished' && ms(of) !== null && of.field === one.field
  const fraction = ties === 'fraction'
  const mark = (of: RankingInput): number[] => [
    of.laps === null ? -1 : 999 - of.laps,
    fraction ? ms(of)! : recorded(ms(of)!, rounding),
    fraction ? (of.published_overall ?? 0) : 0,
  ]
  const isBefore = (a: number[], b: number[]) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!
  return counts(one)
    ? 1 + all.filter((other) => counts(other) && sameGroup(other) && isBefore(mark(other), mark(one)) < 0).length
    : null
}

test('a rank is one more than the number of better runners of the group, by either clock', () => {
  fc.assert(
    fc.property(event, settings, (all, ranking) => {
      const of = ranked(all, ranking)
      for (const one of all) {
        const places = ranksOf(of, one.id)
        for (const clock of ['gun', 'net'] as const) {
          expect(places[`${clock}_overall`]).toBe(rankBy(all, one, clock, ranking, () => true))
          const ofGender =
            one.gender === null ? null : rankBy(all, one, clock, ranking, ({ gender }) => gender === one.gender)
          expect(places[`${clock}_gender`]).toBe(ofGender)
          if (ranking.double_dipping)
            expect(places[`${clock}_agegroup`]).toBe(
              one.gender === null || one.agegroup === null
                ? null
                : rankBy(
                    all,
                    one,
                    clock,
                    ranking,
                    ({ gender, agegroup }) => gender === one.gender && agegroup === one.agegroup,
                  ),
            )
        }
        expect(places.rank).toBe(
          one.outcome !== 'finished' ? null : (one.published_overall ?? places[`${of.clock}_overall`]),
        )
      }
      expect(Object.values(of.totals.gun).reduce((sum, { all: n }) => sum + n, 0)).toBe(
        all.filter(({ outcome, gun_ms }) => outcome === 'finished' && gun_ms !== null).length,
      )
    }),
  )
})

test('a few changed results give the same as a full reading; the stored bytes are the same; after the undo every rank is restored', () => {
  fc.assert(
    fc.property(event, event, fc.array(fc.integer({ min: 1, max: 60 })), settings, (all, other, gone, ranking) => {
      const away = gone.map((id) => id + 1_000_000_000)
      const after = [
        ...all.filter(({ id }) => !away.includes(id) && !other.some((one) => one.id === id)),
        ...other,
      ].toSorted((a, b) => a.id - b.id)
      const changed = withChanges(rankingColumnsOf(all), other, away)
      const places = (of: Ranked, list: readonly RankingInput[]) => list.map(({ id }) => ranksOf(of, id))
      const by = byOf(ranking, false)
      expect(places(rankColumns(changed, by), after)).toEqual(places(ranked(after, ranking), after))
      expect(rankColumns(changed, by).totals).toEqual(ranked(after, ranking).totals)
      const kept = decodeRankingInputs(encodeRankingInputs(changed, by))
      expect(kept.by).toEqual(by)
      expect(places(rankColumns(kept.columns, kept.by), after)).toEqual(places(ranked(after, ranking), after))
      const undone = withChanges(
        kept.columns,
        all,
        after.map(({ id }) => id),
      )
      expect(places(rankColumns(undone, by), all)).toEqual(places(ranked(all, ranking), all))
      expect(countMoved(ranked(all, ranking), rankColumns(undone, by))).toBe(0)
    }),
  )
})

test('a list that is read page by page has everybody once, in the order of ranks, from the requested rank on', () => {
  fc.assert(
    fc.property(
      event,
      settings,
      fc.constantFrom('official' as const, 'gun' as const, 'net' as const),
      fc.integer({ min: 1, max: 7 }),
      (all, ranking, by, limit) => {
        const of = ranked(all, ranking, true)
        const pages = []
        for (let after: { field: string; position: number; id: number } | undefined; ;) {
          const page = listSliceOf(of, by, {}, { after, limit })
          pages.push(...page)
          if (page.length < limit) break
          const last = page.at(-1)!
          after = { ...last, field: all.find(({ id }) => id === last.id)!.field }
        }
        expect(pages.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id))
        const fields = pages.map(({ id }) => all.find((one) => one.id === id)!.field)
        expect(fields).toEqual(fields.toSorted())
        for (const [at, one] of pages.entries())
          if (fields[at + 1] === fields[at]) expect(pages[at + 1]!.position).toBeGreaterThanOrEqual(one.position)
        const women = { gender: 'F' as const }
        expect(listSliceOf(of, by, women, { limit: 99 })).toHaveLength(countListed(of, women))
        expect(listSliceOf(of, by, {}, { from: 3, limit: 99 }).map(({ id }) => id)).toEqual(
          pages.filter(({ position }, at) => position >= 3 || fields[at] !== '').map(({ id }) => id),
        )
      },
    ),
  )
})

test('published ranks of a file count until somebody corrects the event', () => {
  const row = (id: number, published_overall: number | null): RankingInput => ({
    id,
    field: '',
    gender: 'F',
    agegroup: null,
    outcome: 'finished',
    gun_ms: 1_000_000 + id * 1000,
    net_ms: null,
    published_overall,
    laps: null,
    progress: null,
    team: null,
  })
  const all = [row(1, 4), row(2, null), row(3, 1)]
  expect(
    listSliceOf(ranked(all, rankingOf({})), 'official', {}, { limit: 9 }).map(({ id, rank: place }) => [id, place]),
  ).toEqual([
    [3, 1],
    [2, 2],
    [1, 4],
  ])
  expect(
    listSliceOf(ranked(all, rankingOf({}), true), 'official', {}, { limit: 9 }).map(({ id, rank: place }) => [
      id,
      place,
    ]),
  ).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ])
})
