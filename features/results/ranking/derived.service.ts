import type { Tx } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { newKey } from '#db/random.ts'
import { noteIds } from '#db/ids.ts'
import {
  type DerivedRow,
  type StoredOriginal,
  findCorrection,
  insertCorrection,
  listOriginals,
  listCorrections,
  listCorrectionsOf,
  markUndone,
  upsertDerived,
  writeCorrected,
  writeHidden,
  writeTeams,
} from './derived.store.ts'
import { noteChangedResults } from './changed.service.ts'
import {
  type Original,
  type ResultChange,
  type Correction,
  corrected,
  correctedTeam,
  finishPoint,
  netPoint,
  correctionsOfTimes,
  startPoint,
  swapped,
} from '../corrections/corrections.rules.ts'
import type { Point } from '../import/reading/points.rules.ts'
import { keepRanked, rankedBefore } from './ranked.service.ts'
import { type Ranked, rankColumns } from './columnRanks.rules.ts'
import { byOf, countMoved, rankedAsPlanned } from './ranking.rules.ts'
import { type GenderLetter, type Ranking, agegroupOf } from '../rules.ts'
import { rankingColumnsOf, withChanges } from './rankingInputs.rules.ts'
import { listSomeRankingInputs, listRankingInputs } from './rankingInputs.store.ts'
import { findSheet, nextIds, removeResults, saveSheet, setPublished } from '../store.ts'

export const correctionsOf = (
  tx: Tx,
  raceid: number,
  eventid: number | null,
  bib: string | null,
  limit?: number,
  below?: number | null,
): Promise<Correction[]> => listCorrectionsOf(tx, raceid, eventid, bib, limit, below)

export type TimedRunner = Original & {
  bib: string
  registrationid: number | null
  name: string | null
  gender: GenderLetter | null
  age: number | null
  age_in_year: number | null
  club: string | null
  field: string
  doubts: readonly string[]
  laps: number | null
}

const originalOf = ({ outcome, reason, gun_ms, net_ms, stopped_ms, splits }: Original): Original => ({
  outcome,
  reason,
  gun_ms,
  net_ms,
  stopped_ms,
  splits,
})

/** Locks the results of an event, so that one transaction at a time writes them. An import takes the same lock. */
export const holdResults = (tx: Tx, raceid: number, eventids: readonly number[]): Promise<void> =>
  lockAll(
    tx,
    eventids.map((id) => ({ kind: 'results', raceid, id })),
  )

/** The results of an event that changed or were removed since the last ranking. All other results are unchanged. */
export type Touched = { changed: readonly number[]; gone: readonly number[] }
/**
 * Ranks an event again. The caller has locked the results. Without `touched`, or if the last ranking is of no use, the
 * function reads the whole event. `isCorrected` is true if a correction has made published ranks wrong.
 */
export const rerank = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  ranking: Ranking,
  isCorrected: boolean,
  touched?: Touched,
): Promise<{ moved: number; totals: Ranked['totals']; clock: Ranked['clock']; ranked: Ranked }> => {
  const before = await rankedBefore(tx, raceid, eventid)
  const teams = ranking.teams?.of ?? 'none'
  const columns =
    before && touched && teams === (before.by.teams?.of ?? 'none')
      ? withChanges(before.columns, await listSomeRankingInputs(tx, raceid, eventid, touched.changed, teams), [
          ...touched.changed,
          ...touched.gone,
        ])
      : rankingColumnsOf(await listRankingInputs(tx, raceid, eventid, teams))
  const ranked = await keepRanked(tx, raceid, eventid, rankColumns(columns, byOf(ranking, isCorrected)))
  return {
    moved: before ? countMoved(before, ranked) : columns.ids.length,
    totals: ranked.totals,
    clock: ranked.clock,
    ranked,
  }
}

/**
 * Stores the ranking that an import planned, after its rows are written. The caller took the lock of the event's
 * results before the plan. If the rows differ from the plan, the event is ranked again.
 */
export const keepPlanned = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  ranking: Ranking,
  isCorrected: boolean,
  planned: Ranked,
  ids: readonly number[],
): Promise<void> => {
  const columns = rankingColumnsOf(await listRankingInputs(tx, raceid, eventid, ranking.teams?.of ?? 'none'))
  const by = byOf(ranking, isCorrected)
  await keepRanked(tx, raceid, eventid, rankedAsPlanned(planned, ids, columns, by) ?? rankColumns(columns, by))
}

