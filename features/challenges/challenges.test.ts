import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Envelope } from '#contract/envelope.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { type RoutePoint, gpxOf } from '#features/tracking/share/route.rules.ts'
import { RACE, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  challengesJoin,
  challengesList,
  challengesRank,
  clockMy,
  clockSign,
  consoleChallengesDecide,
  consoleChallengesList,
  consoleChallengesProofs,
  consoleChallengesSave,
} from './contract.ts'
import { sweeps } from './jobs.ts'
import { personal } from './personal.service.ts'
import { tables } from './table.service.ts'
import { CHALLENGE_CONSENT_VERSION } from './words.ts'

const NOW = '2026-03-06T15:00:00Z'
let world: World
let editor: { token: string }
let runner: Awaited<ReturnType<typeof runnerSession>>
let id: number
const challenge = (change: object = {}) => ({
  raceid: RACE,
  name: '三月打卡',
  names: { en: 'Run in March' },
  goal: 'days',
  target: 5,
  starts_on: '2026-03-01',
  ends_on: '2026-03-31',
  least_metres: 1000,
  proofs: ['track', 'photo'],
  makeups: 1,
  makeup_days: 3,
  published: true,
  ...change,
})
const make = async (change: object = {}): Promise<number> =>
  (await world.ask(consoleChallengesSave, challenge(change) as never, editor)).challenge.id
const join = (as = runner, change: object = {}) =>
  world.call(
    challengesJoin,
    { raceid: RACE, id, name: '小林', consent: CHALLENGE_CONSENT_VERSION, ...change } as never,
    as,
  )
beforeAll(async () => {
  world = await makeWorld({ now: NOW })
  await openRace(world, { published_at: new Date('2026-01-01T00:00:00Z'), zone: 'America/New_York' })
  editor = await staffSession(world, [{ raceid: RACE, role: 'director' }])
})
afterAll(() => world?.close())
beforeEach(async () => {
  world.clock.set(NOW)
  runner = await runnerSession(world)
  id = await make()
})

/** Makes a run whose positions have the errors of a GPS receiver. `speed` is in metres a second. */
const run = (start: string, { seed = 3, speed = 3, minutes = 10 } = {}): RoutePoint[] => {
  let random = seed
  const chance = () => (random = (random * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5
  return Array.from({ length: minutes * 6 }, (_, n): RoutePoint => [
    Date.parse(start) + n * 10_000,
    40.7 + (n * 10 * speed + chance() * 12) / 111_195,
    -74 + (chance() * 12) / 84_000,
    null,
  ])
}
type Signed = OutputOf<typeof clockSign>
const send = async (fields: object, file: Uint8Array | string | null, as = runner): Promise<Envelope<Signed>> => {
  const form = new FormData()
  const all = { raceid: String(RACE), id: String(id), _token: as.token, _lang: 'en', ...fields }
  for (const [name, value] of Object.entries(all)) form.append(name, String(value))
  if (file !== null) form.append('file', new Blob([Buffer.from(file)]), 'proof.jpg')
  const request = new Request('http://localhost:3000', { method: 'POST', body: form })
  return (
    await world.app.inject({
      method: 'POST',
      url: clockSign.path,
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type')! },
    })
  ).json()
}
const track = async (points: RoutePoint[], fields: object = {}, as = runner) =>
  (await send({ proof: 'track', ...fields }, gpxOf('Run', points), as)).data!
const picture = (shade: number) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: { r: shade, g: 90, b: 120 } } })
    .jpeg()
    .toBuffer()
const photo = async (shade: number, fields: object = {}, as = runner) =>
  send({ proof: 'photo', ...fields }, await picture(shade), as)

