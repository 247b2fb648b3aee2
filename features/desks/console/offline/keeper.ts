import { isSignatureDrawn } from '#features/checkin/rules.ts'
import { sizeToReturn, sizeTaken } from '../../entries.rules.ts'
import { type UnknownWord, unknownOffline } from '../../pack.rules.ts'
import { bagTag, stackBib } from '../../typed.rules.ts'
import {
  type AnsweredEntry,
  type DeskBooks,
  type BookedEntry,
  type BookPart,
  addWaiting,
  emptyBooks,
  bookedEntries,
  settleFresh,
  takePart,
} from './books.rules.ts'
import { type DeviceServer, isDecision } from './contacts.ts'
import { type EntryToWrite, type DeviceFacts, type OfflineWrong, type DeviceSetting, judgeOn } from './judging.rules.ts'
import { type Anchor, type Clocks, anchorNow, readClocks } from '#ui/network/deviceTime.ts'
import { type Lease, type LeaseState, leaseFrom, leaseState, moveOn, serverTime } from '#ui/network/lease.ts'
import { type QueuedHandout, datedEntries } from './queued.ts'
import type { Safe } from './vault.ts'

type DeviceState = {
  /** The key by which the server knows the device. */
  key: string
  deviceid: number
  setting: DeviceSetting | null
  lease: Lease | null
  /** The clocks at the last contact. A store of an older version of this program has no clocks. */
  anchor?: Anchor | null
  /** The version of the list, and the place at which an interrupted load continues. */
  version: string | null
  after: string | null
  /** The moment of the last full load. */
  whole: number
}
export const firstDeviceState = (key: string, deviceid: number): DeviceState => ({
  key,
  deviceid,
  setting: null,
  lease: null,
  version: null,
  after: null,
  whole: 0,
})
export const DESK_SEND_MOST = 200
/** The most parts in the store. If the store has more parts, the next start joins them. */
const PARTS_MOST = 60
/** The time between two full loads. If staff give a chip to another bib, only a full load brings this change. */
const WHOLE_MS = 2 * 3_600_000
/** A value of `whole` that makes the next contact load everything again. 0 means that no full load is done yet. */
const LONG_AGO = 1

/** The device after somebody typed the PIN. */
export type Keeper = {
  books: DeskBooks
  state: () => DeviceState
  /** Returns all facts by which the device decides; undefined before the first contact. */
  facts: () => DeviceFacts | undefined
  lease: () => LeaseState | 'none'
  now: () => number
  unknown: () => UnknownWord[]
  /** Tells whether the server answered the last call. */
  reached: () => boolean
  /** Tells whether the store of the device is full. The device then writes no entry without network. */
  full: () => boolean
  /**
   * Writes an entry on the server if the server answers, else in the queue. Rejects with the refusal of the server.
   * Returns the broken rule if the device itself refuses the entry.
   */
  write: (given: EntryToWrite, proxy: string | null) => Promise<OfflineWrong | undefined>
  /** Sends the queue, asks the server for the settings of the desk, and loads the changes. */
  meet: () => Promise<'working' | 'revoked'>
  /** Stores the latest known time. The next start then notices if somebody has set the device's clock back. */
  rest: () => Promise<void>
}

const readBooks = async (safe: Safe, contact: number): Promise<DeskBooks> => {
  const books = emptyBooks()
  const parts = await safe.readParts<BookPart>()
  for (const part of parts) takePart(books, part)
  settleFresh(books, contact)
  for (const { entry } of await safe.readQueue<QueuedHandout>())
    addWaiting(books, { ...entry.held, at: new Date(entry.held.at) })
  return books
}
/**
 * Joins the parts of the store to one part, if there are too many parts. The answers to this device's entries stay a
 * separate list in that part, because each answer has a time of its own.
 */
