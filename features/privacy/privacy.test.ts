import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleRegistrationsOpen } from '#features/registrations/changes/changes.contract.ts'
import { RACE, entrant, idnumOf } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { unzipped } from '#test/storage/unzipped.ts'
import {
  consolePrivacySave,
  consolePrivacyShow,
  mydataConsent,
  mydataErase,
  mydataExport,
  mydataHide,
  mydataKeep,
  mydataOpen,
  mydataPlan,
  mydataShow,
} from './contract.ts'
import { eraseWhatIsDue } from './retaining.service.ts'
import {
  type RunnerSession,
  world,
  runner,
  stranger,
  OVER,
  DAY,
  openPrivacy,
  signUp,
  rowOf,
  mine,
} from '#test/scenes/privacyDesk.ts'

beforeAll(openPrivacy)
afterAll(() => world?.close())

test('nobody sees, opens, hides, copies or erases the data of other people', async () => {
  const key = await signUp(1)
  for (const endpoint of [mydataShow, mydataExport] as const)
    expect(await world.call(endpoint, {})).toMatchObject({ code: '401' })
  expect((await world.ask(mydataShow, {}, stranger)).registrations).toEqual([])
  const refused = { code: '404', refusal: 'nothing_held' }
  expect(await world.call(mydataOpen, { kind: 'registration', id: key }, stranger)).toMatchObject(refused)
  expect(await world.call(mydataHide, { id: key, hide_name: true, hide_age: true }, stranger)).toMatchObject(refused)
  expect(await world.call(mydataPlan, { kind: 'registration', id: key }, stranger)).toMatchObject(refused)
  expect(await world.call(mydataConsent, { id: key, name: 'photos', given: true }, stranger)).toMatchObject(refused)
  expect(await world.call(mydataErase, { kind: 'registration', id: key, code: '000000' }, stranger)).toMatchObject(
    refused,
  )
  expect(await world.call(mydataOpen, { kind: 'person', id: 'x' }, runner)).toMatchObject(refused)
  expect(await world.call(mydataKeep, { id: 1 }, runner)).toMatchObject({ code: '409', refusal: 'erasure_over' })
})

describe('the kept data', () => {
  test('is shown masked by class with its end, opened on demand, with the role and never the name of each reader', async () => {
    const key = await signUp(2, { keep: true })
    const { id } = await rowOf(RACE, key)
    const desk = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
    await world.ask(consoleRegistrationsOpen, { raceid: RACE, id, why: '核对保险' }, desk)
    const whole = await world.ask(mydataShow, { limit: 50 }, { ...runner, lang: 'en' })
    expect(JSON.stringify(whole)).not.toContain(idnumOf(2))
    expect(whole.people).toMatchObject([{ idnum: expect.stringContaining('****') }])
    const shown = await mine(key)
    expect(shown.classes.map(({ class: of, held }) => [of, held])).toEqual([
      ['identity', true],
      ['contact', true],
      ['emergency', true],
      ['health', false],
      ['proofs', false],
    ])
    expect(shown.classes[2]!.until, 'emergency contacts go 30 days after the race').toBe('2026-11-30T23:30:00.000Z')
    expect(shown.opened).toEqual([
      { at: world.clock.now().toISOString(), what: 'Viewed ID and contact details', roles: ['Registrar'] },
    ])
    expect(JSON.stringify(shown.opened)).not.toContain('工作人员')
    const { values } = await world.ask(mydataOpen, { kind: 'registration', id: key }, { ...runner, lang: 'en' })
    expect(values.map(({ value }) => value)).toEqual(
      expect.arrayContaining([idnumOf(2), '13900001111', 'p2@example.org', '湖滨路8号']),
    )
    expect((await world.ask(mydataOpen, { kind: 'account' }, runner)).values).toMatchObject([{ value: '13900001111' }])
    expect(
      (await world.ask(mydataOpen, { kind: 'person', id: whole.people[0]!._key }, runner)).values.map(
        ({ value }) => value,
      ),
    ).toContain(idnumOf(2))
  })

  test('is handed out as one copy by a link that works once, for this session, for ten minutes', async () => {
    const { path } = await world.ask(mydataExport, {}, runner)
    const fetched = (as: RunnerSession | undefined = runner) =>
      world.app.inject({ method: 'GET', url: path, headers: as ? { authorization: `Bearer ${as.token}` } : {} })
    expect((await world.app.inject({ method: 'GET', url: '/mydata/copy/guessed' })).statusCode).toBe(404)
    const copy = await fetched()
    expect(copy.statusCode).toBe(200)
    expect(copy.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': expect.stringContaining('attachment'),
    })
    const data = JSON.parse((await unzipped(copy.rawPayload)).get('data.json')!.toString()) as {
      account: { mobile: string }
      registrations: { idnum: string; consents: object[] }[]
      orders: object[]
      people: object[]
    }
    expect(data.account.mobile).toBe('13900001111')
    expect(data.registrations.map(({ idnum }) => idnum)).toContain(idnumOf(2))
    expect(data.orders.length).toBeGreaterThan(0)
    expect((await fetched()).statusCode, 'a second time').toBe(404)
    const late = await world.ask(mydataExport, {}, runner)
    world.clock.advance(11 * 60_000)
    expect((await world.app.inject({ method: 'GET', url: late.path })).statusCode).toBe(404)
    const other = await world.ask(mydataExport, {}, runner)
    expect(
      (
        await world.app.inject({
          method: 'GET',
          url: other.path,
          headers: { authorization: `Bearer ${stranger.token}` },
        })
      ).statusCode,
      "somebody else's session",
    ).toBe(404)
    expect(
      (
        await world.db
          .selectFrom('log')
          .select('what')
          .where('target', '=', `account ${runner.uid}`)
          .orderBy('id')
          .execute()
      )
        .map(({ what }) => what)
        .slice(0, 2),
    ).toEqual(['copy asked for', 'copy taken'])
  })
})