describe('joining', () => {
  test('needs an account, the present consent, and an open challenge that is visible', async () => {
    const draft = await make({ published: false })
    const over = await make({ starts_on: '2026-02-01', ends_on: '2026-02-28' })
    expect(await join(runner, { id: draft })).toMatchObject({ refusal: 'challenge_not_found' })
    expect(await join(runner, { id: over })).toMatchObject({ refusal: 'challenge_over' })
    expect(await join(runner, { consent: '2020-01-01' })).toMatchObject({ refusal: 'challenge_consent_outdated' })
    expect(await join(runner, { raceid: 987_654 })).toMatchObject({ refusal: 'race_not_found' })
    expect(await join({ token: 'nobody' } as never)).toMatchObject({ code: '10001' })
    expect(await photo(1)).toMatchObject({ refusal: 'challenge_not_joined' })
    const listed = await world.ask(challengesList, { raceid: RACE }, { lang: 'en' } as never)
    expect(listed.items.some((one) => one.id === draft)).toBe(false)
    expect(listed.items.find((one) => one.id === id)).toMatchObject({ name: 'Run in March' })
    expect(await world.call(challengesList, { raceid: RACE, id: draft })).toMatchObject({
      refusal: 'challenge_not_found',
    })
  })
  test('shows the calendar of the own zone of the race', async () => {
    await join()
    world.clock.set('2026-03-07T04:59:00Z')
    const mine = async () => (await world.ask(clockMy, { raceid: RACE, id }, runner)).items[0]!
    expect(await mine()).toMatchObject({ zone: 'America/New_York', today: '2026-03-06' })
    world.clock.set('2026-03-07T05:00:00Z')
    expect((await mine()).today).toBe('2026-03-07')
    expect((await mine()).calendar).toHaveLength(31)
  })
  test('a withdrawal erases proofs and photos at once', async () => {
    await join()
    const { data } = await photo(9)
    const { photo: address } = data!.proof
    const file = () => world.app.inject({ url: address!, headers: { cookie: `startline=${runner.token}` } })
    expect((await file()).statusCode).toBe(200)
    await world.ask(challengesJoin, { raceid: RACE, id, change: 'withdraw' }, runner)
    expect((await file()).statusCode).toBe(404)
    expect((await world.ask(clockMy, {}, runner)).items).toEqual([])
    expect(await photo(10)).toMatchObject({ refusal: 'challenge_not_joined' })
  })
})

describe('clocking in', () => {
  beforeEach(() => join())
  test('over the night in which the clocks go forward, day by day', async () => {
    // The 8th of March has 23 hours in New York.
    const starts = ['2026-03-06T23:30:00-05:00', '2026-03-07T23:50:00-05:00', '2026-03-08T23:50:00-04:00']
    for (const [n, start] of starts.entries()) {
      world.clock.set(new Date(Date.parse(start) + 3_600_000).toISOString())
      const { proof } = await track(run(start, { seed: n + 2 }))
      expect(proof).toMatchObject({ state: 'counts', day: `2026-03-0${n + 6}`, made_up: false })
    }
    world.clock.set('2026-03-09T12:00:00Z')
    const { standing, calendar } = (await world.ask(clockMy, { raceid: RACE, id }, runner)).items[0]!
    expect(standing).toMatchObject({ days: 3, streak: 3, longest: 3 })
    expect(calendar.slice(4, 9).map(({ state }) => state)).toEqual(['missed', 'done', 'done', 'done', 'today'])
  })
  test('refuses a ride, the same run twice, and a run of tomorrow, with the reason', async () => {
    world.clock.set('2026-03-06T23:00:00Z')
    const reason = async (points: RoutePoint[], as = runner) => (await track(points, {}, as)).proof.reason
    expect(await reason(run('2026-03-06T20:00:00Z', { speed: 9 }))).toBe('track_bicycle')
    expect(await reason(run('2026-03-06T20:00:00Z'))).toBeNull()
    expect(await reason(run('2026-03-06T20:00:03Z'))).toBe('track_known')
    const other = await runnerSession(world)
    await join(other)
    expect(await reason(run('2026-03-06T20:00:00Z'), other)).toBe('track_known')
    expect(await reason(run('2026-03-07T20:00:00Z', { seed: 8 }))).toBe('track_future')
    expect(await send({ proof: 'track' }, 'no track')).toMatchObject({ refusal: 'track_file_unreadable' })
    expect(await send({ proof: 'photo' }, null)).toMatchObject({ refusal: 'challenge_file_needed' })
    expect(await send({ proof: 'photo' }, 'no picture')).toMatchObject({ refusal: 'not_a_picture' })
  })
  test('one photo counts once, also for two people at once', async () => {
    const other = await runnerSession(world)
    await join(other)
    const both = await Promise.all([photo(50), photo(50, {}, other)])
    expect(both.map(({ data }) => data!.proof.reason).toSorted()).toEqual([null, 'photo_known'])
  })
  test('makes up a missed day once, and names the reason for a second refusal', async () => {
    const made = await photo(60, { day: '2026-03-05' })
    expect(made.data).toMatchObject({
      proof: { made_up: true, state: 'counts' },
      mine: { standing: { makeups_left: 0 } },
    })
    expect((await photo(61, { day: '2026-03-04' })).data!.proof).toMatchObject({
      reason: 'makeup_none',
      says: 'No make-up days are left',
    })
    expect((await photo(62, { day: '2026-03-07' })).data!.proof.reason).toBe('ahead')
    expect((await photo(63)).data!.mine.standing.streak).toBe(2)
  })
  test('a challenge that takes no photos says so', async () => {
    id = await make({ proofs: ['track'] })
    await join()
    expect((await photo(70)).data!.proof).toMatchObject({ reason: 'proof_kind', photo: null })
  })
  test('a repeated proof with the same key is written once', async () => {
    const once = { proof: 'photo', _once: `once-${crypto.randomUUID()}` }
    const bytes = await picture(80)
    const both = [await send(once, bytes), await send(once, bytes)]
    expect(both.map(({ data }) => data!.proof.reason)).toEqual([null, null])
    expect((await world.ask(clockMy, { id }, runner)).items[0]!.proofs).toHaveLength(1)
  })
})

