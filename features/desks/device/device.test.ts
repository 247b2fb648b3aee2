import { afterAll, beforeAll, expect, test } from 'vitest'
import { gzipSync } from 'node:zlib'
import { alterOneCharacter } from '#test/alter.ts'
import { RACE, idnumOf } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type HandoutDesk, type Runner, openHandoutDesk } from '#test/scenes/handoutDesk.ts'
import { checkinRunnerVerify } from '../contract.ts'
import { checkinProxyMake } from '../proxies/proxies.contract.ts'
import {
  consoleDesksDeviceContact,
  consoleDesksDeviceLoad,
  consoleDesksDeviceSend,
  consoleDesksDeviceSign,
} from './device.contract.ts'
import { consoleDesksDoubts, consoleDesksFigures, consoleDesksSettle } from '../figures/figures.contract.ts'
import { consoleDesksDevices, consoleDesksEnrol, consoleDesksRevoke } from '../setup/setup.contract.ts'
import { consoleDesksStock, consoleDesksStockChange } from '../stock/stock.contract.ts'

let at: HandoutDesk
let runners: Runner[]
let desks: number[]
let keys: { id: number; key: string }[]
const enrol = (deskid: number, as = at.gate) =>
  at.world.ask(consoleDesksEnrol, { raceid: RACE, deskid, name: '平板' }, as)
beforeAll(async () => {
  at = await openHandoutDesk()
  runners = []
  for (let n = 1; n <= 12; n++) runners.push(await at.enter(n))
  desks = [await at.addDesk(), await at.addDesk({ name: '二号台', hours: 2 })]
  keys = [await enrol(desks[0]!), await enrol(desks[1]!)]
  await at.world.ask(
    consoleDesksStockChange,
    { raceid: RACE, changes: [{ size: 'M', change: 3 }], note: '到货' },
    at.director,
  )
}, 60_000)
afterAll(() => at?.world.close())

const clock = () => at.world.clock.now().toISOString()
type Sent = {
  entry: string
  kind: 'pack' | 'undo'
  id: number
  at: string
  undoes?: string
  proxy?: string
  despite?: 'proxy'[]
  unsure_ms?: number
}
const pack = (id: number, change: Partial<Sent> = {}): Sent => ({
  entry: crypto.randomUUID(),
  kind: 'pack',
  id,
  at: clock(),
  ...change,
})
const send = (device: number, entries: Sent[], change: object = {}) =>
  at.world.ask(consoleDesksDeviceSend, { key: keys[device]!.key, clock: clock(), entries, ...change })

test('a device is known by its key only', async () => {
  const key = alterOneCharacter(keys[0]!.key)
  for (const wrong of [key, 'x', ''])
    for (const [call, rest] of [
      [consoleDesksDeviceContact, {}],
      [consoleDesksDeviceLoad, {}],
      [consoleDesksDeviceSend, { clock: clock(), entries: [] }],
      [consoleDesksDeviceSign, { clock: clock(), entry: crypto.randomUUID(), kind: 'pack', id: 1 }],
    ] as const)
      expect((await at.world.call(call, { key: wrong, ...rest } as never)).refusal).toBe('desk_device_unknown')
  const viewer = await staffSession(at.world, [{ raceid: RACE, role: 'viewer' }])
  expect((await at.world.call(consoleDesksEnrol, { raceid: RACE, deskid: desks[0]!, name: 'x' }, viewer)).refusal).toBe(
    'no_permission',
  )
  expect((await at.world.call(consoleDesksRevoke, { raceid: RACE, id: keys[0]!.id }, at.gate)).refusal).toBe(
    'no_permission',
  )
})

