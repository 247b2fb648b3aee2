import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { numbered } from '#test/numbered.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type Reader, gun, send, timedHalf, worked } from '#test/timing.ts'
import { type World, makeWorld } from '#test/world.ts'
import { sweeps } from '../jobs.ts'
import { appLiveCreate, appLivePos, appLiveQuery } from './share.contract.ts'
import { SHARE_CONSENT_VERSION } from './share.words.ts'

let world: World
let readers: { start: Reader; ten: Reader; finish: Reader }
const MINUTE = 60_000
beforeAll(async () => {
  world = await makeWorld({ now: new Date(gun).toISOString() })
  await openRace(world)
  await openEvent(world, { name: '半程', distance_cm: 2_109_750 })
  readers = await timedHalf(world, await staffSession(world, [{ raceid: RACE, role: 'timer' }]))
})
afterAll(() => world?.close())

test('a run stops after the finish of its runner, and the runs of others go on', async () => {
  const runs = []
  for (const bib of ['1', '2']) {
    const runner = await runnerSession(world)
    const [entry] = await numbered(world, [`|${bib}`], { uid: runner.uid })
    const opened = await world.ask(
      appLiveCreate,
      { raceid: RACE, id: entry!._key, consent: SHARE_CONSENT_VERSION, visibility: 'race' },
      runner,
    )
    runs.push({ runner, token: opened.token! })
  }
  await send(world, readers.start, [
    ['1', 2],
    ['2', 3],
  ])
  world.clock.advance(86 * MINUTE)
  await send(world, readers.finish, [['1', 5100]], 10)
  await worked(world)
  world.clock.advance(2000)
  await sweeps
    .find(({ name }) => name === 'tracking_share_stops')!
    .run({ ...world.parts, now: world.clock.now() } as never)
  const states = await Promise.all(runs.map(({ runner }) => world.ask(appLiveQuery, { raceid: RACE }, runner)))
  expect(states.map(({ run }) => run!.stopped_by)).toEqual(['finish', null])
  const now = world.clock.now().getTime()
  const fixes = [-60_000, 1000].map((ms) => ({ at: now + ms, lat: 30, lon: 120 + ms * 1e-8 }))
  // The phone of the finisher sends a late fix of the last kilometre, and a fix from after the stop.
  expect(await world.ask(appLivePos, { raceid: RACE, token: runs[0]!.token, fixes })).toMatchObject({
    taken: 1,
    refused: [{ reason: 'stopped', times: 1 }],
    stopped_by: 'finish',
  })
})

test('a run follows its registration to another bib and event, and stops if the runner leaves the race', async () => {
  await openEvent(world, { id: 2, name: '十公里', distance_cm: 1_000_000 })
  const runner = await runnerSession(world)
  const [entry] = await numbered(world, ['|31'], { uid: runner.uid })
  const change = (values: object) =>
    world.db.updateTable('registrations').set(values).where('id', '=', entry!.id).execute()
  // The organiser gives the bib after the runner has tried the phone at home.
  await change({ bib: null })
  const asked = { raceid: RACE, id: entry!._key, consent: SHARE_CONSENT_VERSION, visibility: 'race' } as const
  expect((await world.ask(appLiveCreate, asked, runner)).run.bib).toBeNull()
  const seen = async () => {
    await sweeps
      .find(({ name }) => name === 'tracking_share_stops')!
      .run({ ...world.parts, now: world.clock.now() } as never)
    return (await world.ask(appLiveQuery, { raceid: RACE }, runner)).run!
  }
  await change({ bib: '32', prefix_bib: 'B', eventid: 2 })
  expect(await seen()).toMatchObject({ bib: 'B32', eventid: 2, stopped_by: null })
  await change({ exited_at: world.clock.now() })
  expect(await seen()).toMatchObject({ bib: 'B32', stopped_by: 'staff' })
})