test('friends rank among themselves by the code of their group', async () => {
  const friend = await runnerSession(world)
  const stranger = await runnerSession(world)
  await join()
  await join(stranger, { name: '路人' })
  const made = (await world.ask(challengesJoin, { raceid: RACE, id, change: 'group', name: '晨跑团' }, runner)).mine!
  const { code } = made.group!
  await join(friend, { name: '阿强', code })
  for (const [n, as] of [runner, friend, stranger].entries()) await photo(100 + n, {}, as)
  await photo(110, { day: '2026-03-05' }, friend)
  const ranks = (asked: object) => world.call(challengesRank, { raceid: RACE, id, ...asked } as never)
  expect(await ranks({ code })).toMatchObject({
    data: {
      total: 2,
      items: [
        { rank: 1, name: '阿强', group: '晨跑团', days: 2 },
        { rank: 2, name: '小林' },
      ],
    },
  })
  expect(await ranks({})).toMatchObject({ data: { total: 3 } })
  expect(await ranks({ code: 'guess' })).toMatchObject({ refusal: 'challenge_group_not_found' })
  const guessed = world.call(challengesJoin, { raceid: RACE, id, change: 'group', code: 'guess' }, stranger)
  expect(await guessed).toMatchObject({ refusal: 'challenge_group_not_found' })
  await world.ask(challengesJoin, { raceid: RACE, id, change: 'leave' }, friend)
  expect(await ranks({ code })).toMatchObject({ data: { total: 1 } })
})

