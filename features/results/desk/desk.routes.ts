import { type Lang, fill, nameIn } from '#contract/words.ts'
import { type EventRow, eventsOf } from '#features/events/service.ts'
import { printedBibsFor } from '#features/registrations/lookup/findingBibs.service.ts'
import { writtenBib } from '#features/registrations/bib.rules.ts'
import { handle } from '#seam/server/handle.ts'
import { sayProblem } from '../import/problemText.rules.ts'
import { clockText, rankingOf, recorded } from '../rules.ts'
import type { ResultRanks } from '../ranking/ranking.rules.ts'
import { consoleResultsBrowse } from './desk.contract.ts'
import { browse } from './desk.service.ts'
import { type DeskResult, listGroups } from './desk.store.ts'

const shown = (row: DeskResult & ResultRanks, event: EventRow, lang: Lang) => {
  const { rounding } = rankingOf(event.ranking)
  const time = (ms: number | null) => (ms === null ? null : clockText(recorded(ms, rounding)))
  const { original } = row
  return {
    ...row,
    event: nameIn(lang, event.name, event.names),
    time: time(row.gun_ms),
    nettime: time(row.net_ms),
    place: row.rank,
    matched: row.registrationid !== null,
    hidden: !row.hide_name ? null : row.wish ? ('runner' as const) : ('staff' as const),
    before: original && { outcome: original.outcome, time: time(original.gun_ms), nettime: time(original.net_ms) },
    doubts: [
      ...row.doubts.map((word) => ({ word, says: null })),
      ...row.problems.map((problem) => {
        const { message, values } = sayProblem(problem)
        return { word: problem.word, says: fill(message[lang], values(lang)) }
      }),
    ],
  }
}

export const routes = [
  handle(consoleResultsBrowse, async ({ input, db, lang }) => {
    const { raceid, eventid, q, sort, down, after, limit, ...rest } = input
    const meant = q === '' ? undefined : await printedBibsFor(db, raceid, [q], { eventid })
    const bibs = [writtenBib(q), ...(meant?.get(q) ?? [])]
    const events = new Map((await eventsOf(db, raceid)).map((event) => [event.id, event]))
    const [page, groups] = await Promise.all([
      browse(db, { raceid, eventid, q, bibs, ...rest }, { sort, down, after, limit }),
      after === undefined ? listGroups(db, raceid, eventid) : { agegroups: [], fields: [] },
    ])
    return {
      items: page.rows.flatMap((row) => {
        const event = events.get(row.eventid)
        return event ? [shown(row, event, lang)] : []
      }),
      after: page.after,
      total: page.total,
      ...groups,
    }
  }),
]
