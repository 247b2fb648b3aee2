/** Judges the entries of desks, and binds and frees bibs in the database. */
import type * as z from 'zod/mini'
import type { Tx } from '#db/db.ts'
import { changeBib } from '#features/bibs/changeBib.service.ts'
import { isSignatureDrawn } from '#features/checkin/rules.ts'
import type { Who } from '#seam/server/handle.ts'
import type { checkinRunnerSign, signRefusals } from './contract.ts'
import { believedAt, sizeToReturn, packStateOf, undoWrong } from './entries.rules.ts'
import { deskForBib, missingFor, signWrong } from './pack.rules.ts'
import type { PackRow } from './packs.store.ts'
import { type PackSetting, factsOf } from './packs.service.ts'
import { findProxy } from './proxies/proxies.store.ts'
import type { RaceDeskRow } from './setup/setup.store.ts'
import { stackBib } from './typed.rules.ts'
import { type DeskEntryRow, type NewDeskEntry, countNewer, findTagged } from './store.ts'

/** An entry as a screen or a device sends it. */
export type SentEntry = Omit<z.output<typeof checkinRunnerSign.input>, 'raceid' | 'desk'>
export type SignWord = (typeof signRefusals)[number]
type Facts = Record<string, string | number>
export type WrittenWrong = { word: SignWord; facts: Facts }
/**
 * The writer of an entry, and the moments at which the entry was written and received. `late` is true for entries from
 * the queue of a device. The server keeps these entries even if they break a rule.
 */
export type Writer = {
  raceid: number
  desk: RaceDeskRow | undefined
  deviceid: number | null
  who: Who
  supervisor: boolean
  late: boolean
  /** Words of doubt that the server adds to every entry of the writer, such as `device_revoked`. */
  doubts: readonly string[]
  device_at: Date
  offset_ms: number
  now: Date
}
/** An entry with all facts that decide about it. The transaction read the facts after it had taken the locks. */
export type Judging = {
  given: SentEntry
  row: PackRow
  entries: readonly DeskEntryRow[]
  writer: Writer
  size: string | null
  setting: PackSetting
  desks: readonly RaceDeskRow[]
  /** The remaining shirts of each size that the race counts. */
  left: ReadonlyMap<string, number>
}
const clockOf = (at: Date): string => at.toISOString()

const byOf = ({ desk, deviceid, who: { staffid } }: Writer) => ({ deskid: desk?.id ?? null, deviceid, staffid })

const judgeUndo = async (tx: Tx, { given, entries, writer }: Judging): Promise<WrittenWrong | undefined> => {
  const target = entries.find(({ entry }) => entry === given.undoes)
  const by = byOf(writer)
  const newer = target ? await countNewer(tx, writer.raceid, by, target.id) : 0
  const word = undoWrong(entries, given.undoes ?? '', { by, newer, supervisor: writer.supervisor })
  return word && { word, facts: {} }
}

/** Returns the rule that an entry breaks, by all that the server knows; undefined if it breaks no rule. */
export const judge = async (tx: Tx, judging: Judging): Promise<WrittenWrong | undefined> => {
  const { given, row, entries, writer, size, setting, desks, left } = judging
  const { kind } = given
  if (kind === 'undo') return judgeUndo(tx, judging)
  const { raceid, desk } = writer
  // The caller may have read the desk a moment before somebody closed it. Entries of a device count for a closed desk too.
  if (desk && !writer.late && !desks.some(({ id }) => id === desk.id)) return { word: 'desk_not_found', facts: {} }
  const { declared } = setting
  const missing = missingFor(factsOf(row, declared(row.eventid))).filter((word) => word !== 'bib' || !given.bib)
  const alone = row.printed === null ? undefined : deskForBib(row.printed, desks)
  const stand = packStateOf(entries)
  const word = signWrong({
    kind,
    missing,
    despite: given.despite,
    stand,
    elsewhere: alone !== undefined && alone.id !== desk?.id,
    left: size === null ? undefined : left.get(size),
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
  if (kind === 'pack' && desk?.signature && !(given.strokes && isSignatureDrawn(given.strokes)))
    return { word: 'signature_needed', facts: {} }
  return undefined
}

/** Splits a bib of the stack into prefix and number. */
const bibParts = (bib: string): { prefix: string; bib: string } | undefined => {
  const found = /^([A-Z0-9-]*?)(\d{1,7})$/.exec(bib)
  return found ? { prefix: found[1]!, bib: found[2]! } : undefined
}
/**
 * Binds a bib of the stack to the runner. A runner who has this bib already keeps it. Undefined if no rule is broken,
 * also for an entry without a bib of the stack.
 */
export const bindBib = async (tx: Tx, { given, row, entries, writer }: Judging): Promise<WrittenWrong | undefined> => {
  const typed = given.kind === 'pack' ? stackBib(given.bib) : null
  if (typed === null) return undefined
  // The undo of an entry may arrive before the entry. The bib then stays in the stack.
  if (entries.some(({ undoes }) => undoes === given.entry)) return undefined
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
 * Takes back the bib that an undone hand-out gave, so that the desk can give the bib to the right runner. The runner
 * keeps the bib if another hand-out of the pack is live.
 */
export const freeBib = async (tx: Tx, { given, row, entries, writer }: Judging): Promise<void> => {
  const target = entries.find(({ entry }) => entry === given.undoes)
  if (given.kind !== 'undo' || !target?.bib || target.bib !== row.printed) return
  if (packStateOf(entries).packs.some(({ entry }) => entry !== target.entry)) return
  await changeBib(
    tx,
    { raceid: writer.raceid, id: row.id, prefix: '', clear: true },
    { who: writer.who, now: writer.now },
  )
}

export const proxyOf = async (tx: Tx, { given, row, writer }: Judging) => {
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
 * Returns the moment of an entry. If the entry is not `late`, its moment is after the moments of all former entries of
 * the pack, even within one millisecond.
 */
const momentOf = (entries: readonly DeskEntryRow[], { device_at, offset_ms, now, late }: Writer): Date => {
  const believed = believedAt(device_at, offset_ms, now)
  const last = Math.max(...entries.map(({ at }) => at.getTime()))
  return late || believed.getTime() > last ? believed : new Date(last + 1)
}

export const entryOf = (
  { given, row, entries, writer, size }: Judging,
  proxyid: number | null,
  doubts: readonly string[],
  signature: Buffer | null,
): NewDeskEntry => {
  const { kind } = given
  const by = byOf(writer)
  const typed = stackBib(given.bib)
  const swap = kind === 'size' ? (sizeToReturn(entries, by) ?? row.size) : null
  return {
    entry: given.entry,
    kind,
    registrationid: row.id,
    ...by,
    undoes: kind === 'undo' ? (given.undoes ?? given.entry) : null,
    size_out: size,
    size_in: swap,
    // The entry names only a bib that this hand-out gave. An undo takes this bib back, and no bib from before.
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
