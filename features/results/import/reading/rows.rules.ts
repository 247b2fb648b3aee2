import type { Table } from '#features/files/table.rules.ts'
import { atOnce } from '#features/files/steps.rules.ts'
import { writtenBib } from '#features/registrations/bib.rules.ts'
import { type Gender, type Outcome, ageFor, genders, recorded } from '../../rules.ts'
import { birthIn } from '../../ranking/births.rules.ts'
import { genderIn, isMissing, numberIn, outcomeIn, rankIn } from './cells.rules.ts'
import { type Columns, type Point, pointIn } from './columns.rules.ts'
import { longestRising } from './splits.rules.ts'
import { type DoubtfulWord, type Meaning, type Plain, type RefusedWord, meanings } from './vocabulary.rules.ts'
import { type TimeRead, type TimeUnit, timeReader } from './times.rules.ts'

export type Problem = {
  line: number
  bib: string
  severity: 'refused' | 'doubtful'
  word: RefusedWord | DoubtfulWord
  column?: string
  given?: string
  read?: string
}

export type PublishedRank = { rank: number; of: number | null }
/** One row of a file, believed. `stopped_ms`: the last time of somebody who did not finish. */
export type ReadResult = {
  line: number
  /** The row as the file has it. */
  raw: string
  bib: string
  field: string
  name: string | null
  gender: Gender | null
  age: number | null
  /** Where the file tells a birth date, or its year. */
  age_in_year: number | null
  agegroup: string | null
  document: string | null
  outcome: Outcome
  reason: string | null
  gun_ms: number | null
  net_ms: number | null
  stopped_ms: number | null
  splits: (number | null)[]
  published: { overall: PublishedRank | null; gender: PublishedRank | null; agegroup: PublishedRank | null }
  country: string | null
  city: string | null
  club: string | null
}
export type Reading = { results: ReadResult[]; problems: Problem[]; points: Point[] }
export type ReadingSettings = {
  /** Certified distance of the event. */
  metres: number | null
  /** The day on which ages count, `2026-11-21`; without it a birth date says nothing. */
  raceDay?: string
  /** Bibs with this beginning and a number behind it run in a field of their own: `{ W: 'wheelchair' }`. */
  fieldOfPrefix?: Readonly<Record<string, string>>
  units?: Readonly<Record<string, TimeUnit>>
  /** A file without bibs: its rows are numbered R1, R2, … in its order. */
  numberRows?: boolean
}

type SplitColumn = { at: number; segment: boolean; point: Point; read: (cell: string | undefined) => TimeRead }

/** Points in the order of the course where their distances are known, else as the columns stand. */
function* splitColumns(table: Table, columns: Columns, settings: ReadingSettings): Generator<void, SplitColumn[]> {
  const found: SplitColumn[] = []
  for (const [meaning, at] of columns) {
    const named = /^(split|segment):(.+)$/.exec(meaning)
    if (!named) continue
    yield
    const point = pointIn(named[2]!) ?? { label: named[2]!, metres: null }
    const segment = named[1] === 'segment'
    const read = timeReader(
      cellsOf(table, at),
      segment ? null : point.metres,
      settings.units?.[meaning] ?? (segment ? 'seconds' : undefined),
    )
    found.push({ at, segment, point: { ...point, label: point.metres === null ? named[2]! : point.label }, read })
  }
  if (found.some(({ segment, point }) => segment || point.metres === null)) return found
  return found.toSorted((a, b) => a.point.metres! - b.point.metres!)
}

const cellsOf = (table: Table, at: number) => table.rows.map((row) => row[at])

const text = (cell: string | undefined): string | null =>
  cell === undefined || ['', '-', 'na', 'null'].includes(cell.toLowerCase()) ? null : cell.slice(0, 200)

const STEP = 50
const bibIn = (cell: string | undefined): string => (isMissing(cell) ? '' : writtenBib(cell!))

