import { two } from '#contract/written.ts'
import type { FileTable } from '#features/files/table.rules.ts'
import { plainTitle, meaningOfTitle } from '../headers/titles.rules.ts'
import { clockIn, isMissing, outcomeIn } from '../reading/cells.rules.ts'
import { kindOfLegs, legNumber, legTitle } from './legs.rules.ts'

/** Titles of a column that says which leg a runner ran. */
const LEG_TITLES: ReadonlySet<string> = new Set(
  '棒次,棒数,棒号,棒,第几棒,接力棒次,leg,leg no,leg nr,leg number,leg order,relay leg'.split(',').map(plainTitle),
)
const TEAM = /^(?:队号|队伍号|队伍编号|团队号|团队编号|teamno|teamnr|teamnumber|teamid)$/
const isTeam = (title: string): boolean => meaningOfTitle(title)?.term === 'club' || TEAM.test(plainTitle(title))
const SINCE_LEG = /单棒|單棒|每棒|本棒|分棒|分段|棒成绩|棒成績|棒用时|棒用時|\bleg\b|\bsplit\b|\bsegment\b/i
const SINCE_GUN = /累计|累計|累积|累積|cumulative|\bcum\b|elapsed|running total/i

type Legs = readonly (number | null)[]
/**
 * The rows of each team, in the order of their legs. If the bibs of a team differ only by the leg at their end, `bibs`
 * has the bib of each row without the leg. Otherwise `bibs` is null.
 */
type Teams = { rows: number[][]; bibAt: number; bibs: readonly string[] | null }

/**
 * Groups rows by a key; undefined if the key names no teams, because a leg occurs twice or most keys occur only
 * once.
 */
const groupedBy = (keys: readonly string[], legs: Legs): number[][] | undefined => {
  const teams = new Map<string, Map<number, number>>()
  for (const [n, key] of keys.entries()) {
    const team = teams.get(key) ?? new Map<number, number>()
    if (key === '' || team.has(legs[n]!)) return undefined
    teams.set(key, team.set(legs[n]!, n))
  }
  const all = [...teams.values()].map((team) => [...team].toSorted(([a], [b]) => a - b).map(([, n]) => n))
  return all.filter((rows) => rows.length > 1).length * 2 < all.length ? undefined : all
}

/** Fills cells that a spreadsheet merged over the rows of a team. */
const filledDown = (cells: readonly string[], legs: Legs): string[] => {
  let [last, before] = ['', 0]
  return cells.map((cell, n) => {
    last = cell !== '' ? cell : legs[n]! > before ? last : ''
    before = legs[n]!
    return last
  })
}

/** Removes the leg from the end of a bib: `101-2`, `101B`. Returns '' if the bib does not end with the leg. */
const withoutLeg = (bib: string, leg: number): string => {
  const [, team = '', behind = ''] = /^(.+?)[-_./ ]?(\d{1,2}|[A-Z])$/.exec(bib) ?? []
  const [, apart, digits] = /^(.+)[-_./ ](\d{1,2})$/.exec(bib) ?? []
  if (digits !== undefined) return Number(digits) === leg ? apart! : ''
  return /[A-Z]/.test(behind) && behind.charCodeAt(0) - 64 === leg ? team : ''
}

/**
 * Finds the teams of a list with a row for each leg: by the bib, by the bib without its leg, or by the team. Undefined
 * if none of these gives teams.
 */
const teamsIn = ({ header, rows }: FileTable, legs: Legs): Teams | undefined => {
  const column = (at: number) =>
    filledDown(
      rows.map((row) => row[at] ?? ''),
      legs,
    )
  const bibAt = header.findIndex((title) => ['bib', 'number'].includes(meaningOfTitle(title)?.term ?? ''))
  if (bibAt >= 0) {
    const bibs = column(bibAt)
    const same = groupedBy(bibs, legs)
    if (same) return { rows: same, bibAt, bibs: null }
    const bare = bibs.map((bib, n) => withoutLeg(bib, legs[n]!))
    const teams = groupedBy(bare, legs)
    if (teams) return { rows: teams, bibAt, bibs: bare }
  }
  for (const [at, title] of header.entries()) {
    const teams = isTeam(title) ? groupedBy(column(at), legs) : undefined
    if (teams) return { rows: teams, bibAt, bibs: null }
  }
  return undefined
}

