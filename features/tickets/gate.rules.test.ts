import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  type Direction,
  type ScanOutcome,
  type Replayed,
  type Revoked,
  decideAlone,
  isLeaseOver,
  decideScan,
  isGenuine,
  isRevoked,
  readTicketCode,
  replayScans,
  signedPart,
} from './gate.rules.ts'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const facts = { raceid: 2026, id: 123, turn: 2, goodsid: 7, slot: '11-01 上午' }
const codeOf = (key = pair.privateKey) => {
  const signed = signedPart(facts)
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

test('a gate reads and verifies a code without network', async () => {
  const read = readTicketCode(` ${codeOf()} `)!
  expect(read.facts).toEqual(facts)
  expect(await isGenuine(publicKey, read)).toBe(true)
})

test('a changed code and a code by another key do not pass', async () => {
  const changed = readTicketCode(codeOf().replace('.3f.', '.3g.'))!
  expect(changed.facts.id).toBe(124)
  expect(await isGenuine(publicKey, changed)).toBe(false)
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  expect(await isGenuine(publicKey, readTicketCode(codeOf(other.privateKey))!)).toBe(false)
  expect(['', 'SLT1.1.1.1.1..x', codeOf().slice(1), `${codeOf()}x`].map(readTicketCode)).toEqual(
    Array.from({ length: 4 }, () => undefined),
  )
})

test('a code of an earlier turn is revoked, and the present one is not', () => {
  const revoked: Revoked[] = [[123, 2]]
  expect([1, 2].map((turn) => isRevoked(revoked, { id: 123, turn }))).toEqual([true, false])
  expect(isRevoked(revoked, { id: 124, turn: 1 })).toBe(false)
})

test('in, out and again, with and without re-entry', () => {
  expect([
    decideScan([], 'in', false),
    decideScan(['in'], 'in', true),
    decideScan([], 'out', true),
    decideScan(['in'], 'out', false),
    decideScan(['in', 'out'], 'out', false),
    decideScan(['in', 'out'], 'in', false),
    decideScan(['in', 'out'], 'in', true),
  ]).toEqual(['ok', 'inside', 'outside', 'ok', 'outside', 'used', 'ok'])
})

test('a gate without network lets out people who entered by another gate, but nobody twice', () => {
  expect(decideAlone(undefined, 'out', false)).toBe('ok')
  expect(decideAlone('out', 'out', false)).toBe('outside')
  expect(decideAlone('in', 'out', false)).toBe('ok')
  expect(decideAlone('in', 'in', true)).toBe('inside')
  expect(decideAlone('out', 'in', false)).toBe('used')
  expect(decideAlone('out', 'in', true)).toBe('ok')
})

test('a gate works without network for its time, also by a clock that somebody set back', () => {
  const lease = { contact: 1_000_000, ms: 3_600_000 }
  expect([1_000_000, 4_600_000, 4_600_001, 701_000, 699_999].map((now) => isLeaseOver(lease, now))).toEqual([
    false,
    false,
    true,
    false,
    true,
  ])
})

test('a replay decides scans without network by their times, and keeps the answers of the server', () => {
  const offline = (direction: Direction, outcome: ScanOutcome = 'ok'): Replayed => ({
    direction,
    outcome,
    offline: true,
  })
  const online = (direction: Direction, outcome: ScanOutcome = 'ok'): Replayed => ({
    direction,
    outcome,
    offline: false,
  })
  expect(replayScans([offline('in'), offline('in')], false)).toEqual(['ok', 'inside'])
  expect(replayScans([offline('in'), offline('out', 'outside')], false)).toEqual(['ok', 'ok'])
  expect(replayScans([offline('in'), online('in')], false)).toEqual(['inside', 'ok'])
  expect(replayScans([online('in'), offline('in'), online('in', 'inside')], false)).toEqual(['ok', 'inside', 'inside'])
  expect(replayScans([online('in'), online('out'), offline('in')], false)).toEqual(['ok', 'ok', 'used'])
  expect(replayScans([], true)).toEqual([])
})
