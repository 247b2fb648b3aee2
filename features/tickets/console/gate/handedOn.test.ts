import 'fake-indexeddb/auto'
import { generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Vault, openVault } from '#features/desks/console/offline/vault.ts'
import { deviceClocks } from '#ui/network/deviceTime.ts'
import { type ScanOutcome, signedPart } from '../../gate.rules.ts'
import { type GateKeeper, type GateServer, firstGateState, openGate } from './keeper.ts'

/** The tests scan tickets that were handed on, at a gate that learns of the handing on only from its own scans. */
const RACE = 2026
const PIN = '246813'
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const codeOf = (id: number, turn: number, key = pair.privateKey) => {
  const signed = signedPart({ raceid: RACE, id, turn, goodsid: 8, slot: '' })
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
const preset = { name: '东门', direction: 'in' as const, goodsid: null }

let vault: Vault
let nth = 0
let network: boolean
let answer: ScanOutcome | 'forged'
const server: GateServer = {
  contact: async () => {
    if (!network) throw new Error('no network')
    const at = new Date().toISOString()
    return {
      state: 'working',
      public_key: pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      kinds: [{ id: 8, name: '看台', reentry: true, slots: [] }],
      revoked: [],
      at,
      until: new Date(Date.now() + 3_600_000).toISOString(),
      passes: [],
    }
  },
  scan: async ({ scans }) => {
    if (!network) throw new Error('no network')
    return {
      items: scans.map(({ scan }) => ({ scan, outcome: answer, holder: null, goods: null, variant: null, slot: null })),
    }
  },
}
const open = async (): Promise<GateKeeper> => {
  const keeper = await openGate(await vault.make(PIN, firstGateState(RACE, preset, '2026-key')), server, deviceClocks)
  await keeper.meet()
  return keeper
}
const reopened = async (): Promise<GateKeeper> => {
  const safe = await vault.open(PIN)
  if ('wrong' in safe) throw new Error('the store does not open')
  return openGate(safe, server, deviceClocks)
}
const outcome = async (keeper: GateKeeper, code: string) => (await keeper.scan(code)).outcome
beforeEach(async () => {
  vault = await openVault(`gate of handed-on tickets ${++nth}`)
  network = true
})
afterEach(() => vault.close())

test('without network the code of a later holder ends the codes of earlier holders', async () => {
  const keeper = await open()
  network = false
  const [old, present] = [codeOf(1, 1), codeOf(1, 2)]
  const pass = async (code: string, direction: 'in' | 'out') => {
    await keeper.put({ ...preset, direction })
    return outcome(keeper, code)
  }
  // Nobody has shown the gate that the ticket was handed on.
  expect([await pass(old, 'in'), await pass(old, 'out')]).toEqual(['ok', 'ok'])
  expect(await outcome(keeper, codeOf(1, 9, other.privateKey))).toBe('forged')
  expect([await pass(old, 'in'), await pass(old, 'out')]).toEqual(['ok', 'ok'])
  expect([await pass(present, 'in'), await pass(present, 'out')]).toEqual(['ok', 'ok'])
  expect([await pass(old, 'in'), await pass(old, 'out')]).toEqual(['revoked', 'revoked'])
  await keeper.put(preset)
  const again = await reopened()
  expect([await outcome(again, old), await outcome(again, present)]).toEqual(['revoked', 'ok'])
})

test('a code of a later holder that a gate refuses ends the earlier codes too', async () => {
  const keeper = await open()
  network = false
  await keeper.put({ ...preset, goodsid: 7 })
  expect(await outcome(keeper, codeOf(1, 2))).toBe('other_kind')
  await keeper.put(preset)
  expect(await outcome(keeper, codeOf(1, 1))).toBe('revoked')
})

test('a gate remembers without network which codes the server refused or replaced', async () => {
  const keeper = await open()
  answer = 'revoked'
  expect(await outcome(keeper, codeOf(11, 1))).toBe('revoked')
  answer = 'inside'
  expect(await outcome(keeper, codeOf(12, 2))).toBe('inside')
  answer = 'forged'
  expect(await outcome(keeper, codeOf(13, 2))).toBe('forged')
  network = false
  const again = await reopened()
  const outcomes = []
  for (const one of [codeOf(11, 1), codeOf(12, 1), codeOf(12, 2), codeOf(13, 1)])
    outcomes.push(await outcome(again, one))
  expect(outcomes).toEqual(['revoked', 'revoked', 'ok', 'ok'])
})
