import { raceOfKey } from '#contract/key.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import type { Db, Tx } from '#db/db.ts'
import { tokenHash } from '#db/sessions.ts'
import { readRace } from '#features/races/service.ts'
import { writtenBib } from '#features/registrations/bib.rules.ts'
import { listRunners } from '../course/runners.store.ts'
import { deriveRace, holdReads } from '../derive/derive.service.ts'
import { deriveSoon } from '../derive/following.service.ts'
import { bibsOfChips } from '../reads/chips.service.ts'
import { type ReaderRow, findDeviceEver, sawDevices } from '../reads/devices.store.ts'
import { type NewRead, ignoreNumbered, insertReads } from '../reads/reads.store.ts'
import { fingerprint } from '../reads/reads.service.ts'
import type { AidSent } from './aid.contract.ts'
import { type AidEntry, type EntryDoubt, doubtsOfEntry, isPassage, liveEntries, marginOf } from './entries.rules.ts'
import { momentOfClock } from './clock.rules.ts'
import { type AidEntryRow, findEntry, insertEntry, isTakenBack, listOfBibs } from './entries.store.ts'
import { hasBibs } from './underway.store.ts'

/** Finds the phone of a key, also a phone that was switched off, because such a phone may still have entries. */
export const callingPhone = async (db: Db, key: string): Promise<ReaderRow | undefined> => {
  const raceid = raceOfKey(key)
  const device = raceid === undefined ? undefined : await findDeviceEver(db, raceid, tokenHash(key))
  return device?.by_hand ? device : undefined
}
export const phoneStateOf = ({ retired_at }: ReaderRow) => (retired_at ? ('revoked' as const) : ('working' as const))
const noteField = 'timing entry note'
/** Seals the note of an entry. The caller has prepared the key of the race. */
export const sealAidNote = (seal: Seal, raceid: number, note: string): Buffer =>
  seal.seal(raceScope(raceid), noteField, note)
/** Opens the note of an entry. The caller has prepared the key of the race. */
export const openAidNote = (seal: Seal, raceid: number, note: Buffer | null): string | null =>
  note ? seal.open(raceScope(raceid), noteField, note) || null : null

type Sent = { clock: string; entries: readonly AidSent[] }
type Answer = { entry: string; kept: boolean; at: Date; doubts: EntryDoubt[] }
const ruled = (row: AidEntryRow): AidEntry => ({ ...row, at: row.at.getTime() })
type Work = {
  tx: Tx
  seal: Seal
  phone: ReaderRow
  offset: number
  zone: string
  printed: ReadonlyMap<string, string>
  /** The bibs that the race knows. Undefined if the race has no list of runners. */
  known: ReadonlySet<string> | undefined
  before: AidEntry[]
  now: Date
}
type Written = Answer & { read?: NewRead; ignored?: boolean; undone?: { deviceid: number; seq: number } }

/** Works out the moment of the writing by the server's clock. It is never later than the receipt. */
const writtenAt = ({ at }: AidSent, { offset, now }: Work): number => Math.min(Date.parse(at) + offset, now.getTime())
/**
 * Works out the moment of an entry by the server's clock: from the stated time if the entry has one, otherwise the
 * moment of the writing.
 */
const momentOf = ({ clock }: AidSent, written: number, { zone }: Work): number =>
  clock === null ? written : momentOfClock(clock, written, zone)
/**
 * Tells whether a phone may take back an entry: an entry of this phone that is no undo, or an entry that has not
 * arrived yet.
 */
const mayUndo = async ({ tx, phone }: Work, undoes: string): Promise<boolean> => {
  const found = await findEntry(tx, phone.raceid, undoes)
  return !found || (found.deviceid === phone.id && found.kind !== 'undo')
}

