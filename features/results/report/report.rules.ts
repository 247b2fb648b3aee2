import { paceText } from '#contract/written.ts'
import type { Report, Split } from '../contract.ts'
import type { Point } from '../import/reading/points.rules.ts'
import type { TeamOfReport } from '../teams/teams.contract.ts'
import {
  type Clock,
  type GenderLetter,
  type ResultOutcome,
  type Ranking,
  type Totals,
  agegroupKey,
  clockText,
  paceOf,
  recorded,
} from '../rules.ts'

/**
 * The parts of a stored result that its report needs. `visible` (rules.ts) has already removed the values that the
 * runner hides.
 */
export type ReportFacts = {
  id: number
  _key: string
  name: string | null
  gender: GenderLetter | null
  bib: string
  field: string
  age: number | null
  agegroup: string | null
  outcome: ResultOutcome
  reason: string | null
  gun_ms: number | null
  net_ms: number | null
  stopped_ms: number | null
  splits: readonly (number | null)[]
  gun_overall: number | null
  gun_gender: number | null
  gun_agegroup: number | null
  net_overall: number | null
  net_gender: number | null
  net_agegroup: number | null
  published_overall: number | null
  published_overall_of: number | null
  published_gender: number | null
  published_gender_of: number | null
  published_agegroup: number | null
  published_agegroup_of: number | null
  rank: number | null
  hide_name: boolean
  hide_age: boolean
  handed_in: boolean
}
export type SheetFacts = {
  points: readonly Point[]
  clock: Clock
  split_clock: Clock
  totals: Partial<Record<Clock, Totals>>
  provisional: boolean
  official: boolean
  metres: number | null
  ranking: Ranking
  team?: TeamOfReport | null
}

const finishLabel = '终点'

/**
 * Makes the split table: every point and the finish. A segment begins at the nearest earlier point with a time. The
 * first segment begins at the runner's own start if its time is known, otherwise at the gun.
 */
export const splitsOf = (
  { outcome, gun_ms, net_ms, splits }: Pick<ReportFacts, 'outcome' | 'gun_ms' | 'net_ms' | 'splits'>,
  { points, metres, split_clock, ranking }: Pick<SheetFacts, 'points' | 'metres' | 'split_clock' | 'ranking'>,
): Split[] => {
  if (points.length === 0) return []
  const finish = outcome !== 'finished' ? null : split_clock === 'net' ? (net_ms ?? gun_ms) : (gun_ms ?? net_ms)
  const all = [
    ...points.map(({ label, metres: at }, n) => ({ label, metres: at, ms: splits[n] ?? null })),
    { label: finishLabel, metres, ms: finish },
  ]
  const start = split_clock === 'gun' && gun_ms !== null && net_ms !== null ? Math.max(0, gun_ms - net_ms) : 0
  let before: { ms: number; metres: number | null } = { ms: start, metres: 0 }
  return all.map(({ label, metres: at, ms }): Split => {
    const time = ms === null ? null : clockText(recorded(ms, ranking.rounding))
    if (ms === null)
      return { label, metres: at, ms, time, segment_ms: null, segment_time: null, segment_pace: null, pace: null }
    const segment_ms = ms - before.ms
    const between = at === null || before.metres === null ? null : at - before.metres
    const pace = (duration: number, over: number | null) =>
      over === null || over <= 0 || duration <= 0 ? null : paceText(paceOf(duration, over, ranking.pace_rounding))
    const split = {
      label,
      metres: at,
      ms,
      time,
      segment_ms,
      segment_time: clockText(recorded(ms, ranking.rounding) - recorded(before.ms, ranking.rounding)),
      segment_pace: pace(segment_ms, between),
      pace: pace(ms, at),
    }
    before = { ms, metres: at }
    return split
  })
}

type ReportRank = {
  of: 'overall' | 'gender' | 'agegroup'
  basis: Clock
  place: number
  total: number | null
  computed: number | null
}
const ranksOf = (facts: ReportFacts, sheet: SheetFacts): ReportRank[] => {
  const totals = sheet.totals[sheet.clock]?.[facts.field]
  const official = (
    of: ReportRank['of'],
    given: number | null,
    givenOf: number | null,
    computed: number | null,
    total: number | undefined,
  ): ReportRank[] => {
    const rank = given ?? computed
    return rank === null
      ? []
      : [
          {
            of,
            basis: sheet.clock,
            place: rank,
            total: givenOf ?? total ?? null,
            computed: computed !== null && computed !== rank ? computed : null,
          },
        ]
  }
  const by =
    sheet.clock === 'gun'
      ? ([facts.gun_overall, facts.gun_gender, facts.gun_agegroup] as const)
      : ([facts.net_overall, facts.net_gender, facts.net_agegroup] as const)
  return [
    ...official('overall', facts.published_overall, facts.published_overall_of, by[0], totals?.all),
    ...official(
      'gender',
      facts.published_gender,
      facts.published_gender_of,
      by[1],
      facts.gender ? totals?.gender[facts.gender] : undefined,
    ),
    ...(facts.hide_age && facts.agegroup === null
      ? []
      : official(
          'agegroup',
          facts.published_agegroup,
          facts.published_agegroup_of,
          by[2],
          facts.gender && facts.agegroup ? totals?.agegroup[agegroupKey(facts.gender, facts.agegroup)] : undefined,
        )),
  ]
}

