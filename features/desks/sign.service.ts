import { noteRegistrations } from '#features/webhooks/service.ts'
import type * as z from 'zod/mini'
import type { Db, Tx } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { changeBib } from '#features/bibs/changeBib.service.ts'
import { isDrawn } from '#features/checkin/rules.ts'
import { lockNumbered } from '#features/registrations/public.store.ts'
import type { Parts, Who } from '#seam/server/handle.ts'
import type { checkinRunnerSign, signRefusals } from './contract.ts'
import { believedAt, sizeToReturn, standOf, undoWrong } from './entries.rules.ts'
import { deskForBib, missingFor, signWrong } from './pack.rules.ts'
import { type PackRow, findPack } from './packs.store.ts'
import { type PackSetting, factsOf, settingOf } from './packs.service.ts'
import { findProxy } from './proxies/proxies.store.ts'
import { type RaceDeskRow, listDesks } from './setup/setup.store.ts'
import {
  type DeskEntryRow,
  type NewDeskEntry,
  countNewer,
  findEntry,
  findTagged,
  insertEntry,
  countShirtsLeft,
  listEntries,
} from './store.ts'

/** An entry as a screen or a device sends it. */
export type SentEntry = Omit<z.output<typeof checkinRunnerSign.input>, 'raceid' | 'desk'>
export type SignWord = (typeof signRefusals)[number]
type Facts = Record<string, string | number>
export type WrittenWrong = { word: SignWord; facts: Facts }
/**
 * The writer of an entry and the moment. `late` entries come from a device, and the server keeps them even where a rule
 * breaks.
 */
export type Writer = {
  raceid: number
  desk: RaceDeskRow | undefined
  deviceid: number | null
  who: Who
  supervisor: boolean
  late: boolean
  /** Words that every entry of the writer carries, such as that its device was revoked. */
  doubts: readonly string[]
  device_at: Date
  offset_ms: number
  now: Date
}
/** The outcome of writing an entry. `row` is the pack if the entry did not change it. */
export type WriteOutcome =
  | { known: true }
  | { known: false; wrong: WrittenWrong | undefined; kept: boolean; row?: PackRow | undefined }

/** Tells whether an entry gives a bib of the stack, or takes one back. */
const movesBib = async (tx: Tx, raceid: number, { kind, bib, undoes }: SentEntry): Promise<boolean> =>
  kind === 'undo' && undoes ? ((await findEntry(tx, raceid, undoes))?.bib ?? null) !== null : Boolean(bib)
/** Locks all rows by which an entry is decided: the pack, the size that leaves the stock, the tag, and the bibs. */
const lock = async (tx: Tx, raceid: number, given: SentEntry, size: string | null): Promise<void> => {
  const { id, tag } = given
  const bibs = await movesBib(tx, raceid, given)
  await lockAll(tx, [
    { kind: 'handout', raceid, id },
    ...(size === null ? [] : [{ kind: 'handout size', raceid, id: size }]),
    ...(tag ? [{ kind: 'handout tag', raceid, id: tag }] : []),
    ...(bibs ? [{ kind: 'bibs', raceid, id: 0 }] : []),
  ])
}

const sizeOf = (given: SentEntry, row: Pick<PackRow, 'size'>): string | null =>
  given.kind === 'pack'
    ? given.size || row.size || null
    : given.kind === 'size' || given.kind === 'shirt'
      ? given.size || null
      : null

type Judging = {
  given: SentEntry
  row: PackRow
  entries: readonly DeskEntryRow[]
  writer: Writer
  size: string | null
  setting: PackSetting
}
const clockOf = (at: Date): string => at.toISOString()

const byOf = ({ desk, deviceid, who: { staffid } }: Writer) => ({ deskid: desk?.id ?? null, deviceid, staffid })

/** Judges an undo. */
const judgeUndo = async (tx: Tx, { given, entries, writer }: Judging): Promise<WrittenWrong | undefined> => {
  const target = entries.find(({ entry }) => entry === given.undoes)
  const by = byOf(writer)
  const newer = target ? await countNewer(tx, writer.raceid, by, target.id) : 0
  const word = undoWrong(entries, given.undoes ?? '', { by, newer, supervisor: writer.supervisor })
  return word && { word, facts: {} }
}