export type TimedEvent = {
  raceid: number
  eventid: number
  ranking: Ranking
  points: Point[]
  /**
   * Reads the latest start of a runner who may still come to the finish; null if nobody can come any more. The caller
   * first writes the results.
   */
  waitingSince: () => Promise<Date | null>
  publish: boolean
  now: Date
}
/** Makes the rows of timed runners, with the corrections that people made. */
const rowsOf = (
  runners: readonly TimedRunner[],
  ids: readonly number[],
  { raceid, ranking, points }: Pick<TimedEvent, 'raceid' | 'ranking' | 'points'>,
  corrections: Awaited<ReturnType<typeof listCorrections>>,
): DerivedRow[] => {
  const labels = points.map(({ label }) => label)
  return runners.map((runner, at): DerivedRow => {
    const changes = correctionsOfTimes(corrections).filter(({ bib, kind }) => bib === runner.bib && kind !== 'swap')
    const original = originalOf(runner)
    return {
      ...runner,
      ...corrected(original, changes, labels),
      original: changes.length > 0 ? original : null,
      id: ids[at]!,
      _key: newKey(raceid),
      agegroup: agegroupOf(runner, ranking),
      team: correctedTeam(corrections, runner.bib),
    }
  })
}

/**
 * Writes derived results of runners of one event, applies the corrections that people made, and ranks the event again.
 * The caller has locked the event's results (`holdResults`). `gone` lists runners without any data; the function
 * removes their timed results.
 */
export const saveDerived = async (
  tx: Tx,
  { raceid, eventid, ranking, points, waitingSince, publish, now }: TimedEvent,
  runners: readonly TimedRunner[],
  gone: readonly string[] = [],
): Promise<{ moved: number; removed: number; published: boolean }> => {
  const [sheet, corrections] = [await findSheet(tx, raceid, eventid), await listCorrections(tx, raceid, eventid)]
  const ids = await nextIds(tx, runners.length)
  const rows = rowsOf(runners, ids, { raceid, ranking, points }, corrections)
  const published = sheet?.published_at
    ? await listOriginals(
        tx,
        raceid,
        eventid,
        rows.map(({ bib }) => bib),
      )
    : []
  const written = await upsertDerived(tx, raceid, eventid, rows, now)
  const byBib = new Map(rows.map((row) => [row.bib, row]))
  await noteChangedResults(
    tx,
    { raceid, eventid },
    published.flatMap((row) => (row.timed ? [[row, byBib.get(row.bib)!] as const] : [])),
    now,
  )
  const fresh = written.flatMap((one) => (one.fresh ? [one.id] : []))
  await noteIds(tx, 'score', fresh, raceid)
  const removed =
    gone.length === 0
      ? []
      : (await listOriginals(tx, raceid, eventid, gone)).filter(({ timed }) => timed).map(({ id }) => id)
  await removeResults(tx, raceid, removed)
  if (rows.length === 0 && removed.length === 0 && !sheet) return { moved: 0, removed: 0, published: false }
  const waiting_since = await waitingSince()
  const isCorrected = (sheet?.corrected ?? false) || correctionsOfTimes(corrections).length > 0
  const { moved, totals, clock } = await rerank(tx, raceid, eventid, ranking, isCorrected, {
    changed: written.map(({ id }) => id),
    gone: removed,
  })
  await saveSheet(tx, {
    raceid,
    eventid,
    points,
    clock,
    split_clock: 'gun',
    totals,
    imported_at: sheet?.imported_at ?? null,
    updated_at: now,
    corrected: isCorrected,
    waiting_since,
    provisional: waiting_since !== null,
  })
  if (publish && rows.length > 0 && !sheet?.published_at) await setPublished(tx, raceid, eventid, now, now)
  return {
    moved,
    removed: removed.length,
    published: (publish && rows.length > 0) || (sheet?.published_at ?? null) !== null,
  }
}

/** Lists the valid swaps of bibs. For each swap, timing gives the reads of each runner's chip to the other runner. */
export const swapsOf = async (tx: Tx, raceid: number, eventid: number): Promise<{ bib: string; with: string }[]> =>
  (await listCorrections(tx, raceid, eventid)).flatMap((one) =>
    one.kind === 'swap' ? [{ bib: one.bib, with: one.with }] : [],
  )

/**
 * Computes the imported results of these bibs again from their originals, and returns their ids. It leaves out timed
 * results, because timing derives them again.
 */
const correctImported = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  bibs: readonly string[],
  { points, published_at }: Pick<NonNullable<Awaited<ReturnType<typeof findSheet>>>, 'points' | 'published_at'>,
  now: Date,
): Promise<number[]> => {
  const labels = points.map(({ label }) => label)
  const corrections = await listCorrections(tx, raceid, eventid)
  const swaps = swapped(corrections.flatMap((one) => (one.kind === 'swap' ? [{ bib: one.bib, with: one.with }] : [])))
  const rows = await listOriginals(tx, raceid, eventid, [
    ...new Set([...bibs, ...bibs.flatMap((bib) => swaps.get(bib) ?? [])]),
  ])
  const known = new Map(rows.map((row) => [row.bib, row]))
  const before = (row: StoredOriginal): Original => row.original ?? originalOf(row)
  const anew = bibs.flatMap((bib) => {
    const row = known.get(bib)
    if (!row || row.timed) return []
    const source = known.get(swaps.get(bib) ?? bib) ?? row
    const changes = correctionsOfTimes(corrections).filter((one) => one.bib === bib && one.kind !== 'swap')
    const touched =
      changes.length > 0 || corrections.some((one) => one.kind === 'swap' && (one.bib === bib || one.with === bib))
    return [{ id: row.id, ...corrected(before(source), changes, labels), original: touched ? before(row) : null }]
  })
  await writeCorrected(tx, raceid, anew, now)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pairs = anew.map((after) => [byId.get(after.id)!, after] as const)
  if (published_at) await noteChangedResults(tx, { raceid, eventid }, pairs, now)
  return anew.map(({ id }) => id)
}

