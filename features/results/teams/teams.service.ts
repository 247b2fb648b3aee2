import { namePattern } from '#contract/names/han.ts'
import type { Db } from '#db/db.ts'
import { type EventRow, readEvent } from '#features/events/service.ts'
import { readRace } from '#features/races/service.ts'
import { isPublished } from '#features/races/rules.ts'
import { normalTeamName } from '#features/teams/rules.ts'
import { type PublishedSheet, listPublishedSheets } from '../list/list.store.ts'
import { rankedOf } from '../ranking/ranks.service.ts'
import type { Ranked } from '../ranking/columnRanks.rules.ts'
import { indexOf, ranksAt } from '../ranking/ranking.rules.ts'
import { type TeamRules, clockText, recorded, visible } from '../rules.ts'
import { type TeamOfReport, type TeamRow, type TeamRunner } from './teams.contract.ts'
import { type RankedTeam, type TeamTable, teamClockOf, teamKeyAt, teamsOf } from './teams.rules.ts'
import { type TeamRunnerRow, listTeamRunners } from './teams.store.ts'

export type FoundTeams = {
  sheet: PublishedSheet
  event: EventRow
  ranked: Ranked
  rules: TeamRules
  tables: TeamTable[]
}
/** Finds a published event with a team classification, and its tables from its present results. */
export const findTeams = async (
  db: Db,
  raceid: number,
  eventid: number,
  now: Date,
): Promise<FoundTeams | 'race_not_found' | 'no_teams_ranked'> => {
  const [race, event, sheets] = await Promise.all([
    readRace(db, raceid, now),
    readEvent(db, raceid, eventid, now),
    listPublishedSheets(db, raceid, now),
  ])
  if (!race || !isPublished(race, now)) return 'race_not_found'
  const sheet = sheets.find((one) => one.eventid === eventid)
  const ranked = sheet && event ? await rankedOf(db, raceid, eventid, sheet.inputs_version) : undefined
  const rules = ranked?.by.teams
  return sheet && event && ranked && rules
    ? { sheet, event, ranked, rules, tables: teamsOf(ranked) }
    : 'no_teams_ranked'
}

/** The most finishers who do not score, and the most unfinished runners, that a page lists of one team. */
export const mostShown = 300
const scoreText = ({ score }: TeamRules, value: number): string =>
  score === 'time' ? clockText(Math.ceil(value / 1000)) : String(value)
/**
 * Returns a team's present score. A sum of times appears even while scorers are missing. A sum of ranks appears only
 * when the team is complete.
 */
const scoreOf = (rules: TeamRules, { rank, score, scorers }: RankedTeam): string | null =>
  scorers.length === 0 || (rank === null && rules.score === 'places') ? null : scoreText(rules, score)
/**
 * Returns a function that presents one runner, with the value that the runner adds to the score. It leaves out a name
 * that the runner hides, and presents no runner without a row.
 */
export const teamRunnersOf = ({ ranked, rules }: FoundTeams, rows: ReadonlyMap<number, TeamRunnerRow>) => {
  const clock = teamClockOf(ranked, rules)
  return ({ at, points }: { at: number; points: number | null }): TeamRunner[] => {
    const row = rows.get(ranked.columns.ids[at]!)
    if (!row) return []
    const { name } = visible(row, false)
    const ms = clock === 'gun' ? row.gun_ms : row.net_ms
    return [
      {
        key: row._key,
        bib: row.bib,
        name,
        gender: row.gender,
        outcome: row.outcome,
        place: ranksAt(ranked, at)[`${clock}_overall`],
        time: ms === null || row.outcome !== 'finished' ? null : clockText(recorded(ms, ranked.by.rounding)),
        points: points === null ? null : scoreText(rules, points),
      },
    ]
  }
}
export const teamRowOf = (
  found: FoundTeams,
  table: TeamTable,
  team: RankedTeam,
  shown: ReturnType<typeof teamRunnersOf>,
  whole: boolean,
): TeamRow => {
  const { rules } = found
  const first = table.teams[0]!
  const { name, key, rank, laps, members, missing, scorers, others } = team
  const counts = scoreOf(rules, team) !== null
  return {
    team: key,
    name,
    place: rank,
    laps,
    members,
    missing,
    score: scoreOf(rules, team),
    gap: rank === null || rank === 1 || team.laps !== first.laps ? null : scoreText(rules, team.score - first.score),
    finished: scorers.length,
    scorers: table.scorers,
    runners: [
      ...scorers.map(({ at, points }) => ({ at, points: counts ? points : null })),
      ...(whole ? others.slice(0, mostShown) : []),
    ].flatMap(shown),
  }
}
export const presentKind = ({ kind, scorers, women, men, teams, complete }: TeamTable) => ({
  kind,
  scorers,
  women,
  men,
  teams: teams.length,
  complete,
})
export const presentTeams = ({ sheet, event, rules, ranked }: FoundTeams, name: string) => ({
  eventid: event.id,
  event: name,
  score: rules.score,
  numbering: rules.numbering,
  basis: teamClockOf(ranked, rules),
  provisional: sheet.provisional,
  version: sheet.inputs_version ?? '',
})
export const readRunners = async (
  db: Db,
  { sheet, ranked }: FoundTeams,
  all: readonly number[],
): Promise<Map<number, TeamRunnerRow>> =>
  new Map(
    (
      await listTeamRunners(
        db,
        sheet.raceid,
        all.map((at) => ranked.columns.ids[at]!),
      )
    ).map((row) => [row.id, row]),
  )