describe('staff', () => {
  test('write challenges only with the right, and only within the limits', async () => {
    const save = (change: object, as = editor) => world.call(consoleChallengesSave, challenge(change) as never, as)
    const gate = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
    expect(await save({}, gate)).toMatchObject({ refusal: 'no_permission' })
    expect(await save({ id: 999_999 })).toMatchObject({ refusal: 'challenge_not_found' })
    expect(await save({ ends_on: '2026-02-28' })).toMatchObject({ refusal: 'challenge_days_wrong' })
    expect(await save({ target: 32 })).toMatchObject({ refusal: 'challenge_target_too_far' })
    expect(await save({ id, updated_at: '2020-01-01T00:00:00.000Z' })).toMatchObject({
      refusal: 'challenge_changed_meanwhile',
    })
    expect(await save({ id, name: '春跑' })).toMatchObject({ data: { challenge: { name: '春跑' } } })
    const { items } = await world.ask(consoleChallengesList, { raceid: RACE }, editor)
    expect(items.find((one) => one.id === id)).toMatchObject({ name: '春跑', waiting: 0 })
  })
  test('describe a challenge in three languages', async () => {
    const descriptions = { 'zh-tw': '每天跑一點', en: 'Run a little every day' }
    const description = '每天跑一点'
    const challengeid = await make({ description, descriptions })
    const read = async (lang: 'zh-cn' | 'zh-tw' | 'en') =>
      (await world.ask(challengesList, { raceid: RACE, id: challengeid }, { lang } as never)).items[0]!.description
    expect([await read('zh-cn'), await read('zh-tw'), await read('en')]).toEqual([
      description,
      '每天跑一點',
      descriptions.en,
    ])
    const { items } = await world.ask(consoleChallengesList, { raceid: RACE }, editor)
    expect(items.find((one) => one.id === challengeid)).toMatchObject({ description, descriptions })
    await make({ id: challengeid, description })
    expect(await read('en'), 'an absent language shows the description').toBe(description)
  })
  test('review photos: a waiting photo does not count', async () => {
    id = await make({ review: true })
    await join()
    const { proof, mine } = (await photo(120)).data!
    expect([proof.state, mine.standing.days]).toEqual(['waiting', 0])
    const asked = { raceid: RACE, id }
    const listed = await world.ask(consoleChallengesProofs, asked, editor)
    expect(listed.items).toMatchObject([{ name: '小林', state: 'waiting', photo: proof.photo }])
    const decide = (counts: boolean, proofid = proof.id) =>
      world.call(consoleChallengesDecide, { ...asked, proofid, counts }, editor)
    expect(await decide(true, 999_999)).toMatchObject({ refusal: 'challenge_proof_not_found' })
    expect(await decide(true)).toMatchObject({ data: { proof: { state: 'counts', reason: null } } })
    const days = async () => (await world.ask(clockMy, { id }, runner)).items[0]!.standing.days
    expect(await days()).toBe(1)
    expect(await decide(false)).toMatchObject({ data: { proof: { state: 'refused', reason: 'staff' } } })
    expect(await days()).toBe(0)
    await photo(120)
    expect(await decide(true)).toMatchObject({ refusal: 'challenge_proof_again' })
  })
  test('export proofs and ranks', async () => {
    await join()
    await photo(130)
    const reading = { ...world.parts, lang: 'en', now: world.clock.now() } as never
    const rowsOf = async (name: string) =>
      (
        await tables
          .find((one) => one.name === name)!
          .read(reading, { raceid: RACE, filter: { id } as never, after: undefined, limit: 10 })
      ).rows
    expect(await rowsOf('challenge_proofs')).toMatchObject([{ name: '小林', day: '2026-03-06' }])
    expect(await rowsOf('challenge_ranks')).toMatchObject([{ rank: 1, days: 1 }])
  })
})

test('sketches are erased 30 days after the challenge, and the proofs of an account are erased with it', async () => {
  await join()
  world.clock.set('2026-03-06T23:00:00Z')
  await track(run('2026-03-06T20:00:00Z', { seed: 77 }))
  const held = async () =>
    (await world.db.selectFrom('challenge_proofs').select('sketch').where('challengeid', '=', id).execute()).filter(
      ({ sketch }) => sketch !== null,
    ).length
  const sweep = (at: string) => sweeps[0]!.run({ ...world.parts, now: new Date(at) } as never)
  await sweep('2026-04-29T00:00:00Z')
  expect(await held()).toBe(1)
  await sweep('2026-05-02T00:00:00Z')
  expect(await held()).toBe(0)
  const other = await runnerSession(world)
  await world.db.transaction().execute((tx) => personal.merge!.adopt!(tx, { from: runner.uid, to: other.uid }))
  expect((await world.ask(clockMy, {}, other)).items).toHaveLength(1)
  const copied = await personal.copy!.ofAccount!({ ...world.parts, lang: 'en', now: world.clock.now() } as never, {
    uid: other.uid,
    mobile: null,
  })
  expect(copied.challenges).toMatchObject([{ raceid: RACE, proofs: [{ proof: 'track' }] }])
  await world.db.transaction().execute((tx) => personal.erase!.account!(tx, other.uid, world.clock.now()))
  expect((await world.ask(clockMy, {}, other)).items).toEqual([])
})
