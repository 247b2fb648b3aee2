import { call } from '#ui/network/call.ts'
import { looselyMeans, writtenBib } from '#features/registrations/bib.rules.ts'
import { isoFrom, localFrom } from '#ui/form/localTime.ts'
import {
  type Anchor,
  type Clocks,
  anchorNow,
  deviceClocks,
  dateOf,
  deviceMomentOf,
  readClocks,
} from '#ui/network/deviceTime.ts'
import { leaseFrom, serverTime } from '#ui/network/lease.ts'
import { AID_SEND_MOST, consoleTimingAidContact, consoleTimingAidSend } from '../../aid/aid.contract.ts'
import type { BatchLine } from '../../aid/batch.rules.ts'
import { type AidEntry, type EntryDoubt, type EntryKind, doubtsOfEntry, liveEntries } from '../../aid/entries.rules.ts'
import {
  type StoredEntry,
  type PhoneState,
  type PhoneStore,
  type QueuedAidEntry,
  firstPhoneState,
} from './phoneStore.ts'

const SHOWN = 200
const YEAR_MS = 365 * 86_400_000
const LIST_MS = 30 * 60_000
const PATIENCE_MS = 10_000
const options = () => ({ quiet: true, signal: AbortSignal.timeout(PATIENCE_MS) })

export type NewEntry = Pick<BatchLine, 'bib' | 'clock' | 'note'> & { kind: EntryKind; undoes?: string }
/**
 * The phone with its store. The phone first writes an entry into the store, and sends the entry when there is network.
 */
export type Phone = {
  state: () => PhoneState
  waiting: () => number
  now: () => number
  /** Lists the doubts about an entry before it is written. `beside` holds the entries that are written with it. */
  doubts: (given: NewEntry, beside?: readonly NewEntry[]) => EntryDoubt[]
  write: (given: readonly NewEntry[]) => Promise<void>
  meet: () => Promise<'working' | 'revoked'>
}

/** The state of the phone for a screen. */
export type PhoneView = { state: PhoneState; waiting: number; doubts: Phone['doubts'] }
export const phoneViewOf = (phone: Phone): PhoneView => ({
  state: phone.state(),
  waiting: phone.waiting(),
  doubts: phone.doubts,
})

/**
 * Finds the moment that a time of day means, by the rule of the server. The function does without Temporal, which
 * webviews lack.
 */
const saidAt = (clock: string, now: number, zone: string): number => {
  // The day before is counted in the calendar, because a day has 23 or 25 hours when the clocks change.
  const latest = localFrom(new Date(now + 600_000).toISOString(), zone).slice(0, 10)
  for (const day of [latest, new Date(Date.parse(latest) - 86_400_000).toISOString().slice(0, 10)]) {
    const at = isoFrom(`${day}T${clock}`, zone)
    if (at !== null && Date.parse(at) <= now + 600_000) return Date.parse(at)
  }
  return now
}

/** The parts of an open phone: its store, its present state, the number of waiting entries, and its clocks. */
type At = { store: PhoneStore; state: PhoneState; waiting: number; clocks: Clocks }

const nowOn = ({ state: { lease }, clocks: { device } }: At): number => (lease ? serverTime(lease, device()) : device())
/** Finds the bib that a volunteer means, as the server does. A bib that could mean several runners stays as it is. */
const meantOn = ({ state: { bibs } }: At, typed: string): string => {
  const written = writtenBib(typed)
  if (bibs === null || bibs.includes(written)) return written
  const meant = bibs.filter(looselyMeans(written))
  return meant.length === 1 ? meant[0]! : written
}
const entryOf = (at: At, given: NewEntry, entry: string): AidEntry => ({
  entry,
  kind: given.kind,
  bib: given.kind === 'undo' ? null : meantOn(at, given.bib),
  stationid: at.state.told?.station.id ?? 0,
  at: given.clock === null ? nowOn(at) : saidAt(given.clock, nowOn(at), at.state.told?.zone ?? 'Asia/Shanghai'),
  undoes: given.undoes ?? null,
})
const doubtsOn = (at: At, one: AidEntry, beside: readonly AidEntry[] = []): EntryDoubt[] =>
  doubtsOfEntry(one, {
    before: [...liveEntries(at.state.latest), ...beside].filter(({ bib }) => bib === one.bib),
    // An empty list means that the race has no list of runners.
    known: at.state.bibs?.length ? at.state.bibs.includes(one.bib ?? '') : undefined,
    written: nowOn(at),
  })

const writeOn = async (at: At, given: readonly NewEntry[]): Promise<void> => {
  const queued: QueuedAidEntry[] = []
  for (const one of given) {
    const entry = crypto.randomUUID()
    const { kind, bib, clock, note, undoes } = one
    const held: StoredEntry = { ...entryOf(at, one, entry), clock, note, sent: false, doubts: [] }
    held.doubts = doubtsOn(at, held)
    at.state = { ...at.state, latest: [held, ...at.state.latest].slice(0, SHOWN) }
    const sent = { entry, kind, bib, clock, note, ...(undoes && { undoes }) }
    queued.push({ key: at.state.key, at: nowOn(at), read: readClocks(at.clocks), given: sent })
  }
  at.waiting += queued.length
  await at.store.add(queued, at.state)
}

