import { call } from '#ui/network/call.ts'
import { isoFrom, localFrom } from '#ui/form/localTime.ts'
import { leaseFrom, serverTime } from '#ui/network/lease.ts'
import { SEND_MOST, consoleTimingAidContact, consoleTimingAidSend } from '../../aid/aid.contract.ts'
import type { BatchLine } from '../../aid/batch.rules.ts'
import { type AidEntry, type EntryDoubt, type EntryKind, doubtsOfEntry, liveEntries } from '../../aid/entries.rules.ts'
import { type HeldEntry, type PhoneState, type PhoneStore, type Queued, firstState } from './phoneStore.ts'

const SHOWN = 200
const YEAR_MS = 365 * 86_400_000
const LIST_MS = 30 * 60_000
const PATIENCE_MS = 10_000
const options = () => ({ quiet: true, signal: AbortSignal.timeout(PATIENCE_MS) })

export type NewEntry = Pick<BatchLine, 'bib' | 'clock' | 'note'> & { kind: EntryKind; undoes?: string }
/** The phone at work over its store. It writes first and sends when it can. */
export type Phone = {
  state: () => PhoneState
  waiting: () => number
  now: () => number
  /** Names all that is odd about an entry before it is written. `beside`: the entries that are written with it. */
  doubts: (given: NewEntry, beside?: readonly NewEntry[]) => EntryDoubt[]
  write: (given: readonly NewEntry[]) => Promise<void>
  meet: () => Promise<'working' | 'revoked'>
}

/** The phone as a screen shows it at one moment. */
export type PhoneView = { state: PhoneState; waiting: number; doubts: Phone['doubts'] }
export const viewOf = (phone: Phone): PhoneView => ({
  state: phone.state(),
  waiting: phone.waiting(),
  doubts: phone.doubts,
})

/** Finds the moment that a time of day means, as the server does, without Temporal, which webviews lack. */
const saidAt = (clock: string, now: number, zone: string): number => {
  const day = (back: number) => localFrom(new Date(now + 600_000 - back * 86_400_000).toISOString(), zone).slice(0, 10)
  for (const back of [0, 1]) {
    const at = isoFrom(`${day(back)}T${clock}`, zone)
    if (at !== null && Date.parse(at) <= now + 600_000) return Date.parse(at)
  }
  return now
}

/** Opens the phone with the key of a link, or with the key that it has. A link to another station replaces it. */
export const openPhone = async (store: PhoneStore, link: string | undefined): Promise<Phone | undefined> => {
  const kept = await store.read()
  const key = link ?? kept?.key
  if (key === undefined) return undefined
  let state = kept?.key === key ? kept : firstState(key)
  if (state !== kept) await store.write(state)
  let waiting = (await store.queue()).length
  const now = () => (state.lease ? serverTime(state.lease, Date.now()) : Date.now())
  const stationid = () => state.told?.station.id ?? 0
  const entryOf = (given: NewEntry, entry: string): AidEntry => ({
    entry,
    kind: given.kind,
    bib: given.kind === 'undo' ? null : given.bib,
    stationid: stationid(),
    at: given.clock === null ? now() : saidAt(given.clock, now(), state.told?.zone ?? 'Asia/Shanghai'),
    undoes: given.undoes ?? null,
  })
  const doubtsOf = (one: AidEntry, beside: readonly AidEntry[] = []): EntryDoubt[] =>
    doubtsOfEntry(one, {
      before: [...liveEntries(state.latest), ...beside].filter(({ bib }) => bib === one.bib),
      known: state.bibs === null ? undefined : state.bibs.includes(one.bib ?? ''),
      now: now(),
    })
  const write = async (given: readonly NewEntry[]): Promise<void> => {
    const queued: Queued[] = []
    let { latest } = state
    for (const one of given) {
      const entry = crypto.randomUUID()
      const { kind, bib, clock, note, undoes } = one
      const held: HeldEntry = { ...entryOf(one, entry), clock, note, sent: false, doubts: [] }
      held.doubts = doubtsOf(held)
      latest = [held, ...latest].slice(0, SHOWN)
      state = { ...state, latest }
      queued.push({ key: state.key, at: now(), given: { entry, kind, bib, clock, note, ...(undoes && { undoes }) } })
    }
    await store.add(queued, state)
    waiting += queued.length
  }
  /** Sends what waits, the oldest first. Entries of a former link go by their own key. */
  const sendAll = async (): Promise<'working' | 'revoked'> => {
    let standing: 'working' | 'revoked' = 'working'
    for (;;) {
      const all = await store.queue()
      waiting = all.length
      const first = all[0]
      if (!first) return standing
      const batch = all.filter(({ entry }) => entry.key === first.entry.key).slice(0, SEND_MOST)
      const offset = state.lease?.offset ?? 0
      const entries = batch.map(({ entry: { given, at } }) => ({ ...given, at: new Date(at - offset).toISOString() }))
      const clock = new Date().toISOString()
      const answer = await call(consoleTimingAidSend, { key: first.entry.key, clock, entries }, options())
      if (first.entry.key === state.key) standing = answer.state
      const told = new Map(answer.items.map((item) => [item.entry, item]))
      // A note is with the server now. The phone keeps none.
      const latest = state.latest.map((one) => {
        const item = told.get(one.entry)
        return item ? { ...one, note: '', sent: true, at: Date.parse(item.at), doubts: item.doubts } : one
      })
      state = { ...state, latest }
      await store.settle(
        batch.map(({ place }) => place),
        state,
      )
    }
  }
  const meet = async (): Promise<'working' | 'revoked'> => {
    const standing = await sendAll()
    const needsList = state.bibs === null || now() - state.listed > LIST_MS
    const clock = new Date().toISOString()
    const asked = { key: state.key, clock, bibs: needsList }
    const { bibs, ...told } = await call(consoleTimingAidContact, asked, options())
    if (told.state === 'revoked' || standing === 'revoked') {
      await store.erase()
      return 'revoked'
    }
    const at = Date.parse(told.now)
    const lease = leaseFrom(at, at + YEAR_MS, Date.now())
    state = { ...state, told, lease, ...(bibs && { bibs, listed: at }) }
    await store.write(state)
    return 'working'
  }
  let meeting: Promise<'working' | 'revoked'> | undefined
  return {
    state: () => state,
    waiting: () => waiting,
    now,
    doubts: (given, beside = []) =>
      doubtsOf(
        entryOf(given, ''),
        beside.map((one, at) => entryOf(one, `${at}`)),
      ),
    write,
    meet: () => (meeting ??= meet().finally(() => (meeting = undefined))),
  }
}