const isTimes = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => !isMissing(cell) && !outcomeIn(cell))
  return filled.length > 0 && filled.filter((cell) => clockIn(cell)).length > filled.length / 2
}
const distinct = (cells: readonly string[]): string[] => [...new Set(cells.filter((cell) => cell !== ''))]

/** Returns the columns with one time for a whole team, and the columns whose times differ by leg. */
const timesIn = ({ header, rows }: FileTable, { rows: teams }: Teams) => {
  const timed = [...header.keys()].filter(
    (at) =>
      (['gun', 'net', 'time', 'chip'].includes(meaningOfTitle(header[at]!)?.term ?? '') ||
        SINCE_LEG.test(header[at]!) ||
        SINCE_GUN.test(header[at]!)) &&
      isTimes(rows.map((row) => row[at] ?? '')),
  )
  const ofTeam = (at: number) => teams.every((team) => distinct(team.map((n) => rows[n]![at] ?? '')).length <= 1)
  return { totals: timed.filter(ofTeam), byLeg: timed.filter((at) => !ofTeam(at)) }
}

type LegColumn = { at: number; kind: 'segment' | 'split' }
/** Finds the column with the times of the legs. `unclear` names a column that a person must explain. */
const legColumn = (table: FileTable, teams: Teams): { found?: LegColumn; total?: number; unclear?: string } => {
  const { header, rows } = table
  const { totals, byLeg } = timesIn(table, teams)
  const [total] = totals
  const ms = (n: number, at: number) => clockIn(rows[n]![at] ?? '')?.ms
  const kindAt = (at: number): LegColumn['kind'] | null => {
    const complete = teams.rows.flatMap((team) => {
      const legs = team.map((n) => ms(n, at))
      const whole = total === undefined ? undefined : team.map((n) => ms(n, total)).find((one) => one !== undefined)
      return team.length < 2 || legs.some((one) => one === undefined) || (total !== undefined && whole === undefined)
        ? []
        : [{ legs: legs as number[], total: whole ?? null }]
    })
    const kind = complete.length === 0 ? null : kindOfLegs(complete)
    const said = SINCE_GUN.test(header[at]!) ? 'split' : SINCE_LEG.test(header[at]!) ? 'segment' : null
    return kind ?? said
  }
  const known = byLeg.flatMap((at) => {
    const kind = kindAt(at)
    return kind === null ? [] : [{ at, kind }]
  })
  const found = known.find(({ kind }) => kind === 'split') ?? known[0]
  return {
    ...(found ? { found } : byLeg[0] === undefined ? {} : { unclear: header[byLeg[0]]! }),
    ...(total === undefined ? {} : { total }),
  }
}

