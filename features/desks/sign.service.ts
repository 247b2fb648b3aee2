/**
 * Writes the entries of desks. Entries of many calls may share one transaction, and the answers go out after its
 * commit.
 */
import type { Tx } from '#db/db.ts'
import { type Lock, lockAll } from '#db/locks.ts'
import { measuredBatch } from '#db/measures.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { inNamedBatches } from '#db/sharing/batch.ts'
import { lockAllNumbered } from '#features/registrations/public.store.ts'
import { noteRegistrations } from '#features/webhooks/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import {
  type Judging,
  type SentEntry,
  type Writer,
  type WrittenWrong,
  bindBib,
  entryOf,
  freeBib,
  judge,
  proxyOf,
} from './judging.service.ts'
import { type PackRow, findPack, listPacks } from './packs.store.ts'
import { type PackSetting, settingOf } from './packs.service.ts'
import { listDesks } from './setup/setup.store.ts'
import {
  type DeskEntryRow,
  type NewDeskEntry,
  countShirtsLeft,
  findEntries,
  insertEntries,
  listEntries,
} from './store.ts'
import { sizeTaken } from './entries.rules.ts'

/** The outcome of writing an entry. `row` is the row of the registration if the entry cannot have changed its bib. */
export type WriteOutcome =
  | { known: true }
  | { known: false; wrong: WrittenWrong | undefined; kept: boolean; row?: PackRow | undefined }
type WaitingEntry = { given: SentEntry; writer: Writer }
type KnownEntry = Awaited<ReturnType<typeof findEntries>>[number]

/** The most entries in one batch. */
const MOST = 200

