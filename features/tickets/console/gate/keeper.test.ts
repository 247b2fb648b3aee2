import 'fake-indexeddb/auto'
import { generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fillable } from '#features/desks/console/offline/testStore.ts'
import { type Vault, openVault } from '#features/desks/console/offline/vault.ts'
import type { Clocks } from '#ui/network/deviceTime.ts'
import { type CodeFacts, signedPart } from '../../gate.rules.ts'
import { type GateKeeper, type GatePackage, type GateServer, firstGateState, openGate } from './keeper.ts'

const RACE = 2026
const PIN = '246813'
const KEY = '2026-key'
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const codeOf = (facts: Partial<CodeFacts> = {}, key = pair.privateKey) => {
  const signed = signedPart({ raceid: RACE, id: 1, turn: 1, goodsid: 7, slot: '18:00', ...facts })
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
const pack = (change: Partial<GatePackage> = {}): GatePackage => ({
  public_key: pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  kinds: [
    { id: 7, name: '意面晚宴', reentry: false, slots: days },
    { id: 8, name: '看台', reentry: true, slots: [] },
  ],
  revoked: [[5, 3]],
  at: '2026-10-31T10:00:00.000Z',
  ...change,
})
const preset = { name: '东门', direction: 'in' as const, goodsid: null }

let vault: Vault
let nth = 0
let network: boolean
let sent: { clock: string; at: string; scan: string; offline: boolean | undefined; gate: string }[]
let answers: (code: string) => 'ok' | 'inside' | 'other_kind'
let elsewhere: [number, 'in' | 'out', number][]
let revoked: boolean
let now: number
/** The error of the gate's clock, and the moment of the latest load of its page. */
let wrong: number
let loaded: number
let asked: (string | undefined)[]
let days: GatePackage['kinds'][number]['slots']
const server: GateServer = {
  contact: async ({ since }) => {
    if (!network) throw new Error('no network')
    asked.push(since)
    const at = new Date(now).toISOString()
    const until = new Date(now + 3_600_000).toISOString()
    return { state: revoked ? 'revoked' : 'working', ...pack({ at }), until, passes: elsewhere }
  },
  scan: async ({ key, clock, scans }) => {
    expect(key).toBe(KEY)
    if (!network) throw new Error('no network')
    sent.push(...scans.map(({ at, scan, offline, gate }) => ({ clock, at, scan, offline, gate })))
    return {
      items: scans.map(({ scan, code }) => ({
        scan,
        outcome: answers(code),
        holder: '沈跑跑',
        goods: '意面晚宴',
        variant: '',
        slot: '18:00',
      })),
    }
  },
}
const clocks: Clocks = { device: () => now + wrong, steady: () => now - loaded, page: () => `${loaded}` }
const open = async () => openGate(await vault.make(PIN, firstGateState(RACE, preset, KEY)), server, clocks)
const reopened = async (): Promise<GateKeeper> => {
  const safe = await vault.open(PIN)
  if ('wrong' in safe) throw new Error('the store does not open')
  return openGate(safe, server, clocks)
}
const outcome = async (keeper: GateKeeper, code: string) => (await keeper.scan(code)).outcome
beforeEach(async () => {
  vault = await openVault(`gate ${++nth}`)
  network = true
  sent = []
  elsewhere = []
  revoked = false
  now = Date.now()
  wrong = 0
  loaded = now
  asked = []
  answers = () => 'ok'
  days = []
})
afterEach(() => vault.close())

test('a gate that never had network knows no key and says so', async () => {
  network = false
  const keeper = await open()
  await keeper.meet().catch(() => undefined)
  expect(await keeper.scan(codeOf())).toMatchObject({ outcome: 'not_ready', offline: true })
  expect(keeper.waiting()).toBe(0)
})

test('with network the server answers each scan', async () => {
  const keeper = await open()
  await keeper.meet()
  expect(await keeper.scan(codeOf())).toMatchObject({ outcome: 'ok', offline: false, holder: '沈跑跑' })
  answers = () => 'inside'
  expect(await outcome(keeper, codeOf())).toBe('inside')
  expect(sent.map(({ offline, gate }) => [offline, gate])).toEqual([
    [false, '东门'],
    [false, '东门'],
  ])
})

test('without network the gate checks signature, race, kind, revoked turns and its own passes', async () => {
  const keeper = await open()
  await keeper.meet()
  network = false
  expect(await keeper.scan(` ${codeOf()}\n`)).toMatchObject({
    outcome: 'ok',
    offline: true,
    holder: null,
    what: '意面晚宴 · 18:00',
  })
  expect(await outcome(keeper, codeOf())).toBe('inside')
  expect(await outcome(keeper, codeOf({ id: 2 }, other.privateKey))).toBe('forged')
  expect(await outcome(keeper, codeOf({ id: 2, raceid: 226 }))).toBe('forged')
  expect(await outcome(keeper, 'https://example.org/ticket')).toBe('forged')
  expect(await outcome(keeper, codeOf({ id: 5, turn: 2 }))).toBe('revoked')
  expect(await outcome(keeper, codeOf({ id: 5, turn: 3 }))).toBe('ok')
  await keeper.put({ ...preset, goodsid: 8 })
  expect(await outcome(keeper, codeOf({ id: 3 }))).toBe('other_kind')
  expect(keeper.waiting()).toBe(2)
})

test('without network a gate lets a ticket in on the days of its slot only, and lets people out later', async () => {
  const until = now + 60_000
  days = [['18:00', now - 60_000, until]]
  const keeper = await open()
  await keeper.meet()
  network = false
  expect(await outcome(keeper, codeOf())).toBe('ok')
  now = until
  expect(await outcome(keeper, codeOf({ id: 2 }))).toBe('other_day')
  expect(await outcome(keeper, codeOf({ id: 2, slot: '' })), 'a ticket without a time').toBe('ok')
  await keeper.put({ ...preset, direction: 'out' })
  expect(await outcome(keeper, codeOf())).toBe('ok')
})

test('with network the gate tells a ticket of another day from a ticket of another gate', async () => {
  const keeper = await open()
  await keeper.meet()
  answers = () => 'other_kind'
  expect(await outcome(keeper, codeOf())).toBe('other_day')
  await keeper.put({ ...preset, goodsid: 8 })
  expect(await outcome(keeper, codeOf())).toBe('other_kind')
  await keeper.put({ ...preset, goodsid: 7 })
  expect(await outcome(keeper, codeOf())).toBe('other_day')
})

test('a gate without network whose clock is set past midnight refuses no ticket of today', async () => {
  days = [['18:00', now - 60_000, now + 600_000]]
  const keeper = await open()
  await keeper.meet()
  network = false
  wrong += 1_200_000
  expect(await outcome(keeper, codeOf())).toBe('ok')
  now += 600_000
  expect(await outcome(keeper, codeOf({ id: 2 }))).toBe('other_day')
})

test('if the clock is corrected without network, the gate still knows its own passes', async () => {
  const keeper = await open()
  await keeper.meet()
  network = false
  const code = codeOf({ goodsid: 8 })
  wrong = 1_800_000
  expect(await outcome(keeper, code)).toBe('ok')
  wrong = 0
  now += 60_000
  await keeper.put({ ...preset, direction: 'out' })
  expect(await outcome(keeper, code)).toBe('ok')
  expect(await outcome(keeper, code)).toBe('outside')
  await keeper.put(preset)
  const again = await reopened()
  expect(await outcome(again, code), 'the person left and comes back').toBe('ok')
})

test('after a contact the passes of other gates count, even if a wrong clock gave an own pass a later time', async () => {
  const keeper = await open()
  await keeper.meet()
  network = false
  wrong = 1_800_000
  const code = codeOf({ goodsid: 8 })
  expect(await outcome(keeper, code)).toBe('ok')
  now += 60_000
  // The person leaves by another gate.
  elsewhere = [[1, 'out', now]]
  now += 60_000
  network = true
  await keeper.meet()
  await keeper.meet()
  network = false
  const again = await reopened()
  expect(await outcome(again, code)).toBe('ok')
})

test('a pass during a contact counts, although the answer of the server does not include it', async () => {
  const keeper = await open()
  await keeper.meet()
  expect(await outcome(keeper, codeOf({ goodsid: 8 }))).toBe('ok')
  await keeper.put({ ...preset, direction: 'out' })
  elsewhere = [[1, 'in', now]]
  const { contact } = server
  server.contact = async (input) => {
    server.contact = contact
    now += 1_000
    const answer = await contact(input)
    expect(await outcome(keeper, codeOf({ goodsid: 8 }))).toBe('ok')
    return answer
  }
  await keeper.meet()
  network = false
  await keeper.put(preset)
  expect(await outcome(keeper, codeOf({ goodsid: 8 }))).toBe('ok')
})

test('a gate with a full store works with network; without network it lets nobody in, because it cannot record the scan', async () => {
  const { safe, disk } = fillable(await vault.make(PIN, firstGateState(RACE, preset, KEY)))
  const keeper = await openGate(safe, server, clocks)
  await keeper.meet()
  network = false
  expect(await outcome(keeper, codeOf())).toBe('ok')
  disk.full = true
  expect(await outcome(keeper, codeOf({ id: 2 }))).toBe('not_kept')
  expect(keeper.full()).toBe(true)
  network = true
  expect(await keeper.meet()).toBe('working')
  expect([keeper.waiting(), keeper.reached()], 'the scan of before was sent').toEqual([0, true])
  expect(await keeper.scan(codeOf({ id: 2 }))).toMatchObject({ outcome: 'ok', offline: false })
  expect(sent).toHaveLength(2)
  disk.full = false
  await keeper.meet()
  expect(keeper.full()).toBe(false)
})

test('re-entry follows the kind, and two quick scans of one code let one person in', async () => {
  const keeper = await open()
  await keeper.meet()
  network = false
  const code = codeOf({ goodsid: 8 })
  const both = await Promise.all([outcome(keeper, code), outcome(keeper, code)])
  expect(both).toEqual(['ok', 'inside'])
  await keeper.put({ ...preset, direction: 'out' })
  expect(await outcome(keeper, code)).toBe('ok')
  await keeper.put(preset)
  expect(await outcome(keeper, code)).toBe('ok')
  const once = codeOf({ id: 9 })
  expect(await outcome(keeper, once)).toBe('ok')
  await keeper.put({ ...preset, direction: 'out' })
  expect(await outcome(keeper, once)).toBe('ok')
  await keeper.put(preset)
  expect(await outcome(keeper, once)).toBe('used')
})

test('the scans survive a closed page, and are sent once under their own ids when the network is back', async () => {
  const keeper = await open()
  await keeper.meet()
  network = false
  const first = await keeper.scan(codeOf())
  const again = await reopened()
  expect([again.waiting(), await outcome(again, codeOf())]).toEqual([1, 'inside'])
  network = true
  await again.meet()
  await again.meet()
  expect(sent.map(({ scan, offline }) => [scan, offline])).toEqual([[first.scan, true]])
  expect([again.waiting(), again.reached()]).toEqual([0, true])
})

test('an answer that is lost keeps the id of the scan, so that the server counts it once', async () => {
  const keeper = await open()
  await keeper.meet()
  const working = server.scan
  let lost = true
  Object.assign(server, {
    scan: async (...given: Parameters<GateServer['scan']>) => {
      const answer = await working(...given)
      if (lost) throw new Error('the answer was lost')
      return answer
    },
  })
  expect(await keeper.scan(codeOf())).toMatchObject({ outcome: 'ok', offline: true })
  lost = false
  await keeper.meet()
  Object.assign(server, { scan: working })
  expect(new Set(sent.map(({ scan }) => scan)).size).toBe(1)
  expect(sent).toHaveLength(2)
})

test('without network a gate knows the passes of other gates up to its last contact', async () => {
  elsewhere = [
    [1, 'in', now - 60_000],
    [2, 'out', now - 60_000],
  ]
  const keeper = await open()
  await keeper.meet()
  network = false
  expect(await outcome(keeper, codeOf())).toBe('inside')
  expect(await outcome(keeper, codeOf({ id: 2 }))).toBe('used')
  expect(await outcome(keeper, codeOf({ id: 3 }))).toBe('ok')
  // The person leaves by another gate, and this gate gets the exit with its next contact. An exit from before this
  // gate's own scan changes nothing.
  network = true
  now += 30_000
  elsewhere = [
    [1, 'out', now - 1_000],
    [3, 'out', now - 600_000],
  ]
  await keeper.meet()
  network = false
  expect(await outcome(keeper, codeOf({ goodsid: 8 }))).toBe('ok')
  expect(await outcome(keeper, codeOf({ id: 3 }))).toBe('inside')
  const since = new Date(now - 30_000).toISOString()
  // Scans wait, so the gate contacts the server twice: before it sends the scans, and afterwards.
  expect(asked).toEqual([undefined, since, since])
})

test('a gate stops when its time without network is over, and works again after a contact', async () => {
  const keeper = await open()
  await keeper.meet()
  expect(keeper.until()).toBe(now + 3_600_000)
  network = false
  now += 3_600_000
  expect(await outcome(keeper, codeOf())).toBe('ok')
  now += 1
  expect(await outcome(keeper, codeOf({ id: 2 }))).toBe('over')
  now -= 2 * 3_600_000
  expect(await outcome(keeper, codeOf({ id: 2 }))).toBe('over')
  now += 2 * 3_600_000
  network = true
  await keeper.meet()
  network = false
  expect(await outcome(keeper, codeOf({ id: 2 }))).toBe('ok')
})

test('if a supervisor switches a gate off during a scan, the gate also sends this scan', async () => {
  const keeper = await open()
  await keeper.meet()
  network = false
  await keeper.meet().catch(() => undefined)
  network = true
  revoked = true
  const { contact } = server
  server.contact = async (input) => {
    server.contact = contact
    expect(await keeper.scan(codeOf())).toMatchObject({ outcome: 'ok', offline: true })
    return contact(input)
  }
  expect(await keeper.meet()).toBe('revoked')
  expect(sent).toHaveLength(1)
})

test('a gate that a supervisor switched off sends its scans first', async () => {
  const keeper = await open()
  await keeper.meet()
  network = false
  await keeper.scan(codeOf())
  network = true
  revoked = true
  expect(await keeper.meet()).toBe('revoked')
  expect(sent).toHaveLength(1)
})

test.each([600_000, -600_000])(
  'if somebody sets the clock by %s ms without network, no scan gets a wrong time',
  async (by) => {
    wrong = 2 * 3_600_000
    const keeper = await open()
    await keeper.meet()
    network = false
    const moments: number[] = []
    const scans = async (gate: GateKeeper, id: number) => {
      now += 300_000
      expect(await gate.scan(codeOf({ id }))).toMatchObject({ outcome: 'ok', offline: true })
      moments.push(now)
    }
    await scans(keeper, 21)
    wrong += by
    await scans(keeper, 22)
    now += 300_000
    loaded = now
    const again = await reopened()
    await scans(again, 23)
    now += 300_000
    network = true
    await again.meet()
    expect(sent.map(({ at, clock }) => Date.parse(at) + (now - Date.parse(clock)))).toEqual(moments)
  },
)
