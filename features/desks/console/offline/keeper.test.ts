import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyFrom } from '#contract/scalars.ts'
import { readTyped } from '../../typed.rules.ts'
import { findIn, shirtsLeft, takePart } from './books.rules.ts'
import { type EntryToWrite, latestOn, packOn } from './judging.rules.ts'
import { type Keeper, DESK_SEND_MOST, firstDeviceState, openKeeper } from './keeper.ts'
import { fillable } from './testStore.ts'
import { HOUR, type Sent, began, makeServer, deviceRunner } from './testServer.ts'
import { type Vault, openVault } from './vault.ts'
import { deviceSource } from './deviceSource.ts'

const PIN = '246810'
let raceid = 8_000
let vault: Vault
let at: ReturnType<typeof makeServer>
let keeper: Keeper
const clock = { device: began - 7 * HOUR, steady: 0, page: 1 }
const clocks = { device: () => clock.device, steady: () => clock.steady, page: () => `${clock.page}` }
const pass = (ms: number) => {
  clock.device += ms
  clock.steady += ms
  at.here.now += ms
}
/** Closes the page suddenly, and opens it again. The steady clock of a page begins anew. */
const reload = async () => {
  Object.assign(clock, { steady: 0, page: clock.page + 1 })
  vault.close()
  vault = await openVault(`startline-desk-${raceid}`)
  const safe = await vault.open(PIN)
  if ('wrong' in safe) throw new Error('the PIN is wrong')
  keeper = await openKeeper(safe, at.server, clocks)
}
const pack = (id: number, change: Partial<EntryToWrite> = {}): EntryToWrite => ({
  entry: crypto.randomUUID(),
  kind: 'pack',
  id,
  ...change,
})
const write = async (given: EntryToWrite) => (await keeper.write(given, null))?.word
const find = (q: string) => findIn(keeper.books, readTyped(q), null).runners.map(({ id }) => id)
beforeEach(async () => {
  Object.assign(clock, { device: began - 7 * HOUR, steady: 0, page: 1 })
  at = makeServer()
  vault = await openVault(`startline-desk-${++raceid}`)
  keeper = await openKeeper(await vault.make(PIN, firstDeviceState('key', 7)), at.server, clocks)
  await keeper.meet()
})
afterEach(() => vault.close())

test('a device finds runners by bib, chip, ends of numbers and a part of the name', () => {
  expect(find('a0002')).toEqual([2])
  expect(find('2'), 'without prefix and zeros').toEqual([2])
  expect(find('0002')).toEqual([2])
  expect(find('A2')).toEqual([2])
  expect(find('B2'), 'another prefix').toEqual([])
  expect(find('02')).toEqual([])
  expect(find('C1003')).toEqual([3])
  expect(find('2001')).toEqual([1])
  expect(find('3002')).toEqual([2])
  expect(find('110101199003072001')).toEqual([1])
  expect(find('13900003003')).toEqual([3])
  expect(find('跑')).toEqual([1, 2, 3])
  expect(find('瀋跑2'), 'a name in traditional characters').toEqual([2])
  expect(find('没有')).toEqual([])
  expect(findIn(keeper.books, readTyped(''), 'mark2'.padEnd(16, '_')).runners).toMatchObject([{ id: 2 }])
})

test('an interrupted load goes on after a reload, and later only changes come', async () => {
  vault.close()
  vault = await openVault(`startline-desk-${++raceid}`)
  const { load } = at.server
  let broken = false
  at.server.load = async (input) => {
    if (input.after === undefined || broken) return load(input)
    broken = true
    throw new Error('no network')
  }
  keeper = await openKeeper(await vault.make(PIN, firstDeviceState('key', 7)), at.server, clocks)
  await expect(keeper.meet()).rejects.toThrow('no network')
  await reload()
  expect([...keeper.books.runners.keys()]).toEqual([1, 2])
  await keeper.meet()
  expect([...keeper.books.runners.keys()]).toEqual([1, 2, 3])
  at.here.changes = [deviceRunner(2, { 4: 'A0099' })]
  await keeper.meet()
  await keeper.meet()
  expect(find('A0099')).toEqual([2])
  expect(find('A0002')).toEqual([])
})

