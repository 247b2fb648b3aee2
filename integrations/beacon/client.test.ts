import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BeaconDown, BeaconWrong, drandBeacon, quicknet, roundAt, timeOfRound, verifyRound } from './client.ts'
import { type SandboxBeacon, startSandboxBeacon } from '../sandbox/beacon/server.ts'

/** Round 1000 of quicknet, as published. */
const published = {
  round: 1000,
  randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  signature: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
}

test('a published round of quicknet verifies; with a changed digit or number it does not', async () => {
  expect(await verifyRound(quicknet, 1000, published)).toEqual(published)
  const other = (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')
  for (const wrong of [
    { ...published, signature: other(published.signature) },
    { ...published, randomness: other(published.randomness) },
    { ...published, round: 1001 },
    { ...published, signature: '00'.repeat(48) },
  ])
    await expect(verifyRound(quicknet, 1000, wrong)).rejects.toBeInstanceOf(BeaconWrong)
  await expect(
    verifyRound(quicknet, 1001, { ...published, round: 1001 }),
    'an old signature for another round',
  ).rejects.toBeInstanceOf(BeaconWrong)
})

test('the round after a moment is the first round that is made then or later', () => {
  const first = new Date(quicknet.genesis * 1000)
  expect([-1000, 0, 1, 2999, 3000, 3001].map((ms) => roundAt(quicknet, new Date(first.getTime() + ms)))).toEqual([
    1, 1, 2, 2, 2, 3,
  ])
  const at = new Date('2026-03-01T04:00:00.500Z')
  expect(timeOfRound(quicknet, roundAt(quicknet, at)).getTime()).toBeGreaterThanOrEqual(at.getTime())
  expect(timeOfRound(quicknet, roundAt(quicknet, at) - 1).getTime()).toBeLessThan(at.getTime())
})

let folder: string
let now = new Date('2026-03-01T04:00:00Z')
let sandbox: SandboxBeacon
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'startline-beacon-'))
  sandbox = await startSandboxBeacon({ folder, clock: () => now })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})
const beacon = (bases = [sandbox.base]) =>
  drandBeacon(async () => ({ bases, chain: sandbox.chain, sandbox: true }), true)

test('a future round is undefined, and a round that was made is always the same', async () => {
  const round = roundAt(sandbox.chain, new Date(now.getTime() + 60_000))
  expect(await beacon().round(round)).toBeUndefined()
  now = new Date(now.getTime() + 60_000)
  const made = await beacon().round(round)
  expect(made).toMatchObject({ round, randomness: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(await beacon().round(round)).toEqual(made)
  expect((await beacon().round(round - 1))!.randomness).not.toBe(made!.randomness)
})

test('if a relay is silent, the client asks the next relay; a wrong answer is refused', async () => {
  const dead = 'http://127.0.0.1:9'
  expect(await beacon([dead, sandbox.base]).round(5)).toMatchObject({ round: 5 })
  sandbox.weather.down = true
  await expect(beacon([dead, sandbox.base]).round(5)).rejects.toBeInstanceOf(BeaconDown)
  sandbox.weather.down = false
  sandbox.weather.lies = true
  await expect(beacon().round(5)).rejects.toBeInstanceOf(BeaconWrong)
  sandbox.weather.lies = false
})