/** Judges a hand-out by all that the server knows. The transaction holds the locks. */
const judge = async (tx: Tx, judging: Judging): Promise<WrittenWrong | undefined> => {
  const { given, row, entries, writer, size, setting } = judging
  const { kind } = given
  if (kind === 'undo') return judgeUndo(tx, judging)
  const { raceid, desk } = writer
  const { declared } = setting
  const desks = await listDesks(tx, raceid)
  const missing = missingFor(factsOf(row, declared(row.eventid))).filter((word) => word !== 'bib' || !given.bib)
  const alone = row.printed === null ? undefined : deskForBib(row.printed, desks)
  const stand = standOf(entries)
  const word = signWrong({
    kind,
    missing,
    despite: given.despite,
    stand,
    elsewhere: alone !== undefined && alone.id !== desk?.id,
    left: size === null ? undefined : await countShirtsLeft(tx, raceid, size),
    size,
    back: sizeToReturn(entries, byOf(writer)),
  })
  const first = stand.packs[0]
  if (word)
    return {
      word,
      facts: {
        where: (word === 'other_desk' ? alone?.name : first?.desk) ?? '—',
        staff: first?.staff ?? '—',
        at: first ? clockOf(first.at) : '',
        size: size ?? '—',
        tag: stand.tag ?? '',
        missing: missing.join(','),
      },
    }
  if (kind === 'bag') {
    const other = given.tag ? await findTagged(tx, raceid, given.tag) : row.id
    if (other !== undefined) return { word: 'tag_used', facts: { tag: given.tag ?? '' } }
  }
  if (kind === 'pack' && desk?.signature && !(given.strokes && isDrawn(given.strokes)))
    return { word: 'signature_needed', facts: {} }
  return undefined
}

/** Reads a bib of the stack: prefix and number. */
const bibParts = (bib: string): { prefix: string; bib: string } | undefined => {
  const found = /^([A-Z0-9-]*?)(\d{1,7})$/.exec(bib.trim().toUpperCase())
  return found ? { prefix: found[1]!, bib: found[2]! } : undefined
}
/** Binds the next number of the stack to the runner. A runner who has this number already keeps it. */
const bindBib = async (tx: Tx, { given, row, entries, writer }: Judging): Promise<WrittenWrong | undefined> => {
  if (!given.bib || given.kind !== 'pack') return undefined
  // The undo of an entry may arrive before the entry. The number then stays in the stack.
  if (entries.some(({ undoes }) => undoes === given.entry)) return undefined
  const typed = given.bib.trim().toUpperCase()
  if (row.printed !== null) return row.printed === typed ? undefined : { word: 'bib_held', facts: { bib: row.printed } }
  const parts = bibParts(typed)
  if (!parts || parts.prefix.length > 6) return { word: 'bib_taken', facts: { bib: typed } }
  const bound = await changeBib(
    tx,
    { raceid: writer.raceid, id: row.id, ...parts },
    { who: writer.who, now: writer.now },
  )
  if ('taken' in bound) return { word: 'bib_taken', facts: { bib: bound.taken } }
  if ('keptFor' in bound) return { word: 'bib_kept_before', facts: { bib: bound.bib, name: bound.keptFor } }
  return 'refused' in bound ? { word: bound.refused, facts: {} } : undefined
}

/**
 * Takes back the number that an undone hand-out bound, so that the desk can give it to its right owner. The number stays
 * if another hand-out of the pack is live.
 */
const freeBib = async (tx: Tx, { given, row, entries, writer }: Judging): Promise<void> => {
  const target = entries.find(({ entry }) => entry === given.undoes)
  if (given.kind !== 'undo' || !target?.bib || target.bib !== row.printed) return
  if (standOf(entries).packs.some(({ entry }) => entry !== target.entry)) return
  await changeBib(
    tx,
    { raceid: writer.raceid, id: row.id, prefix: '', clear: true },
    { who: writer.who, now: writer.now },
  )
}

const proxyOf = async (tx: Tx, { given, row, writer }: Judging) => {
  if (!given.proxy) return { proxyid: null }
  const found = await findProxy(tx, writer.raceid, given.proxy)
  const valid = found && found.registrationid === row.id && found.withdrawn_at === null
  return valid
    ? { proxyid: found.id }
    : {
        proxyid: found?.registrationid === row.id ? found.id : null,
        wrong: { word: 'proxy_withdrawn', facts: {} } as WrittenWrong,
      }
}