test('packs handed out without network survive a reload and arrive once, with right moments', async () => {
  at.here.cut = true
  pass(HOUR)
  const first = pack(1)
  expect(await write(first)).toBeUndefined()
  expect(await write(pack(1)), 'the same pack again').toBe('handed_already')
  await reload()
  expect(keeper.books.waiting.size).toBe(1)
  expect(await write(pack(1)), 'the same pack after a reload').toBe('handed_already')
  expect(await write(first), 'the same entry again').toBeUndefined()
  at.here.cut = 'answers'
  await expect(keeper.meet()).rejects.toThrow('no network')
  await reload()
  at.here.cut = false
  pass(HOUR / 2)
  await keeper.meet()
  await keeper.meet()
  expect(at.here.calls).toHaveLength(2)
  expect(at.here.written.size).toBe(1)
  const [{ clock: sentAt, entries }] = at.here.calls.slice(1) as [Sent]
  const believed = Date.parse(entries[0]!.at) + (at.here.now - Date.parse(sentAt))
  expect(believed).toBe(began + HOUR)
  await reload()
  expect(keeper.books.waiting.size).toBe(0)
  expect(await write(pack(1))).toBe('handed_already')
})

test.each([3 * HOUR, -3 * HOUR])('a clock that is set by %s ms without network misdates no entry', async (by) => {
  at.here.cut = true
  const moments: number[] = []
  const hand = async (id: number) => {
    const given = pack(id)
    expect(await write(given)).toBeUndefined()
    moments.push(at.here.now)
  }
  pass(HOUR / 4)
  await hand(1)
  pass(HOUR / 4)
  clock.device += by
  pass(HOUR / 4)
  await hand(2)
  await reload()
  pass(HOUR / 4)
  at.here.cut = false
  await keeper.meet()
  const [{ clock: sentAt, entries }] = at.here.calls as [Sent]
  expect(entries.map((one) => Date.parse(one.at) + (at.here.now - Date.parse(sentAt)))).toEqual(moments)
  expect(entries.map((one) => one.unsure_ms)).toEqual([undefined, undefined])
})

test('a long queue is sent in calls of 200, the oldest first', async () => {
  at.here.parts = [Array.from({ length: 450 }, (_one, n) => deviceRunner(n + 1))]
  at.here.sizes = []
  vault.close()
  vault = await openVault(`startline-desk-${++raceid}`)
  keeper = await openKeeper(await vault.make(PIN, firstDeviceState('key', 7)), at.server, clocks)
  await keeper.meet()
  at.here.cut = true
  for (let id = 1; id <= 450; id++) if (id !== 3) await write(pack(id))
  at.here.cut = false
  await keeper.meet()
  expect(at.here.calls.map(({ entries }) => entries.length)).toEqual([DESK_SEND_MOST, DESK_SEND_MOST, 49])
  expect(at.here.calls[0]!.entries[0]!.id).toBe(1)
})

