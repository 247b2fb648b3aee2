import * as z from 'zod/mini'
import { two } from '#contract/written.ts'
import { ageInYear, ageOn } from '#features/people/rules.ts'

/** The clocks of ranks: from the gun, or from the runner's own start. */
export const clocks = ['gun', 'net'] as const
export type Clock = (typeof clocks)[number]

/**
 * The outcomes of a runner. `running` means that the runner started and may still finish. Only `finished` is ranked and
 * counted.
 */
export const outcomes = ['finished', 'running', 'dnf', 'dns', 'dsq'] as const
export type ResultOutcome = (typeof outcomes)[number]

/** `X` means neither man nor woman. These runners are ranked as a group of their own. */
export const genders = ['M', 'F', 'X'] as const
export type GenderLetter = (typeof genders)[number]

/** The kinds of a team classification: all members, women only, or men only. */
export const teamKinds = ['open', 'women', 'men'] as const
export type TeamKind = (typeof teamKinds)[number]
const Few = z.number().check(z.int(), z.minimum(0), z.maximum(20))
/**
 * The team classification of an event. `of` decides the team of a runner: with `team` the team from sign-up, or the
 * club of a runner without a registration; with `club` always the club. A start list or a result file gives the club.
 * `score` is the sum of times or of ranks. `numbering` decides which ranks count. With `stand` the ranks in the event
 * count (World Athletics, cross country championships: no adjustment for runners who do not score). With `teams` ranks
 * are counted again without runners of incomplete teams. Each team then has only its scorers and the next `displacers`
 * runners (NFHS rule 9-2: seven of whom five score). Each kind has a number of `scorers`, and may require a number of
 * `women` and `men` among them.
 */
export const TeamRules = z.object({
  of: z._default(z.enum(['team', 'club']), 'team'),
  basis: z._default(z.enum(clocks), 'gun'),
  score: z._default(z.enum(['time', 'places']), 'time'),
  numbering: z._default(z.enum(['stand', 'teams']), 'stand'),
  displacers: z._default(Few, 2),
  kinds: z
    .array(
      z.object({
        kind: z.enum(teamKinds),
        scorers: z.number().check(z.int(), z.minimum(2), z.maximum(20)),
        women: z._default(Few, 0),
        men: z._default(Few, 0),
      }),
    )
    .check(z.minLength(1), z.maxLength(3)),
})
export type TeamRules = z.infer<typeof TeamRules>
/**
 * Checks that no kind occurs twice, and that a kind requires no more women and men than it has scorers. Only the kind
 * `open` may require women or men.
 */
export const areTeamRules = (rules: TeamRules | null): boolean =>
  rules === null ||
  (new Set(rules.kinds.map(({ kind }) => kind)).size === rules.kinds.length &&
    rules.kinds.every(({ kind, scorers, women, men }) =>
      kind === 'open' ? women + men <= scorers : women + men === 0,
    ))

const AgeBand = z.object({
  from: z.number().check(z.int(), z.minimum(0), z.maximum(150)),
  to: z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(150))),
})
export type AgeBand = z.infer<typeof AgeBand>

const everyFiveYears = (): AgeBand[] => [
  { from: 0, to: 17 },
  { from: 18, to: 34 },
  ...Array.from({ length: 9 }, (_, at) => ({ from: 35 + at * 5, to: 39 + at * 5 })),
  { from: 80, to: null },
]

/**
 * The ranking settings of an event in `events.ranking`. `rounding` tells how a time is recorded in whole seconds (by
 * the rules of the sport: the next longer second). `ties` tells whether equal recorded times share a rank (1-2-2-4) or
 * the fraction decides. Without `double_dipping` the first `top_out` of each gender have no rank in their age group.
 */
export const Ranking = z.object({
  basis: z._default(z.enum(clocks), 'gun'),
  ties: z._default(z.enum(['shared', 'fraction']), 'shared'),
  rounding: z._default(z.enum(['ceil', 'floor']), 'ceil'),
  pace_rounding: z._default(z.enum(['round', 'ceil', 'floor']), 'round'),
  age_basis: z._default(z.enum(['race_day', 'calendar_year']), 'race_day'),
  age_bands: z._default(z.array(AgeBand), everyFiveYears),
  double_dipping: z._default(z.boolean(), true),
  top_out: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(1000)), 3),
  /** The rules for adding up a team's results. Null: the event has no team classification. */
  teams: z._default(z.nullable(TeamRules), null),
})
export type Ranking = z.infer<typeof Ranking>

