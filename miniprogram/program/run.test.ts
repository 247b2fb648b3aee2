import { expect, test } from 'vitest'
import { groundOf } from './ground.js'
import { createRun, keptRun, recorderOf } from './run.js'
import { ok, refusal, standIn } from './standIn.js'

const run = { raceid: 7, id: 3, token: 'a-secret-name-of-22-chars' }
const open = () => {
  const stage = standIn({ answers: { '/app/live/pos': ok({ taken: 1, stopped_by: null }) } })
  const ground = groundOf(stage.platform, 'https://race.example')
  let at = Date.parse('2026-11-01T00:00:00Z')
  const recorder = () =>
    recorderOf(ground.platform, ground.server, run, { now: () => new Date(at), changed: () => undefined })
  return { ...stage, ...ground, recorder, later: (seconds: number) => (at += seconds * 1000) }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a run sends positions in groups, and no more than one in four seconds', async () => {
  const { recorder, move, later, calls } = open()
  const one = recorder()
  expect(await one.start()).toBe(true)
  for (let second = 0; second < 40; second++) {
    move(30 + second / 10_000, 120)
    later(1)
    await settled()
  }
  await one.send()
  const fixes = calls.flatMap(({ input }) => input.fixes as { at: string }[])
  expect(fixes).toHaveLength(10)
  expect(calls.length).toBeLessThanOrEqual(5)
  expect(calls[0]!.input).toMatchObject({ raceid: 7, id: 3, token: run.token })
  expect(fixes[0]).toMatchObject({ at: '2026-11-01T00:00:00.000Z', lat: 30, lon: 120, accuracy: 5, battery: 81 })
})

test('positions without a network stay on the device, over a restart too, and none is lost or sent twice', async () => {
  const { recorder, move, later, calls, acting, platform, listening } = open()
  const before = recorder()
  await before.start()
  acting.online = false
  for (let n = 0; n < 5; n++) {
    move(30, 120)
    later(15)
    await settled()
  }
  expect(before.state()).toMatchObject({ sent: 0, waiting: 5 })
  // The platform ends the mini-program, and the runner opens it again.
  expect(keptRun(platform)).toEqual(run)
  const after = recorder()
  acting.online = true
  await after.start()
  await after.send()
  expect(after.state()).toMatchObject({ sent: 5, waiting: 0 })
  expect(new Set(calls.flatMap(({ input }) => (input.fixes as { at: string }[]).map((fix) => fix.at))).size).toBe(5)
  expect(await after.stop()).toBe(true)
  expect(after.state().stopped).toBe('hand')
  await before.stop()
  expect(listening()).toBe(false)
})

test('a phone that sets its clock back goes on recording and sending', async () => {
  const { recorder, move, later, calls } = open()
  const one = recorder()
  await one.start()
  move(30, 120)
  await settled()
  later(-7200)
  for (let n = 0; n < 3; n++) {
    later(20)
    move(30, 120)
    await settled()
  }
  expect(calls.flatMap(({ input }) => input.fixes as unknown[])).toHaveLength(4)
})

test('a stop without a network waits with its positions', async () => {
  const { recorder, move, acting, platform } = open()
  const one = recorder()
  await one.start()
  acting.online = false
  move(30, 120)
  await settled()
  expect(await one.stop()).toBe(false)
  expect(keptRun(platform)).toEqual({ ...run, stopping: true })
  acting.online = true
  expect(await recorder().stop()).toBe(true)
})

test('a run ends where the server ended it, and does not begin without the permission', async () => {
  const { recorder, move, later, acting, listening } = open()
  acting.answers['/app/live/pos'] = ok({ taken: 1, stopped_by: 'finish' })
  const one = recorder()
  await one.start()
  later(60)
  move(30, 120)
  await settled()
  expect(one.state().stopped).toBe('finish')
  expect(listening()).toBe(false)
  acting.location = false
  expect(await recorder().start()).toBe(false)
})

test('a run that is open on another phone gets a new name of the device', async () => {
  const { server, acting, calls } = open()
  acting.answers['/app/live/create'] = ok({ run: { id: 3, raceid: 7 }, token: null, link: null })
  acting.answers['/app/live/publish'] = ok({ run: { id: 3, raceid: 7 }, token: 'new', link: null })
  const given = { raceid: 7, id: 'key', consent: '2026-11-24', visibility: 'link' as const }
  expect(await createRun(server, given)).toEqual({ raceid: 7, id: 3, token: 'new', link: undefined })
  expect(calls.at(-1)).toMatchObject({ path: '/app/live/publish', input: { change: 'token' } })
  acting.answers['/app/live/create'] = refusal('409', '同意书已更新')
  await expect(createRun(server, given)).rejects.toMatchObject({ message: '同意书已更新' })
})
