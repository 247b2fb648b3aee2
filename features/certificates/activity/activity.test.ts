import { afterAll, beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import {
  challengesJoin,
  clockSign,
  consoleChallengesDecide,
  consoleChallengesSave,
} from '#features/challenges/contract.ts'
import { CHALLENGE_CONSENT_VERSION as CHALLENGE_CONSENT } from '#features/challenges/words.ts'
import { consoleTrailsSave } from '#features/trails/console.contract.ts'
import { appTrailCheck, appTrailSign } from '#features/trails/contract.ts'
import { TRAIL_CONSENT_VERSION } from '#features/trails/words.ts'
import { RACE, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { certificateQuery } from '../contract.ts'
import { certificatesActivity } from './activity.contract.ts'

const NOW = '2026-11-24T00:00:00Z'
let world: World
let editor: { token: string }
beforeAll(async () => {
  world = await makeWorld({ now: NOW })
  await openRace(world, { published_at: new Date('2026-10-01T00:00:00Z') })
  editor = await staffSession(world, [{ raceid: RACE, role: 'director' }])
})
afterAll(() => world?.close())

const verify = (n: string) => world.call(certificateQuery, { n }, { lang: 'en' })
const number = (kind: 'trail' | 'challenge', id: number, as: object) =>
  world.call(certificatesActivity, { raceid: RACE, kind, id }, as)

test("the number of a trail's certificate verifies it; the certificate stays valid after a faster round and ends with the consent", async () => {
  const at = (n: number) => ({ lat: 30 + n / 100, lon: 120 })
  const point = (n: number) => ({ name: `第${n}点`, ...at(n), ways: ['position' as const], points: 10 })
  const trail = { raceid: RACE, name: '环湖步道', names: { en: 'Lake trail' }, rounds: 3, published: true }
  const { id } = (await world.ask(consoleTrailsSave, { ...trail, points: [point(1), point(2)] } as never, editor)).trail
  const [runner, other] = [await runnerSession(world), await runnerSession(world)]
  await world.ask(appTrailSign, { raceid: RACE, id, name: '小林', consent: TRAIL_CONSENT_VERSION }, runner)
  expect(await number('trail', id, runner)).toMatchObject({ refusal: 'activity_not_completed' })
  const walk = async (minutes: number) => {
    for (const n of [1, 2]) {
      const given = { raceid: RACE, id, way: 'position', point: n, ...at(n), accuracy: 10 }
      const { checks } = await world.ask(appTrailCheck, given as never, runner)
      expect(checks[0]!.reason).toBeNull()
      world.clock.advance(minutes * 60_000)
    }
  }
  await walk(30)
  const first = (await number('trail', id, runner)).data
  expect(first.link).toBe(`http://localhost:3000/verify?n=${first.number}`)
  expect(await number('trail', id, other)).toMatchObject({ refusal: 'activity_not_completed' })
  expect(await verify(first.number)).toMatchObject({
    data: {
      verdict: 'genuine',
      kind: 'trail',
      event: 'Lake trail',
      name: '小林',
      activity: { seconds: 1800, rounds: 1 },
    },
  })
  await walk(20)
  const second = (await number('trail', id, runner)).data
  expect(second.number).not.toBe(first.number)
  for (const one of [first, second])
    expect(await verify(one.number)).toMatchObject({
      data: { verdict: 'genuine', activity: { seconds: 1200, rounds: 2 } },
    })
  const forged = first.number.replace(/.$/, (letter) => (letter === '0' ? '1' : '0'))
  expect((await verify(forged)).data?.verdict).toBe('corrected')
  const [race, ...groups] = first.number.split('-')
  const other16 = groups.join('').replace(/^(.{6})./, (whole, head) => `${head}${whole.at(-1) === '0' ? '1' : '0'}`)
  expect(await verify(`${race}-${other16}`)).toMatchObject({ refusal: 'certificate_number_unknown' })
  await world.ask(appTrailSign, { raceid: RACE, id, change: 'withdraw' }, runner)
  expect(await verify(first.number)).toMatchObject({ data: { verdict: 'withdrawn', name: null, activity: null } })
})

test("the number of a challenge's certificate verifies it; the certificate changes with a proof that staff take back", async () => {
  world.clock.set(NOW)
  const rules = { goal: 'days', target: 1, starts_on: '2026-11-20', ends_on: '2026-11-30', proofs: ['photo'] }
  const challenge = { raceid: RACE, name: '十一月打卡', names: { en: 'November' }, published: true, ...rules }
  const { id } = (await world.ask(consoleChallengesSave, challenge as never, editor)).challenge
  const runner = await runnerSession(world)
  const joining = { raceid: RACE, id, name: '小周', consent: CHALLENGE_CONSENT }
  await world.ask(challengesJoin, joining as never, runner)
  expect(await number('challenge', id, runner)).toMatchObject({ refusal: 'activity_not_completed' })
  const photo = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#2a6' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  const fields = { raceid: String(RACE), id: String(id), proof: 'photo', _token: runner.token }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(photo)]), 'proof.jpg')
  const request = new Request('http://localhost:3000', { method: 'POST', body: form })
  const sent = await world.app.inject({
    method: 'POST',
    url: clockSign.path,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type')! },
  })
  const proofid = sent.json<{ data: { proof: { id: number } } }>().data.proof.id
  const { data } = await number('challenge', id, runner)
  expect(await verify(data.number)).toMatchObject({
    data: { verdict: 'genuine', kind: 'challenge', event: 'November', activity: { days: 1, done_on: '2026-11-24' } },
  })
  await world.ask(consoleChallengesDecide, { raceid: RACE, id, proofid, counts: false }, editor)
  expect(await verify(data.number)).toMatchObject({ data: { verdict: 'withdrawn' } })
})