test('the device applies the rules of the server as far as it can know them', async () => {
  at.here.cut = true
  expect(await write(pack(3)), 'a range of another desk').toBe('other_desk')
  expect(await write(pack(9))).toBe('registration_not_found')
  expect(await write(pack(1, { kind: 'size', size: 'L' }))).toBe('not_handed')
  expect(await write(pack(1))).toBeUndefined()
  expect(await write(pack(1, { kind: 'bag', tag: '77' }))).toBeUndefined()
  expect(await write(pack(2, { kind: 'bag', tag: '77' }))).toBe('tag_used')
  expect(await write(pack(2))).toBeUndefined()
  expect(shirtsLeft(keeper.books, 'M', keeper.facts()!.setting.sizes), 'both shirts are gone').toBe(0)
  const last = [...keeper.books.entries.get(2)!.values()].find(({ kind }) => kind === 'pack')!
  expect(await write(pack(2, { kind: 'undo', undoes: last.entry }))).toBeUndefined()
  expect(shirtsLeft(keeper.books, 'M', keeper.facts()!.setting.sizes)).toBe(1)
  const knows = keeper.facts()!
  expect(packOn(knows, keeper.books.runners.get(1)!, new Map())).toMatchObject({
    bib: 'A0001',
    event: '半程',
    idnum: '••••2001',
    handed: { desk: '一号台', mine: true },
    tag: '77',
    gives: ['号码布', '纪念衫 × 2'],
    window: '10:00–11:00',
    gender: 'f',
    friends: [{ id: 2, name: '沈跑2', bib: 'A0002', handed: false }],
  })
  expect(latestOn(knows, began - HOUR)).toMatchObject({ today: 1 })
  expect(keeper.unknown()).toEqual(['entries', 'refunds', 'declarations', 'others', 'stock', 'proxies'])
})

test('a desk with own bibs names the packs of runners without a bib, which other desks hand out too', async () => {
  Object.assign(at.here, { apart: true, changes: [deviceRunner(4, { 4: null })] })
  await keeper.meet()
  expect(keeper.unknown()).toEqual(['entries', 'refunds', 'declarations', 'bibless', 'stock', 'proxies'])
})

test('after a contact the own entries are not counted twice against the stock', async () => {
  await write(pack(1))
  expect(shirtsLeft(keeper.books, 'M', keeper.facts()!.setting.sizes)).toBe(1)
  await keeper.meet()
  expect(shirtsLeft(keeper.books, 'M', keeper.facts()!.setting.sizes)).toBe(1)
  await reload()
  expect(shirtsLeft(keeper.books, 'M', keeper.facts()!.setting.sizes)).toBe(1)
})

test('the time without contact ends, even if somebody sets the clock back while the page is closed', async () => {
  expect(keeper.lease()).toBe('valid')
  at.here.cut = true
  pass(HOUR)
  await keeper.rest()
  clock.device -= 5 * HOUR
  expect(keeper.lease()).toBe('valid')
  pass(HOUR)
  expect(keeper.lease()).toBe('over')
  at.here.cut = false
  await keeper.meet()
  expect(keeper.lease()).toBe('valid')
  pass(HOUR)
  await keeper.rest()
  clock.device -= HOUR
  await reload()
  expect(keeper.lease()).toBe('moved')
  await keeper.meet()
  expect(keeper.lease()).toBe('valid')
})

test('a revoked device sends the entries that it has before it erases its store', async () => {
  at.here.cut = true
  await write(pack(1))
  at.here.cut = false
  at.here.revoked = true
  expect(await keeper.meet()).toBe('revoked')
  expect(at.here.written.size).toBe(1)
})

test('an entry that is written while the server revokes the device is sent before the store is erased', async () => {
  at.here.cut = true
  await keeper.meet().catch(() => undefined)
  at.here.cut = false
  at.here.revoked = true
  const { contact } = at.server
  const given = pack(1)
  at.server.contact = async (input) => {
    expect(await write(given)).toBeUndefined()
    return contact(input)
  }
  expect(await keeper.meet()).toBe('revoked')
  expect([...at.here.written.keys()]).toEqual([given.entry])
  expect(await write(pack(2)), 'nothing is written between the last call and the erasure').toBe('device_revoked')
})

