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
/** The bibs that the server got, in the order of their arrival, and the moment of each by the server's clock. */
let got: string[]
let moments: number[]
let serverNow = Date.parse(now)
/** Answers as the server does. `onContact` runs while the phone waits for the answer to its contact. */
const serve = (state: 'working' | 'revoked', onContact = async () => {}) => {
  got = []
  moments = []
  vi.stubGlobal('fetch', async (address: string, { body }: { body: URLSearchParams }) => {
    const contacts = address.endsWith('/contact')
    if (contacts) await onContact()
    const entries = JSON.parse(body.get('entries') ?? '[]') as { entry: string; bib: string; at: string }[]
    got.push(...entries.map(({ bib }) => bib))
    const offset = serverNow - Date.parse(body.get('clock')!)
    moments.push(...entries.map(({ at }) => Date.parse(at) + offset))
    const items = entries.map(({ entry }) => ({ entry, kept: true, at: now, doubts: [] }))
    return {
      json: async () => ({
        code: '200',
        msg: '',
        data: contacts ? { ...told, now: new Date(serverNow).toISOString(), state } : { state, items },
      }),
    }
  })
}
const write = (phone: Phone, bib: string) => phone.write([{ kind: 'in', bib, clock: null, note: '' }])
afterEach(() => vi.unstubAllGlobals())

test('a bib without its prefix or zeros, or in wide figures, is on the list of the phone', async () => {
  const store = await openPhoneStore()
  serve('working')
  told.bibs = ['A0012', 'A0015', 'B0015']
  const phone = (await openPhone(store, KEY))!
  await phone.meet()
  const doubts = (bib: string) => phone.doubts({ kind: 'in', bib, clock: null, note: '' })
  for (const typed of ['A0012', 'a12', '0012', '12', '１２']) expect(doubts(typed), typed).toEqual([])
  expect(doubts('15'), 'two runners').toEqual(['bib_unknown'])
  expect(doubts('99')).toEqual(['bib_unknown'])
  await write(phone, '12')
  expect([phone.state().latest[0]!.bib, doubts('A0012')]).toEqual(['A0012', ['bib_twice']])
  await phone.meet()
  expect(got, 'the server gets the bib as it was written').toEqual(['12'])
  await store.erase()
  told.bibs = []
  const empty = (await openPhone(await openPhoneStore(), KEY))!
  await empty.meet()
  expect(empty.doubts({ kind: 'in', bib: '99', clock: null, note: '' }), 'a race without a list').toEqual([])
  told.bibs = ['12', '15']
  await store.erase()
})

test('a typed time means the last such time, also on the day after a change of the clocks', async () => {
  const [store, before] = [await openPhoneStore(), { zone: told.zone, at: serverNow }]
  serve('working')
  told.zone = 'America/New_York'
  // It is 00:30 on 9 March. The day before had 23 hours.
  serverNow = Date.parse('2026-03-09T04:30:00Z')
  const clock = { device: () => serverNow, steady: () => 0, page: () => '1' }
  const phone = (await openPhone(store, KEY, clock))!
  await phone.meet()
  await phone.write([{ kind: 'in', bib: '12', clock: '23:50', note: '' }])
  expect(new Date(phone.state().latest[0]!.at).toISOString()).toBe('2026-03-09T03:50:00.000Z')
  await store.erase()
  told.zone = before.zone
  serverNow = before.at
})

test('a phone that is switched off sends all its bibs before it erases its store, also the bibs of the last moment', async () => {
  const store = await openPhoneStore()
  serve('working')
  const phone = (await openPhone(store, KEY))!
  expect(await phone.meet()).toBe('working')
  await write(phone, '12')
  let isWritten = false
  serve('revoked', async () => {
    if (!isWritten) await write(phone, '15')
    isWritten = true
  })
  expect(await phone.meet()).toBe('revoked')
  expect(got).toEqual(['12', '15'])
  expect(await store.queue()).toEqual([])
  expect(await store.read()).toBeUndefined()
})

test.each([3_600_000, -3_600_000])(
  'if somebody sets the clock by %s ms without network, no bib gets a wrong time',
  async (by) => {
    const clock = { device: serverNow + 7_200_000, steady: 0, page: 1 }
    const clocks = { device: () => clock.device, steady: () => clock.steady, page: () => `${clock.page}` }
    const pass = (ms: number) => {
      clock.device += ms
      clock.steady += ms
      serverNow += ms
    }
    const store = await openPhoneStore()
    serve('working')
    const phone = (await openPhone(store, KEY, clocks))!
    await phone.meet()
    pass(600_000)
    await write(phone, '12')
    const first = serverNow
    clock.device += by
    pass(600_000)
    await write(phone, '15')
    const second = serverNow
    Object.assign(clock, { steady: 0, page: 2 })
    const again = (await openPhone(store, undefined, clocks))!
    pass(600_000)
    await again.meet()
    expect(got).toEqual(['12', '15'])
    expect(moments).toEqual([first, second])
    await store.erase()
  },
)
