import { type Lang, nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { metresOf } from '#features/events/rules.ts'
import { ageGradeOf } from '#features/results/agegrade/agegrade.rules.ts'
import { withRanks } from '#features/results/ranking/ranks.service.ts'
import type { Finish } from './rank.rules.ts'
import {
  type EventOf,
  type FinishRow,
  type SeriesEvent,
  type SeriesRow,
  listFinishes,
  saveEvents,
  saveSeries,
} from './store.ts'

export const keyOfEvent = ({ raceid, eventid }: { raceid: number; eventid: number }): string => `${raceid} ${eventid}`

export const writeSeries = async (
  tx: Tx,
  { events, ...row }: Parameters<typeof saveSeries>[1] & { events: readonly EventOf[] },
  now: Date,
): Promise<SeriesRow> => {
  const saved = await saveSeries(tx, row, now)
  await saveEvents(tx, saved.id, events)
  return saved
}

export const presentSeries = (row: SeriesRow, events: readonly SeriesEvent[], lang: Lang) => ({
  ...row,
  name: nameIn(lang, row.name, row.names),
  description: nameIn(lang, row.description, row.descriptions),
  races: events
    .filter(({ seriesid }) => seriesid === row.id)
    .map((one) => ({
      ...one,
      key: keyOfEvent(one),
      race: nameIn(lang, one.race, one.race_names),
      event: nameIn(lang, one.event, one.event_names),
    })),
})

type Timed = Pick<SeriesEvent, 'clock' | 'distance_cm' | 'time'>
/**
 * Returns the time by the clock of the event, in whole seconds. If that time is missing, the time by the other clock
 * counts.
 */
export const resultSecondsOf = (
  { gun_ms, net_ms }: Pick<FinishRow, 'gun_ms' | 'net_ms'>,
  { clock }: Timed,
): number | null => {
  const ms = clock === 'net' ? (net_ms ?? gun_ms) : (gun_ms ?? net_ms)
  return ms === null ? null : Math.floor(ms / 1000)
}
/** Adds the rank within the gender, by the clock of the event, to results of one or more events. */
export const withPlaces = async <Row extends FinishRow>(
  db: Db,
  rows: readonly Row[],
  clockOf: (row: Row) => 'gun' | 'net',
) =>
  (await withRanks(db, rows)).map((row) => ({
    ...row,
    place: clockOf(row) === 'net' ? row.net_gender : row.gun_gender,
  }))

/** Reads the finishes of a series. Unpublished results do not count. */
export const finishesOf = async (db: Db, events: readonly SeriesEvent[]): Promise<(Finish & { hidden: boolean })[]> => {
  const all: (Finish & { hidden: boolean })[] = []
  for (const event of events.filter(({ over }) => over)) {
    const rows = await withPlaces(db, await listFinishes(db, event), () => event.clock)
    for (const row of rows) {
      const seconds = resultSecondsOf(row, event)
      const grade =
        seconds === null
          ? undefined
          : ageGradeOf({
              year: event.time.getUTCFullYear(),
              gender: row.gender,
              age: row.age,
              metres: metresOf(event),
              seconds,
            })
      all.push({
        ...row,
        uid: Number(row.uid),
        race: keyOfEvent(event),
        time: event.time,
        grade: grade?.percent ?? null,
      })
    }
  }
  return all
}
/** Returns the people who hide their name in any race of the series. */
export const hiddenIn = (finishes: readonly (Finish & { hidden: boolean })[]): Set<string> =>
  new Set(finishes.flatMap(({ uid, name, hidden }) => (hidden ? [`${uid} ${name}`] : [])))
