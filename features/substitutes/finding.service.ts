import type { Db } from '#db/db.ts'
import { metresOf } from '#features/events/rules.ts'
import { eventsOf } from '#features/events/service.ts'
import { type EarlierRun, type RunnerTimes, findTogether, paceOf } from './rules.ts'
import { type FinisherRow, type FoundSuspicion, listEarlier, listFinishers } from './store.ts'

/**
 * Returns the times of a runner on the clock of the gun. If splits count from the runner's own start, the function adds
 * the time to the start line.
 */
const timesOf = ({ bib, gun_ms, net_ms, splits }: FinisherRow, net: boolean): RunnerTimes => {
  const start = net_ms === null ? null : gun_ms - net_ms
  const shift = net ? (start ?? 0) : 0
  return { bib, start, finish: gun_ms, splits: splits.map((ms) => (ms === null ? null : ms + shift)) }
}

const pairsIn = (rows: readonly FinisherRow[], net: boolean): FoundSuspicion[] =>
  findTogether(rows.map((row) => timesOf(row, net))).map(({ bib, other, gap, points }) => ({
    eventid: rows[0]!.eventid,
    kind: 'together',
    bib,
    other_bib: other,
    evidence: { gap, points },
  }))

const pacesIn = (
  rows: readonly FinisherRow[],
  metres: number | null,
  earlier: ReadonlyMap<number, readonly EarlierRun[]>,
): FoundSuspicion[] =>
  rows.flatMap((row): FoundSuspicion[] => {
    const runs = row.registrationid === null ? undefined : earlier.get(row.registrationid)
    if (!runs || metres === null) return []
    const found = paceOf({ bib: row.bib, metres, seconds: (row.net_ms ?? row.gun_ms) / 1000 }, runs)
    if (!found) return []
    const { ratio, predicted, earlier: run } = found
    return [
      { eventid: row.eventid, kind: 'pace', bib: row.bib, other_bib: '', evidence: { ratio, predicted, earlier: run } },
    ]
  })

/**
 * Looks through the results of a race. `clocks` tells for each event whether its splits count from the runner's own
 * start.
 */
export const findSuspicions = async (
  db: Db,
  raceid: number,
  clocks: ReadonlyMap<number, string>,
): Promise<{ looked: number; found: FoundSuspicion[] }> => {
  const finishers = await listFinishers(db, raceid)
  const earlier = new Map<number, EarlierRun[]>()
  for (const { registrationid, ...run } of await listEarlier(db, raceid))
    earlier.set(registrationid, [...(earlier.get(registrationid) ?? []), run])
  const events = new Map((await eventsOf(db, raceid)).map((event) => [event.id, event]))
  const found = [...Map.groupBy(finishers, ({ eventid }) => eventid)].flatMap(([eventid, rows]) => {
    const event = events.get(eventid)
    return [...pairsIn(rows, clocks.get(eventid) === 'net'), ...pacesIn(rows, event ? metresOf(event) : null, earlier)]
  })
  return { looked: finishers.length, found }
}
