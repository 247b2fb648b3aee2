import { type World, makeWorld } from '#test/world.ts'
import { importResults } from '#features/results/service.ts'
import type { ImportOrder } from '#features/results/import/import.service.ts'
import { withRanks } from '#features/results/ranking/ranks.service.ts'
import type { ResultOutcome } from '#features/results/rules.ts'
import { findRankingInputsVersion } from '#features/results/ranking/rankingInputs.store.ts'

export let world: World
export const openImport = async (): Promise<void> => {
  world = await makeWorld()
  const { db } = world
  await db.insertInto('races').values({ id: 7, name: '测试马拉松', time: world.clock.now() }).execute()
  await db
    .insertInto('events')
    .values([
      { raceid: 7, id: 1, name: '全程', type: 'full', distance_cm: 4_219_500, places: 100 },
      {
        raceid: 7,
        id: 2,
        name: '半程',
        type: 'half',
        distance_cm: 2_109_750,
        places: 100,
        ranking: JSON.stringify({ basis: 'net' }),
      },
      { raceid: 7, id: 3, name: '十公里', type: '10km', distance_cm: 1_000_000, places: 100 },
    ])
    .execute()
}

export const run = (text: string, more: Partial<ImportOrder> = {}) =>
  importResults(
    { db: world.db, seal: world.parts.seal },
    { raceid: 7, eventid: 1, filename: 'r.csv', bytes: Buffer.from(text), now: world.clock.now(), ...more },
  )
export const taken = async (text: string, more: Partial<ImportOrder> = {}) => {
  const outcome = await run(text, more)
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome.report
}
export const stored = (eventid = 1) =>
  world.db
    .selectFrom('results')
    .selectAll()
    .where('raceid', '=', 7)
    .where('eventid', '=', eventid)
    .orderBy('bib')
    .execute()
export const rankedResults = async (eventid = 1) => {
  const version = await findRankingInputsVersion(world.db, 7, eventid)
  return withRanks(
    world.db,
    (await stored(eventid)).map((row) => ({
      ...row,
      outcome: row.outcome as ResultOutcome,
      inputs_version: version ?? null,
    })),
  )
}