describe('consents', () => {
  test('of choice can be given and withdrawn with their effect; each change is recorded with its wording', async () => {
    const { terms, sensitive } = entrant(3).consents!
    const key = await signUp(3, { consents: { terms, sensitive } })
    const row = await rowOf(RACE, key)
    expect(row, 'no consent to publishing: hidden from the start').toMatchObject({ hide_name: true, hide_age: true })
    const held = (await mine(key)).consents
    expect(held.map(({ name, at, choice }) => [name, at !== null, choice])).toEqual([
      ['terms', true, false],
      ['sensitive', true, false],
      ['publication', false, true],
      ['photos', false, true],
      ['marketing', false, true],
    ])
    expect(held[1]).toMatchObject({
      body: expect.stringContaining('证件号码'),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await world.call(mydataConsent, { id: key, name: 'nonsense', given: true }, runner)).toMatchObject({
      refusal: 'consent_unknown',
    })
    expect(
      await world.call(mydataConsent, { id: key, name: 'photos', given: false }, runner),
      'never given',
    ).toMatchObject({ refusal: 'consent_unknown' })
    expect(
      await world.call(mydataConsent, { id: key, name: 'sensitive', given: false }, runner),
      'the race is to come',
    ).toMatchObject({ code: '409', refusal: 'consent_carries_race' })
    expect(await world.ask(mydataConsent, { id: key, name: 'publication', given: true }, runner)).toMatchObject({
      withdrawn_at: null,
    })
    expect(await rowOf(RACE, key)).toMatchObject({ hide_name: false, hide_age: false })
    const back = await world.ask(
      mydataConsent,
      { id: key, name: 'publication', given: false },
      { ...runner, lang: 'en' },
    )
    expect(back).toMatchObject({
      withdrawn_at: world.clock.now().toISOString(),
      effect: expect.stringContaining('no longer show your name'),
    })
    expect(await rowOf(RACE, key)).toMatchObject({ hide_name: true, hide_age: true })
    const changes = await world.db
      .selectFrom('consent_changes')
      .selectAll()
      .where('registrationid', '=', row.id)
      .orderBy('id')
      .execute()
    expect(changes.map(({ name, given, uid, hash }) => [name, given, uid, hash !== null])).toEqual([
      ['publication', true, runner.uid, true],
      ['publication', false, runner.uid, true],
    ])
  })

  test('a wish of the account counts for all its registrations, also for the next one', async () => {
    const before = await signUp(4)
    expect(await world.ask(mydataHide, { hide_name: true, hide_age: false }, runner)).toMatchObject({
      hide_name: true,
      hide_age: false,
    })
    const after = await signUp(5)
    expect([await rowOf(RACE, before), await rowOf(RACE, after)]).toMatchObject([
      { hide_name: true, hide_age: false },
      { hide_name: true, hide_age: false },
    ])
    expect((await world.ask(mydataShow, {}, runner)).account).toMatchObject({ hide_name: true, hide_age: false })
    await world.ask(mydataHide, { hide_name: false, hide_age: false }, runner)
    await world.ask(mydataHide, { id: after, hide_name: true, hide_age: true }, runner)
    expect([await rowOf(RACE, before), await rowOf(RACE, after)]).toMatchObject([
      { hide_name: false },
      { hide_name: true, hide_age: true },
    ])
  })
})

describe('retention', () => {
  test('only staff who edit the race see or set the time', async () => {
    const cashier = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
    expect(await world.call(consolePrivacyShow, { raceid: RACE }, cashier)).toMatchObject({ code: '403' })
    expect(await world.call(consolePrivacySave, { raceid: RACE, class: 'health', days: 5 }, cashier)).toMatchObject({
      code: '403',
    })
    const editor = await staffSession(world, [{ raceid: RACE, role: 'editor' }])
    expect(await world.call(consolePrivacySave, { raceid: RACE, class: 'health', days: 5000 }, editor)).toMatchObject({
      code: '422',
    })
    const { items } = await world.ask(consolePrivacySave, { raceid: RACE, class: 'health', days: 5 }, editor)
    expect(items.find((one) => one.class === 'health')).toMatchObject({
      days: 5,
      usual: 30,
      due_at: '2026-11-05T23:30:00.000Z',
      done_at: null,
    })
    await world.ask(consolePrivacySave, { raceid: RACE, class: 'health' }, editor)
  })

  test('each class is erased when its days are over, once, in batches, and the report names the rest', async () => {
    const keys = await Promise.all([8, 9, 10].map((n) => signUp(n, { raceid: OVER, mobile: '13900001111' })))
    const editor = await staffSession(world, [{ raceid: OVER, role: 'editor' }])
    const left = async () =>
      Object.fromEntries(
        (await world.ask(consolePrivacyShow, { raceid: OVER }, editor)).items.map(({ class: of, remaining }) => [
          of,
          remaining,
        ]),
      )
    expect(await left()).toMatchObject({ identity: 3, contact: 3, emergency: 3 })
    const { id } = await rowOf(OVER, keys[0]!)
    const edited = { province: '浙江省', emerrelationship: 'spouse', clothes: 'L', name: '沈跑跑' }
    await world.db
      .insertInto('log')
      .values({
        raceid: OVER,
        at: world.clock.now(),
        what: 'registration corrected',
        target: `registration ${id}`,
        before: JSON.stringify({ ...edited, mobile: '138****1111' }),
        after: JSON.stringify({ ...edited, mobile: '139****1111', reason: '改' }),
      })
      .execute()
    const logged = async () => {
      const { before, after } = await world.db
        .selectFrom('log')
        .select(['before', 'after'])
        .where('target', '=', `registration ${id}`)
        .where('what', '=', 'registration corrected')
        .executeTakeFirstOrThrow()
      return [before, after].map((values) => Object.keys(values as object).sort())
    }
    const raceTime = new Date('2026-03-20T00:00:00Z').getTime()
    const after = (days: number) => eraseWhatIsDue({ ...world.parts, now: new Date(raceTime + days * DAY) })
    await after(29)
    expect(await left()).toMatchObject({ identity: 3, contact: 3, emergency: 3 })
    await after(30)
    expect(await left()).toMatchObject({ identity: 3, contact: 3, emergency: 0 })
    const row = await rowOf(OVER, keys[0]!)
    expect(row).toMatchObject({ emername: null, emertel: null, name: '沈跑跑', mobile_mask: '139****1111' })
    const kept = ['clothes', 'mobile', 'name', 'province']
    expect(await logged(), 'the log loses what the registration loses').toEqual([kept, [...kept, 'reason'].sort()])
    await after(366)
    expect(await logged()).toEqual([
      ['clothes', 'name'],
      ['clothes', 'name', 'reason'],
    ])
    expect(await left()).toMatchObject({ identity: 3, contact: 0 })
    await after(1096)
    expect(await left()).toMatchObject({ identity: 0, contact: 0, emergency: 0 })
    expect(await rowOf(OVER, keys[0]!)).toMatchObject({ idnum_mask: '', birth: null, name_ix: null, name: '沈跑跑' })
    expect((await rowOf(OVER, keys[0]!)).document_ix).not.toEqual((await rowOf(OVER, keys[1]!)).document_ix)
    const [race] = await world.db
      .selectFrom('registrations')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('raceid', '=', RACE)
      .where('emername', 'is not', null)
      .execute()
    expect(race!.n, 'the race to come keeps its own; 1,096 days later it is over too').toBe(0)
    const shown = await world.ask(consolePrivacyShow, { raceid: OVER }, editor)
    expect(shown.items.find((one) => one.class === 'identity')).toMatchObject({
      erased: 3,
      done_at: expect.any(String),
    })
  })

  test("messages and log are erased by their age, codes in nobody's box after a month", async () => {
    const now = new Date('2031-01-01T00:00:00Z')
    const at = (days: number) => new Date(now.getTime() - days * DAY)
    const message = (key: string, days: number, uid: number | null) => ({
      key,
      template: 'login_code',
      lang: 'en',
      raceid: null,
      mobile: Buffer.from('x'),
      mobile_mask: '1',
      content: Buffer.from('x'),
      uid,
      created_at: at(days),
    })
    await world.db.deleteFrom('messages').execute()
    await world.db
      .insertInto('messages')
      .values([
        message('a', 366, runner.uid),
        message('b', 364, runner.uid),
        message('c', 31, null),
        message('d', 29, null),
      ])
      .execute()
    await world.db.deleteFrom('log').execute()
    await world.db
      .insertInto('log')
      .values(
        [
          [1096, 'old'],
          [1000, 'young'],
        ].map(([days, what]) => ({ at: at(days as number), what: String(what), target: 'race 1' })),
      )
      .execute()
    await eraseWhatIsDue({ ...world.parts, now })
    expect(
      (await world.db.selectFrom('messages').select('key').orderBy('key').execute()).map(({ key }) => key),
    ).toEqual(['b', 'd'])
    expect((await world.db.selectFrom('log').select('what').execute()).map(({ what }) => what)).toEqual(['young'])
  })
})
