import type { Db, Tx } from '#db/db.ts'
import { metresOf } from '#features/events/rules.ts'
import { eventsOf } from '#features/events/service.ts'
import { gunsOfRunners, runnersOfBibsByEvent } from '#features/timing/service.ts'
import {
  type EarlierRun,
  type PhotoAtPoint,
  type RunnerTimes,
  findPhotosApart,
  findTogether,
  fastPaceOf,
} from './rules.ts'
import { type PlacedPhoto, keepSightings, listPlacedPhotos } from './sightings.store.ts'
import {
  type FinisherRow,
  type FoundCase,
  type Splits,
  keepSuspicions,
  listBibEvents,
  listEarlier,
  listFinishers,
  listSplits,
} from './store.ts'

/** The name that albums use for the finish. */
const FINISH = '终点'

/**
 * Returns the times of a runner since the gun. If the splits count from the runner's own start, the function adds the
 * time between the gun and this start.
 */
const timesOf = ({ bib, gun_ms, net_ms, splits }: FinisherRow, net: boolean): RunnerTimes => {
  const start = net_ms === null ? null : gun_ms - net_ms
  const shift = net ? (start ?? 0) : 0
  return { bib, start, finish: gun_ms, splits: splits.map((ms) => (ms === null ? null : ms + shift)) }
}

const pairsIn = (rows: readonly FinisherRow[], net: boolean): FoundCase[] =>
  findTogether(rows.map((row) => timesOf(row, net))).map(({ bib, other, gap, mean, points }): FoundCase => ({
    eventid: rows[0]!.eventid,
    kind: 'together',
    bib,
    other_bib: other,
    evidence: { gap, mean, points },
  }))

const pacesIn = (
  rows: readonly FinisherRow[],
  metres: number | null,
  earlier: ReadonlyMap<number, readonly EarlierRun[]>,
): FoundCase[] =>
  rows.flatMap((row): FoundCase[] => {
    const runs = row.registrationid === null ? undefined : earlier.get(row.registrationid)
    if (!runs || metres === null) return []
    const found = fastPaceOf({ bib: row.bib, metres, seconds: (row.net_ms ?? row.gun_ms) / 1000 }, runs)
    if (!found) return []
    const { ratio, predicted, earlier: run } = found
    return [
      { eventid: row.eventid, kind: 'pace', bib: row.bib, other_bib: '', evidence: { ratio, predicted, earlier: run } },
    ]
  })

/**
 * Compares each photo with the moment at which the chip of its bib passed the point of the camera. It leaves out a
 * photo if this moment is unknown.
 */
const photosAtChips = (
  photos: readonly PlacedPhoto[],
  finishers: ReadonlyMap<string, FinisherRow>,
  splits: ReadonlyMap<number, Splits>,
  gunOf: (finisher: FinisherRow) => number | undefined,
): PhotoAtPoint[] =>
  photos.flatMap(({ bib, albumid, point, taken_at }): PhotoAtPoint[] => {
    const finisher = finishers.get(bib)
    const gun = finisher && gunOf(finisher)
    if (!finisher || gun === undefined) return []
    const { clock, points } = splits.get(finisher.eventid) ?? { clock: 'gun', points: [] }
    const times = timesOf(finisher, clock === 'net')
    const ms = point === FINISH ? times.finish : (times.splits[points.indexOf(point)] ?? null)
    return ms === null ? [] : [{ bib, albumid, point, late: taken_at.getTime() - gun - ms }]
  })

const apartIn = async (
  db: Db,
  raceid: number,
  rows: readonly FinisherRow[],
  splits: ReadonlyMap<number, Splits>,
  starts: ReadonlyMap<number, Date | null>,
): Promise<FoundCase[]> => {
  const photos = await listPlacedPhotos(db, raceid)
  if (photos.length === 0) return []
  const seen = [...new Set(photos.map(({ bib }) => bib))]
  // A photo shows a bib without its event, so it proves nothing about a bib that runners of two events wear.
  const worn = [...(await runnersOfBibsByEvent(db, raceid, seen)), ...(await listBibEvents(db, raceid, seen))]
  const events = new Map(
    [...Map.groupBy(worn, ({ bib }) => bib)].map(([bib, all]) => [
      bib,
      new Set(all.map(({ eventid }) => eventid)).size,
    ]),
  )
  const finishers = new Map(rows.flatMap((row) => (events.get(row.bib) === 1 ? [[row.bib, row] as const] : [])))
  const guns = await gunsOfRunners(db, raceid, [...finishers.keys()])
  const gunOf = ({ bib, eventid }: FinisherRow) => guns.get(`${eventid}/${bib}`) ?? starts.get(eventid)?.getTime()
  return findPhotosApart(photosAtChips(photos, finishers, splits, gunOf)).map(
    ({ bib, point, late, photos: shots }): FoundCase => ({
      eventid: finishers.get(bib)!.eventid,
      kind: 'photo',
      bib,
      other_bib: '',
      evidence: { point, late, shots },
    }),
  )
}

export const findSuspicions = async (db: Db, raceid: number): Promise<{ looked: number; found: FoundCase[] }> => {
  const [finishers, splits, all] = [
    await listFinishers(db, raceid),
    await listSplits(db, raceid),
    await eventsOf(db, raceid),
  ]
  const earlier = new Map<number, EarlierRun[]>()
  for (const { registrationid, ...run } of await listEarlier(db, raceid))
    earlier.set(registrationid, [...(earlier.get(registrationid) ?? []), run])
  const events = new Map(all.map((event) => [event.id, event]))
  const found = [...Map.groupBy(finishers, ({ eventid }) => eventid)].flatMap(([eventid, rows]) => {
    const event = events.get(eventid)
    return [
      ...pairsIn(rows, splits.get(eventid)?.clock === 'net'),
      ...pacesIn(rows, event ? metresOf(event) : null, earlier),
    ]
  })
  const starts = new Map(all.map(({ id, start_at }) => [id, start_at]))
  return { looked: finishers.length, found: [...found, ...(await apartIn(db, raceid, finishers, splits, starts))] }
}

/** Saves the cases that the rules found. Returns the number of new cases. */
export const keepFound = async (tx: Tx, raceid: number, found: readonly FoundCase[], now: Date): Promise<number> => {
  const ofPhotos = found.filter(({ kind }) => kind === 'photo')
  const ofResults = found.filter(({ kind }) => kind !== 'photo')
  return (await keepSuspicions(tx, raceid, ofResults, now)) + (await keepSightings(tx, raceid, ofPhotos, now))
}