test('a device whose desk gets other bibs loads everything again, even after an interrupted load', async () => {
  at.here.parts = [[deviceRunner(1), deviceRunner(2), deviceRunner(3), deviceRunner(4)]]
  await keeper.meet()
  expect(find('A0004'), 'the changes alone do not have the runner').toEqual([])
  at.here.ranges = [{ prefix: 'A', from: 1, to: 9 }]
  const { load } = at.server
  at.server.load = async () => Promise.reject(new Error('no network'))
  await keeper.meet().catch(() => undefined)
  at.server.load = load
  await reload()
  await keeper.meet()
  expect(find('A0004')).toEqual([4])
  at.here.parts = [[deviceRunner(5)]]
  await keeper.meet()
  expect(find('A0005'), 'the next contacts load changes alone').toEqual([])
})

test('a bag is found by its tag without network, until the runner has the bag back', async () => {
  at.here.cut = true
  expect(await write({ entry: crypto.randomUUID(), kind: 'bag', id: 3, tag: 'T77' })).toBeUndefined()
  expect(await write({ entry: crypto.randomUUID(), kind: 'bag', id: 1, tag: 'T77' })).toBe('tag_used')
  for (const typed of ['T77', 't77', 'Ｔ ７７']) expect(find(typed), typed).toEqual([3])
  expect(await write({ entry: crypto.randomUUID(), kind: 'bag', id: 1, tag: 'ｔ77' })).toBe('tag_used')
  await write({ entry: crypto.randomUUID(), kind: 'bag', id: 1, tag: '2' })
  expect(find('2'), 'a tag and a bib').toEqual([1, 2])
  await reload()
  expect(find(' T77 ')).toEqual([3])
  expect(await write({ entry: crypto.randomUUID(), kind: 'bagback', id: 3 })).toBeUndefined()
  expect(find('T77')).toEqual([])
})

test('a number of the stack goes to one runner, even before the server has the entry', async () => {
  at.here.parts = [[deviceRunner(1, { 4: null }), deviceRunner(2, { 4: null })]]
  vault.close()
  vault = await openVault(`startline-desk-${++raceid}`)
  keeper = await openKeeper(await vault.make(PIN, firstDeviceState('key', 7)), at.server, clocks)
  await keeper.meet()
  at.here.cut = true
  const given = pack(1, { bib: 'ａ0100' })
  expect(await write(given)).toBeUndefined()
  for (const again of ['before', 'after']) {
    expect(await write(pack(2, { bib: 'A0100' })), `${again} a reload`).toBe('bib_taken')
    expect(find('A0100')).toEqual([1])
    expect(packOn(keeper.facts()!, keeper.books.runners.get(1)!, new Map()).bib).toBe('A0100')
    await reload()
  }
  expect(await write(pack(1, { kind: 'undo', undoes: given.entry }))).toBeUndefined()
  expect(find('A0100')).toEqual([])
  expect(await write(pack(2, { bib: 'A0100' })), 'the number is free again').toBeUndefined()
  at.here.cut = false
  await keeper.meet()
  expect(find('A0100'), 'also after the server has the entry').toEqual([2])
})

test('the packs of today are the packs of the day in the zone of the race, whatever the zone of the device', async () => {
  const source = deviceSource(keeper, { raceid, refresh: async () => {}, written: () => {} })
  const today = async () => (await source.latest()).today
  at.here.zone = 'Asia/Kathmandu'
  const moveTo = async (moment: string) => {
    pass(Date.parse(moment) - at.here.now)
    await keeper.meet()
  }
  await moveTo('2026-10-30T04:00:00Z')
  await write(pack(1))
  await moveTo('2026-10-30T18:00:00Z')
  await write(pack(2))
  expect(await today(), '23:45 at the race').toBe(2)
  await moveTo('2026-10-30T18:30:00Z')
  expect(await today(), '00:15 at the race').toBe(0)
  at.here.zone = 'America/New_York'
  await moveTo('2026-10-30T18:31:00Z')
  expect(await today(), '14:31 at the race').toBe(2)
})

