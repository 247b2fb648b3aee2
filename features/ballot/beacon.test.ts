import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RACE } from '#test/entrants.ts'
import {
  consoleBallotsCancel,
  consoleBallotsDeclare,
  consoleBallotsFreeze,
  consoleBallotsSeed,
  consoleBallotsShow,
} from './console.contract.ts'
import { isNumberAhead } from './declared.rules.ts'
import { freezeList } from './list/freezing.service.ts'
import { drawLots } from './draw/lots.service.ts'
import { publishDue, publishOutcome } from './publishing.service.ts'
import { seedDue } from './draw/seeding.service.ts'
import { everybody } from '#test/ballot/ballots.ts'
import { world, openBallot, minutes } from '#test/scenes/ballotRace.ts'

beforeAll(openBallot)
afterAll(() => world.close())

describe('the beacon', () => {
  const beaconBallot = async () => {
    const eventid = await world.event()
    await world.several(4, eventid)
    world.clock.advance(86_400_001)
    const { id } = await world.declare(
      eventid,
      { source: { kind: 'beacon', at: minutes(20) } },
      { draw_at: minutes(60), pay_end: minutes(9_000) },
    )
    await world.ask(consoleBallotsFreeze, world.key(id), world.staff)
    return { id, eventid }
  }
  const weather = async () => (await world.parts.integrations.sandbox.beacon!()).weather
  const seed = () => seedDue(world.parts, world.clock.now())

  test('its round is fixed when the list is frozen; the draw waits while the beacon is silent or wrong, and shows this', async () => {
    const { id } = await beaconBallot()
    await freezeList(world.parts, world.key(id))
    const shown = await world.ask(consoleBallotsShow, world.key(id), world.staff)
    const { source } = shown.declared
    expect(source).toMatchObject({ kind: 'beacon', chain: (await world.parts.integrations.beacon.chain()).hash })
    expect(
      Math.abs(new Date(shown.round_at!).getTime() - new Date((source as { at: string }).at).getTime()),
    ).toBeLessThan(3_000)
    expect(shown.chain_key).not.toBeNull()
    expect((await world.call(consoleBallotsSeed, { ...world.key(id), number: '1' }, world.staff)).refusal).toBe(
      'ballot_by_beacon',
    )
    await seed()
    expect((await world.ballotOf(id)).state, 'not before its time').toBe('frozen')
    world.clock.advance(21 * 60_000)
    Object.assign(await weather(), { down: true })
    await seed()
    expect(await world.ballotOf(id)).toMatchObject({ state: 'frozen', problem: 'beacon_down' })
    Object.assign(await weather(), { down: false, lies: true })
    await seed()
    expect(await world.ballotOf(id)).toMatchObject({ state: 'frozen', problem: 'beacon_wrong' })
    Object.assign(await weather(), { lies: false })
    await Promise.all([seed(), seed()])
    const seeded = await world.ballotOf(id)
    expect(seeded).toMatchObject({ state: 'seeded', problem: null })
    expect(seeded.source).toBe(
      (await world.parts.integrations.beacon.round((source as { round: number }).round))!.randomness,
    )
    await seed()
    expect((await world.ballotOf(id)).seed).toEqual(seeded.seed)
    expect(
      await world.db
        .selectFrom('log')
        .select('what')
        .where('raceid', '=', RACE)
        .where('target', '=', `ballot ${id}`)
        .where('what', '=', 'ballot seeded')
        .execute(),
    ).toHaveLength(1)
  })

  test('of the sandbox is refused for a published race where real people are served, and serves a rehearsal', async () => {
    const eventid = await world.event()
    await world.several(4, eventid)
    world.clock.advance(86_400_001)
    const { integrations } = world.parts
    const { sms } = integrations
    const declared = { places: 2, segments: [everybody], source: { kind: 'beacon' as const, at: minutes(20) } }
    const declare = (source: object = declared.source) =>
      world.call(
        consoleBallotsDeclare,
        { raceid: RACE, eventid, declared: { ...declared, source } as typeof declared },
        world.staff,
      )
    const publishAt = async (published_at: Date | null) => {
      await world.db.updateTable('races').set({ published_at }).where('id', '=', RACE).execute()
      world.clock.advance(6_000)
    }
    const { data: before } = await declare()
    Object.assign(integrations, { sms: { ...sms, sandbox: false } })
    try {
      expect((await declare()).refusal).toBe('ballot_beacon_pretend')
      expect((await world.call(consoleBallotsFreeze, world.key(before.id), world.staff)).refusal).toBe(
        'ballot_beacon_pretend',
      )
      expect((await world.ballotOf(before.id)).freezing_at).toBeNull()
      expect((await declare({ kind: 'number', says: '指数', at: minutes(20) })).code, 'a public number').toBe('200')
      await publishAt(null)
      expect((await declare()).code, 'a rehearsal').toBe('200')
      expect((await world.call(consoleBallotsFreeze, world.key(before.id), world.staff)).code).toBe('200')
      await freezeList(world.parts, world.key(before.id))
      await publishAt(new Date('2026-01-01T00:00:00Z'))
      world.clock.advance(21 * 60_000)
      await seed()
      expect(await world.ballotOf(before.id), 'published again').toMatchObject({
        state: 'frozen',
        problem: 'beacon_pretend',
      })
      expect(
        (await world.call(consoleBallotsCancel, { ...world.key(before.id), why: '改用公开数字' }, world.staff)).code,
      ).toBe('200')
      expect((await declare({ kind: 'number', says: '指数', at: minutes(20) })).code, 'declared again').toBe('200')
    } finally {
      Object.assign(integrations, { sms })
      await publishAt(new Date('2026-01-01T00:00:00Z'))
    }
  })
  test('a list that is ready only after its seed is not frozen', async () => {
    const { id } = await beaconBallot()
    world.clock.advance(30 * 60_000)
    await freezeList(world.parts, world.key(id))
    expect(await world.ballotOf(id)).toMatchObject({
      state: 'declared',
      freezing_at: null,
      problem: 'source_passed',
      list_hash: null,
    })
    expect(await world.entries(id)).toEqual([])
  })

  test('the outcome is published at its hour, and a late draw names no hour', async () => {
    const { id, eventid } = await beaconBallot()
    await freezeList(world.parts, world.key(id))
    world.clock.advance(21 * 60_000)
    await seed()
    expect((await world.eventRow(eventid)).draw_at).toEqual((await world.ballotOf(id)).draw_at)
    await publishDue(world.db, world.clock.now())
    world.clock.advance(40 * 60_000)
    await publishDue(world.db, world.clock.now())
    expect((await world.eventRow(eventid)).draw_at, 'late: not drawn yet').toBeNull()
    await drawLots(world.parts, world.key(id))
    await publishDue(world.db, world.clock.now())
    expect((await world.ballotOf(id)).state).toBe('publishing')
    await publishOutcome(world.parts, world.key(id))
    expect((await world.ballotOf(id)).state).toBe('published')
  })
})