const joinParts = async (safe: Safe, state: DeviceState): Promise<void> => {
  const parts = await safe.readParts<BookPart>()
  if (parts.length <= PARTS_MOST) return
  const runners = new Map<number, NonNullable<BookPart['runners']>[number]>()
  for (const part of parts) {
    for (const one of part.runners ?? []) runners.set(one[0], one)
    for (const id of part.gone ?? []) runners.delete(id)
  }
  const entries = new Map(parts.flatMap((part) => part.entries ?? []).map((one) => [one[0], one]))
  const proxies = new Map(parts.flatMap((part) => part.proxies ?? []).map((one) => [one[0], one]))
  const answered = parts.flatMap((part) => part.answered ?? [])
  await safe.replaceParts(
    [{ runners: [...runners.values()], entries: [...entries.values()], proxies: [...proxies.values()], answered }],
    state,
  )
}

/** Makes the entry in the form of the device's own books. */
const heldOf = (
  { books, setting, deviceid }: DeviceFacts,
  given: EntryToWrite,
  { at, proxy }: { at: Date; proxy: string | null },
): BookedEntry => {
  const runner = books.runners.get(Number(given.id))
  const { kind, entry } = given
  const by = { deskid: setting.desk.id, deviceid, staffid: null }
  const held = sizeToReturn(bookedEntries(books, Number(given.id)), by)
  return {
    entry,
    kind,
    registrationid: Number(given.id),
    deskid: setting.desk.id,
    deviceid,
    staffid: null,
    undoes: kind === 'undo' ? (given.undoes ?? null) : null,
    size_out: runner ? sizeTaken(given, runner) : null,
    size_in: kind === 'size' ? (held ?? runner?.size ?? null) : null,
    tag: kind === 'bag' ? bagTag(given.tag) : null,
    bib: kind === 'pack' ? stackBib(given.bib) : null,
    at,
    proxy,
    despite: kind === 'pack' ? (given.despite ?? []) : [],
    doubts: [],
  }
}

type At = {
  safe: Safe
  server: DeviceServer
  clocks: Clocks
  books: DeskBooks
  state: DeviceState
  net: {
    reached: boolean
    /** True if the store of the device took nothing at the last try. */
    full: boolean
    /** True after the server has answered that the device is revoked. The device then writes no entry any more. */
    revoked: boolean
    /** The entry that the device writes now. */
    writing: Promise<unknown>
  }
}
/**
 * Waits for the store, and tells whether the store took the change. If the store is full, a device with network
 * continues without the store.
 */
const stored = async ({ net }: Pick<At, 'net'>, work: Promise<unknown>): Promise<boolean> => {
  net.full = await work.then(
    () => false,
    () => true,
  )
  return !net.full
}
/** Asks the server for its time, and whether the device may still work. */
const contactServer = async ({ server, clocks, books, state }: At) => {
  const clock = new Date(clocks.device()).toISOString()
  const answer = await server.contact({ key: state.key, clock, waiting: books.waiting.size })
  const anchor: Anchor = { ...readClocks(clocks), server: Date.parse(answer.now) }
  return { answer, anchor }
}
/**
 * Sends the waiting entries in batches, the oldest first. `anchor` has the clocks of a contact that was made a moment
 * ago.
 */
const sendQueue = async (of: At, anchor?: Anchor): Promise<void> => {
  const { safe, server, clocks, books, state } = of
  let known = anchor
  for (;;) {
    const batch = (await safe.readQueue<QueuedHandout>()).slice(0, DESK_SEND_MOST)
    if (batch.length === 0) return
    // Somebody may have set the clock after an entry was written. Only a contact with the server shows this.
    known ??= (await contactServer(of)).anchor
    const now = anchorNow(known, clocks)
    const entries = datedEntries(
      batch.map(({ entry }) => entry),
      state,
      now,
    )
    const clock = new Date(now.device).toISOString()
    const waiting = books.waiting.size - batch.length
    const { items } = await server.send({ key: state.key, clock, entries, waiting: Math.max(0, waiting) })
    const by = new Map(items.map((item) => [item.entry, item]))
    const settled = batch.filter(({ entry }) => by.has(entry.held.entry))
    if (settled.length === 0) return
    const at = state.lease ? serverTime(state.lease, now.device) : now.device
    const answered = settled.map(({ entry: { held } }): AnsweredEntry => {
      const { kept, known, doubts } = by.get(held.entry)!
      return { entry: { ...held, doubts }, at, kept: kept || known }
    })
    const places = settled.map(({ place }) => place)
    // A full store takes no answers, but it can still delete entries.
    if (!(await stored(of, safe.settle(places, { answered } satisfies BookPart)))) await safe.settle(places)
    takePart(books, { answered })
  }
}
/** Loads the changes, or loads everything. An interrupted load continues at its last part. */
const follow = async (at: At): Promise<void> => {
  const { safe, server, books, state } = at
  do {
    const { after, version, ...part } = await server.load({
      key: state.key,
      ...(state.version === null ? {} : { since: state.version }),
      ...(state.after === null ? {} : { after: state.after }),
    })
    const before = { after: state.after, version: state.version, whole: state.whole }
    if (state.version === null && version !== null) state.whole = state.lease?.contact ?? 0
    Object.assign(state, { after, version: version ?? state.version })
    const isEmpty = Object.values(part).every((list) => list.length === 0)
    const isKept = await stored(at, isEmpty ? safe.writeState(state) : safe.addPart(part, state))
    takePart(books, part)
    // The store does not have this part, so the next contact asks for it again.
    if (!isKept) return void Object.assign(state, before)
  } while (state.after !== null)
}
/**
 * Loads the whole list while the device still works with the present list, then replaces the present list in one step.
 */
