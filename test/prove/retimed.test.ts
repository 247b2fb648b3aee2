import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  consoleTimingClose,
  consoleTimingGun,
  consoleTimingList,
  consoleTimingOffset,
} from '#features/timing/contract.ts'
import { deriveRace } from '#features/timing/derive/derive.service.ts'
import { consoleTimingRank } from '#features/timing/course/ranking.contract.ts'
import { rankingOf } from '#features/results/rules.ts'
import { openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type Reader, gun, send, standings, timedHalf } from '#test/timing.ts'
import { type World, makeWorld } from '#test/world.ts'
import { counted } from './counted.ts'

/** The number of rounds. `npm run prove -- retimed` runs a thousand. */
const ROUNDS = Number(process.env.RETIMED ?? 24)
/** The number of rounds in one race. It is small, because each change derives the whole event again. */
const EACH = 40
const CROWD = 4
const off = 1_000

let seed = 5
const chance = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31

let world: World
let staff: { token: string }
beforeAll(async () => {
  world = await makeWorld({ now: '2026-11-01T00:30:00Z' })
  staff = await staffSession(world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => world?.close())

type Readers = { start: Reader; ten: Reader; finish: Reader }
const setUp = async (raceid: number): Promise<Readers> => {
  await openRace(world, { id: raceid })
  await openEvent(world, { raceid })
  const readers = await timedHalf(world, staff, { raceid })
  const bibs = Array.from({ length: EACH * CROWD }, (_, n) => n + 1)
  const lines = bibs.map((bib) => `${bib},${bib % 3 === 0 ? '女' : '男'},${20 + (bib % 50)}`)
  await world.ask(
    consoleTimingList,
    { raceid, eventid: 1, kind: 'runners', csv: `bib,gender,age\n${lines.join('\n')}\n` },
    staff,
  )
  return readers
}

/** Returns the stored rows of an event: each result with its ranks, and the sheet of the event. */
const kept = async (raceid: number): Promise<string[]> => {
  const sheet = await world.db
    .selectFrom('result_sheets')
    .select(['clock', 'waiting_since', 'provisional'])
    .where('raceid', '=', raceid)
    .executeTakeFirst()
  const groups = await world.db
    .selectFrom('results')
    .select(['bib', 'agegroup', 'stopped_ms'])
    .where('raceid', '=', raceid)
    .orderBy('bib')
    .execute()
  return [JSON.stringify(sheet), JSON.stringify(groups), ...(await standings(world, raceid))]
}

/** Derives the results from every new read. */
const worked = (raceid: number) => deriveRace(world.db, raceid, 'new', world.clock.now())

const reason = '与现场录像核对'
/**
 * The calls that each change one input of a result. `n` chooses the new value, so that every change differs from the
 * change before.
 */
const changes = {
  gun: (raceid: number, n: number) =>
    world.ask(
      consoleTimingGun,
      { raceid, eventid: 1, wave: 0, gun: new Date(gun + ((n % 7) - 3) * off).toISOString(), reason },
      staff,
    ),
  closing: (raceid: number) => world.ask(consoleTimingClose, { raceid, eventid: 1, closed: true }, staff),
  ranking: (raceid: number, n: number) =>
    world.ask(
      consoleTimingRank,
      {
        raceid,
        eventid: 1,
        ranking: rankingOf({
          basis: n % 2 ? 'net' : 'gun',
          age_bands: [
            { from: 0, to: n % 2 ? 34 : 39 },
            { from: n % 2 ? 35 : 40, to: null },
          ],
        }),
        split_titles: {},
        points: [],
      },
      staff,
    ),
  clock: (raceid: number, n: number, { finish }: Readers) =>
    world.ask(consoleTimingOffset, { raceid, id: finish.id, offset_ms: ((n % 5) - 2) * off, reason }, staff),
}

// In each round two writers compete, and one waits for a lock that the other holds.
test(
  'reads arrive while gun, clock or ranking change or the event is closed: no result keeps a former value',
  { timeout: process.env.RETIMED ? 3_600_000 : 240_000 },
  async () => {
    const wrong: Record<string, number> = {}
    const tried: Record<string, number> = {}
    let readers: Readers | undefined
    for (let round = 0; round < ROUNDS; round++) {
      const raceid = 3000 + Math.floor(round / EACH)
      if (round % EACH === 0) readers = await setUp(raceid)
      const { start, ten, finish } = readers!
      const bibs = Array.from({ length: CROWD }, (_, n) => String((round % EACH) * CROWD + n + 1))
      const seq = (round % EACH) * CROWD
      const at = (seconds: number) => bibs.map((bib, n) => [bib, seconds + n * 7] as const)
      // The mat sees one runner for the first time while the two writers compete, so this runner's result is a new row.
      await send(world, start, at(5).slice(1), seq)
      await worked(raceid)
      const names = Object.keys(changes) as (keyof typeof changes)[]
      const name = names[round % names.length]!
      const gap = [chance() * 12, chance() * 12]
      await Promise.all([
        send(world, ten, at(2400), seq),
        wait(gap[0]).then(
          async () => void (await changes[name](raceid, Math.floor(round / names.length) + 1, readers!)),
        ),
        // The last runner is still on the way.
        wait(gap[1]).then(() => send(world, finish, at(5400).slice(1), seq)),
      ])
      await worked(raceid)
      const found = await kept(raceid)
      await deriveRace(world.db, raceid, { eventids: [1] }, world.clock.now())
      tried[name] = (tried[name] ?? 0) + 1
      if (JSON.stringify(found) !== JSON.stringify(await kept(raceid))) wrong[name] = (wrong[name] ?? 0) + 1
      if (name === 'closing') await world.ask(consoleTimingClose, { raceid, eventid: 1, closed: false }, staff)
    }
    for (const [name, times] of Object.entries(tried)) counted({ rounds: times, [name]: times })
    if (process.env.RETIMED) process.stdout.write(`rounds ${JSON.stringify(tried)}, wrong ${JSON.stringify(wrong)}\n`)
    expect(wrong).toEqual({})
  },
)