test('the contact tells until when the device works; the load has add-ons, but no key, number or sealed field', async () => {
  expect(await at.world.ask(consoleDesksDeviceContact, { key: keys[1]!.key, clock: clock() })).toMatchObject({
    state: 'working',
    until: new Date(at.world.clock.now().getTime() + 2 * 3_600_000).toISOString(),
    zone: 'Asia/Shanghai',
    desk: { name: '二号台' },
    sizes: [{ size: 'M', left: 3 }],
  })
  const tee = { id: 'tee', names: { 'zh-cn': '纪念衫', en: 'Tee' }, price: 100, n: 2, of: 1 }
  await at.world.db
    .updateTable('registrations')
    .set({ window: '10:00–11:00', addons: JSON.stringify([tee]) })
    .where('raceid', '=', RACE)
    .where('id', '=', runners[0]!.id)
    .execute()
  const load = await at.world.ask(consoleDesksDeviceLoad, { key: keys[0]!.key })
  expect(load.runners).toHaveLength(12)
  expect(load.after).toBeNull()
  const written = JSON.stringify(load)
  for (const secret of [runners[0]!.key, idnumOf(1), '13900000001', idnumOf(1).slice(6, 14)])
    expect(written).not.toContain(secret)
  expect(load.runners[0]).toEqual([
    runners[0]!.id,
    expect.stringMatching(/^[\w-]{16}$/),
    '沈跑跑',
    1,
    'A0001',
    null,
    'M',
    null,
    idnumOf(1).slice(-4),
    '0001',
    expect.any(Number),
    'normal',
    1,
    '10:00–11:00',
    ['纪念衫 × 2'],
    'male',
    expect.any(Number),
  ])
  expect(gzipSync(JSON.stringify(load.runners)).length / 12, '30,000 runners in 10 s at 10 Mbit/s').toBeLessThan(300)
})

test('late and repeated uploads are known, and their order does not matter', async () => {
  const [one, two] = [pack(runners[0]!.id), pack(runners[1]!.id)]
  const undo = pack(runners[1]!.id, { kind: 'undo', undoes: two.entry })
  expect((await send(0, [undo, one])).items).toMatchObject([
    { known: false, kept: true, doubts: ['entry_not_found'] },
    { known: false, kept: true, doubts: [] },
  ])
  expect((await send(0, [one, two, undo])).items.map(({ known }) => known)).toEqual([true, false, true])
  expect(await at.world.ask(checkinRunnerVerify, { raceid: RACE, id: runners[1]!.id }, at.gate)).toMatchObject({
    handed: null,
  })
  expect(await at.world.ask(checkinRunnerVerify, { raceid: RACE, id: runners[0]!.id }, at.gate)).toMatchObject({
    handed: { desk: '一号台', staff: '工作人员' },
  })
  expect((await send(0, [pack(999_999)])).items).toMatchObject([{ kept: false, doubts: ['registration_not_found'] }])
  const [sized] = (await at.world.ask(consoleDesksStock, { raceid: RACE }, at.director)).sizes
  expect(sized).toMatchObject({ size: 'M', came: 3, gone: 1 })
})

test('a moment with an uncertainty of more than two minutes is a doubt', async () => {
  const { items } = await send(0, [
    pack(runners[3]!.id, { unsure_ms: 3_600_000 }),
    pack(runners[4]!.id, { unsure_ms: 60_000 }),
  ])
  expect(items.map(({ doubts }) => doubts)).toEqual([['moment_unsure'], []])
  const undo = (n: number, entry: string) => pack(runners[n]!.id, { kind: 'undo', undoes: entry })
  await send(0, [undo(3, items[0]!.entry), undo(4, items[1]!.entry)])
})

test('two desks without network hand out one pack: both stay, and the supervisor sees both', async () => {
  const { id } = runners[2]!
  const fast = new Date(at.world.clock.now().getTime() + 5 * 3_600_000).toISOString()
  await send(0, [pack(id)])
  const late = await send(1, [pack(id, { at: fast })], { clock: fast })
  expect(late.items).toMatchObject([{ kept: true, doubts: ['handed_already'] }])
  const { clashes, handed, doubtful } = await at.world.ask(consoleDesksFigures, { raceid: RACE }, at.director)
  expect(clashes).toMatchObject([{ id, bib: 'A0003', packs: [{}, {}] }])
  expect(new Set(clashes[0]!.packs.map(({ desk }) => desk))).toEqual(new Set(['一号台', '二号台']))
  expect(
    clashes[0]!.packs.every(({ at: when }) => when <= clock()),
    'a fast clock is put right',
  ).toBe(true)
  expect([handed, doubtful]).toEqual([2, 1])
  expect((await at.world.call(consoleDesksDoubts, { raceid: RACE }, at.gate)).refusal).toBe('no_permission')
  expect((await at.world.ask(consoleDesksDoubts, { raceid: RACE }, at.director)).items).toMatchObject([
    { kind: 'pack', doubts: ['handed_already'], mine: true },
  ])
  const devices = await at.world.ask(consoleDesksDevices, { raceid: RACE }, at.director)
  expect(devices.items.find((one) => one.id === keys[1]!.id)).toMatchObject({ fast: 18_000, entries: 1 })
})