type Standing = 'working' | 'revoked'
/** Asks the server for its time, and for the present state of the phone and its station. */
const contactOn = async ({ clocks: of }: At, key: string, bibs: boolean) => {
  const asked = { key, clock: new Date(of.device()).toISOString(), bibs }
  const answer = await call(consoleTimingAidContact, asked, options())
  const anchor: Anchor = { ...readClocks(of), server: Date.parse(answer.now) }
  return { answer, anchor }
}
/** Adds its moment to a waiting entry before the phone sends the entry. The moment is by the phone's clock. */
const datedOn = ({ lease, anchor }: PhoneState, { given, at, read }: QueuedAidEntry, now: Anchor) => {
  // An entry without a reading of the clocks has only its time by the phone's clock. The last known offset corrects
  // this time.
  if (!read) return { ...given, at: new Date(at - (lease?.offset ?? 0)).toISOString() }
  const dated = dateOf(read, anchor ?? null, now)
  return {
    ...given,
    at: deviceMomentOf(dated, now),
    ...(dated.unsure > 0 ? { unsure_ms: Math.round(dated.unsure) } : {}),
  }
}
/**
 * Sends the waiting entries, the oldest first. `anchor` comes from a contact immediately before. Each entry goes with
 * the key of the link by which it was written.
 */
const sendOn = async (at: At, anchor?: Anchor): Promise<Standing> => {
  let known = anchor
  let standing: Standing = 'working'
  for (;;) {
    const all = await at.store.queue()
    at.waiting = all.length
    const key = all[0]?.entry.key
    if (key === undefined) return standing
    const batch = all.filter(({ entry }) => entry.key === key).slice(0, AID_SEND_MOST)
    // Somebody may have set the phone's clock since the volunteer wrote the entry. Only the time of the server shows
    // this.
    known ??= (await contactOn(at, key, false)).anchor
    const now = anchorNow(known, at.clocks)
    const entries = batch.map(({ entry: one }) => datedOn(at.state, one, now))
    const clock = new Date(now.device).toISOString()
    const answer = await call(consoleTimingAidSend, { key, clock, entries }, options())
    if (key === at.state.key) standing = answer.state
    const told = new Map(answer.items.map((item) => [item.entry, item]))
    // The server has the note now, so the phone removes it.
    const latest = at.state.latest.map((one) => {
      const item = told.get(one.entry)
      return item ? { ...one, note: '', sent: true, at: Date.parse(item.at), doubts: item.doubts } : one
    })
    at.state = { ...at.state, latest }
    await at.store.settle(
      batch.map(({ place }) => place),
      at.state,
    )
  }
}
const meetOn = async (at: At): Promise<Standing> => {
  const standing = await sendOn(at)
  const needsList = at.state.bibs === null || nowOn(at) - at.state.listed > LIST_MS
  const { answer, anchor } = await contactOn(at, at.state.key, needsList)
  const { bibs, ...told } = answer
  if (told.state === 'revoked' || standing === 'revoked') {
    // The volunteer may have written bibs since the phone sent its queue.
    await sendOn(at, anchor)
    await at.store.erase()
    return 'revoked'
  }
  const moment = Date.parse(told.now)
  const lease = leaseFrom(moment, moment + YEAR_MS, anchor.device)
  // A volunteer may have written an entry during this contact. This entry still needs the clocks of the earlier
  // contact.
  const kept = at.waiting === 0 ? anchor : at.state.anchor
  at.state = { ...at.state, told, lease, ...(kept && { anchor: kept }), ...(bibs && { bibs, listed: moment }) }
  await at.store.write(at.state)
  return 'working'
}

/**
 * Opens the phone with the key of a link, or with the key that the phone kept. A link with another key replaces the
 * kept key.
 */
export const openPhone = async (
  store: PhoneStore,
  link: string | undefined,
  of: Clocks = deviceClocks,
): Promise<Phone | undefined> => {
  const kept = await store.read()
  const key = link ?? kept?.key
  if (key === undefined) return undefined
  const state = kept?.key === key ? kept : firstPhoneState(key)
  if (state !== kept) await store.write(state)
  const at: At = { store, state, waiting: (await store.queue()).length, clocks: of }
  let meeting: Promise<Standing> | undefined
  return {
    state: () => at.state,
    waiting: () => at.waiting,
    now: () => nowOn(at),
    doubts: (given, beside = []) =>
      doubtsOn(
        at,
        entryOf(at, given, ''),
        beside.map((one, place) => entryOf(at, one, `${place}`)),
      ),
    write: (given) => writeOn(at, given),
    meet: () => (meeting ??= meetOn(at).finally(() => (meeting = undefined))),
  }
}