/** Reads the settings of an event, with defaults for missing settings. Throws if the settings cannot be read. */
export const rankingOf = (settings: unknown): Ranking => Ranking.parse(settings ?? {})

/** Rounds a time in milliseconds to the recorded whole seconds. */
export const recorded = (ms: number, rounding: Ranking['rounding']): number =>
  rounding === 'ceil' ? Math.ceil(ms / 1000) : Math.floor(ms / 1000)

/** Writes a recorded time as reports and certificates print it: `03:24:05`. Hours may go beyond 24. */
export const clockText = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`

/** Returns the pace in whole seconds per kilometre. */
export const paceOf = (ms: number, metres: number, rounding: Ranking['pace_rounding']): number =>
  Math[rounding](ms / metres)

/** Returns the age that counts for age groups. Both days are written as `2026-11-21`, in the race's zone. */
export const ageFor = (birth: string, raceDay: string, basis: Ranking['age_basis']): number =>
  (basis === 'calendar_year' ? ageInYear : ageOn)(birth, raceDay)

/**
 * Returns the age that decides the age group: the age in the year, or the age on race day. If only one of the two is
 * known, it counts in place of the other.
 */
export const groupAge = (
  { age, age_in_year }: { age: number | null; age_in_year: number | null },
  basis: Ranking['age_basis'],
): number | null => (basis === 'calendar_year' ? (age_in_year ?? age) : (age ?? age_in_year))
export const agegroupOf = (
  ages: { age: number | null; age_in_year: number | null },
  { age_basis, age_bands }: Pick<Ranking, 'age_basis' | 'age_bands'>,
): string | null => {
  const age = groupAge(ages, age_basis)
  return age === null ? null : bandFor(age, age_bands)
}

/** Names the band of an age: `35-39` or `80+`. */
export const bandFor = (age: number, bands: readonly AgeBand[]): string | null => {
  const band = bands.find(({ from, to }) => age >= from && (to === null || age <= to))
  return band ? (band.to === null ? `${band.from}+` : `${band.from}-${band.to}`) : null
}

/** Checks that bands go from young to old and do not overlap. The last band may have no end. */
export const areBands = (bands: readonly AgeBand[]): boolean =>
  bands.every(
    ({ from, to }, at) =>
      (to === null ? at === bands.length - 1 : to >= from) &&
      (at === 0 || (bands[at - 1]!.to !== null && from > bands[at - 1]!.to!)),
  )

/** The facts about a derived result that decide its ranks. */
export type Derived = {
  /** The field: '' for runners. Runners of other fields (`wheelchair`) are ranked separately. */
  field: string
  gender: GenderLetter | null
  agegroup: string | null
  outcome: ResultOutcome
  gun_ms: number | null
  net_ms: number | null
  /**
   * The known order among equal times, from a photo finish or a published rank. It counts only if `ties` is
   * `fraction`.
   */
  tiebreak?: number | null
  /** The number of laps, in a race where more laps beat less time. */
  laps?: number | null
}
/** Ranks by one clock. Null: no rank in that group. */
export type GroupRanks = { overall: number | null; gender: number | null; agegroup: number | null }
export type Ranks = Record<Clock, GroupRanks>
/** The number of ranked runners in each field: all, by gender, and by gender and age group (`M 35-39`). */
export type Totals = Record<string, { all: number; gender: Record<string, number>; agegroup: Record<string, number> }>

export const agegroupKey = (gender: GenderLetter, agegroup: string): string => `${gender} ${agegroup}`

/**
 * Finds the clock of split times. It is the runner's own start, unless some split is longer than that runner's net
 * time. Without net times it is the gun.
 */
export const splitClockOf = (
  results: readonly { outcome: ResultOutcome; net_ms: number | null; splits: readonly (number | null)[] }[],
): Clock => {
  const netted = results.filter(({ outcome, net_ms }) => outcome === 'finished' && net_ms !== null)
  return netted.length === 0 || netted.some(({ net_ms, splits }) => splits.some((ms) => ms !== null && ms > net_ms!))
    ? 'gun'
    : 'net'
}

/** The values that a runner may hide from everybody else. A hidden age also hides the age group and its ranks. */
export type Hiding = { hide_name: boolean; hide_age: boolean }
export const visible = <Row extends Hiding & { name: string | null; age: number | null; agegroup: string | null }>(
  row: Row,
  own: boolean,
): Row =>
  own
    ? row
    : {
        ...row,
        name: row.hide_name ? null : row.name,
        age: row.hide_age ? null : row.age,
        agegroup: row.hide_age ? null : row.agegroup,
      }