const writeOne = async (work: Work, given: AidSent): Promise<Written> => {
  const { tx, seal, phone, printed, known, before, now } = work
  const { raceid } = phone
  const { entry, kind, clock, undoes } = given
  const written = writtenAt(given, work)
  const moment = momentOf(given, written, work)
  const [at, isUndo] = [new Date(moment), kind === 'undo']
  const there = await findEntry(tx, raceid, entry)
  if (there) return { entry, kept: true, at: there.at, doubts: [...there.doubts] }
  const bib = isUndo ? null : (printed.get(writtenBib(given.bib)) ?? null)
  if (isUndo ? !undoes || !(await mayUndo(work, undoes)) : !bib) return { entry, kept: false, at, doubts: [] }
  const one: AidEntry = { entry, kind, bib, stationid: phone.stationid, at: moment, undoes: isUndo ? undoes! : null }
  const ofBib = liveEntries(before).filter((other) => other.bib === bib)
  const doubts = doubtsOfEntry(one, {
    before: ofBib,
    known: bib === null || known?.has(bib),
    // If somebody set the clock of the phone, only the receipt is certain.
    written: given.unsure_ms ? now.getTime() : written,
  })
  if (phone.retired_at) doubts.push('phone_revoked')
  await insertEntry(
    tx,
    raceid,
    {
      entry,
      kind,
      bib,
      undoes: one.undoes,
      deviceid: phone.id,
      clock: isUndo ? null : clock,
      note: given.note ? sealAidNote(seal, raceid, given.note) : null,
      doubts,
      device_at: new Date(given.at),
      at,
    },
    now,
  )
  before.push(one)
  const answer = { entry, kept: true, at, doubts }
  if (isUndo) return { ...answer, undone: { deviceid: phone.id, seq: fingerprint(undoes!) } }
  if (!isPassage(kind)) return answer
  const read = {
    deviceid: phone.id,
    seq: fingerprint(entry),
    chip: bib!,
    at_ms: moment - phone.offset_ms,
    kind,
    // A time that somebody said does not come from the clock of the phone.
    margin_ms: marginOf(clock) * 1000 + (clock === null ? (given.unsure_ms ?? 0) : 0),
  }
  return { ...answer, read, ignored: phone.retired_at !== null || (await isTakenBack(tx, raceid, entry)) }
}

/**
 * Keeps the entries that a person wrote at an aid station, except entries without a bib and undos that the phone may
 * not make. Each passage becomes a raw read in the same transaction. The read is ignored if the entry is taken back, or
 * if its phone was switched off.
 */
export const takeEntries = async (
  { db, seal }: { db: Db; seal: Seal },
  phone: ReaderRow,
  { clock, entries }: Sent,
  now: Date,
): Promise<Answer[]> => {
  const { raceid } = phone
  const zone = (await readRace(db, raceid, now))?.zone ?? 'Asia/Shanghai'
  await seal.prepare(raceScope(raceid))
  const typed = [...new Set(entries.flatMap(({ bib }) => writtenBib(bib) || []))]
  const printed = await bibsOfChips(db, raceid, typed)
  const bibs = [...new Set(printed.values())]
  const found = new Set((await listRunners(db, raceid, bibs)).map(({ bib }) => bib))
  const known = found.size > 0 || (await hasBibs(db, raceid)) ? found : undefined
  const { written, chips } = await db.transaction().execute(async (tx) => {
    await holdReads(tx, raceid)
    const rows = await listOfBibs(tx, raceid, bibs)
    const before = rows.filter(({ undone }) => !undone).map(ruled)
    const offset = now.getTime() - Date.parse(clock)
    const work: Work = { tx, seal, phone, offset, zone, printed, known, before, now }
    const written: Written[] = []
    for (const one of entries) written.push(await writeOne(work, one))
    const reads = written.flatMap(({ read }) => read ?? [])
    if (reads.length > 0) await insertReads(tx, raceid, reads, now)
    const aside = written.flatMap(({ read, ignored, undone }) =>
      undone ? undone.seq : read && ignored ? read.seq : [],
    )
    const chips = aside.length > 0 ? await ignoreNumbered(tx, raceid, phone.id, aside) : []
    await sawDevices(tx, raceid, [phone.id], now)
    return { written, chips }
  })
  if (chips.length > 0) await deriveRace(db, raceid, { chips }, now)
  deriveSoon(db, raceid, now)
  return written.map(({ entry, kept, at, doubts }) => ({ entry, kept, at, doubts }))
}
