import { type OrganisationClass, type RaceClass, organisationClasses, raceClasses } from '#contract/personal.ts'
import type { Db, Tx } from '#db/db.ts'
import { countErased, lastIdOfBatch } from '#features/registrations/erasing.public.store.ts'
import type { Parts } from '#seam/server/handle.ts'
import { everyPersonal } from '#seam/server/personal.ts'
import { type DataClass, goesAt, ordersYears, retentionDefaults, retentionLeast } from './rules.ts'
import { type RetentionRunRow, listOver, listRuns, saveRun } from './retention.store.ts'
import { countAsked, listDays } from './store.ts'

type Working = Pick<Parts, 'db' | 'integrations'> & { now: Date }
const BATCH = 2000
const ORGANISATION = 0
/**
 * Returns the days for each class of a race: the race's own, the organisation's, or the default. No class has fewer
 * days than the law requires.
 */
const daysFor = async (db: Db, raceid: number): Promise<Record<DataClass, number>> => {
  const rows = await listDays(db, [ORGANISATION, raceid])
  const of = (name: DataClass) =>
    rows.find((row) => row.raceid === raceid && row.class === name)?.days ??
    rows.find((row) => row.raceid === ORGANISATION && row.class === name)?.days ??
    retentionDefaults[name]
  return Object.fromEntries(
    Object.keys(retentionDefaults).map((name) => [
      name,
      Math.max(of(name as DataClass), retentionLeast[name as DataClass]),
    ]),
  ) as Record<DataClass, number>
}

/** Erases one class of data in all registrations with an id after `after` and up to `upto`. */
const eraseSpan = async (
  tx: Tx,
  raceid: number,
  of: RaceClass,
  ids: { after: number; upto: number },
  now: Date,
): Promise<number> => {
  let erased = 0
  for (const { retention } of everyPersonal.get().toReversed())
    erased += (await retention?.span?.(tx, raceid, of, ids, now)) ?? 0
  return erased
}

/**
 * Erases one class of one race in portions, each portion in a transaction of its own. If the process stops, the next
 * run of the job continues after the last portion.
 */
const eraseClass = async (
  working: Working,
  raceid: number,
  of: RaceClass,
  begun: RetentionRunRow | undefined,
): Promise<void> => {
  const { db, now } = working
  let run: RetentionRunRow = begun ?? { raceid, class: of, upto: 0, erased: 0, started_at: now, done_at: null }
  for (;;) {
    const more = await db.transaction().execute(async (tx) => {
      const upto = await lastIdOfBatch(tx, raceid, run.upto, BATCH)
      run =
        upto === undefined
          ? { ...run, done_at: now }
          : { ...run, upto, erased: run.erased + (await eraseSpan(tx, raceid, of, { after: run.upto, upto }, now)) }
      await saveRun(tx, run)
      return upto !== undefined
    })
    if (!more) break
  }
  for (const { retention } of everyPersonal.get()) await retention?.files?.(working, raceid, of)
}

/**
 * Erases data whose time has ended: the classes of past races by race day, and messages and log by their age. It also
 * erases addresses that an earlier erasure had to leave.
 */
export const eraseWhatIsDue = async (working: Working): Promise<void> => {
  const { db, now } = working
  const runs = new Map((await listRuns(db, undefined)).map((run) => [`${run.raceid} ${run.class}`, run]))
  for (const { raceid, time } of await listOver(db, now)) {
    const days = await daysFor(db, raceid)
    for (const of of raceClasses) {
      const run = runs.get(`${raceid} ${of}`)
      if (goesAt(time, days[of]) > now) continue
      if (!run?.done_at) await eraseClass(working, raceid, of, run)
      // Shirts are ordered, sent and invoiced after the race. Each night the job erases the addresses of finished
      // orders.
      const settled = everyPersonal.get().flatMap(({ retention }) => retention?.settled?.[of] ?? [])
      if (settled.length > 0)
        await db.transaction().execute(async (tx) => {
          for (const erase of settled) await erase(tx, raceid)
        })
    }
  }
  for (const { unsent } of everyPersonal.get()) if (unsent) await db.transaction().execute((tx) => unsent.eraseDone(tx))
  const days = await daysFor(db, ORGANISATION)
  for (const { retention } of everyPersonal.get()) {
    const { organisation, papers } = retention ?? {}
    while (
      organisation &&
      (await organisation.remove(db, goesAt(now, -days[organisation.class]), now, BATCH)) === BATCH
    );
    await papers?.(working, goesAt(now, -ordersYears * 366))
  }
}

/** Counts a race's rows with remaining data, by class, over all rooms. */
const remainingOf = async (db: Db, raceid: number): Promise<Record<RaceClass, number>> => {
  const counted = await Promise.all(
    everyPersonal.get().map(async ({ retention }) => (await retention?.remaining?.(db, raceid)) ?? {}),
  )
  return Object.fromEntries(
    raceClasses.map((of) => [of, counted.reduce((sum, one) => sum + (one[of] ?? 0), 0)]),
  ) as Record<RaceClass, number>
}
const countOrganisationRows = async (db: Db, of: OrganisationClass): Promise<number> => {
  const organisation = everyPersonal.get().find(({ retention }) => retention?.organisation?.class === of)
    ?.retention?.organisation
  return organisation ? organisation.count(db) : 0
}

/** Reports the remaining data of a race, the time for which it is kept, and the date of erasing. */
export const retentionReportOf = async (db: Db, race: { id: number; time: Date }) => {
  const [days, runs, remaining, asked, erased] = await Promise.all([
    daysFor(db, race.id),
    listRuns(db, race.id),
    remainingOf(db, race.id),
    countAsked(db, race.id),
    countErased(db, race.id),
  ])
  const ofRace = raceClasses.map((of) => {
    const run = runs.find((one) => one.class === of)
    return {
      class: of,
      days: days[of],
      usual: retentionDefaults[of],
      least: retentionLeast[of],
      due_at: goesAt(race.time, days[of]),
      done_at: run?.done_at ?? null,
      erased: run?.erased ?? 0,
      remaining: remaining[of],
    }
  })
  const ofOrganisation = await Promise.all(
    organisationClasses.map(async (of) => ({
      class: of,
      days: days[of],
      usual: retentionDefaults[of],
      least: retentionLeast[of],
      due_at: null,
      done_at: null,
      erased: 0,
      remaining: await countOrganisationRows(db, of),
    })),
  )
  return { items: [...ofRace, ...ofOrganisation], asked, erased }
}
export { daysFor }
