import { expect, test } from 'vitest'
import {
  type BigDay,
  type Kind,
  type MeasuredCosts,
  days,
  kinds,
  missOf,
  needsOf,
  predictRun,
  runParts,
} from './cases.ts'
import { readCosts } from './measure.ts'
import type { Cost } from './model.ts'

const cost: Cost = {
  server: 1000,
  database: 500,
  each: { server: 0, database: 0, logged: 0 },
  wake: { server: [0, 0, 0], database: [0, 0, 0] },
  hold_ms: 0,
  wait_ms: 1,
  isBatched: false,
  queues: 1,
  every_ms: 0,
  sender: 0,
  kept: 1e6,
  logged: 2e6,
  sent: 3e6,
}
const costsWith = (change: Partial<Cost>): MeasuredCosts => ({
  measured: '2026-11-28',
  machine: 'a test',
  how: 'a test',
  calls: Object.fromEntries(kinds.map((kind) => [kind, { ...cost, ...change }])) as Record<Kind, Cost>,
  idle: { server: 1000, database: 2000 },
  memory: { server: 500, database: 200, connection: 10 },
})
const day: BigDay = {
  name: 'a short day',
  why: 'a test',
  streams: [{ kind: 'result', calls: 3000, seconds: 2 }],
  calls: { result: 1000 },
  goal_ms: 50,
}

test('a fully used process gets another process; memory and bytes grow too', () => {
  const { server, database, isOut, breaks, gigabytes } = needsOf(day, costsWith({}))
  // 1,500 calls a second, of 1 ms each, need more than one process and less than one core of the database.
  expect([server, database, isOut]).toEqual([2, 1, false])
  expect(breaks).toEqual({ factor: 2, first: 'one process' })
  expect(gigabytes).toMatchObject({ kept: 1, logged: 2, sent: 3 })
  expect(gigabytes.memory).toBeGreaterThan(1.2)
})

test('a fully used database gets another core', () => {
  const { server, database } = needsOf(day, costsWith({ server: 100, database: 1000 }))
  expect([server, database]).toEqual([1, 2])
})

test('if the batches of one event follow each other, no number of cores helps', () => {
  const slow = costsWith({ server: 1, database: 1, isBatched: true, wait_ms: 400 })
  const found = needsOf({ ...day, goal_ms: 300 }, slow)
  expect(found.isOut).toBe(true)
  expect(found.breaks.first).toBe('the lock of an event')
})

test('a run at a tenth has a tenth of the calls of the busiest minute, and a minute more of rest on the processors', () => {
  const evening = (scale: number) => runParts(scale).find(({ name }) => name.includes('views'))!
  const calls = (scale: number) => evening(scale).streams.reduce((sum, stream) => sum + stream.calls, 0)
  expect(calls(1)).toBeCloseTo(57_800)
  expect(calls(0.1)).toBeCloseTo(5780)
  const rush = runParts(1).find(({ name }) => name.includes('7 minutes'))!
  const first = rush.streams.find(({ kind }) => kind === 'signup')!
  expect(first.calls / 50_000, 'of 7 minutes the first has more than a seventh').toBeGreaterThan(1 / 7)
  const reads = predictRun(0.1, costsWith({})).find(({ name }) => name.includes('chip reads'))!
  const work = Math.round(reads.outcome.answers.reads!.n) * 1e-3
  expect(reads.outcome.server_s).toBeCloseTo(work + (reads.outcome.seconds * 1000) / 1e6)
})

test('the measured costs name each kind of call, and each day asks only for known kinds', () => {
  const { calls } = readCosts()
  expect(Object.keys(calls).toSorted()).toEqual([...kinds].toSorted())
  for (const { streams } of days) for (const { kind } of streams) expect(calls[kind].server).toBeGreaterThan(0)
})

test('a miss is a part of the measured value', () => {
  expect([missOf(75, 100), missOf(125, 100), missOf(0, 0), missOf(1, 0)]).toEqual([0.25, 0.25, 0, 1])
})
