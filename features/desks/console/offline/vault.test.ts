import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { type Safe, TRIES, type Vault, openVault } from './vault.ts'

let raceid = 9_000
let vault: Vault
const makeStore = async (): Promise<Safe> => {
  vault = await openVault(`startline-desk-${++raceid}`)
  return vault.make('246810', { key: 'secret of the device' })
}
const reopen = async () => {
  vault.close()
  vault = await openVault(`startline-desk-${raceid}`)
}
const opened = async (pin = '246810'): Promise<Safe> => {
  const safe = await vault.open(pin)
  if ('wrong' in safe) throw new Error('the PIN is wrong')
  return safe
}
afterEach(() => vault.close())

test('the queue and the packs survive a reload, in their order, and the PIN opens them', async () => {
  const safe = await makeStore()
  await safe.addToQueue({ entry: 'first' })
  await safe.addToQueue({ entry: 'second' })
  await safe.addPart({ runners: ['沈跑跑'] }, { version: '1' })
  await reopen()
  expect(await vault.isLocked()).toBe(true)
  const again = await opened()
  expect((await again.readQueue<{ entry: string }>()).map(({ entry }) => entry.entry)).toEqual(['first', 'second'])
  expect(await again.readParts()).toEqual([{ runners: ['沈跑跑'] }])
  expect(await again.readState()).toEqual({ version: '1' })
})

test('an answered entry leaves the queue together with its answer', async () => {
  const safe = await makeStore()
  const place = await safe.addToQueue({ entry: 'first' })
  await safe.addToQueue({ entry: 'second' })
  await safe.settle([place], { acked: ['first'] })
  await reopen()
  const again = await opened()
  expect(await again.readQueue()).toMatchObject([{ entry: { entry: 'second' } }])
  expect(await again.readParts()).toEqual([{ acked: ['first'] }])
})

test('nothing in the store can be read without the PIN, and its keys cannot leave it', async () => {
  const safe = await makeStore()
  await safe.addToQueue({ name: 'Quentin Langsam' })
  await safe.addPart({ name: 'Quentin Langsam' }, { key: 'secret of the device' })
  const base = await new Promise<IDBDatabase>((resolve) => {
    const asked = indexedDB.open(`startline-desk-${raceid}`)
    asked.addEventListener('success', () => resolve(asked.result))
  })
  const all = async (name: string): Promise<unknown[]> =>
    new Promise((resolve) => {
      const asked = base.transaction(name).objectStore(name).getAll()
      asked.addEventListener('success', () => resolve(asked.result))
    })
  for (const name of ['state', 'parts', 'queue'])
    for (const value of await all(name)) {
      expect(value).toBeInstanceOf(Uint8Array)
      expect(new TextDecoder('latin1').decode(value as Uint8Array)).not.toMatch(/Quentin|secret/)
    }
  const [lock] = (await all('lock')) as { held: CryptoKey }[]
  expect(lock!.held.extractable).toBe(false)
  base.close()
})

test('a right PIN ends the count of wrong ones, and five in a row erase the store', async () => {
  await makeStore()
  expect(await vault.open('111111')).toEqual({ wrong: true, left: TRIES - 1 })
  await opened()
  for (let left = TRIES - 1; left > 0; left--) {
    expect(await vault.open('111111')).toEqual({ wrong: true, left })
    await reopen()
  }
  expect(await vault.open('111111')).toEqual({ wrong: true, left: 0 })
  expect(await vault.isLocked()).toBe(false)
  expect(await vault.open('246810')).toEqual({ wrong: true, left: 0 })
})
