import type { Tx } from '#db/db.ts'
import { noteRegistrations } from '#features/webhooks/service.ts'
import type { BibChange } from './runs.contract.ts'
import { exchangeBibs } from '#features/registrations/public.store.ts'
import type { Who } from '#seam/server/handle.ts'
import type { BibRange } from '../contract.ts'
import { logBibs, presentBib } from '../bibLog.service.ts'
import { type BibExclusions, printed } from '../rules.ts'
import { takenBibs } from '../store.ts'
import { listVips } from '../vip/vip.store.ts'
import { type RunChange, type Renumbered, renumber, numberSpanOf, changesToUndo, bibTextOf } from './runs.rules.ts'
import {
  countNamed,
  insertRun,
  lastPrints,
  listChanges,
  listOfRun,
  listWearers,
  type NewRun,
  type BibRunRow,
} from './runs.store.ts'

const SAMPLED = 50
const LOGGED_AT_A_TIME = 1000

export type BibActor = { who: Who; now: Date }
type Runner = Awaited<ReturnType<typeof listWearers>>[number]
type Runners = ReadonlyMap<number, Runner>

/** Writes a run with its rows, and queues messages that tell other systems about the new bibs. */
export const keepBibRun = async (
  tx: Tx,
  run: Omit<NewRun, 'staffid' | 'at' | 'first' | 'last'>,
  changes: readonly RunChange[],
  { who, now }: BibActor,
): Promise<void> => {
  if (changes.length === 0) return
  await insertRun(tx, { ...run, staffid: who.staffid, at: now, ...numberSpanOf(changes) }, changes)
  const ids = changes.map(({ id }) => id)
  await noteRegistrations(tx, run.raceid, 'registration.bib_assigned', ids, now)
}
/** Writes the new numbers, saves them as a run, and logs each change. */
const writeRun = async (
  tx: Tx,
  run: { raceid: number; kind: 'renumbered' | 'undone'; undoes?: number },
  changes: readonly RunChange[],
  by: BibActor,
): Promise<void> => {
  const { raceid } = run
  await exchangeBibs(
    tx,
    raceid,
    changes.map(({ after }) => after),
    by.now,
  )
  await keepBibRun(tx, run, changes, by)
  for (let at = 0; at < changes.length; at += LOGGED_AT_A_TIME)
    await logBibs(
      tx,
      { raceid, ...by },
      changes
        .slice(at, at + LOGGED_AT_A_TIME)
        .map(({ id, before, after }) => ({ id, before: presentBib(before), after: presentBib(after) })),
    )
}

const shownOf = (changes: readonly RunChange[], runners: Runners, names: ReadonlyMap<number, string>): BibChange[] =>
  changes.slice(0, SAMPLED).map(({ id, before, after }) => {
    const { name = '', eventid = 0 } = runners.get(id) ?? {}
    return { id, name, event: names.get(eventid) ?? '', was: bibTextOf(before), bib: bibTextOf(after) }
  })

/** Counts the changing bibs that runners can see, and the changing bibs in a file for the print shop. */
const seenOf = async (
  tx: Tx,
  raceid: number,
  changes: readonly RunChange[],
  runners: Runners,
  published: boolean,
): Promise<{ shown: number; printed: number }> => {
  const worn = changes.filter(({ before }) => before.bib !== null)
  const prints = await lastPrints(tx, raceid)
  const onPaper = worn.filter(({ id }) => {
    const { bib_at, eventid } = runners.get(id) ?? {}
    return prints.some(
      ({ eventid: of, at }) =>
        (of === null || of === eventid) && bib_at !== undefined && bib_at !== null && bib_at <= at,
    )
  })
  return { shown: published ? worn.length : 0, printed: onPaper.length }
}

type Ground = { raceid: number; names: ReadonlyMap<number, string>; published: boolean }
export type Renumbering = Ground & {
  runners: readonly Runner[]
  range: Pick<BibRange, 'prefix' | 'width' | 'from' | 'to'>
  exclusions: Omit<BibExclusions, 'taken'>
}

/**
 * Lists the runners who get new numbers in a renumbering: they are entered and have a number. A runner who wears a
 * number that is kept for a guest is not among them.
 */
export const wearersOf = async (
  tx: Tx,
  raceid: number,
  { eventid, runid }: { eventid?: number | undefined; runid?: number | undefined },
): Promise<Runner[]> => {
  const runners =
    eventid !== undefined
      ? await listWearers(tx, raceid, eventid)
      : (await listOfRun(tx, raceid, runid!)).filter(({ due, bib }) => due && bib !== null)
  const kept = new Set((await listVips(tx, raceid)).map(printed))
  return runners.filter((one) => !kept.has(bibTextOf(one)!))
}

/** Plans the new numbers of runners from their present numbers. */
export const planned = async (tx: Tx, { raceid, runners, range, exclusions }: Renumbering): Promise<Renumbered> => {
  const worn = runners.map(({ id, prefix, bib }) => ({ id, prefix, bib: bib! }))
  const taken = await takenBibs(tx, raceid)
  for (const one of worn) taken.delete(bibTextOf(one)!)
  return renumber(worn, range, { ...exclusions, taken })
}
export const writeRenumbered = (tx: Tx, raceid: number, { changes }: Renumbered, by: BibActor): Promise<void> =>
  writeRun(tx, { raceid, kind: 'renumbered' }, changes, by)

/** Presents the outcome of a renumbering or of its trial, with the counts for the warnings. */
export const renumberingShown = async (
  tx: Tx,
  { raceid, runners, names, published }: Renumbering,
  { changes, same, first, last }: Renumbered,
) => {
  const byId = new Map(runners.map((one) => [one.id, one]))
  const former = changes.flatMap(({ before }) => bibTextOf(before) ?? [])
  return {
    changed: changes.length,
    same,
    first,
    last,
    ...(await seenOf(tx, raceid, changes, byId, published)),
    ...(await countNamed(tx, raceid, former)),
    sample: shownOf(changes, byId, names),
  }
}

/** Plans the undoing of a run, and writes the former bibs unless it is a trial. */
export const undoRun = async (
  tx: Tx,
  { raceid, names, published }: Ground,
  run: BibRunRow,
  { dry, ...by }: BibActor & { dry: boolean },
) => {
  const changes = await listChanges(tx, raceid, run.id)
  const runners = new Map((await listOfRun(tx, raceid, run.id)).map((one) => [one.id, one]))
  const back = changesToUndo(changes, runners, await takenBibs(tx, raceid))
  const seen = await seenOf(tx, raceid, back, runners, published)
  if (!dry) await writeRun(tx, { raceid, kind: 'undone', undoes: run.id }, back, by)
  return { back: back.length, left: changes.length - back.length, ...seen, sample: shownOf(back, runners, names) }
}
