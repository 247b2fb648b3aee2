import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { type Phone, openPhone } from './phone.ts'
import { openPhoneStore } from './phoneStore.ts'

const KEY = '1-ABCDEFGHJKLMNPQRSTUVWX'
const now = '2026-10-31T23:40:00.000Z'
const told = {
  state: 'working',
  now,
  raceid: 1,
  race: '越野赛',
  zone: 'Asia/Shanghai',
  phone: '一号手机',
  station: { id: 1, name: '垭口', points: [] },
  bibs: ['12', '15'],
}
/** The bibs that the server got, in the order of their arrival. */
let got: string[]
/** Answers as the server does. `onContact` runs while the phone waits for the answer to its contact. */
const serve = (state: 'working' | 'revoked', onContact = async () => {}) => {
  got = []
  vi.stubGlobal('fetch', async (address: string, { body }: { body: URLSearchParams }) => {
    const contacts = address.endsWith('/contact')
    if (contacts) await onContact()
    const entries = JSON.parse(body.get('entries') ?? '[]') as { entry: string; bib: string }[]
    got.push(...entries.map(({ bib }) => bib))
    const items = entries.map(({ entry }) => ({ entry, kept: true, at: now, doubts: [] }))
    return { json: async () => ({ code: '200', msg: '', data: contacts ? { ...told, state } : { state, items } }) }
  })
}
const write = (phone: Phone, bib: string) => phone.write([{ kind: 'in', bib, clock: null, note: '' }])
afterEach(() => vi.unstubAllGlobals())

test('a phone that is switched off sends all its bibs before it erases its store, also those of the last moment', async () => {
  const store = await openPhoneStore()
  serve('working')
  const phone = (await openPhone(store, KEY))!
  expect(await phone.meet()).toBe('working')
  await write(phone, '12')
  serve('revoked', () => write(phone, '15'))
  expect(await phone.meet()).toBe('revoked')
  expect(got).toEqual(['12', '15'])
  expect(await store.queue()).toEqual([])
  expect(await store.read()).toBeUndefined()
})