/**
 * Writes the cursor of a page. The next page begins after the last team of this page, even if this team has moved by
 * then. If the team is gone, the next page begins at the former position of the team.
 */
const cursorOf = (at: number, { key }: RankedTeam): string => `${at}.${key.slice(0, 100)}`
const positionAfter = ({ teams }: TeamTable, after: string | undefined): number => {
  const read = /^(\d{1,7})\.(.{1,100})$/s.exec(after ?? '')
  if (!read) return 0
  const [at, head] = [Number(read[1]), read[2]!]
  const isIt = (team: RankedTeam | undefined) => team?.key.slice(0, 100) === head
  const now = isIt(teams[at]) ? at : teams.findIndex(isIt)
  return now < 0 ? at : now + 1
}

export const teamsPage = async (
  db: Db,
  found: FoundTeams,
  table: TeamTable,
  { q, after, limit }: { q: string; after?: string | undefined; limit: number },
) => {
  const meant = normalTeamName(q)
  const isMeant = new RegExp(namePattern(meant), 'u')
  const from = positionAfter(table, after)
  const page: { team: RankedTeam; at: number }[] = []
  let total = 0
  for (const [at, team] of table.teams.entries()) {
    if (meant !== '' && !isMeant.test(team.key)) continue
    total++
    if (at >= from && page.length <= limit) page.push({ team, at })
  }
  const some = page.slice(0, limit)
  const shown = teamRunnersOf(
    found,
    await readRunners(
      db,
      found,
      some.flatMap(({ team }) => team.scorers.map(({ at }) => at)),
    ),
  )
  const last = page.length > limit ? some.at(-1) : undefined
  return {
    items: some.map(({ team }) => teamRowOf(found, table, team, shown, false)),
    after: last ? cursorOf(last.at, last.team) : null,
    total: meant !== '' && after === undefined ? total : null,
  }
}

/**
 * Finds the team of a runner, with the team's rank in each kind of team ranking. `scores` is true if the runner's own
 * result counts for the team.
 */
export const teamOfRunner = (ranked: Ranked | undefined, id: number): TeamOfReport | null => {
  const rules = ranked?.by.teams
  if (!ranked || !rules) return null
  const at = indexOf(ranked.columns.ids, id)
  const key = teamKeyAt(ranked, at)
  if (key === null) return null
  const kinds = teamsOf(ranked).flatMap((table) => {
    const where = table.where.get(key)
    if (where === undefined) return []
    const team = table.teams[where]!
    const scores = team.scorers.some((one) => one.at === at)
    if (!scores && table.kind !== 'open' && !team.others.some((one) => one.at === at)) return []
    return [
      {
        kind: table.kind,
        place: team.rank,
        of: table.complete,
        score: scoreOf(rules, team),
        scores,
        finished: team.scorers.length,
        scorers: table.scorers,
      },
    ]
  })
  return { team: key, name: ranked.columns.teams[ranked.columns.team[at]!]!, kinds }
}
/** Returns the name of the team of a result's runner. */
export const teamOfResult = async (
  db: Db,
  row: { raceid: number; eventid: number; id: number; inputs_version: string | null },
): Promise<string | null> =>
  teamOfRunner(await rankedOf(db, row.raceid, row.eventid, row.inputs_version), row.id)?.name ?? null
