import { challengesJoin, clockSign, consoleChallengesSave } from '#features/challenges/contract.ts'
import { CHALLENGE_CONSENT_VERSION as CLOCKING } from '#features/challenges/words.ts'
import { consoleRacecontrolDevicesAdd } from '#features/racecontrol/devices/devices.contract.ts'
import { consoleRacecontrolAlarmsRaise } from '#features/racecontrol/monitor/monitor.contract.ts'
import { type RoutePoint, gpxOf } from '#features/tracking/share/route.rules.ts'
import { consoleTrailsSave } from '#features/trails/console.contract.ts'
import { appTrailCheck, appTrailSign } from '#features/trails/contract.ts'
import { TRAIL_CONSENT_VERSION as WALKING } from '#features/trails/words.ts'
import { RACE } from '../entrants.ts'
import { runnerSession } from '../people.ts'
import type { World } from '../world.ts'

const place = { lat: 30, lon: 120 }
/** Sends the track of a run of ten minutes to a challenge, as the proof for today. */
const sendRun = async (world: World, id: number, seed: number, token: string): Promise<void> => {
  const began = world.clock.now().getTime() - 3_600_000 - seed * 60_000
  let random = seed
  const chance = () => (random = (random * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5
  const points = Array.from({ length: 60 }, (_, n): RoutePoint => [
    began + n * 10_000,
    40.7 + (n * 30 + chance() * 12) / 111_195,
    -74 + (chance() * 12) / 84_000,
    null,
  ])
  const form = new FormData()
  for (const [name, value] of Object.entries({ raceid: String(RACE), id: String(id), proof: 'track', _token: token }))
    form.append(name, value)
  form.append('file', new Blob([gpxOf('Run', points)]), 'run.gpx')
  const request = new Request('http://localhost:3000', { method: 'POST', body: form })
  const answered = await world.app.inject({
    method: 'POST',
    url: clockSign.path,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type')! },
  })
  if (answered.json<{ code: string }>().code !== '200') throw new Error(answered.body)
}

/** Adds a trail with three checks, a challenge with three proofs, three alarms and three tracking devices. */
export const fillAroundRace = async (
  world: World,
  desk: { token: string },
): Promise<{ trail: number; challenge: number }> => {
  const point = { name: '起点', ...place, ways: ['position'] as const, points: 10 }
  const { trail } = await world.ask(
    consoleTrailsSave,
    { raceid: RACE, name: '步道', rounds: 1, published: true, points: [point] } as never,
    desk,
  )
  const day = world.clock.now().toISOString().slice(0, 10)
  const month = { starts_on: `${day.slice(0, 8)}01`, ends_on: `${day.slice(0, 8)}28` }
  const { challenge } = await world.ask(
    consoleChallengesSave,
    {
      raceid: RACE,
      name: '打卡',
      goal: 'days',
      target: 3,
      ...month,
      ends_on: month.ends_on < day ? day : month.ends_on,
      least_metres: 1000,
      proofs: ['track'],
      makeups: 0,
      makeup_days: 1,
      published: true,
    } as never,
    desk,
  )
  for (const [n, name] of ['小林', '小顾', '小叶'].entries()) {
    const runner = await runnerSession(world)
    await world.ask(appTrailSign, { raceid: RACE, id: trail.id, name, consent: WALKING }, runner)
    const check = { raceid: RACE, id: trail.id, way: 'position', point: 1, ...place, accuracy: 10 }
    await world.ask(appTrailCheck, check as never, runner)
    await world.ask(challengesJoin, { raceid: RACE, id: challenge.id, name, consent: CLOCKING } as never, runner)
    await sendRun(world, challenge.id, n + 1, runner.token)
    const call = { raceid: RACE, place: `${n + 1} 公里`, note: '求助' }
    await world.ask(consoleRacecontrolAlarmsRaise, call, desk)
    await world.ask(consoleRacecontrolDevicesAdd, { raceid: RACE, code: `T-${n + 1}` } as never, desk)
  }
  return { trail: trail.id, challenge: challenge.id }
}
