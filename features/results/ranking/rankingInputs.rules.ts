import { normalTeamName } from '#features/teams/rules.ts'
import { type GenderLetter, type ResultOutcome, type Ranking, genders, outcomes } from '../rules.ts'

/**
 * The facts about a result that decide its ranks. `progress` sorts runners who are still on the course; a smaller
 * number is further ahead.
 */
export type RankingInput = {
  id: number
  field: string
  gender: GenderLetter | null
  agegroup: string | null
  outcome: ResultOutcome
  gun_ms: number | null
  net_ms: number | null
  published_overall: number | null
  laps: number | null
  progress: number | null
  /** The runner's team, if the event ranks teams. */ team: string | null
}

/**
 * The inputs of a whole event in columns, in the order of ids; -1 means no value. Sorting compares these numbers very
 * often, so they lie together in memory.
 */
export type RankingColumns = {
  fields: string[]
  agegroups: string[]
  /** Names of teams, as the first result writes them. Names that differ only in case and blanks mean the same team. */
  teams: string[]
  ids: Float64Array
  /** The gun times. A runner on the course has the progress instead. */
  gun: Int32Array
  net: Int32Array
  published: Int32Array
  laps: Int16Array
  agegroup: Int16Array
  field: Int16Array
  team: Int32Array
  /** The outcome, plus 16 times the gender. */
  kinds: Uint8Array
}
const kept = ['ids', 'gun', 'net', 'published', 'laps', 'agegroup', 'field', 'kinds', 'team'] as const
const arrays = {
  ids: Float64Array,
  gun: Int32Array,
  net: Int32Array,
  published: Int32Array,
  laps: Int16Array,
  agegroup: Int16Array,
  field: Int16Array,
  kinds: Uint8Array,
  team: Int32Array,
} as const
const emptyColumns = (n: number, fields: string[], agegroups: string[], teams: string[]): RankingColumns => ({
  fields,
  agegroups,
  teams,
  team: new Int32Array(n).fill(-1),
  ids: new Float64Array(n),
  gun: new Int32Array(n),
  net: new Int32Array(n),
  published: new Int32Array(n),
  laps: new Int16Array(n),
  agegroup: new Int16Array(n),
  field: new Int16Array(n),
  kinds: new Uint8Array(n),
})

export const FINISHED = outcomes.indexOf('finished')
export const outcomeAt = ({ kinds }: RankingColumns, at: number): ResultOutcome => outcomes[kinds[at]! & 15]!
export const genderAt = ({ kinds }: RankingColumns, at: number): GenderLetter | null =>
  genders[(kinds[at]! >> 4) - 1] ?? null

/** Gives each name a number; equal names get the same number. */
const coder = (names: string[]) => {
  const codes = new Map(names.map((name, at) => [name, at]))
  return (name: string): number => {
    const known = codes.get(name)
    if (known !== undefined) return known
    if (names.length >= 32_767) throw new RangeError('An event has too many fields or age groups')
    codes.set(name, names.length)
    return names.push(name) - 1
  }
}
/** Texts in a column of clubs that mean no club. */
const noTeam = /^(|[-–—./]+|none|no|n\/?a|unattached|individual|无|無|没有|沒有|个人|個人)$/
/** The most characters of a team's name. Some columns hold whole sentences. */
const longestTeam = 80
/** Gives each team a number. A team gets the same number in every spelling of its name; -1 means no team. */
const teamCoder = (teams: string[]) => {
  const known = new Map<string, number>()
  const codes = new Map(teams.map((name, at) => [normalTeamName(name), at]))
  return (name: string): number => {
    const before = known.get(name)
    if (before !== undefined) return before
    const short = name.trim().slice(0, longestTeam)
    const norm = normalTeamName(short)
    const code = noTeam.test(norm) ? -1 : (codes.get(norm) ?? teams.push(short) - 1)
    if (code >= 0) codes.set(norm, code)
    known.set(name, code)
    return code
  }
}
const writer = (columns: RankingColumns) => {
  const [fieldOf, agegroupOf, teamOf] = [coder(columns.fields), coder(columns.agegroups), teamCoder(columns.teams)]
  return (at: number, one: RankingInput): void => {
    columns.ids[at] = one.id
    columns.gun[at] = (one.outcome === 'running' ? one.progress : one.gun_ms) ?? -1
    columns.net[at] = one.net_ms ?? -1
    columns.published[at] = one.published_overall ?? -1
    columns.laps[at] = one.laps ?? -1
    columns.agegroup[at] = one.agegroup === null ? -1 : agegroupOf(one.agegroup)
    columns.field[at] = fieldOf(one.field)
    columns.team[at] = one.team === null ? -1 : teamOf(one.team)
    columns.kinds[at] =
      outcomes.indexOf(one.outcome) | ((one.gender === null ? 0 : genders.indexOf(one.gender) + 1) << 4)
  }
}
/** Makes the columns of `inputs`, which are in the order of their ids. */
export const rankingColumnsOf = (inputs: readonly RankingInput[]): RankingColumns => {
  const columns = emptyColumns(inputs.length, [], [], [])
  const write = writer(columns)
  for (const [at, one] of inputs.entries()) write(at, one)
  return columns
}

