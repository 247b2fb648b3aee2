import type { Lang } from '#contract/words.ts'
import type { Parts } from '#seam/server/handle.ts'
import { csvLine, csvMark } from '#features/files/csv.rules.ts'
import { type FoundTeams, teamsPage } from './teams.service.ts'
import { teamHeads, teamKindWords } from './teams.words.ts'

const PAGE = 200

/**
 * Writes the team classification as a file, kind by kind. The file has a line for each scorer, and one for each team
 * without finishers.
 */
export async function* teamsFileOf({ db }: Pick<Parts, 'db'>, found: FoundTeams, lang: Lang): AsyncGenerator<string> {
  const head = (name: keyof typeof teamHeads) => teamHeads[name][lang]
  yield (
    csvMark +
      csvLine([
        head('kind'),
        head('place'),
        head('team'),
        head(found.rules.score),
        head('finished'),
        head('scorers'),
        head('bib'),
        head('name'),
        head('gender'),
        head('runner_time'),
        head('points'),
      ])
  )
  for (const table of found.tables) {
    let after: string | undefined
    for (;;) {
      const page = await teamsPage(db, found, table, { q: '', after, limit: PAGE })
      let text = ''
      for (const { place, name, score, finished, scorers, runners } of page.items) {
        const team = [teamKindWords[table.kind][lang], place, name, score, finished, scorers]
        if (runners.length === 0) text += csvLine([...team, '', '', '', '', ''])
        for (const runner of runners)
          text += csvLine([
            ...team,
            runner.bib,
            runner.name ?? head('hidden'),
            runner.gender,
            runner.time,
            runner.points,
          ])
      }
      if (text) yield text
      if (page.after === null) break
      after = page.after
    }
  }
}
