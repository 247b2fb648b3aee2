import type { Db } from '#db/db.ts'
import type { Parts } from '#seam/server/handle.ts'
import { copiesOf } from '#features/files/rules.ts'
import { pdfName } from '#features/invoices/rules.ts'
import {
  houseClasses,
  raceClasses,
  type DataClass,
  type RaceClass,
  goesAt,
  ordersYears,
  retentionDefaults,
  retentionLeast,
} from './rules.ts'
import { countBeside, forgetOfRace, forgetOldInvoices } from './belongings.store.ts'
import {
  type PrivateFile,
  type RunRow,
  countHouse,
  countRemaining,
  eraseSome,
  listOver,
  listRuns,
  removeLog,
  removeMessages,
  saveRun,
  takePrivateFiles,
} from './retention.store.ts'
import { countErasures, listDays } from './store.ts'

type Working = Pick<Parts, 'db' | 'outside'> & { now: Date }
const BATCH = 2000
const HOUSE = 0
/** A text message that stands in nobody's box. */
const CODE_DAYS = 30

/** Days that each class of a race is kept: the race's own, the house's, or what is usual. */
const daysFor = async (db: Db, raceid: number): Promise<Record<DataClass, number>> => {
  const rows = await listDays(db, [HOUSE, raceid])
  const of = (name: DataClass) =>
    rows.find((row) => row.raceid === raceid && row.class === name)?.days ??
    rows.find((row) => row.raceid === HOUSE && row.class === name)?.days ??
    retentionDefaults[name]
  return Object.fromEntries(
    Object.keys(retentionDefaults).map((name) => [
      name,
      Math.max(of(name as DataClass), retentionLeast[name as DataClass]),
    ]),
  ) as Record<DataClass, number>
}

/** A file's bytes; of a picture that was public with its smaller copies. */
export const removeBytes = async (
  { outside }: Pick<Parts, 'outside'>,
  { raceid, hash, ext, private: sealed }: PrivateFile,
): Promise<void> => {
  for (const name of sealed
    ? [`private/${raceid}/${hash}`]
    : [`${raceid}/${hash}.${ext}`, ...copiesOf({ raceid, hash, ext })])
    await outside.files.remove(name)
}

const removeProofs = async (working: Working, raceid: number): Promise<void> => {
  for (;;) {
    const gone = await working.db.transaction().execute((tx) => takePrivateFiles(tx, raceid, 200))
    for (const file of gone) await removeBytes(working, file)
    if (gone.length < 200) return
  }
}

/**
 * One class of one race, batch by batch, each in a transaction of its own; killed in between it goes on where it was.
 */
const eraseClass = async (
  working: Working,
  raceid: number,
  of: RaceClass,
  begun: RunRow | undefined,
): Promise<void> => {
  const { db, now } = working
  let run: RunRow = begun ?? { raceid, class: of, upto: 0, erased: 0, started_at: now, done_at: null }
  for (;;) {
    const more = await db.transaction().execute(async (tx) => {
      const some = await eraseSome(tx, raceid, of, run.upto, BATCH, now)
      run = some ? { ...run, upto: some.upto, erased: run.erased + some.erased } : { ...run, done_at: now }
      await saveRun(tx, run)
      return some !== undefined
    })
    if (!more) break
  }
  if (of === 'proofs') await removeProofs(working, raceid)
}

/** Invoices go with the orders' years; their files first lose the row that names them. */
const forgetPapers = async (working: Working): Promise<void> => {
  for (;;) {
    const old = await forgetOldInvoices(working.db, goesAt(working.now, -ordersYears * 366), 200)
    for (const { raceid, _key, file } of old) if (file) await working.outside.files.remove(pdfName(raceid, _key))
    if (old.length < 200) return
  }
}

/** What has been kept long enough goes: classes of races that are over, messages and log by their age. */
export const eraseWhatIsDue = async (working: Working): Promise<void> => {
  const { db, now } = working
  const runs = new Map((await listRuns(db, undefined)).map((run) => [`${run.raceid} ${run.class}`, run]))
  for (const { raceid, time } of await listOver(db, now)) {
    const days = await daysFor(db, raceid)
    for (const of of raceClasses) {
      const run = runs.get(`${raceid} ${of}`)
      if (goesAt(time, days[of]) > now) continue
      if (!run?.done_at) await eraseClass(working, raceid, of, run)
      // Shirts are ordered, sent and invoiced after the race: every night what is settled by then.
      if (of === 'identity' || of === 'contact') await db.transaction().execute((tx) => forgetOfRace(tx, raceid, of))
    }
  }
  const days = await daysFor(db, HOUSE)
  const before = (of: DataClass) => goesAt(now, -days[of])
  const messages = { before: before('messages'), codesBefore: goesAt(now, -CODE_DAYS) }
  while ((await removeMessages(db, messages, BATCH)) === BATCH);
  await forgetPapers(working)
  while ((await removeLog(db, before('log'), BATCH)) === BATCH);
}

/** What a race still holds, how long, and when it goes. */
export const reportOf = async (db: Db, race: { id: number; time: Date }) => {
  const [days, runs, remaining, beside, counts] = await Promise.all([
    daysFor(db, race.id),
    listRuns(db, race.id),
    countRemaining(db, race.id),
    countBeside(db, race.id),
    countErasures(db, race.id),
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
      remaining: remaining[of] + (of === 'identity' || of === 'contact' ? beside[of] : 0),
    }
  })
  const ofHouse = await Promise.all(
    houseClasses.map(async (of) => ({
      class: of,
      days: days[of],
      usual: retentionDefaults[of],
      least: retentionLeast[of],
      due_at: null,
      done_at: null,
      erased: 0,
      remaining: await countHouse(db, of),
    })),
  )
  return { items: [...ofRace, ...ofHouse], ...counts }
}
export { daysFor }
