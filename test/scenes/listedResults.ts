import { saveEvent } from '#features/events/service.ts'
import { saveRace } from '#features/races/service.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { importResults } from '#features/results/service.ts'
import { type Report, timingQuery } from '#features/results/contract.ts'
import { consoleResultsPublish } from '#features/results/publication/publication.contract.ts'

export let world: World
export let timer: { token: string }
export let runner: { token: string; uid: number }
export const regKey = `7-${'R'.repeat(22)}`

export const file = `bib,name,sex,age,gun,net,5K,10K,15K,20K,half,25K,30K,35K,40K,overall,club
A1,Ann,F,41,3:10:00,3:09:30,21:00,42:00,1:03:00,1:25:00,1:30:00,1:47:00,2:10:00,2:33:00,2:58:00,3,跑吧
A2,Bob,M,38,3:05:00.4,3:04:00,20:00,41:00,1:02:00,1:24:00,1:29:00,1:46:00,2:09:00,2:32:00,2:57:00,1,
A3,100%,M,38,3:05:00,3:04:30,,,,,,,,,,,
A4,Cat,F,30,DNF,,22:00,44:00,,,,,,,,,
A5,Dan,M,52,DNS,,,,,,,,,,,,
`

export const openResults = async (): Promise<void> => {
  world = await makeWorld()
  const { db } = world
  const now = world.clock.now()
  await db.transaction().execute(async (tx) => {
    for (const id of [7, 8])
      await saveRace(
        tx,
        { id, name: `第${id}届`, city: '杭州', time: now, published_at: now, skins: { primary: '#c8102e' } },
        now,
      )
    for (const raceid of [7, 8])
      await saveEvent(
        tx,
        { raceid, id: 1, name: '全程', names: { en: 'Marathon' }, type: 'full', distance_cm: 4_219_500, places: 100 },
        now,
      )
    await saveEvent(tx, { raceid: 7, id: 2, name: '十公里', type: '10km', distance_cm: 1_000_000, places: 100 }, now)
  })
  runner = await runnerSession(world)
  await db
    .insertInto('registrations')
    .values([
      {
        raceid: 7,
        _key: regKey,
        eventid: 1,
        uid: runner.uid,
        state: 'normal',
        name: 'Ann',
        bib: 'A1',
        idtype: 'passport',
        idnum: Buffer.of(1),
        idnum_mask: '*',
        idnum_ix: Buffer.of(1),
        document_ix: Buffer.of(1),
        created_at: now,
        updated_at: now,
      },
      {
        raceid: 7,
        _key: `7-${'S'.repeat(22)}`,
        eventid: 2,
        uid: runner.uid,
        state: 'normal',
        name: 'Ann',
        bib: 'B1',
        idtype: 'passport',
        idnum: Buffer.of(2),
        idnum_mask: '*',
        idnum_ix: Buffer.of(2),
        document_ix: Buffer.of(2),
        created_at: now,
        updated_at: now,
      },
    ])
    .execute()
  timer = await staffSession(world, [{ raceid: 7, role: 'timer' }])
  await importResults(
    { db, seal: world.parts.seal },
    { raceid: 7, eventid: 1, filename: 'r.csv', bytes: Buffer.from(file), now },
  )
}

export const stored = (bib: string) =>
  world.db
    .selectFrom('results')
    .select(['id', '_key'])
    .where('raceid', '=', 7)
    .where('bib', '=', bib)
    .executeTakeFirstOrThrow()
export const publish = (published: boolean) =>
  world.ask(consoleResultsPublish, { raceid: 7, eventid: 1, published }, timer)
export const reported = async (input: Parameters<typeof world.call>[1], as?: { token?: string }): Promise<Report> => {
  const { report } = await world.ask(timingQuery, input, as)
  if (!report) throw new Error('no report')
  return report
}
