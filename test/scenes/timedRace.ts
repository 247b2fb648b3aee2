import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type Reader, send, timedHalf, worked } from '#test/timing.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleTimingList } from '#features/timing/contract.ts'

export let world: World
export let timer: { token: string }
export let cashier: { token: string }
export let readers: { start: Reader; ten: Reader; finish: Reader }
export const at = { raceid: RACE, eventid: 1 }

export const runners = [
  'bib,name,gender,age,zone',
  '1,韩一,男,30,A',
  '2,韩二,女,31,A',
  '3,韩三,男,40,A',
  '4,韩四,女,41,A',
  '5,韩五,男,50,A',
].join('\n')
export const openTimed = async (): Promise<void> => {
  world = await makeWorld({ now: '2026-11-01T02:00:00Z' })
  await openRace(world)
  await openEvent(world)
  await openEvent(world, { id: 2, name: '十公里', distance_cm: 1_000_000 })
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  cashier = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
  readers = await timedHalf(world, timer)
  await world.ask(consoleTimingList, { ...at, kind: 'runners', csv: runners }, timer)
  await send(world, readers.start, [
    ['1', 3],
    ['2', 5],
    ['3', 9],
    ['4', 12],
    ['5', 20],
  ])
  await send(world, readers.ten, [
    ['1', 2400],
    ['2', 2500],
    ['3', 2450],
    ['4', 3000],
  ])
  await send(world, readers.finish, [
    ['1', 5000.1],
    ['2', 5200],
    ['3', 5100],
    ['4', 6000],
  ])
  await worked(world)
}

export const first = [
  '1 1 finished 5000100 4997100 [2400000] 1 1',
  '2 3 finished 5100000 5091000 [2450000] 2 2',
  '3 2 finished 5200000 5195000 [2500000] 1 3',
  '4 4 finished 6000000 5988000 [3000000] 2 4',
  '– 5 running – – [] – –',
]
export const reason = '裁判组核对录像'