const written = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  const fraction = ms % 1000 === 0 ? '' : `.${String(Math.round(ms % 1000)).padStart(3, '0')}`
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fraction}`
}

/**
 * Returns the times of a team since the gun at the end of each leg. If the list has the time of each leg, the times
 * after a missing leg are null too.
 */
const sinceGun = (times: readonly (number | undefined)[], kind: LegColumn['kind']): (number | null)[] => {
  let sum: number | null = 0
  return times.map((ms) => {
    if (kind === 'split') return ms ?? null
    sum = sum === null || ms === undefined ? null : sum + ms
    return sum
  })
}

/** Returns one cell for a team: the cell that all legs share, the outcome of an unfinished leg, or ''. */
const cellOf = (cells: readonly string[], title: string): string => {
  const all = distinct(cells)
  if (all.length <= 1) return all[0] ?? ''
  const { term } = meaningOfTitle(title) ?? {}
  if (term === 'outcome' || term === 'reason')
    return all.find((cell) => (outcomeIn(cell)?.outcome ?? 'finished') !== 'finished') ?? ''
  return ''
}

/**
 * Writes the members of a team into one cell. If the team has a name, the cell begins with the name. Undefined if the
 * rows name fewer than two people.
 */
const membersOf = (
  table: FileTable,
  rows: readonly number[],
  han: boolean,
): { at: number; name: string } | undefined => {
  const { header } = table
  const at = header.findIndex((title) => ['name', 'given', 'first_name'].includes(meaningOfTitle(title)?.term ?? ''))
  if (at < 0) return undefined
  const lastAt = header.findIndex((title) => meaningOfTitle(title)?.term === 'last_name')
  const people = distinct(
    rows.map((n) => [table.rows[n]![at] ?? '', lastAt < 0 ? '' : (table.rows[n]![lastAt] ?? '')].join(' ').trim()),
  )
  if (people.length < 2) return undefined
  const teamAt = header.findIndex((title) => meaningOfTitle(title)?.term === 'club')
  const team =
    teamAt < 0
      ? ''
      : cellOf(
          rows.map((n) => table.rows[n]![teamAt] ?? ''),
          header[teamAt]!,
        )
  const members = people.join(han ? '、' : ', ')
  return { at, name: team === '' ? members : han ? `${team}（${members}）` : `${team} (${members})` }
}

const teamRow = (table: FileTable, teams: Teams, team: readonly number[], han: boolean): string[] => {
  const cells = table.header.map((title, at) =>
    cellOf(
      team.map((n) => table.rows[n]![at] ?? ''),
      title,
    ),
  )
  const members = membersOf(table, team, han)
  if (members) cells[members.at] = members.name
  const bib = teams.bibs?.[team[0]!] ?? table.rows[team[0]!]![teams.bibAt]
  if (bib !== undefined) cells[teams.bibAt] = bib
  return cells
}

/**
 * Joins the rows of a relay's legs into one row for each team, with the time since the gun at the end of each leg.
 * `unclear` names a column of times that may be the times of the legs or the times since the gun. A list stays as it is
 * if it has no column of legs, or if its teams cannot be found.
 */
export const withRelays = (table: FileTable): FileTable | { unclear: string } => {
  const { header, rows, lines } = table
  const legAt = header.findIndex((title) => LEG_TITLES.has(plainTitle(title)))
  const legs = legAt < 0 ? [] : rows.map((row) => legNumber(row[legAt] ?? ''))
  if (legAt < 0 || legs.some((leg) => leg === null)) return table
  const teams = teamsIn(table, legs)
  if (!teams) return table
  const { found, total, unclear } = legColumn(table, teams)
  if (unclear !== undefined) return { unclear }
  const han = header.some((title) => /\p{Script=Han}/u.test(title))
  const last = Math.max(...legs.map(Number))
  const added = found
    ? [
        ...Array.from({ length: last }, (_, n) => legTitle(n + 1, han)),
        ...(total === undefined ? [han ? '团队成绩' : 'Team time'] : []),
      ]
    : []
  const made = teams.rows.map((team) => {
    const own = teamRow(table, teams, team, han)
    if (!found) return own
    const at = (leg: number) => team.find((n) => legs[n] === leg)
    const given = Array.from({ length: last }, (_, n) => rows[at(n + 1) ?? -1]?.[found.at] ?? '')
    const times = sinceGun(
      given.map((cell) => clockIn(cell)?.ms),
      found.kind,
    ).map((ms) => (ms === null ? '' : written(ms)))
    const stopped = given.find((cell) => outcomeIn(cell)) ?? ''
    return [...own, ...times, ...(total === undefined ? [stopped || times.at(-1)!] : [])]
  })
  return { ...table, header: [...header, ...added], rows: made, lines: teams.rows.map(([n]) => lines[n!]!) }
}
