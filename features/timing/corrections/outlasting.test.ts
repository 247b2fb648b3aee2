import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleResultsTake } from '#features/results/submissions/submissions.contract.ts'
import { askErasure, doErasure } from '#features/privacy/erasing.service.ts'
import { send, standings, worked } from '#test/timing.ts'
import { consoleTimingClose, consoleTimingOffset } from '../contract.ts'
import { consoleTimingCorrect } from './corrections.contract.ts'
import { world, reason, openCorrected, ownRace } from '#test/scenes/correctedRace.ts'

beforeAll(openCorrected)
afterAll(() => world?.close())

test('a submission of a runner whom the finish mat missed survives every derivation; a disqualified one is not replaced', async () => {
  const { db } = world
  const { raceid, director, mats, uid, now, signUp } = await ownRace()
  const at = { raceid, eventid: 1 }
  const handed = async (n: number, bib: string) => {
    const registrationid = await signUp(bib, `补交${bib}`, 30)
    const proof = Buffer.of(90, n)
    return (
      await db
        .insertInto('handed_in_results')
        .values({
          raceid,
          registrationid,
          eventid: 1,
          uid,
          time_ms: 6_000_000,
          proof: 'p',
          mark: proof,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  }
  const [, lost, out] = [await handed(0, '80'), await handed(1, '81'), await handed(2, '82')]
  await send(world, mats.start, [
    ['80', 2],
    ['81', 5],
    ['82', 6],
  ])
  await send(world, mats.ten, [
    ['80', 2500],
    ['81', 2600],
    ['82', 2610],
  ])
  await send(world, mats.finish, [['80', 5000]])
  await worked(world, raceid)
  await world.ask(consoleTimingClose, { ...at, closed: true }, director)
  await world.ask(
    consoleTimingCorrect,
    { ...at, bib: '82', change: { kind: 'outcome', outcome: 'dsq', rule: 'TR 24.2' } as never, reason },
    director,
  )
  expect(
    await world.call(consoleResultsTake, { raceid, id: lost, time: '0:00' }, director),
    'nobody runs in no time',
  ).toMatchObject({ refusal: 'handin_implausible' })
  expect(await world.call(consoleResultsTake, { raceid, id: out }, director)).toMatchObject({
    refusal: 'handin_has_result',
  })
  expect(await world.ask(consoleResultsTake, { raceid, id: lost }, director)).toMatchObject({
    state: 'taken',
    place: 2,
  })
  for (const closed of [false, true]) await world.ask(consoleTimingClose, { ...at, closed }, director)
  expect(
    (await standings(world, raceid)).map((one) => one.split(' ').slice(0, 3).join(' ')),
    'closed again, everybody is derived anew',
  ).toEqual(['1 80 finished', '2 81 finished', '– 82 dsq'])
})

test('an erased runner keeps a result with a name and gets back no result without one, when all is derived again', async () => {
  const { db } = world
  const { raceid, director, mats, uid, now, signUp } = await ownRace()
  const [kept, taken] = [await signUp('91', '沈跑1', 31), await signUp('92', '沈跑2', 32)]
  await send(world, mats.start, [
    ['91', 2],
    ['92', 5],
  ])
  await send(world, mats.finish, [
    ['91', 5000],
    ['92', 5100],
  ])
  await worked(world, raceid)
  const long = new Date(now.getTime() + 40 * 86_400_000)
  for (const [registrationid, anonymous] of [
    [kept, false],
    [taken, true],
  ] as const) {
    const { id } = await db.transaction().execute((tx) =>
      askErasure(tx, {
        uid,
        scope: 'registration',
        raceid,
        registrationid,
        person: null,
        anonymous,
        asked_at: now,
        due_at: now,
      }),
    )
    await doErasure(world.parts, id, long)
  }
  const seen = () =>
    db
      .selectFrom('results')
      .select(['bib', 'name', 'age', 'gun_ms', 'hide_name'])
      .where('raceid', '=', raceid)
      .orderBy('bib')
      .execute()
  const before = await seen()
  expect(before).toEqual([
    { bib: '91', name: '沈跑1', age: 31, gun_ms: 5_000_000, hide_name: false },
    { bib: '92', name: null, age: null, gun_ms: 5_100_000, hide_name: true },
  ])
  await world.ask(consoleTimingOffset, { raceid, id: mats.finish.id, offset_ms: -1000, reason }, director)
  await worked(world, raceid)
  expect(await seen()).toEqual(before.map((one) => ({ ...one, gun_ms: one.gun_ms! - 1000 })))
})
