import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Anchor, ClockReading } from '#ui/network/deviceTime.ts'
import type { Lease } from '#ui/network/lease.ts'
import { sealValue, unsealValue } from '#ui/network/sealing.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { AidSent, consoleTimingAidContact } from '../../aid/aid.contract.ts'
import type { AidEntry, EntryDoubt } from '../../aid/entries.rules.ts'

/** An entry as the phone shows it. `sent` is true if the server has the entry. */
export type StoredEntry = AidEntry & { clock: string | null; note: string; sent: boolean; doubts: EntryDoubt[] }
export type PhoneState = {
  /** The key of the link. */
  key: string
  lease: Lease | null
  /**
   * The clocks at the last contact that left no entry waiting. A store of an older version of this program has no
   * clocks.
   */
  anchor?: Anchor | null
  told: Omit<OutputOf<typeof consoleTimingAidContact>, 'bibs'> | null
  bibs: string[] | null
  /** The moment at which the list of bibs came. */
  listed: number
  latest: StoredEntry[]
}
export const firstPhoneState = (key: string): PhoneState => ({
  key,
  lease: null,
  told: null,
  bibs: null,
  listed: 0,
  latest: [],
})
/** An entry without an answer of the server. It keeps the key of the link by which it was written. */
export type QueuedAidEntry = {
  key: string
  given: Omit<AidSent, 'at' | 'unsure_ms'>
  at: number
  /** The clocks when the entry was written. Entries of an older version of this program have no clocks. */
  read?: ClockReading
}

type Sealed = Uint8Array<ArrayBuffer>
interface Shelves extends DBSchema {
  lock: { key: string; value: CryptoKey }
  state: { key: string; value: Sealed }
  queue: { key: number; value: Sealed }
}
/**
 * The phone's store. A volunteer with cold hands cannot type a PIN, so the store keeps its own key. Scripts cannot read
 * this key out of the browser, so a copy of the store's files cannot be opened.
 */
export type PhoneStore = {
  read: () => Promise<PhoneState | undefined>
  write: (state: PhoneState) => Promise<void>
  queue: () => Promise<{ place: number; entry: QueuedAidEntry }[]>
  /** Keeps entries together with the state: both or neither. */
  add: (entries: readonly QueuedAidEntry[], state: PhoneState) => Promise<void>
  settle: (places: readonly number[], state: PhoneState) => Promise<void>
  erase: () => Promise<void>
}

const keyOf = async (base: IDBPDatabase<Shelves>): Promise<CryptoKey> => {
  const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const tx = base.transaction('lock', 'readwrite')
  const held = (await tx.store.get('key')) ?? fresh
  await tx.store.put(held, 'key')
  await tx.done
  return held
}

export const openPhoneStore = async (): Promise<PhoneStore> => {
  const base = await openDB<Shelves>('startline-aid', 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore('lock')
      fresh.createObjectStore('state')
      fresh.createObjectStore('queue', { autoIncrement: true })
    },
  })
  const key = await keyOf(base)
  let last: Promise<unknown> = Promise.resolve()
  /** Writes one state after another, so that an older state never replaces a newer state. */
  const both = (state: PhoneState, change: Parameters<typeof write>[1]): Promise<void> => {
    const next = last.then(() => write(state, change))
    last = next.catch(() => undefined)
    return next
  }
  // The store seals everything before a transaction begins, because a transaction does not wait for other work.
  const write = async (
    state: PhoneState,
    { added = [], gone = [] }: { added?: readonly QueuedAidEntry[]; gone?: readonly number[] },
  ) => {
    const [value, entries] = [await sealValue(key, state), await Promise.all(added.map((one) => sealValue(key, one)))]
    const tx = base.transaction(['state', 'queue'], 'readwrite', { durability: 'strict' })
    await Promise.all([
      tx.objectStore('state').put(value, 'state'),
      ...entries.map((one) => tx.objectStore('queue').add(one)),
      ...gone.map((place) => tx.objectStore('queue').delete(place)),
      tx.done,
    ])
  }
  return {
    read: async () => {
      const value = await base.get('state', 'state')
      return value && unsealValue<PhoneState>(key, value)
    },
    write: (state) => both(state, {}),
    queue: async () => {
      const tx = base.transaction('queue')
      const [places, entries] = await Promise.all([tx.store.getAllKeys(), tx.store.getAll(), tx.done])
      return Promise.all(
        entries.map(async (entry, at) => ({
          place: places[at]!,
          entry: await unsealValue<QueuedAidEntry>(key, entry),
        })),
      )
    },
    add: (added, state) => both(state, { added }),
    settle: (gone, state) => both(state, { gone }),
    erase: async () => {
      const tx = base.transaction(['state', 'queue'], 'readwrite', { durability: 'strict' })
      await Promise.all([tx.objectStore('state').clear(), tx.objectStore('queue').clear(), tx.done])
    },
  }
}