test('an entry whose answer is lost counts as answered if a contact brings the entry back', async () => {
  const { sign } = at.server
  const given = pack(1)
  at.server.sign = async (input) => {
    await sign(input)
    const part = [given.entry, 'pack', 1, 1, 7, null, 'M', null, null, at.here.now] as const
    takePart(keeper.books, { entries: [[...part]] })
    throw new Error('no network')
  }
  expect(await write(given)).toBeUndefined()
  expect(keeper.books.waiting, 'the server has it already').toEqual(new Set())
})

test('with network the server decides first; an entry without an answer waits under the same number', async () => {
  expect(await write(pack(1))).toBeUndefined()
  expect(at.here.written.size, 'written at once').toBe(1)
  expect(keeper.books.waiting.size).toBe(0)
  expect(at.here.calls, 'nothing goes through the queue').toEqual([])
  at.here.refusal = 'handed_already'
  await expect(write(pack(2)), 'another desk was faster').rejects.toMatchObject({ refusal: 'handed_already' })
  expect(keeper.books.entries.get(2)).toBeUndefined()
  at.here.refusal = undefined
  at.here.cut = 'answers'
  const lost = pack(2)
  expect(await write(lost)).toBeUndefined()
  expect(keeper.books.waiting).toEqual(new Set([lost.entry]))
  expect(keeper.reached()).toBe(false)
  at.here.cut = false
  await keeper.meet()
  expect(at.here.written.size).toBe(2)
  expect(keeper.reached()).toBe(true)
})

test('a code of this race that the device does not know may be an authorisation; its entry tells that nobody checked the code', async () => {
  const code = (of: number) => keyFrom(of, crypto.getRandomValues(new Uint8Array(22)))
  const source = deviceSource(keeper, { raceid, refresh: async () => void (await keeper.meet()), written: () => {} })
  const nobody = { items: [], proxy: null, more: false }
  const fresh = code(raceid)
  expect(await source.find(fresh), 'with network the device knows that the code is of nobody').toEqual(nobody)
  at.here.cut = true
  await keeper.meet().catch(() => undefined)
  const offline = deviceSource(keeper, { raceid, refresh: async () => {}, written: () => {} })
  expect(await offline.find(fresh)).toEqual({ ...nobody, unseen: fresh })
  expect(await offline.find(code(raceid + 1)), 'a code of another race').toEqual(nobody)
  expect(await offline.find('mark'), 'no code').toEqual(nobody)
  const given = pack(2, { proxy: fresh, despite: ['proxy'] })
  expect(await offline.sign(given)).toMatchObject({ handed: { despite: ['proxy'] } })
  at.here.cut = false
  await keeper.meet()
  expect(at.here.written.get(given.entry)).toMatchObject({ proxy: fresh, despite: ['proxy'] })
})

test('a device with a full store hands out with network, and says without network that it cannot record', async () => {
  vault.close()
  vault = await openVault(`startline-desk-${++raceid}`)
  const { safe, disk } = fillable(await vault.make(PIN, firstDeviceState('key', 7)))
  keeper = await openKeeper(safe, at.server, clocks)
  await keeper.meet()
  const source = deviceSource(keeper, { raceid, refresh: async () => undefined, written: () => undefined })
  at.here.cut = true
  expect(await write(pack(1))).toBeUndefined()
  disk.full = true
  await expect(source.sign(pack(2))).rejects.toMatchObject({ code: 'device', msg: /存储已满/ })
  expect(keeper.full()).toBe(true)
  at.here.cut = false
  at.here.changes = [deviceRunner(2, { 4: 'A0099' })]
  await keeper.meet()
  expect(keeper.books.waiting.size, 'the entry of before was sent').toBe(0)
  expect(find('A0099'), 'the device learns the changes').toEqual([2])
  expect(await source.sign(pack(2))).toMatchObject({ id: 2, handed: { kind: 'pack' } })
  expect(at.here.written.size).toBe(2)
  // When the store is no longer full, the device keeps the changes that the full store did not take.
  disk.full = false
  await keeper.meet()
  expect(keeper.full()).toBe(false)
  await reload()
  expect(find('A0099')).toEqual([2])
})