test('a clash of two packs that left the hall is settled with a note; another hand-out opens it again', async () => {
  const { id } = runners[2]!
  const clash = async () => {
    const { clashes } = await at.world.ask(consoleDesksFigures, { raceid: RACE }, at.director)
    return clashes.find((one) => one.id === id)!
  }
  const settle = (packs: string[], as = at.director) =>
    at.world.call(consoleDesksSettle, { raceid: RACE, id, packs, note: '两包都已领走' }, as)
  const seen = await clash()
  expect(seen.settled).toBeNull()
  const packs = seen.packs.map(({ entry }) => entry)
  expect((await settle(packs, at.gate)).refusal).toBe('no_permission')
  expect((await settle([packs[0]!, crypto.randomUUID()])).refusal).toBe('clash_changed')
  expect((await settle(packs.toReversed())).code).toBe('200')
  expect(await clash()).toMatchObject({ packs: [{}, {}], settled: { note: '两包都已领走', staff: '工作人员' } })
  const [sized] = (await at.world.ask(consoleDesksStock, { raceid: RACE }, at.director)).sizes
  expect(sized, 'both packs count').toMatchObject({ size: 'M', gone: 3 })
  const third = pack(id)
  await send(0, [third])
  expect(await clash()).toMatchObject({ packs: [{}, {}, {}], settled: null })
  expect((await settle(packs)).refusal).toBe('clash_changed')
  await at.sign({ id, kind: 'undo', undoes: third.entry }, at.director)
  expect(await clash()).toMatchObject({ settled: { note: '两包都已领走' } })
})

test('the supervisor sees how many entries a device still held, and which device is away', async () => {
  const shown = async () =>
    (await at.world.ask(consoleDesksDevices, { raceid: RACE }, at.director)).items.find((one) => one.id === keys[1]!.id)
  await send(1, [], { waiting: 12 })
  expect(await shown()).toMatchObject({ waiting: 12, away: false })
  await at.world.ask(consoleDesksDeviceContact, { key: keys[1]!.key, waiting: 0 })
  expect(await shown()).toMatchObject({ waiting: 0, away: false })
  at.world.clock.advance(10 * 60_000)
  expect(await shown()).toMatchObject({ waiting: 0, away: true })
})

test('two devices with network never hand out one pack, even in the same moment', async () => {
  const { id } = await at.enter(20)
  const entries = [crypto.randomUUID(), crypto.randomUUID()]
  const sign = (device: number, entry: string) =>
    at.world.call(consoleDesksDeviceSign, {
      key: keys[device]!.key,
      clock: clock(),
      entry,
      kind: 'pack',
      id,
      size: 'L',
    })
  const answers = await Promise.all(entries.map((entry, device) => sign(device, entry)))
  expect(answers.filter(({ code }) => code === '200')).toHaveLength(1)
  expect(answers.filter(({ refusal }) => refusal === 'handed_already')).toHaveLength(1)
  const winner = answers.findIndex(({ code }) => code === '200')
  expect((await sign(winner, entries[winner]!)).data).toEqual({ known: true })
  const shown = await at.world.ask(checkinRunnerVerify, { raceid: RACE, id }, at.gate)
  expect(shown.entries.map(({ entry, doubts }) => [entry, doubts])).toEqual([[entries[winner], []]])
})

test('stock goes below zero, so that no entry is lost', async () => {
  const sent = await send(1, [pack(runners[3]!.id), pack(runners[4]!.id)])
  expect(sent.items.map(({ doubts }) => doubts)).toEqual([['size_gone'], ['size_gone']])
  const [sized] = (await at.world.ask(consoleDesksStock, { raceid: RACE }, at.director)).sizes
  expect(sized).toMatchObject({ gone: 5, left: -2 })
})

