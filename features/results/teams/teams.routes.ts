import { nameIn } from '#contract/words.ts'
import { normalTeamName } from '#features/teams/rules.ts'
import { handle } from '#seam/server/handle.ts'
import { microcache } from '../list/microcache.service.ts'
import { resultsTeam, resultsTeams } from './teams.contract.ts'
import { unfinishedOf } from './teams.rules.ts'
import {
  findTeams,
  presentKind,
  mostShown,
  readRunners,
  teamRowOf,
  teamRunnersOf,
  presentTeams,
  teamsPage,
} from './teams.service.ts'

export const routes = [
  handle(resultsTeams, async ({ input, db, now, lang, refuse }) => {
    const { raceid, eventid, kind } = input
    const found = await findTeams(db, raceid, eventid, now)
    if (typeof found === 'string') return refuse(found)
    const table =
      kind === undefined
        ? found.tables[0]!
        : (found.tables.find((one) => one.kind === kind) ?? refuse('no_teams_ranked'))
    const read = () => teamsPage(db, found, table, input)
    const page =
      found.sheet.provisional && input.q === '' && input.after === undefined
        ? await microcache(
            db,
            `teams ${raceid} ${eventid} ${found.sheet.inputs_version} ${table.kind} ${input.limit}`,
            now,
            read,
          )
        : await read()
    return {
      ...presentTeams(found, nameIn(lang, found.event.name, found.event.names)),
      kind: table.kind,
      kinds: found.tables.map(presentKind),
      ...page,
    }
  }),

  handle(resultsTeam, async ({ input, db, now, lang, refuse }) => {
    const { raceid, eventid } = input
    const found = await findTeams(db, raceid, eventid, now)
    if (typeof found === 'string') return refuse(found)
    const key = normalTeamName(input.team)
    const mine = found.tables.flatMap((table) => {
      const where = table.where.get(key)
      return where === undefined ? [] : [{ table, team: table.teams[where]! }]
    })
    if (mine.length === 0) return refuse('team_not_ranked')
    const unfinished = unfinishedOf(found.ranked, key).slice(0, mostShown)
    const shown = teamRunnersOf(
      found,
      await readRunners(db, found, [
        ...new Set([
          ...mine.flatMap(({ team }) => [...team.scorers, ...team.others.slice(0, mostShown)].map(({ at }) => at)),
          ...unfinished,
        ]),
      ]),
    )
    return {
      ...presentTeams(found, nameIn(lang, found.event.name, found.event.names)),
      team: key,
      name: mine[0]!.team.name,
      kinds: mine.map(({ table, team }) => ({
        ...presentKind(table),
        row: teamRowOf(found, table, team, shown, true),
      })),
      unfinished: unfinished.flatMap((at) => shown({ at, points: null })),
    }
  }),
]
