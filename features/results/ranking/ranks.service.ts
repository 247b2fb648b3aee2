import type { Db } from '#db/db.ts'
import { eventNow } from '#features/events/service.ts'
import { holdResults, rerank } from './derived.service.ts'
import { rankedAt, rankedBefore } from './ranked.service.ts'
import type { Ranked } from './columnRanks.rules.ts'
import { type ResultRanks, ranksOf, unranked } from './ranking.rules.ts'
import { type ResultOutcome, rankingOf } from '../rules.ts'
import { findSheet } from '../store.ts'

/**
 * Ranks an event that has no stored ranking inputs, when somebody first needs its ranks. Undefined if the event has no
 * results.
 */
const rankFirst = (db: Db, raceid: number, eventid: number): Promise<Ranked | undefined> =>
  db.transaction().execute(async (tx) => {
    await holdResults(tx, raceid, [eventid])
    const sheet = await findSheet(tx, raceid, eventid)
    const before = await rankedBefore(tx, raceid, eventid)
    if (before || !sheet) return before
    const ranking = rankingOf((await eventNow(tx, raceid, eventid))?.ranking)
    return (await rerank(tx, raceid, eventid, ranking, sheet.corrected)).ranked
  })
/**
 * Ranks an event as of the version that the caller read with the sheet or with a result. A null version means that the
 * event has no stored ranking inputs yet. Undefined if the event has no results.
 */
export const rankedOf = (
  db: Db,
  raceid: number,
  eventid: number,
  version: string | null,
): Promise<Ranked | undefined> =>
  version === null ? rankFirst(db, raceid, eventid) : rankedAt(db, raceid, eventid, version)

type UnrankedRow = {
  raceid: number
  eventid: number
  id: number
  outcome: ResultOutcome
  inputs_version: string | null
}
/** Adds ranks to results. Results of one event with one version get their ranks from one ranking of the event. */
export const withRanks = async <Row extends UnrankedRow>(
  db: Db,
  rows: readonly Row[],
): Promise<(Row & ResultRanks)[]> => {
  const keyOf = ({ raceid, eventid, inputs_version }: UnrankedRow) => `${raceid} ${eventid} ${inputs_version}`
  const events = new Map(rows.flatMap((row) => (row.outcome === 'finished' ? [[keyOf(row), row] as const] : [])))
  const ranked = new Map<string, Ranked | undefined>()
  for (const [key, { raceid, eventid, inputs_version }] of events)
    ranked.set(key, await rankedOf(db, raceid, eventid, inputs_version))
  return rows.map((row) => {
    const of = row.outcome === 'finished' ? ranked.get(keyOf(row)) : undefined
    return { ...row, ...(of ? ranksOf(of, row.id) : unranked) }
  })
}
