import { namePattern } from '#contract/names/han.ts'
import { looselyMeans } from '#features/registrations/bib.rules.ts'
import type { DeviceEntry, DeviceRunner } from '../../device/device.contract.ts'
import { flaggedBy } from '../../device/device.rules.ts'
import { type DeskEntry, type HandoutKind, liveOf, packStateOf } from '../../entries.rules.ts'
import type { PackFacts } from '../../pack.rules.ts'
import { type TypedAtDesk, bagTag } from '../../typed.rules.ts'

/** An entry on the device. The device's own entries have fields that the server does not send back. */
export type BookedEntry = DeskEntry & {
  /** The bib that this device gave from the stack. A store of an older version of this program has no such bib. */
  bib?: string | null | undefined
  proxy: string | null
  despite: readonly string[]
  /** The words of the rules that the entry broke when it reached the server. */
  doubts: readonly string[]
}
export type HeldRunner = {
  id: number
  mark: string
  name: string
  /** The name in small letters. The search uses it. */
  small: string
  eventid: number
  bib: string | null
  zone: string | null
  size: string | null
  chip: string | null
  document: string
  mobile: string
  window: string | null
  /** The add-ons to hand out, in the language that the device had when it loaded the runner. */
  bought: readonly string[]
  gender: string | null
  /** The number that the runners of one sign-up share. */
  orderid: number | null
  facts: Omit<PackFacts, 'declared'>
}
type HeldProxy = { mark: string; registrationid: number; name: string; valid: boolean }

/** An entry of this device that the server answered. `at` is the time of the call, by the server's clock. */
export type AnsweredEntry = { entry: BookedEntry; at: number; kept: boolean }
/** A part of the device's list, in the form in which the store keeps it. */
export type BookPart = {
  runners?: DeviceRunner[]
  gone?: number[]
  entries?: DeviceEntry[]
  /** Mark, registration, name, and whether the authorisation is valid. */
  proxies?: [string, number, string, boolean][]
  answered?: AnsweredEntry[]
}
export type DeskBooks = {
  runners: Map<number, HeldRunner>
  entries: Map<number, Map<string, BookedEntry>>
  proxies: Map<string, HeldProxy>
  /**
   * Entries of this device that the figures of the last contact may lack: entries that still wait, and entries that the
   * device sent after the last contact.
   */
  fresh: Map<string, { registrationid: number; at: number }>
  /** Entries of this device that the server has not answered yet. */
  waiting: Set<string>
  /** Entries of this device whose runner the race does not have. */
  refused: Set<string>
}
export const emptyBooks = (): DeskBooks => ({
  runners: new Map(),
  entries: new Map(),
  proxies: new Map(),
  fresh: new Map(),
  waiting: new Set(),
  refused: new Set(),
})

const runnerOf = (given: DeviceRunner): HeldRunner => {
  const [id, mark, name, eventid, bib, zone, size, chip, document, mobile, age, state, bits, ...later] = given
  // A device that loaded its list with an older version of this program does not have these fields.
  const [window = null, bought = [], gender = null, orderid = null] = later
  const facts = { state, age, bib, ...flaggedBy(bits) }
  return {
    id,
    mark,
    name,
    small: name.toLowerCase(),
    eventid,
    bib,
    zone,
    size,
    chip,
    document,
    mobile,
    window,
    bought,
    gender,
    orderid,
    facts,
  }
}
const entryOf = (given: DeviceEntry): BookedEntry => {
  const [entry, kind, registrationid, deskid, deviceid, undoes, size_out, size_in, tag, at] = given
  return {
    entry,
    kind: kind as HandoutKind,
    registrationid,
    deskid,
    deviceid,
    staffid: null,
    undoes,
    size_out,
    size_in,
    tag,
    at: new Date(at),
    proxy: null,
    despite: [],
    doubts: [],
  }
}
const hold = (books: DeskBooks, entry: BookedEntry): void => {
  const of = books.entries.get(entry.registrationid) ?? new Map<string, BookedEntry>()
  books.entries.set(entry.registrationid, of)
  const before = of.get(entry.entry)
  const own = before && { bib: before.bib, proxy: before.proxy, despite: before.despite, doubts: before.doubts }
  of.set(entry.entry, own && entry.doubts.length === 0 ? { ...entry, ...own } : entry)
}

export const addWaiting = (books: DeskBooks, entry: BookedEntry): void => {
  hold(books, entry)
  books.waiting.add(entry.entry)
  books.fresh.set(entry.entry, { registrationid: entry.registrationid, at: Infinity })
}
/** Adds a part to the books. If the same part comes twice, the second one changes nothing. */
export const takePart = (books: DeskBooks, part: BookPart): void => {
  for (const given of part.runners ?? []) books.runners.set(given[0], runnerOf(given))
  for (const id of part.gone ?? []) books.runners.delete(id)
  for (const given of part.entries ?? []) hold(books, entryOf(given))
  for (const [mark, registrationid, name, valid] of part.proxies ?? [])
    books.proxies.set(mark, { mark, registrationid, name, valid })
  for (const { entry, at, kept } of part.answered ?? []) {
    // The store keeps the moment of an entry as a text.
    hold(books, { ...entry, at: new Date(entry.at) })
    books.waiting.delete(entry.entry)
    books.fresh.set(entry.entry, { registrationid: entry.registrationid, at })
    if (!kept) books.refused.add(entry.entry)
  }
}
/**
 * Removes from `fresh` the entries that the server received before a contact, because the figures of this contact
 * include these entries.
 */