/**
 * Returns the moment of an entry. An entry from a screen is later than every entry of the pack that its writer saw,
 * even within one millisecond.
 */
const momentOf = (entries: readonly DeskEntryRow[], { device_at, offset_ms, now, late }: Writer): Date => {
  const believed = believedAt(device_at, offset_ms, now)
  const last = Math.max(...entries.map(({ at }) => at.getTime()))
  return late || believed.getTime() > last ? believed : new Date(last + 1)
}

const entryOf = (
  { given, row, entries, writer, size }: Judging,
  proxyid: number | null,
  doubts: readonly string[],
  signature: Buffer | null,
): NewDeskEntry => {
  const { kind } = given
  const by = byOf(writer)
  const typed = given.bib?.trim().toUpperCase() || null
  const swap = kind === 'size' ? (sizeToReturn(entries, by) ?? row.size) : null
  return {
    raceid: writer.raceid,
    entry: given.entry,
    kind,
    registrationid: row.id,
    ...by,
    undoes: kind === 'undo' ? (given.undoes ?? given.entry) : null,
    size_out: size,
    size_in: swap,
    // If the runner had the number before the hand-out, the runner keeps the number after an undo.
    bib: kind === 'pack' && typed !== row.printed ? typed : null,
    tag: kind === 'bag' ? given.tag || null : null,
    proxyid,
    despite: kind === 'pack' ? given.despite.filter((word) => word !== 'proxy' || writer.late) : [],
    doubts,
    signature,
    device_at: writer.device_at,
    at: momentOf(entries, writer),
    received_at: writer.now,
  }
}

/**
 * Writes one entry in a transaction of its own. The server refuses an entry from a screen if a rule is broken. It keeps
 * an entry from a device and adds the word of the rule, because the pack has left the hall. The caller has prepared the
 * race's key.
 */
export const writeEntry = async (
  { db, seal }: Pick<Parts, 'db' | 'seal'>,
  given: SentEntry,
  writer: Writer,
): Promise<WriteOutcome> => {
  // A transaction that needs a second connection could wait for ever, so the server reads the settings before it
  // begins.
  const setting = await settingOf(db, writer.raceid, writer.now)
  return db.transaction().execute(async (tx) => {
    const { raceid, late } = writer
    const first = await findPack(tx, raceid, given.id)
    if (!first) return { known: false, wrong: { word: 'registration_not_found', facts: {} }, kept: false }
    await lock(tx, raceid, given, sizeOf(given, first))
    const before = await findEntry(tx, raceid, given.entry)
    if (before)
      return before.registrationid === given.id && before.kind === given.kind
        ? { known: true }
        : { known: false, wrong: { word: 'entry_differs', facts: {} }, kept: false }
    // A refund waits for this lock, so a pack is not handed out while its registration leaves the race.
    await lockNumbered(tx, raceid, given.id)
    const [row, entries] = [(await findPack(tx, raceid, given.id))!, await listEntries(tx, raceid, [given.id])]
    const judging = { given, row, entries, writer, size: sizeOf(given, first), setting }
    const proxy = await proxyOf(tx, judging)
    const broken = (await judge(tx, judging)) ?? proxy.wrong
    const wrong = broken ?? (await bindBib(tx, judging))
    if (wrong && !late) return { known: false, wrong, kept: false }
    const signature = given.strokes ? seal.seal(raceScope(raceid), 'handout signature', given.strokes) : null
    const doubts = [...writer.doubts, ...(wrong ? [wrong.word] : [])]
    const kept = await insertEntry(tx, entryOf(judging, proxy.proxyid, doubts, signature))
    if (kept && !wrong) await freeBib(tx, judging)
    if (kept && given.kind === 'pack')
      await noteRegistrations(tx, raceid, 'registration.checked_in', [given.id], writer.now)
    return kept
      ? { known: false, wrong, kept, row: given.bib || given.kind === 'undo' ? undefined : row }
      : { known: true }
  })
}

export const deskOf = async (db: Db, raceid: number, id: number | undefined): Promise<RaceDeskRow | undefined> =>
  id === undefined ? undefined : (await listDesks(db, raceid)).find((desk) => desk.id === id)
