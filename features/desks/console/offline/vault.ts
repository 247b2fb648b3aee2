import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type SealedLock, makeLock, openLock, sealValue, unsealValue } from '#ui/network/sealing.ts'

type Sealed = Uint8Array<ArrayBuffer>
interface Shelves extends DBSchema {
  lock: { key: string; value: SealedLock }
  state: { key: string; value: Sealed }
  /** Parts of the list of packs, in the order of their arrival. */
  parts: { key: number; value: Sealed }
  /** Entries that the server has not answered, in the order in which they were written. */
  queue: { key: number; value: Sealed }
}
export const TRIES = 5
const names = ['lock', 'state', 'parts', 'queue'] as const

/** The device's store of one race. Everything in it except the lock is sealed. */
export type Vault = {
  isLocked: () => Promise<boolean>
  /** Counts the entries that the server has not answered. The count needs no PIN. */
  waiting: () => Promise<number>
  /** Empties the store and gives it a new lock. */
  make: (pin: string, state: unknown) => Promise<Safe>
  /** Opens the store. The fifth wrong PIN in a row erases it. */
  open: (pin: string) => Promise<Safe | { wrong: true; left: number }>
  erase: () => Promise<void>
  close: () => void
}
export type Safe = {
  readState: <State>() => Promise<State>
  writeState: (state: unknown) => Promise<void>
  readParts: <Part>() => Promise<Part[]>
  addPart: (part: unknown, state: unknown) => Promise<void>
  replaceParts: (parts: readonly unknown[], state: unknown) => Promise<void>
  readQueue: <Entry>() => Promise<{ place: number; entry: Entry }[]>
  addToQueue: (entry: unknown) => Promise<number>
  /** Removes entries from the queue. The same transaction stores the part with their answers, if there is a part. */
  settle: (places: readonly number[], part?: unknown) => Promise<void>
}

const safeOf = (base: IDBPDatabase<Shelves>, key: CryptoKey): Safe => {
  const sealed = (value: unknown) => sealValue(key, value)
  // The store seals everything before a transaction begins, because a transaction does not wait for other work.
  return {
    readState: async <State>() => unsealValue<State>(key, (await base.get('state', 'state'))!),
    writeState: async (state) => {
      await base.put('state', await sealed(state), 'state')
    },
    readParts: async <Part>() => Promise.all((await base.getAll('parts')).map((part) => unsealValue<Part>(key, part))),
    addPart: async (part, state) => {
      const [newPart, newState] = await Promise.all([sealed(part), sealed(state)])
      const tx = base.transaction(['parts', 'state'], 'readwrite', { durability: 'strict' })
      await Promise.all([tx.objectStore('parts').add(newPart), tx.objectStore('state').put(newState, 'state'), tx.done])
    },
    replaceParts: async (parts, state) => {
      const [newParts, newState] = await Promise.all([Promise.all(parts.map(sealed)), sealed(state)])
      const tx = base.transaction(['parts', 'state'], 'readwrite', { durability: 'strict' })
      await Promise.all([
        tx.objectStore('parts').clear(),
        ...newParts.map((part) => tx.objectStore('parts').add(part)),
        tx.objectStore('state').put(newState, 'state'),
        tx.done,
      ])
    },
    readQueue: async <Entry>() => {
      const tx = base.transaction('queue')
      const [places, entries] = await Promise.all([tx.store.getAllKeys(), tx.store.getAll(), tx.done])
      return Promise.all(
        entries.map(async (entry, at) => ({ place: places[at]!, entry: await unsealValue<Entry>(key, entry) })),
      )
    },
    addToQueue: async (entry) => {
      const value = await sealed(entry)
      const tx = base.transaction('queue', 'readwrite', { durability: 'strict' })
      const [place] = await Promise.all([tx.store.add(value), tx.done])
      return place
    },
    settle: async (places, part) => {
      const value = part === undefined ? undefined : await sealed(part)
      const tx = base.transaction(['parts', 'queue'], 'readwrite', { durability: 'strict' })
      await Promise.all([
        ...(value ? [tx.objectStore('parts').add(value)] : []),
        ...places.map((place) => tx.objectStore('queue').delete(place)),
        tx.done,
      ])
    },
  }
}

/** Opens a store by its name. The store is empty until a person registers the device. */
export const openVault = async (name: string): Promise<Vault> => {
  const base = await openDB<Shelves>(name, 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore('lock')
      fresh.createObjectStore('state')
      fresh.createObjectStore('parts', { autoIncrement: true })
      fresh.createObjectStore('queue', { autoIncrement: true })
    },
  })
  const erase = async () => {
    const tx = base.transaction(names, 'readwrite', { durability: 'strict' })
    await Promise.all([...names.map((shelf) => tx.objectStore(shelf).clear()), tx.done])
  }
  /** Counts a try before the PIN is checked. A person who closes the page during the check has used up the try. */
  const countTry = async (): Promise<SealedLock | undefined> => {
    const tx = base.transaction('lock', 'readwrite', { durability: 'strict' })
    const lock = await tx.store.get('lock')
    if (lock) await tx.store.put({ ...lock, tries: lock.tries + 1 }, 'lock')
    await tx.done
    return lock && { ...lock, tries: lock.tries + 1 }
  }
  return {
    isLocked: async () => (await base.get('lock', 'lock')) !== undefined,
    waiting: () => base.count('queue'),
    make: async (pin, state) => {
      const { key, lock } = await makeLock(pin)
      const first = await sealValue(key, state)
      const tx = base.transaction(names, 'readwrite', { durability: 'strict' })
      await Promise.all([
        ...names.map((shelf) => tx.objectStore(shelf).clear()),
        tx.objectStore('lock').put(lock, 'lock'),
        tx.objectStore('state').put(first, 'state'),
        tx.done,
      ])
      return safeOf(base, key)
    },
    open: async (pin) => {
      const lock = await countTry()
      const key = lock && lock.tries <= TRIES ? await openLock(pin, lock) : undefined
      if (key) {
        await base.put('lock', { ...lock!, tries: 0 }, 'lock')
        return safeOf(base, key)
      }
      const left = Math.max(0, TRIES - (lock?.tries ?? TRIES))
      if (left === 0) await erase()
      return { wrong: true, left }
    },
    erase,
    close: () => base.close(),
  }
}
