import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openImport, rankedResults, run, taken, world } from '#test/scenes/importedRace.ts'
import { correctResult } from '../ranking/derived.service.ts'
import type * as columnRanks from '../ranking/columnRanks.rules.ts'
import { rankingOf } from '../rules.ts'

const counted = vi.hoisted(() => ({ rankings: 0 }))
vi.mock('../ranking/columnRanks.rules.ts', async (load) => {
  const real = await load<typeof columnRanks>()
  return {
    ...real,
    rankColumns: (...given: Parameters<typeof real.rankColumns>) => {
      counted.rankings++
      return real.rankColumns(...given)
    },
  }
})

beforeAll(openImport)
afterAll(() => world.close())
beforeEach(() => {
  counted.rankings = 0
})

const file = (last: string) => `bib,gender,gun\n1,M,3:00:00\n2,F,3:10:00\n3,M,3:05:00\n4,F,${last}\n`
const ranks = async () =>
  (await rankedResults()).map(({ bib, rank, gun_gender }) => `${bib}: ${rank ?? '–'} ${gun_gender ?? '–'}`)
/** Computes the ranks again from the stored results. */
const rankedAnew = async () => {
  await world.db.deleteFrom('ranking_inputs').where('raceid', '=', 7).execute()
  return ranks()
}
const correct = (bib: string, ms: number) =>
  world.db
    .transaction()
    .execute((tx) =>
      correctResult(
        tx,
        { raceid: 7, eventid: 1, ranking: rankingOf({}) },
        bib,
        { kind: 'time', point: 'finish', ms },
        { reason: 'video', staffid: null, now: world.clock.now() },
      ),
    )

test('an import ranks its event once, and keeps the ranking that it planned', async () => {
  await taken(file('3:20:00'))
  expect(counted.rankings).toBe(1)
  const planned = ['1: 1 1', '2: 3 1', '3: 2 2', '4: 4 2']
  expect(await ranks()).toEqual(planned)
  expect(await rankedAnew()).toEqual(planned)

  counted.rankings = 0
  await taken(file('2:50:00'))
  expect(counted.rankings, 'a changed row, with the ranking before it in memory').toBe(1)
  expect(await ranks()).toEqual(['1: 2 1', '2: 4 2', '3: 3 2', '4: 1 1'])

  counted.rankings = 0
  await taken('bib,gender,gun\n5,M,2:40:00\n')
  expect(counted.rankings, 'a new row, whose id comes last').toBe(1)
  const five = ['1: 3 2', '2: 5 2', '3: 4 3', '4: 2 1', '5: 1 1']
  expect(await ranks()).toEqual(five)
  expect(await rankedAnew()).toEqual(five)

  counted.rankings = 0
  await taken('bib,gender,gun\n1,M,3:30:00\n', { replace: true, dry: true })
  expect(counted.rankings, 'a dry run').toBe(1)
  expect(await ranks()).toEqual(five)
})

test('a correction between the plan and its application waits, and counts', async () => {
  let correcting: Promise<unknown> = Promise.resolve()
  await run('bib,gender,gun\n1,M,2:30:00\n', {
    onProgress: (step, done) => {
      if (step === 'rank' && done === 0) correcting = correct('2', 9_000_000 - 600_000)
    },
  })
  await correcting
  expect(await ranks()).toEqual(['1: 2 1', '2: 1 1', '3: 5 3', '4: 4 2', '5: 3 2'])
  expect(await rankedAnew()).toEqual(['1: 2 1', '2: 1 1', '3: 5 3', '4: 4 2', '5: 3 2'])
})

test('an import beside a correction ranks the corrected results', async () => {
  await Promise.all([correct('3', 8_000_000), run('bib,gender,gun\n3,M,3:01:00\n4,F,3:02:00\n')])
  expect((await ranks())[2], 'corrected again after the file').toBe('3: 1 1')
  expect(await rankedAnew()).toEqual(await ranks())
})