/** The specification's words for outcomes. */
const statuses: Record<ResultOutcome, Report['status']> = {
  finished: 'finish',
  running: null,
  dnf: 'DNF',
  dns: 'DNS',
  dsq: 'DSQ',
}

/**
 * Writes three fields for each checkpoint: `<label>`, `<label>用时` and `<label>配速`. The point at 5 km also has the name
 * 05.
 */
const namedSplits = (splits: ReturnType<typeof splitsOf>): Record<string, string | null> =>
  Object.fromEntries(
    splits.flatMap(({ label, time, segment_time, segment_pace }) =>
      (label === '5' ? ['5', '05'] : [label]).flatMap((name): [string, string | null][] => [
        [name, time],
        [`${name}用时`, segment_time],
        [`${name}配速`, segment_pace],
      ]),
    ),
  )

/**
 * Makes the report of docs/behaviour/results.md, Report fields, with its Chinese-keyed fields: 枪成绩 净成绩 全部枪成绩 全部净成绩 ·
 * 全部枪排名 全部净排名 性别枪排名 性别净排名 · 年龄段 年龄段排名 年龄段总人数 性别总人数 全部总人数 · 配速, and for each checkpoint `<label>`, `<label>用时`,
 * `<label>配速`. 全部 means the runner's whole field. The rank by the sheet's own clock is the official rank.
 */
export const reportOf = (facts: ReportFacts, sheet: SheetFacts): Report => {
  const { ranking, clock } = sheet
  const time = (ms: number | null) => (ms === null ? null : clockText(recorded(ms, ranking.rounding)))
  const [gun, net] = [time(facts.gun_ms), time(facts.net_ms)]
  const ranks = ranksOf(facts, sheet)
  const rankOf = (of: ReportRank['of']) => ranks.find((one) => one.of === of)
  const by = (ofClock: Clock, of: 'overall' | 'gender', computed: number | null) =>
    ofClock === clock ? (rankOf(of)?.place ?? null) : computed
  const paceFor = (ms: number | null) =>
    facts.outcome === 'finished' && ms !== null && sheet.metres
      ? paceText(paceOf(recorded(ms, ranking.rounding) * 1000, sheet.metres, ranking.pace_rounding))
      : null
  const [pace, netpace] = [paceFor(facts.gun_ms), paceFor(facts.net_ms)]
  const splits = splitsOf(facts, sheet)
  return {
    ...namedSplits(splits),
    枪成绩: gun,
    净成绩: net,
    全部枪成绩: gun,
    全部净成绩: net,
    全部枪排名: by('gun', 'overall', facts.gun_overall),
    全部净排名: by('net', 'overall', facts.net_overall),
    性别枪排名: by('gun', 'gender', facts.gun_gender),
    性别净排名: by('net', 'gender', facts.net_gender),
    年龄段: facts.agegroup,
    年龄段排名: rankOf('agegroup')?.place ?? null,
    年龄段总人数: rankOf('agegroup')?.total ?? null,
    性别总人数: rankOf('gender')?.total ?? null,
    全部总人数: rankOf('overall')?.total ?? null,
    配速: clock === 'net' ? netpace : pace,
    id: facts.id,
    _key: facts._key,
    name: facts.name,
    gender: facts.gender,
    bib: facts.bib,
    field: facts.field,
    agegroup: facts.agegroup,
    outcome: facts.outcome,
    status: statuses[facts.outcome],
    reason: facts.reason,
    position: facts.rank,
    basis: clock,
    provisional: sheet.provisional,
    official: sheet.official,
    time: gun,
    nettime: net,
    gun_ms: facts.gun_ms,
    net_ms: facts.net_ms,
    pace,
    netpace,
    places: ranks,
    splits,
    handed_in: facts.handed_in,
    hidden: { name: facts.hide_name && facts.name === null, age: facts.hide_age && facts.agegroup === null },
    team: sheet.team ?? null,
  }
}