export const settleFresh = (books: DeskBooks, contact: number): void => {
  for (const [entry, { at }] of books.fresh) if (at <= contact) books.fresh.delete(entry)
}

export const bookedEntries = (books: DeskBooks, id: number): BookedEntry[] => [
  ...(books.entries.get(id)?.values() ?? []),
]

/**
 * Returns the bib of a runner: the bib of the list, or the number that this device has just given. The list has such a
 * number only after the next contact.
 */
export const bookedBib = (books: DeskBooks, { id, bib }: Pick<HeldRunner, 'id' | 'bib'>): string | null =>
  bib ?? (books.entries.has(id) ? liveOf(bookedEntries(books, id)).findLast((one) => one.bib)?.bib : null) ?? null

/**
 * Works out the remaining shirts of a size: the number at the last contact, changed by the device's entries since then.
 * Undefined if the race does not count the size.
 */
export const shirtsLeft = (
  books: DeskBooks,
  size: string,
  sizes: readonly { size: string; left: number }[],
): number | undefined => {
  const counted = sizes.find((one) => one.size === size)
  if (!counted) return undefined
  const out = (entries: readonly BookedEntry[]) =>
    liveOf(entries).reduce(
      (sum, { size_out, size_in }) => sum + (size_out === size ? 1 : 0) - (size_in === size ? 1 : 0),
      0,
    )
  const changed = new Set([...books.fresh.values()].map(({ registrationid }) => registrationid))
  return [...changed].reduce((left, id) => {
    const all = bookedEntries(books, id)
    return left - out(all) + out(all.filter(({ entry }) => !books.fresh.has(entry)))
  }, counted.left)
}

/** Finds the runners whom a written bib may mean if it lacks the prefix or zeros. The server has the same rule. */
const looselyNamed = (books: DeskBooks, written: string): HeldRunner[] => {
  const isMeant = looselyMeans(written)
  return [...books.runners.values()].filter((runner) => {
    const bib = bookedBib(books, runner)
    return bib !== null && isMeant(bib)
  })
}

/**
 * Finds the registration whose bag has the tag `tag`. The server has the same rule. Most runners have no bag, so the
 * device computes few states.
 */
export const bearerOf = (books: DeskBooks, tag: string): number | undefined => {
  const isTag = (kept: string | null) => kept !== null && bagTag(kept) === tag
  for (const [id, of] of books.entries)
    for (const one of of.values()) if (isTag(one.tag) && isTag(packStateOf(bookedEntries(books, id)).tag)) return id
  return undefined
}

/** The largest number of runners that one answer shows, as on the server. */
const MOST = 20
type FoundInBooks = { runners: HeldRunner[]; proxy: HeldProxy | undefined; more: boolean }
/**
 * Finds the runners, at most 20, that a typed or scanned text may mean. `mark` is the mark of the scanned key. A search
 * through 30,000 runners takes a few milliseconds, so the device keeps no index.
 */
export const findIn = (books: DeskBooks, typed: TypedAtDesk, mark: string | null): FoundInBooks => {
  const { runners, proxies } = books
  const proxy = mark === null ? undefined : proxies.get(mark)
  const sent = proxy?.registrationid
  const name = typed.name === null ? null : new RegExp(namePattern(typed.name), 'iu')
  const ends = new Set([typed.end, typed.number?.slice(-4) ?? null].filter((end) => end !== null))
  const mobile = typed.mobile?.slice(-4) ?? typed.end
  const sure: HeldRunner[] = []
  const likely: HeldRunner[] = []
  for (const one of runners.values())
    if (mark === null) {
      if (
        (typed.bib !== null && bookedBib(books, one) === typed.bib) ||
        (typed.chip !== null && one.chip === typed.chip)
      )
        sure.push(one)
      else if (
        (name !== null && name.test(one.name)) ||
        ends.has(one.document) ||
        (mobile !== null && one.mobile === mobile)
      )
        likely.push(one)
    } else if (one.mark === mark || one.id === sent) sure.push(one)
  // A text may be the tag of a bag and also have another meaning. The runner of the bag then comes first.
  const tagged = mark === null && typed.tag !== null ? bearerOf(books, typed.tag) : undefined
  const bearer = tagged === undefined ? undefined : runners.get(tagged)
  const named = sure.length === 0 && typed.bib !== null ? looselyNamed(books, typed.bib) : []
  sure.push(...named)
  const found = [
    ...(bearer ? [bearer] : []),
    ...sure.filter((one) => one !== bearer),
    ...likely
      .filter((one) => one !== bearer && !named.includes(one))
      .sort((a, b) => (a.small < b.small ? -1 : a.small > b.small ? 1 : a.id - b.id)),
  ]
  return { runners: found.slice(0, MOST), proxy, more: found.length > MOST }
}