const readPacks = async (tx: Tx, raceid: number, ids: readonly number[]): Promise<Map<number, PackRow>> => {
  const one = ids.length === 1 ? await findPack(tx, raceid, ids[0]!) : undefined
  const rows = ids.length === 1 ? (one ? [one] : []) : await listPacks(tx, raceid, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Tells whether an entry gives a bib of the stack, or takes one back. */
const movesBib = (given: SentEntry, undone: ReadonlyMap<string, KnownEntry>): boolean =>
  given.kind === 'undo' && given.undoes ? (undone.get(given.undoes)?.bib ?? null) !== null : Boolean(given.bib)
/**
 * Lists the locks on all rows by which an entry is decided: the pack, the size that leaves the stock, the tag, and the
 * bibs.
 */
const locksOf = (
  { given, writer: { raceid } }: WaitingEntry,
  first: PackRow,
  undone: ReadonlyMap<string, KnownEntry>,
): Lock[] => {
  const size = sizeTaken(given, first)
  return [
    { kind: 'handout', raceid, id: given.id },
    ...(size === null ? [] : [{ kind: 'handout size', raceid, id: size }]),
    ...(given.tag ? [{ kind: 'handout tag', raceid, id: given.tag }] : []),
    ...(movesBib(given, undone) ? [{ kind: 'bibs', raceid, id: 0 }] : []),
  ]
}

type Written = { outcome: WriteOutcome; entry?: NewDeskEntry | undefined }
/** Decides about one entry. Returns its outcome, and the row if the server keeps the entry. */
const decide = async (tx: Tx, seal: Parts['seal'], judging: Judging): Promise<Written> => {
  const { given, row, writer } = judging
  const proxy = await proxyOf(tx, judging)
  const broken = (await judge(tx, judging)) ?? proxy.wrong
  const wrong = broken ?? (await bindBib(tx, judging))
  if (wrong && !writer.late) return { outcome: { known: false, wrong, kept: false } }
  const signature = given.strokes ? seal.seal(raceScope(writer.raceid), 'handout signature', given.strokes) : null
  const doubts = [...writer.doubts, ...(wrong ? [wrong.word] : [])]
  if (!wrong) await freeBib(tx, judging)
  return {
    outcome: { known: false, wrong, kept: true, row: given.bib || given.kind === 'undo' ? undefined : row },
    entry: entryOf(judging, proxy.proxyid, doubts, signature),
  }
}

const countLeft = async (tx: Tx, raceid: number, sizes: readonly (string | null)[]): Promise<Map<string, number>> =>
  new Map(
    (
      await countShirtsLeft(
        tx,
        raceid,
        [...new Set(sizes)].filter((size) => size !== null),
      )
    ).map((one) => [one.size, one.left]),
  )

/**
 * Writes entries of different packs in one transaction. An entry that breaks a rule is refused. Only a `late` entry is
 * kept, with the word of the rule, because the pack has left the hall.
 */
const writeTogether = async (
  tx: Tx,
  seal: Parts['seal'],
  setting: PackSetting,
  waiting: readonly WaitingEntry[],
): Promise<WriteOutcome[]> => {
  const { raceid, now } = waiting[0]!.writer
  const ids = waiting.map(({ given }) => given.id)
  const first = await readPacks(tx, raceid, ids)
  const undoes = waiting.flatMap(({ given }) => (given.kind === 'undo' && given.undoes ? [given.undoes] : []))
  const undone = new Map(
    (undoes.length > 0 ? await findEntries(tx, raceid, undoes) : []).map((one) => [one.entry, one]),
  )
  await lockAll(
    tx,
    waiting.flatMap((one) => (first.has(one.given.id) ? locksOf(one, first.get(one.given.id)!, undone) : [])),
  )
  const sent = waiting.map(({ given }) => given.entry)
  const before = new Map((await findEntries(tx, raceid, sent)).map((one) => [one.entry, one]))
  // A refund waits for this lock, so a pack is not handed out while its registration leaves the race.
  await lockAllNumbered(tx, raceid, ids)
  const rows = await readPacks(tx, raceid, ids)
  const entries = Map.groupBy(await listEntries(tx, raceid, ids), ({ registrationid }) => registrationid)
  const desks = await listDesks(tx, raceid)
  const sizes = waiting.map(({ given }) => (first.has(given.id) ? sizeTaken(given, first.get(given.id)!) : null))
  const left = await countLeft(tx, raceid, sizes)
  const kept: NewDeskEntry[] = []
  const outcomes: WriteOutcome[] = []
  for (const [at, { given, writer }] of waiting.entries()) {
    const row = rows.get(given.id)
    const known = before.get(given.entry)
    if (!row) outcomes.push({ known: false, wrong: { word: 'registration_not_found', facts: {} }, kept: false })
    else if (known && known.registrationid === given.id && known.kind === given.kind) outcomes.push({ known: true })
    else if (known) outcomes.push({ known: false, wrong: { word: 'entry_differs', facts: {} }, kept: false })
    else {
      const own: readonly DeskEntryRow[] = entries.get(given.id) ?? []
      const judging = { given, row, entries: own, writer, size: sizes[at] ?? null, setting, desks, left }
      const { outcome, entry } = await decide(tx, seal, judging)
      outcomes.push(outcome)
      if (!entry) continue
      kept.push(entry)
      if (entry.size_out !== null && left.has(entry.size_out)) left.set(entry.size_out, left.get(entry.size_out)! - 1)
      if (entry.size_in !== null && left.has(entry.size_in)) left.set(entry.size_in, left.get(entry.size_in)! + 1)
    }
  }
  await insertEntries(tx, raceid, kept)
  const packs = kept.filter(({ kind }) => kind === 'pack').map(({ registrationid }) => registrationid)
  if (packs.length > 0) await noteRegistrations(tx, raceid, 'registration.checked_in', packs, now)
  return outcomes
}

/**
 * Splits entries into transactions. Plain entries (`isPlain`) of different packs share one transaction. Any other entry
 * gets its own transaction, because its outcome may depend on rows that an earlier entry writes.
 */
export const partsOfSending = <One extends { given: SentEntry }>(waiting: readonly One[]): One[][] => {
  const together: One[] = []
  const alone: One[][] = []
  const packs = new Set<number>()
  const numbers = new Set<string>()
  for (const one of waiting) {
    const { id, entry, kind, bib, tag, proxy } = one.given
    const isPlain = kind !== 'undo' && kind !== 'bag' && !bib && !tag && !proxy
    if (isPlain && !packs.has(id) && !numbers.has(entry)) together.push(one)
    else alone.push([one])
    packs.add(id)
    numbers.add(entry)
  }
  return together.length > 0 ? [together, ...alone] : alone
}

type Outcome = WriteOutcome | { failed: unknown }
/** Writes a batch. If the entries of one transaction fail together, each entry gets a transaction of its own. */
const writeBatch = async (
  { db, seal }: Pick<Parts, 'db' | 'seal'>,
  waiting: readonly WaitingEntry[],
): Promise<Outcome[]> => {
  const { raceid, now } = waiting[0]!.writer
  // A transaction that needs a second connection could wait for ever, so the server reads the settings before the
  // transaction.
  const setting = await settingOf(db, raceid, now)
  const outcomes = new Map<WaitingEntry, Outcome>()
  const write = async (part: readonly WaitingEntry[]): Promise<void> => {
    try {
      const written = await db.transaction().execute((tx) => writeTogether(tx, seal, setting, part))
      part.forEach((one, at) => outcomes.set(one, written[at]!))
    } catch (failed) {
      if (part.length === 1) outcomes.set(part[0]!, { failed })
      else for (const one of part) await write([one])
    }
  }
  for (const part of partsOfSending(waiting)) await write(part)
  return waiting.map((one) => outcomes.get(one)!)
}

const enterBatch = inNamedBatches(MOST, (parts: Pick<Parts, 'db' | 'seal'>, waiting: WaitingEntry[]) =>
  measuredBatch('handouts', (all: WaitingEntry[]) => writeBatch(parts, all))(waiting),
)
/**
 * Writes one entry with the next batch of its race. While one batch commits, the process collects the next batch. So
 * the desks of one process do not wait for each other's locks on the sizes of shirts. The caller has prepared the
 * race's key.
 */
export const writeEntry = async (
  parts: Pick<Parts, 'db' | 'seal'>,
  given: SentEntry,
  writer: Writer,
): Promise<WriteOutcome> => {
  const outcome = await enterBatch(parts, writer.raceid, { given, writer })
  if ('failed' in outcome) throw outcome.failed
  return outcome
}
