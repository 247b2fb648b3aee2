/**
 * The device's database of drawn pictures. Its name begins with ihp, and its version is 99
 * (docs/behaviour/certificates.md, Kept pictures).
 */
const NAME = 'ihp-certificates'
const VERSION = 99
const STORE = 'pictures'
/** The largest number of kept pictures. The oldest picture is removed first. */
const MOST = 40

export type StoredPicture = { key: string; blob: Blob; at: number }

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, VERSION)
    opening.onupgradeneeded = () => {
      for (const name of opening.result.objectStoreNames) opening.result.deleteObjectStore(name)
      opening.result.createObjectStore(STORE, { keyPath: 'key' }).createIndex('at', 'at')
    }
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error ?? new Error('The device keeps nothing'))
    opening.onblocked = () => reject(new Error('The device keeps nothing now'))
  })

/**
 * Runs a request on the store. A device that keeps nothing (private windows, a full disk) is not an error, because the
 * page draws the picture again.
 */
const withStore = async <T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T | undefined> => {
  try {
    const db = await open()
    try {
      return await new Promise<T | undefined>((resolve, reject) => {
        const transaction = db.transaction(STORE, mode)
        const request = work(transaction.objectStore(STORE))
        transaction.oncomplete = () => resolve(request?.result)
        transaction.onerror = () => reject(transaction.error ?? new Error('The device keeps nothing'))
        transaction.onabort = transaction.onerror
      })
    } finally {
      db.close()
    }
  } catch {
    return undefined
  }
}

export const readPicture = async (key: string): Promise<Blob | undefined> =>
  (await withStore('readonly', (store) => store.get(key) as IDBRequest<StoredPicture | undefined>))?.blob

export const dropPicture = async (key: string): Promise<void> =>
  void (await withStore('readwrite', (store) => store.delete(key)))

export const keepOnDevice = async (key: string, blob: Blob): Promise<void> => {
  await withStore('readwrite', (store) => {
    store.put({ key, blob, at: Date.now() } satisfies StoredPicture)
    const counted = store.count()
    counted.onsuccess = () => {
      let over = counted.result - MOST
      const oldest = store.index('at').openCursor()
      oldest.onsuccess = () => {
        if (over-- <= 0 || !oldest.result) return
        oldest.result.delete()
        oldest.result.continue()
      }
    }
    return undefined
  })
}