/** An event with its ranking settings. The caller has read the settings under the lock of the results. */
type Of = { raceid: number; eventid: number; ranking: Ranking }

/** Applies all corrections of an event again after an import, because the import writes rows without corrections. */
export const reapplyCorrections = async (tx: Tx, of: Of, now: Date): Promise<void> => {
  const corrections = await listCorrections(tx, of.raceid, of.eventid)
  const bibs = corrections.flatMap((one) => bibsOf(one.bib, one))
  await writeTeams(
    tx,
    of.raceid,
    of.eventid,
    bibs.map((bib) => ({ bib, team: correctedTeam(corrections, bib) })),
    now,
  )
  await writeHidden(
    tx,
    of.raceid,
    of.eventid,
    corrections.flatMap(({ kind, bib }) => (kind === 'name' ? [bib] : [])),
    now,
  )
  if (bibs.length > 0) await afterwards(tx, of, [...new Set(bibs)], now)
}

type By = { reason: string; staffid: number | null; now: Date }
export type TimeCorrection = 'result_not_found' | 'point_unknown' | { id: number; bibs: string[]; timed: boolean }
const bibsOf = (bib: string, change: ResultChange): string[] => (change.kind === 'swap' ? [bib, change.with] : [bib])

/** Applies the corrections to these bibs of an event with imported results, and ranks the event again. */
const afterwards = async (
  tx: Tx,
  { raceid, eventid, ranking }: Of,
  bibs: readonly string[],
  now: Date,
): Promise<void> => {
  const sheet = await findSheet(tx, raceid, eventid)
  if (!sheet) return
  const changed = await correctImported(tx, raceid, eventid, bibs, sheet, now)
  const left = correctionsOfTimes(await listCorrections(tx, raceid, eventid))
  const { totals, clock } = await rerank(tx, raceid, eventid, ranking, left.length > 0, { changed, gone: [] })
  await saveSheet(tx, { ...sheet, totals, clock, corrected: left.length > 0, updated_at: now })
}

/**
 * Corrects a result as a person decides. If `timed` is true, the caller must still derive the results of `bibs` from
 * the reads; otherwise the function also ranks the event.
 */
export const correctResult = async (
  tx: Tx,
  of: Of,
  bib: string,
  change: ResultChange,
  by: By,
): Promise<TimeCorrection> => {
  const { raceid, eventid } = of
  await holdResults(tx, raceid, [eventid])
  const bibs = bibsOf(bib, change)
  const rows = await listOriginals(tx, raceid, eventid, bibs)
  if (rows.length < bibs.length) return 'result_not_found'
  const sheet = await findSheet(tx, raceid, eventid)
  if (
    change.kind === 'time' &&
    ![startPoint, finishPoint, netPoint].includes(change.point) &&
    !sheet?.points.some(({ label }) => label === change.point)
  )
    return 'point_unknown'
  const id = await insertCorrection(tx, raceid, eventid, bib, change, by)
  if (change.kind === 'team') await writeTeams(tx, raceid, eventid, [{ bib, team: change.team ?? '' }], by.now)
  if (change.kind === 'name') await writeHidden(tx, raceid, eventid, [bib], by.now)
  const timed = rows.some((row) => row.timed)
  if (!timed) await afterwards(tx, of, bibs, by.now)
  return { id, bibs, timed }
}

/**
 * Undoes a correction. The results and ranks become as they would be without the correction. If `timed` is true, the
 * caller must still derive the results of `bibs` from the reads.
 */
export const undoResultCorrection = async (
  tx: Tx,
  of: Of,
  id: number,
  staffid: number | null,
  now: Date,
): Promise<'correction_not_found' | { correction: Correction; bibs: string[]; timed: boolean }> => {
  const { raceid, eventid } = of
  await holdResults(tx, raceid, [eventid])
  const correction = await findCorrection(tx, raceid, id)
  if (!correction || correction.undone_at !== null || correction.eventid !== eventid) return 'correction_not_found'
  await markUndone(tx, raceid, id, staffid, now)
  const bibs = bibsOf(correction.bib, correction)
  if (correction.kind === 'team')
    await writeTeams(
      tx,
      raceid,
      eventid,
      [{ bib: correction.bib, team: correctedTeam(await listCorrections(tx, raceid, eventid), correction.bib) }],
      now,
    )
  if (correction.kind === 'name') await writeHidden(tx, raceid, eventid, [correction.bib], now)
  const timed = (await listOriginals(tx, raceid, eventid, bibs)).some((row) => row.timed)
  if (!timed) await afterwards(tx, of, bibs, now)
  return { correction, bibs, timed }
}