/** Applies changes to an event's inputs and leaves out the removed results. */
export const withChanges = (
  before: RankingColumns,
  changed: readonly RankingInput[],
  gone: readonly number[],
): RankingColumns => {
  const away = new Set([...gone, ...changed.map(({ id }) => id)])
  const fresh = changed.toSorted((a, b) => a.id - b.id)
  let stay = 0
  for (const id of before.ids) if (!away.has(id)) stay++
  const after = emptyColumns(stay + fresh.length, [...before.fields], [...before.agegroups], [...before.teams])
  const write = writer(after)
  let [from, at, next] = [0, 0, 0]
  while (at < after.ids.length) {
    while (from < before.ids.length && away.has(before.ids[from]!)) from++
    const one = fresh[next]
    if (one && (from >= before.ids.length || one.id < before.ids[from]!)) {
      write(at++, one)
      next++
      continue
    }
    // Copies unchanged results as one block, up to the next changed result.
    let end = from
    while (end < before.ids.length && !away.has(before.ids[end]!) && (!one || before.ids[end]! < one.id)) end++
    for (const name of kept) after[name].set(before[name].subarray(from, end), at)
    at += end - from
    from = end
  }
  return after
}

/** The settings of an event's ranking. `corrected` is true if a correction has made imported ranks wrong. */
export type RankingRules = Pick<Ranking, 'basis' | 'ties' | 'rounding' | 'double_dipping' | 'top_out' | 'teams'> & {
  corrected: boolean
}

type Head = {
  n: number
  first: number
  fields: string[]
  agegroups: string[]
  /** Rows that were written before teams were ranked have no teams. */ teams?: string[]
  by: RankingRules
  /** Columns in which all runners have the same value. */ same: Partial<Record<(typeof kept)[number], number>>
}
/** Returns the increase from each id to the next id. An increase takes half the space of an id; it is below 2^32. */
const stepsOf = (ids: Float64Array): Uint32Array => Uint32Array.from(ids, (id, at) => id - (ids[at - 1] ?? id))
/** Packs a whole event into few bytes, for one row. */
export const encodeRankingInputs = (columns: RankingColumns, by: RankingRules): Buffer => {
  const same = Object.fromEntries(
    kept.flatMap((name) =>
      columns[name].every((one) => one === columns[name][0]) ? [[name, columns[name][0] ?? 0]] : [],
    ),
  )
  const head = Buffer.from(
    JSON.stringify({
      n: columns.ids.length,
      first: columns.ids[0] ?? 0,
      fields: columns.fields,
      agegroups: columns.agegroups,
      teams: columns.teams,
      by,
      same,
    } satisfies Head),
  )
  const size = Buffer.alloc(4)
  size.writeUInt32LE(head.length)
  const parts = kept.flatMap((name) => (name in same ? [] : [name === 'ids' ? stepsOf(columns.ids) : columns[name]]))
  return Buffer.concat([size, head, ...parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength))])
}
export const decodeRankingInputs = (bytes: Buffer): { columns: RankingColumns; by: RankingRules } => {
  let at = 4 + bytes.readUInt32LE(0)
  const { n, first, fields, agegroups, teams, by, same } = JSON.parse(bytes.toString('utf8', 4, at)) as Head
  const columns = emptyColumns(n, fields, agegroups, teams ?? [])
  for (const name of kept) {
    if (name === 'team' && teams === undefined) continue
    const value = same[name]
    if (value !== undefined) {
      columns[name].fill(value)
      continue
    }
    const of = name === 'ids' ? Uint32Array : arrays[name]
    const end = at + n * of.BYTES_PER_ELEMENT
    columns[name].set(new of(bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + end) as ArrayBuffer))
    at = end
  }
  if (!('ids' in same)) for (let row = 0; row < n; row++) columns.ids[row]! += columns.ids[row - 1] ?? first
  return { columns, by: { ...by, teams: by.teams ?? null } }
}
