import { newKey } from '#db/random.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type Reader, gun, send, standings, timedHalf, worked } from '#test/timing.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleTimingList } from '#features/timing/contract.ts'

export let world: World
export let timer: { token: string }
export let cashier: { token: string }
export let readers: { start: Reader; ten: Reader; finish: Reader }
export const at = { raceid: RACE, eventid: 1 }
export const reason = '核对录像'
export const nextRace = (
  (raceid) => () =>
    raceid++
)(3100)
export const order = async () => (await standings(world)).map((one) => one.split(' ').slice(0, 2).join(' '))

export const openCorrected = async (): Promise<void> => {
  world = await makeWorld({ now: '2026-11-01T02:00:00Z' })
  await openRace(world)
  await openEvent(world)
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  cashier = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
  readers = await timedHalf(world, timer, {
    waves: [
      { name: '1', zones: ['A'], gun: new Date(gun).toISOString() },
      { name: '2', zones: [], gun: new Date(gun).toISOString() },
    ],
  })
  await world.ask(
    consoleTimingList,
    { ...at, kind: 'runners', csv: 'bib,name,gender,age,zone\n1,韩一,男,30,A\n2,韩二,女,31,B\n3,韩三,男,40,B\n' },
    timer,
  )
  await send(world, readers.start, [
    ['1', 3],
    ['2', 60],
    ['3', 9],
  ])
  await send(world, readers.ten, [
    ['1', 2400],
    ['2', 2500],
    ['3', 2450],
  ])
  await send(world, readers.finish, [
    ['1', 5000.1],
    ['2', 5030],
    ['3', 5100],
  ])
  await worked(world)
}

export const ownRace = async () => {
  const raceid = nextRace()
  await openRace(world, { id: raceid })
  await openEvent(world, { raceid })
  const director = await staffSession(world, [{ raceid, role: 'timer' }])
  const mats = await timedHalf(world, director, { raceid })
  const { uid } = await runnerSession(world)
  const now = world.clock.now()
  const signUp = async (bib: string, name: string, age: number) => {
    const proof = Buffer.from(`${raceid} ${bib}`)
    const { id } = await world.db
      .insertInto('registrations')
      .values({
        raceid,
        _key: newKey(raceid),
        eventid: 1,
        uid,
        state: 'normal',
        name,
        gender: 'male',
        age_on_race_day: age,
        bib,
        idtype: 'passport',
        idnum: proof,
        idnum_mask: '*',
        idnum_ix: proof,
        document_ix: proof,
        pay_at: now,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  return { raceid, director, mats, uid, now, signUp }
}