const loadWhole = async (at: At): Promise<void> => {
  const { safe, server, books, state } = at
  const parts: BookPart[] = []
  let after: string | null = null
  let version: string | null
  do {
    const answer = await server.load({ key: state.key, ...(after === null ? {} : { after }) })
    after = answer.after
    version = answer.version
    const { runners, entries, proxies } = answer
    parts.push({ runners, entries, proxies })
  } while (after !== null)
  const kept = (await safe.readParts<BookPart>()).flatMap(({ answered }) => answered ?? [])
  const next = { version, after: null, whole: state.lease?.contact ?? 0 }
  if (!(await stored(at, safe.replaceParts([...parts, { answered: kept }], { ...state, ...next })))) return
  Object.assign(state, next)
  books.runners.clear()
  for (const part of parts) takePart(books, part)
}
const sameRanges = (a: DeviceSetting['desk']['ranges'], b: DeviceSetting['desk']['ranges']): boolean =>
  JSON.stringify(a) === JSON.stringify(b)
const meetServer = async (at: At): Promise<'working' | 'revoked'> => {
  const { safe, books, state, net } = at
  await sendQueue(at)
  const { answer, anchor } = await contactServer(at)
  const { state: standing, now, until, desk, others, events, sizes, zone } = answer
  net.revoked = standing === 'revoked'
  if (net.revoked) {
    // The store will be erased. Staff may have handed out a pack since the device sent its queue.
    await net.writing
    await sendQueue(at, anchor)
    return 'revoked'
  }
  // After a change of the desk's ranges only a full load brings the runners of the new ranges. The last full load
  // therefore counts as old until the next full load is done.
  if (state.setting && !sameRanges(state.setting.desk.ranges, desk.ranges)) state.whole = LONG_AGO
  state.setting = { desk, others, events, sizes, zone }
  state.lease = leaseFrom(Date.parse(now), Date.parse(until), anchor.device)
  // A waiting entry needs the clocks of the last contact before it. While entries wait, `anchor` therefore stays.
  if (books.waiting.size === 0) state.anchor = anchor
  settleFresh(books, state.lease.contact)
  await stored(at, safe.writeState(state))
  const isOld = state.whole > 0 && state.lease.contact - state.whole > WHOLE_MS
  await (isOld ? loadWhole(at) : follow(at))
  return 'working'
}

/**
 * Writes an entry on the server first, so that two devices with network never hand out the same pack. Throws if the
 * server refuses the entry. Returns false if no answer comes, if the last call got no answer, or if other entries still
 * wait. The entry then waits in the queue under its id. If the server has written the entry already, the server
 * recognises the id.
 */