test('changes follow a version: new entries, a changed runner, a runner who left', async () => {
  const { world } = at
  world.clock.advance(10 * 60_000)
  const { version } = await world.ask(consoleDesksDeviceLoad, { key: keys[0]!.key })
  world.clock.advance(10 * 60_000)
  expect(await world.ask(consoleDesksDeviceLoad, { key: keys[0]!.key, since: version! })).toMatchObject({
    runners: [],
    gone: [],
    entries: [],
  })
  const [moved, left] = [runners[5]!.id, runners[6]!.id]
  const now = world.clock.now()
  const change = (id: number, set: object) =>
    world.db
      .updateTable('registrations')
      .set({ updated_at: now, ...set })
      .where('raceid', '=', RACE)
      .where('id', '=', id)
      .execute()
  await change(moved, { clothes: 'S' })
  await change(left, { deleted_at: now })
  await at.sign({ id: runners[7]!.id, desk: desks[1]!, size: 'XL' })
  const next = await world.ask(consoleDesksDeviceLoad, { key: keys[0]!.key, since: version! })
  expect(next.runners.map(([id, , , , , , size]) => [id, size])).toEqual([[moved, 'S']])
  expect(next.gone).toEqual([left])
  expect(next.entries).toMatchObject([
    [expect.any(String), 'pack', runners[7]!.id, desks[1]!, null, null, 'XL', null, null, expect.any(Number)],
  ])
})

test('a desk with ranges gets its own runners only', async () => {
  const ranged = await at.addDesk({ name: 'A段', ranges: [{ prefix: 'A', from: 9, to: 10 }] })
  const { key } = await enrol(ranged)
  const { runners: own } = await at.world.ask(consoleDesksDeviceLoad, { key })
  expect(own.map(([, , , , bib]) => bib)).toEqual(['A0009', 'A0010'])
  at.world.clock.advance(5_000)
  const contact = await at.world.ask(consoleDesksDeviceContact, { key })
  expect(contact.desk.apart).toBe(true)
  const other = await at.world.ask(consoleDesksDeviceContact, { key: keys[0]!.key })
  expect(other.others.map(({ name, ranges }) => [name, ranges.length])).toEqual([
    ['二号台', 0],
    ['A段', 1],
  ])
})

test('an authorisation that a device could not check is checked when its entry arrives', async () => {
  const [sent, other] = [await at.enter(31, { clothes: 'XL' }), await at.enter(32, { clothes: 'XL' })]
  const made = await at.world.ask(checkinProxyMake, { id: sent.key, name: '陆家人' }, at.runner)
  const [good, wrong] = [
    pack(sent.id, { proxy: made.key, despite: ['proxy'] }),
    pack(other.id, { proxy: made.key, despite: ['proxy'] }),
  ]
  const { items } = await send(0, [good, wrong])
  expect(items.map(({ doubts }) => doubts)).toEqual([[], ['proxy_withdrawn']])
  const packOf = async (id: number) => (await at.world.ask(checkinRunnerVerify, { raceid: RACE, id }, at.gate)).handed
  expect(await packOf(sent.id)).toMatchObject({ proxy: '陆家人', despite: ['proxy'] })
  expect(await packOf(other.id), "another runner's authorisation").toMatchObject({ proxy: null, despite: ['proxy'] })
  const doubts = await at.world.ask(consoleDesksDoubts, { raceid: RACE }, at.director)
  expect(JSON.stringify(doubts)).toContain('proxy_withdrawn')
})

test('a revoked device loads nothing more; the server keeps and marks the entries that the device still had', async () => {
  await at.world.ask(consoleDesksRevoke, { raceid: RACE, id: keys[0]!.id }, at.director)
  const { key } = keys[0]!
  expect((await at.world.call(consoleDesksDeviceLoad, { key })).refusal).toBe('device_revoked')
  const given = { entry: crypto.randomUUID(), kind: 'pack', id: runners[11]!.id } as const
  expect((await at.world.call(consoleDesksDeviceSign, { key, clock: clock(), ...given })).refusal).toBe(
    'device_revoked',
  )
  expect(await at.world.ask(consoleDesksDeviceContact, { key })).toMatchObject({ state: 'revoked' })
  expect(await send(0, [pack(runners[10]!.id)])).toMatchObject({
    state: 'revoked',
    items: [{ kept: true, doubts: ['device_revoked', 'size_gone'] }],
  })
  await at.world.db.deleteFrom('staff_roles').where('staffid', '=', at.gate.staffid).execute()
  expect(await at.world.ask(consoleDesksDeviceContact, { key: keys[1]!.key })).toMatchObject({ state: 'revoked' })
})