/** Reads every row, some at a time; what is refused or doubtful is said with its line and nothing else is dropped. */
export function* readingResults(table: Table, columns: Columns, settings: ReadingSettings): Generator<void, Reading> {
  const problems: Problem[] = []
  const positions = Object.fromEntries(meanings.map((meaning) => [meaning, columns.get(meaning) ?? -1])) as Record<
    Plain,
    number
  >
  const at = (meaning: Plain) => positions[meaning]
  const cell = (row: readonly string[], meaning: Plain) => row[positions[meaning]]
  const reader = (meaning: Meaning & Plain) =>
    at(meaning) < 0
      ? () => ({ ms: null })
      : timeReader(cellsOf(table, at(meaning)), settings.metres, settings.units?.[meaning])
  const readGun = reader('gun')
  yield
  const readNet = reader('net')
  const splits = yield* splitColumns(table, columns, settings)
  const lastSegment = splits.findLastIndex(({ segment }) => segment)
  // Segments that nobody's finishing time stands beside make it up themselves: the last one ends at the finish.
  const sumsUp = lastSegment >= 0 && at('gun') < 0 && at('net') < 0
  const points = splits.map(({ point }) => point)
  if (sumsUp) points.pop()

  const results: ReadResult[] = []
  for (const [n, row] of table.rows.entries()) {
    if (n % STEP === 0) yield
    const line = table.lines[n]!
    const bib = settings.numberRows ? `R${n + 1}` : bibIn(cell(row, 'bib'))
    const note = (severity: Problem['severity'], word: Problem['word'], more: Partial<Problem> = {}) =>
      problems.push({ line, bib, severity, word, ...more })
    if (bib === '' || bib.length > 20) {
      note('refused', bib === '' ? 'no_bib' : 'bib_too_long', { given: bib.slice(0, 30) })
      continue
    }
    let outcome: Outcome = 'finished'
    let reason = text(cell(row, 'reason'))
    const said = cell(row, 'outcome') ?? ''
    const told =
      outcomeIn(said) ?? outcomeIn(cell(row, 'gun')) ?? outcomeIn(cell(row, 'net')) ?? outcomeIn(cell(row, 'rank'))
    if (told) {
      outcome = told.outcome
      if (told.overTime) reason ??= 'over_time'
    } else if (said !== '') note('doubtful', 'unknown_outcome', { given: said })
    const timed = (read: TimeRead, column: number, split: boolean): number | null => {
      if (!read.doubt || (read.doubt === 'implausible' && !split && told && told.outcome !== 'finished')) return read.ms
      if (read.doubt === 'not_a_time' && outcomeIn(row[column])) return null
      const drop = split && read.doubt === 'implausible'
      note('doubtful', drop ? 'split_implausible' : read.doubt, {
        column: table.header[column],
        given: row[column],
        ...(read.ms !== null && !drop ? { read: String(recorded(read.ms, 'floor')) } : {}),
      })
      return drop ? null : read.ms
    }
    const rank = (meaning: 'rank' | 'rank_gender' | 'rank_agegroup') => {
      const given = rankIn(cell(row, meaning) ?? '')
      if (given === 'bad' && !outcomeIn(cell(row, meaning)))
        note('doubtful', 'bad_rank', { column: table.header[at(meaning)], given: cell(row, meaning) })
      return given === 'bad' ? null : given
    }
    const ranks = { overall: rank('rank'), gender: rank('rank_gender'), agegroup: rank('rank_agegroup') }
    let gun = timed(readGun(cell(row, 'gun')), at('gun'), false)
    let net = timed(readNet(cell(row, 'net')), at('net'), false)
    const times: (number | null)[] = []
    let sum: number | null = 0
    for (const { at: column, segment, read } of splits) {
      const ms = timed(read(row[column]), column, true)
      if (segment) sum = sum === null || ms === null ? null : sum + ms
      times.push(segment ? sum : ms)
    }
    if (sumsUp) net = times.pop() ?? null
    const start = numberIn(cell(row, 'start') ?? '')
    if (start) {
      if (gun === null && net !== null) gun = net + Math.round(start.value * 1000)
      else if (net === null && gun !== null) net = gun - Math.round(start.value * 1000)
    }
    if (gun !== null && net !== null && net > gun)
      note('doubtful', 'net_over_gun', { given: `${recorded(net, 'floor')} > ${recorded(gun, 'floor')}` })

    const anyTime = gun ?? net ?? times.findLast((ms) => ms !== null) ?? null
    if (outcome === 'finished' && gun === null && net === null) {
      if (anyTime === null) {
        note('refused', 'no_time')
        continue
      }
      outcome = 'dnf'
      note('doubtful', 'no_finish_time')
    }
    if (outcome === 'finished' && (ranks.overall?.rank === 0 || ranks.gender?.rank === 0)) {
      outcome = 'dsq'
      reason ??= 'place_zero'
      note('doubtful', 'place_zero')
    }
    const finished = outcome === 'finished'
    if (!finished && (ranks.overall?.rank ?? 0) > 0)
      note('doubtful', 'rank_of_unfinished', { given: String(ranks.overall!.rank) })

    const kept = longestRising(times, finished ? Math.max(gun ?? 0, net ?? 0) : null)
    for (const [index, ms] of times.entries()) {
      if (ms === null || kept[index] !== null) continue
      note('doubtful', 'split_out_of_order', { column: table.header[splits[index]!.at], given: row[splits[index]!.at] })
    }
    const genderGiven = text(cell(row, 'gender'))
    const gender = genderGiven
      ? genderIn(genderGiven)
      : (genders.find((one) => one === genderIn(ranks.gender?.group ?? '')) ?? null)
    if (genderGiven && !gender) note('doubtful', 'unknown_gender', { given: genderGiven })
    const ageGiven = text(cell(row, 'age'))
    const age = ageGiven && /^\d{1,3}(\.0+)?$/.test(ageGiven) && Number(ageGiven) < 120 ? Number(ageGiven) : null
    if (ageGiven && age === null) note('doubtful', 'bad_age', { given: ageGiven })
    const birthGiven = text(cell(row, 'birth'))
    const born = birthGiven && settings.raceDay ? birthIn(birthGiven, settings.raceDay) : null
    if (birthGiven && settings.raceDay && !born) note('doubtful', 'bad_birth')
    const prefix = /^([A-Z]+)\d+$/.exec(bib)?.[1] ?? ''
    const published = (given: typeof ranks.overall): PublishedRank | null =>
      given && given.rank > 0 && finished ? { rank: given.rank, of: given.of } : null
    results.push({
      line,
      raw: row.join('\t'),
      bib,
      field: text(cell(row, 'field'))?.toLowerCase() ?? settings.fieldOfPrefix?.[prefix] ?? '',
      name:
        text(cell(row, 'name')) ??
        (text([cell(row, 'first_name'), cell(row, 'last_name')].filter((part) => part && part !== '-').join(' ')) ||
          null),
      gender,
      age: age ?? (born?.day && settings.raceDay ? ageFor(born.day, settings.raceDay, 'race_day') : null),
      age_in_year: born && settings.raceDay ? Number(settings.raceDay.slice(0, 4)) - born.year : null,
      agegroup: text(cell(row, 'agegroup'))?.slice(0, 40) ?? ranks.agegroup?.group ?? null,
      document: text(cell(row, 'document'))?.toUpperCase().replace(/\s+/g, '') ?? null,
      outcome,
      reason,
      gun_ms: finished || outcome === 'dsq' ? gun : null,
      net_ms: finished || outcome === 'dsq' ? net : null,
      stopped_ms: finished || outcome === 'dns' ? null : anyTime,
      splits: kept,
      published: {
        overall: published(ranks.overall),
        gender: published(ranks.gender),
        agegroup: published(ranks.agegroup),
      },
      country: text(cell(row, 'country')),
      city: text(cell(row, 'city')),
      club: text(cell(row, 'club')),
    })
  }
  return { results: yield* withoutDoubles(results, problems), problems, points }
}

/** The same in one go. */
export const readResults = (table: Table, columns: Columns, settings: ReadingSettings): Reading =>
  atOnce(readingResults(table, columns, settings))

/**
 * A row that stands twice word for word counts once; different rows with one bib are all refused, since nobody can tell
 * which is right.
 */
export function* withoutDoubles(results: ReadResult[], problems: Problem[]): Generator<void, ReadResult[]> {
  const seen = new Set<string>()
  const twice = new Map<string, ReadResult[]>()
  for (const [n, { bib }] of results.entries()) {
    if (n % STEP === 0) yield
    if (seen.has(bib)) twice.set(bib, [])
    else seen.add(bib)
  }
  if (twice.size === 0) return results
  for (const result of results) twice.get(result.bib)?.push(result)
  return results.filter((result) => {
    const same = twice.get(result.bib)
    if (!same) return true
    const [first] = same
    const equal = same.every((one) => one.raw === first!.raw)
    if (equal && result === first) return true
    problems.push({
      line: result.line,
      bib: result.bib,
      severity: equal ? 'doubtful' : 'refused',
      word: equal ? 'row_repeated' : 'bib_twice',
      given: same.map(({ line }) => line).join(', '),
    })
    return false
  })
}
