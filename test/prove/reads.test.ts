import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  consoleTimingCourse,
  consoleTimingDevice,
  consoleTimingList,
  consoleTimingOffset,
  consoleTimingStation,
} from '#features/timing/contract.ts'
import { deriveRace } from '#features/timing/derive/derive.service.ts'
import { deriveSoon, derivationsSettled } from '#features/timing/derive/following.service.ts'
import { takeReads } from '#features/timing/reads/reads.service.ts'
import { openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { standings } from '#test/timing.ts'
import { type World, makeWorld } from '#test/world.ts'
import { counted } from './counted.ts'

/** The number of runners. `npm run prove -- reads` takes 27,000 runners and 245,484 reads. */
const RUNNERS = Number(process.env.RUNNERS ?? 200)
const MORE = Math.round((RUNNERS * 2_484) / 27_000)
const TIMES = 10
const gun = Date.parse('2026-10-31T23:30:00Z')
const kilometres = [0, 5, 10, 15, 20, 25, 30, 35, 42.195]

let seed = 11
const chance = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
const shuffled = <T>(list: readonly T[]): T[] => {
  const all = [...list]
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(chance() * (at + 1))
    ;[all[at], all[other]] = [all[other]!, all[at]!]
  }
  return all
}

type Sent = { point: number; seq: number; chip: string; at_ms: number }
/** Makes nine reads of each runner; some runners cross the finish mat twice. */
const makeReads = (): Sent[] => {
  const seqs = kilometres.map(() => 0)
  const reads: Omit<Sent, 'seq'>[] = []
  for (let bib = 1; bib <= RUNNERS; bib++) {
    const start = chance() * 900
    const pace = 200 + (chance() + chance() + chance()) * 130
    for (const [point, km] of kilometres.entries())
      reads.push({ point, chip: String(bib), at_ms: gun + Math.round((start + km * pace * (1 + km / 400)) * 1000) })
    if (bib <= MORE)
      reads.push({ point: 8, chip: String(bib), at_ms: gun + Math.round((start + 42.195 * pace * 1.2) * 1000) })
  }
  return reads.toSorted((a, b) => a.at_ms - b.at_ms).map((read) => ({ ...read, seq: seqs[read.point]!++ }))
}

let world: World
let staff: { token: string }
beforeAll(async () => {
  world = await makeWorld({ now: '2026-11-01T12:00:00Z' })
  staff = await staffSession(world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => world?.close())

const setUp = async (raceid: number): Promise<number[]> => {
  await openRace(world, { id: raceid })
  await openEvent(world, { raceid, type: 'full', distance_cm: 4_219_500 })
  const readers: number[] = []
  const points = []
  for (const [at, km] of kilometres.entries()) {
    const { id: stationid } = await world.ask(
      consoleTimingStation,
      { raceid, name: `${km} km`, metres: km * 1000 },
      staff,
    )
    readers.push((await world.ask(consoleTimingDevice, { raceid, stationid, name: `reader ${at}` }, staff)).id)
    points.push({
      label: at === 0 ? '起点' : at === 8 ? '终点' : String(km),
      kind: at === 0 ? ('start' as const) : at === 8 ? ('finish' as const) : ('split' as const),
      metres: km * 1000,
      stationid,
    })
  }
  await world.ask(
    consoleTimingCourse,
    { raceid, eventid: 1, points, waves: [{ name: '1', gun: new Date(gun).toISOString() }], rules: {}, live: true },
    staff,
  )
  for (let from = 1; from <= RUNNERS; from += 5000) {
    const lines = Array.from(
      { length: Math.min(5000, RUNNERS - from + 1) },
      (_, n) => `${from + n},${(from + n) % 3 === 0 ? '女' : '男'},${20 + ((from + n) % 50)}`,
    )
    await world.ask(
      consoleTimingList,
      { raceid, eventid: 1, kind: 'runners', csv: `bib,gender,age\n${lines.join('\n')}\n` },
      staff,
    )
  }
  return readers
}

// The test sends thousands of reads ten times over, which takes long.
test(
  'shuffled reads, each sent ten times in two streams, a reader three seconds off and corrected later: the same ranks as once and in order',
  { timeout: process.env.RUNNERS ? 3_600_000 : 180_000 },
  async () => {
    const reads = makeReads()
    const inOrder = await setUp(2026)
    const wild = await setUp(2027)
    const now = world.clock.now()
    const send = async (
      raceid: number,
      readers: readonly number[],
      part: readonly Sent[],
      off: (point: number) => number,
    ) =>
      takeReads(world.db, {
        raceid,
        now,
        reads: part.map(({ point, seq, chip, at_ms }) => ({
          deviceid: readers[point]!,
          seq,
          chip,
          at_ms: at_ms + off(point),
          kind: null,
        })),
      })
    for (let at = 0; at < reads.length; at += 5000) await send(2026, inOrder, reads.slice(at, at + 5000), () => 0)
    await deriveRace(world.db, 2026, 'new', now)

    const many = shuffled(Array.from({ length: TIMES }, () => reads).flat())
    let taken = 0
    const stream = async (own: readonly Sent[]) => {
      for (let at = 0; at < own.length; at += 4000) {
        const got = await send(2027, wild, own.slice(at, at + 4000), (point) => (point === 8 ? 3000 : 0))
        taken += got.taken
        if (at % 40_000 === 0) deriveSoon(world.db, 2027, now)
      }
    }
    const half = Math.floor(many.length / 2)
    await Promise.all([stream(many.slice(0, half)), stream(many.slice(half))])
    await derivationsSettled(world.db)
    await deriveRace(world.db, 2027, 'new', now)
    expect(taken).toBe(reads.length)
    const off = await standings(world, 2027)
    await world.ask(
      consoleTimingOffset,
      { raceid: 2027, id: wild[8]!, offset_ms: -3000, reason: '终点设备快 3 秒' },
      staff,
    )
    const right = await standings(world, 2026)
    expect(right).toHaveLength(RUNNERS)
    expect(right.every((one) => / finished /.test(one))).toBe(true)
    expect(off).not.toEqual(right)
    expect(await standings(world, 2027)).toEqual(right)
    counted({ runners: right.length, reads: taken, sent: many.length + reads.length })
  },
)