const writeAtServer = async (at: At, given: EntryToWrite, held: BookedEntry): Promise<boolean> => {
  const { safe, server, clocks, books, state, net } = at
  // An entry may depend on another entry that still waits. For example, an exchange of a shirt depends on its pack.
  if (!net.reached || books.waiting.size > 0) return false
  try {
    await server.sign({ key: state.key, clock: new Date(clocks.device()).toISOString(), ...given })
  } catch (thrown) {
    if (isDecision(thrown)) throw thrown
    net.reached = false
    return false
  }
  const now = state.lease ? serverTime(state.lease, clocks.device()) : clocks.device()
  const answered: AnsweredEntry[] = [{ entry: held, at: now, kept: true }]
  await stored(at, safe.settle([], { answered } satisfies BookPart))
  takePart(books, { answered })
  return true
}

/** Writes entries one after another, so that the second of two quick taps sees the entry of the first. */
const writerOf = (at: At, facts: () => DeviceFacts | undefined, now: () => number): Keeper['write'] => {
  const { safe, clocks, books, net } = at
  const writeOne = async (given: EntryToWrite, proxy: string | null): Promise<OfflineWrong | undefined> => {
    const knows = facts()
    if (!knows) return { word: 'registration_not_found', facts: {} }
    if (net.revoked) return { word: 'device_revoked', facts: {} }
    const before = bookedEntries(books, Number(given.id))
    if (before.some(({ entry }) => entry === given.entry)) return undefined
    const moments = before.map((one) => one.at.getTime() + 1)
    const held = heldOf(knows, given, { at: new Date(Math.max(now(), ...moments)), proxy })
    if (await writeAtServer(at, given, held)) return undefined
    // The server may have written the entry although its answer was lost. A contact with the server may then have
    // loaded the entry already.
    if (bookedEntries(books, Number(given.id)).some(({ entry }) => entry === given.entry)) return undefined
    const wrong = judgeOn(knows, given, given.strokes !== undefined && isSignatureDrawn(given.strokes))
    if (wrong) return wrong
    const queued: QueuedHandout = { given, held, read: readClocks(clocks) }
    if (!(await stored(at, safe.addToQueue(queued)))) return { word: 'store_full', facts: {} }
    addWaiting(books, held)
    return undefined
  }
  return (given, proxy) => {
    const next = net.writing.then(() => writeOne(given, proxy))
    net.writing = next.catch(() => undefined)
    return next
  }
}

export const openKeeper = async (safe: Safe, server: DeviceServer, clocks: Clocks): Promise<Keeper> => {
  const state = await safe.readState<DeviceState>()
  await joinParts(safe, state)
  const books = await readBooks(safe, state.lease?.contact ?? 0)
  const net: At['net'] = { reached: false, full: false, revoked: false, writing: Promise.resolve() }
  const at: At = { safe, server, clocks, books, state, net }
  let stepped = clocks.steady()
  let isMoved = state.lease !== null && leaseState(state.lease, clocks.device()) === 'moved'
  const step = () => {
    const steady = clocks.steady()
    if (state.lease && !isMoved) state.lease = moveOn(state.lease, clocks.device(), steady - stepped)
    stepped = steady
  }
  const lease = (): LeaseState | 'none' => {
    step()
    return isMoved ? 'moved' : state.lease ? leaseState(state.lease, clocks.device()) : 'none'
  }
  const facts = (): DeviceFacts | undefined =>
    state.setting ? { books, setting: state.setting, deviceid: state.deviceid } : undefined
  const now = () => {
    step()
    return state.lease ? serverTime(state.lease, clocks.device()) : clocks.device()
  }
  let meeting: Promise<'working' | 'revoked'> | undefined
  return {
    books,
    state: () => state,
    facts,
    lease,
    now,
    reached: () => net.reached,
    full: () => net.full,
    unknown: () =>
      unknownOffline({
        apart: state.setting?.desk.apart ?? false,
        counted: (state.setting?.sizes.length ?? 0) > 0,
        bibless: [...books.runners.values()].some(({ bib }) => bib === null),
      }),
    write: writerOf(at, facts, now),
    meet: () =>
      (meeting ??= meetServer(at)
        .then((standing) => {
          isMoved = false
          net.reached = true
          stepped = clocks.steady()
          return standing
        })
        .catch((thrown: unknown) => {
          if (!isDecision(thrown)) net.reached = false
          throw thrown
        })
        .finally(() => (meeting = undefined))),
    rest: async () => {
      step()
      await stored(at, safe.writeState(state))
    },
  }
}
