import { type DBSchema, openDB } from 'idb'

/** A fix that the phone took, with the field names of the call. */
export type HeldFix = {
  at: number
  lat: number
  lon: number
  accuracy: number | null
  altitude: number | null
  speed: number | null
  heading: number | null
  battery: number | null
}
/** The run of a race on this phone. `stopping`: the runner stopped, and the server does not know it yet. */
export type HeldRun = {
  raceid: number
  id: number
  token: string
  link: string | null
  recording: boolean
  stopping: boolean
  metres: number
  /** The last place that the counted metres include. */
  from: [at: number, lat: number, lon: number] | null
  sent: number
  contact: number | null
}
type Waiting = { raceid: number; fix: HeldFix }
interface Shelves extends DBSchema {
  runs: { key: number; value: HeldRun }
  fixes: { key: number; value: Waiting; indexes: { race: number } }
}
/** The phone's store. The store keeps a fix until the server has acknowledged it. */
export type FixStore = {
  run: (raceid: number) => Promise<HeldRun | undefined>
  keepRun: (run: HeldRun) => Promise<void>
  /** Keeps a fix and the run with it, or neither. */
  add: (run: HeldRun, fix: HeldFix) => Promise<void>
  waiting: (raceid: number, most: number) => Promise<{ place: number; fix: HeldFix }[]>
  count: (raceid: number) => Promise<number>
  settle: (places: readonly number[]) => Promise<void>
  /** Forgets the run of a race and its fixes. */
  forget: (raceid: number) => Promise<void>
}

/** Opens the store. Throws if the browser keeps no data. */
export const openFixStore = async (): Promise<FixStore> => {
  const base = await openDB<Shelves>('startline-share', 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore('runs', { keyPath: 'raceid' })
      fresh.createObjectStore('fixes', { autoIncrement: true }).createIndex('race', 'raceid')
    },
  })
  const settle: FixStore['settle'] = async (places) => {
    const tx = base.transaction('fixes', 'readwrite')
    await Promise.all([...places.map((place) => tx.store.delete(place)), tx.done])
  }
  return {
    run: (raceid) => base.get('runs', raceid),
    keepRun: async (run) => void (await base.put('runs', run)),
    add: async (run, fix) => {
      const tx = base.transaction(['runs', 'fixes'], 'readwrite', { durability: 'strict' })
      await Promise.all([
        tx.objectStore('runs').put(run),
        tx.objectStore('fixes').add({ raceid: run.raceid, fix }),
        tx.done,
      ])
    },
    waiting: async (raceid, most) => {
      const found: { place: number; fix: HeldFix }[] = []
      let cursor = await base.transaction('fixes').store.index('race').openCursor(raceid)
      while (cursor && found.length < most) {
        found.push({ place: cursor.primaryKey, fix: cursor.value.fix })
        cursor = await cursor.continue()
      }
      return found
    },
    count: (raceid) => base.countFromIndex('fixes', 'race', raceid),
    settle,
    forget: async (raceid) => {
      await settle(await base.getAllKeysFromIndex('fixes', 'race', raceid))
      await base.delete('runs', raceid)
    },
  }
}