test('a public number is entered from its declared moment on, and a list that is ready later is not frozen', async () => {
  const numbered = async () => {
    const eventid = await world.event()
    await world.several(3, eventid)
    world.clock.advance(86_400_001)
    const { id } = await world.declare(eventid, { source: { kind: 'number', says: '收盘指数', at: minutes(20) } })
    await world.ask(consoleBallotsFreeze, world.key(id), world.staff)
    return id
  }
  const late = await numbered()
  world.clock.advance(20 * 60_000)
  await freezeList(world.parts, world.key(late))
  expect(await world.ballotOf(late)).toMatchObject({
    state: 'declared',
    freezing_at: null,
    problem: 'source_passed',
    list_hash: null,
  })
  expect(await world.entries(late)).toEqual([])

  const id = await numbered()
  await freezeList(world.parts, world.key(id))
  const enter = () => world.call(consoleBallotsSeed, { ...world.key(id), number: '3847.52' }, world.staff)
  world.clock.advance(20 * 60_000 - 1000)
  expect((await enter()).refusal, 'one second before').toBe('ballot_number_early')
  expect((await world.ballotOf(id)).source).toBeNull()
  world.clock.advance(1000)
  expect((await enter()).data).toMatchObject({ state: 'seeded', source: '3847.52' })
})

test('the moment of a number counts in every zone', () => {
  const source = (at: string) => ({ kind: 'number' as const, says: 'x', at })
  const now = new Date('2026-12-01T08:00:00Z')
  expect(isNumberAhead(source('2026-12-01T16:00:00+08:00'), now)).toBe(false)
  expect(isNumberAhead(source('2026-12-01T03:00:01-05:00'), now)).toBe(true)
  expect(isNumberAhead({ kind: 'number', says: 'x' }, now)).toBe(false)
})
