import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobs as certificateJobs } from '#features/certificates/jobs.ts'
import { consoleGamesImport, consoleGamesSave } from '#features/lookups/contract.ts'
import { registrationShow } from '#features/registrations/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { consoleRegistrationsOpen } from '#features/registrations/changes/changes.contract.ts'
import { captchaGenerate, userCurrent, userSmsSend2 } from '#features/accounts/contract.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { codeSentTo, runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
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
import { doErasure } from './erasing.service.ts'
import { eraseWhatIsDue } from './retaining.service.ts'

type Session = Awaited<ReturnType<typeof runnerSession>>
let world: World
let runner: Session
let stranger: Session
const OVER = RACE - 10
const DAY = 24 * 3_600_000

beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  // Signed up for while it is to come; it is over when the clock says so.
  await openRace(world, { id: OVER, name: '湖滨十公里', time: new Date('2026-03-20T00:00:00Z') })
  for (const raceid of [RACE, OVER])
    await openEvent(world, {
      raceid,
      form: {
        ask: { emername: 'required', emertel: 'required', email: 'optional', address: 'optional' },
        clothes: ['M'],
      },
    })
  runner = await runnerSession(world, '13900001111')
  stranger = await runnerSession(world, '13900002222')
})
afterAll(() => world?.close())

const signUp = async (n: number, change: Parameters<typeof entrant>[1] = {}, who: Session = runner) =>
  (
    await world.ask(
      registrationSave,
      entrant(n, { mobile: '13900001111', email: `p${n}@example.org`, address: '湖滨路8号', ...change }),
      who,
    )
  )._key
const rowOf = (raceid: number, key: string) =>
  world.db
    .selectFrom('registrations')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('_key', '=', key)
    .executeTakeFirstOrThrow()
const mine = async (key: string, who = runner) =>
  (await world.ask(mydataShow, { limit: 50 }, { ...who, lang: 'en' })).registrations.find(({ _key }) => _key === key)!
const codeFor = async (session: Session) => {
  world.clock.advance(120_000)
  const { captchaid } = await world.ask(captchaGenerate, {})
  const { answer } = await world.db
    .selectFrom('picture_checks')
    .select('answer')
    .where('captchaid', '=', captchaid)
    .executeTakeFirstOrThrow()
  await world.ask(userSmsSend2, { mobile: session.mobile, captchaid, captcha: answer })
  return codeSentTo(world.parts, session.mobile)
}

test('nobody sees, opens, hides, copies or erases what is not theirs', async () => {
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

describe('what is held', () => {
  test('is shown masked by class with its end, opened on demand, with who opened it as a role and never by name', async () => {
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
      { at: world.clock.now().toISOString(), what: 'Identity and contact details', roles: ['Registrar'] },
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

  test('is taken away as one copy by a link that works once, for this session, for ten minutes', async () => {
    const { path } = await world.ask(mydataExport, {}, runner)
    const fetched = (as: Session | undefined = runner) =>
      world.app.inject({ method: 'GET', url: path, headers: as ? { authorization: `Bearer ${as.token}` } : {} })
    expect((await world.app.inject({ method: 'GET', url: '/mydata/copy/guessed' })).statusCode).toBe(404)
    const copy = await fetched()
    expect(copy.statusCode).toBe(200)
    expect(copy.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': expect.stringContaining('attachment'),
    })
    const zip = copy.rawPayload
    const nameLength = zip.readUInt16LE(26)
    expect(zip.subarray(30, 30 + nameLength).toString()).toBe('data.json')
    const data = JSON.parse(
      inflateRawSync(zip.subarray(30 + nameLength, 30 + nameLength + zip.readUInt32LE(18))).toString(),
    ) as {
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
  test('those of choice come and go with their effect; each change is on record with its wording', async () => {
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

  test('a wish of the account counts for all its registrations, the next one included', async () => {
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

describe('erasing', () => {
  test('is said beforehand, wants a code, waits a week and can be taken back; a race to come keeps what it needs', async () => {
    const key = await signUp(6)
    const plan = await world.ask(mydataPlan, { kind: 'registration', id: key }, { ...runner, lang: 'en' })
    expect(plan.due_at, '30 days after race day').toBe('2026-11-30T23:30:00.000Z')
    expect(plan.kept[0]).toContain('江城马拉松 is not over')
    expect(plan.kept.join()).toContain('accounting law')
    expect(await world.call(mydataErase, { kind: 'registration', id: key, code: '000000' }, runner)).toMatchObject({
      refusal: 'code_wrong',
    })
    const asked = await world.ask(mydataErase, { kind: 'registration', id: key, code: await codeFor(runner) }, runner)
    expect(asked).toMatchObject({ scope: 'registration', done_at: null, due_at: plan.due_at })
    expect(await world.call(mydataErase, { kind: 'registration', id: key, code: '000000' }, runner)).toMatchObject({
      refusal: 'erasure_asked',
    })
    expect(await world.call(mydataKeep, { id: asked.id }, stranger)).toMatchObject({ refusal: 'erasure_over' })
    expect(await world.ask(mydataKeep, { id: asked.id }, runner)).toMatchObject({
      withdrawn_at: world.clock.now().toISOString(),
    })
    await doErasure(world.parts, asked.id, new Date('2027-06-01T00:00:00Z'))
    expect((await rowOf(RACE, key)).erased_at, 'what was taken back is not done').toBeNull()
  })

  test('a saved person goes after the week, and nothing else with it', async () => {
    const [person] = (await world.ask(mydataShow, {}, runner)).people
    const asked = await world.ask(
      mydataErase,
      { kind: 'person', id: person!._key, code: await codeFor(runner) },
      runner,
    )
    const due = new Date(asked.due_at)
    expect(due.getTime() - world.clock.now().getTime()).toBe(7 * DAY)
    await doErasure(world.parts, asked.id, new Date(due.getTime() - 1))
    expect((await world.ask(mydataShow, {}, runner)).people).toHaveLength(1)
    await doErasure(world.parts, asked.id, due)
    expect((await world.ask(mydataShow, {}, runner)).people).toEqual([])
  })

  test('an account whose race is over leaves a result without a name, an order without a person, and no way in', async () => {
    const leaver = await runnerSession(world, '13900003333')
    const key = await signUp(7, { raceid: OVER, mobile: '13900003333', name: '沈去去' }, leaver)
    const { id, orderid } = await rowOf(OVER, key)
    const now = world.clock.now()
    await world.db
      .insertInto('result_sheets')
      .values({ raceid: OVER, eventid: 1, published_at: now, updated_at: now })
      .execute()
    await world.db
      .insertInto('results')
      .values({
        raceid: OVER,
        _key: `${OVER.toString(36)}-${'a'.repeat(22)}`,
        eventid: 1,
        bib: '7',
        registrationid: id,
        name: '沈去去',
        gender: 'F',
        age: 30,
        outcome: 'finished',
        gun_ms: 3_000_000,
        created_at: now,
        updated_at: now,
      })
      .execute()
    // Lists that organisers brought hold the same person: a game's by number, a start list by bib; and certificates
    // were drawn of all of the event.
    const timer = await staffSession(world, [{ raceid: OVER, role: 'timer' }])
    const game = await world.ask(consoleGamesSave, { raceid: OVER, name: '亲子挑战', published: true }, timer)
    const bring = () =>
      world.ask(
        consoleGamesImport,
        {
          raceid: OVER,
          id: game.id,
          text: `编号,姓名,证件号码,项目,成绩\nF1,沈去去,${idnumOf(7)},亲子跑,20:10\nF2,周留留,${idnumOf(70)},亲子跑,21:10`,
        },
        timer,
      )
    await bring()
    await world.db
      .updateTable('registrations')
      .set({ prefix_bib: 'A', bib: '7' })
      .where('raceid', '=', OVER)
      .where('id', '=', id)
      .execute()
    await world.db
      .insertInto('timing_runners')
      .values([
        { raceid: OVER, bib: 'A7', eventid: 1, name: '沈去去', age: 30 },
        { raceid: OVER, bib: 'A8', eventid: 1, name: '周留留', age: 31 },
      ])
      .execute()
    const [{ id: resultid }] = (await world.db
      .selectFrom('results')
      .select('id')
      .where('raceid', '=', OVER)
      .execute()) as [{ id: number }]
    const { id: exportid } = await world.db
      .insertInto('certificate_exports')
      .values({
        raceid: OVER,
        eventid: 1,
        certificateid: 1,
        kind: 'timing',
        name: '完赛证书',
        format: 'jpg',
        version: 1,
        definition: '{}',
        state: 'ready',
        total: 2,
        began_at: now,
        created_at: now,
        ready_at: now,
        expires_at: new Date(now.getTime() + 7 * DAY),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const drawn = (holderid: number) => `private/exports/${OVER}/${exportid}/${holderid}.jpg`
    for (const holderid of [resultid, 5]) {
      await world.parts.outside.files.write(drawn(holderid), Buffer.from('jpeg'))
      await world.db
        .insertInto('certificate_pictures')
        .values({ raceid: OVER, exportid, holderid, name: 'A7 沈去去', digest: 'x', bytes: 4, crc: 1, round: 1 })
        .execute()
    }
    const asked = await world.ask(mydataErase, { kind: 'account', code: await codeFor(leaver) }, leaver)
    await doErasure(world.parts, asked.id, new Date(asked.due_at))
    const {
      rows: [forget],
    } = await sql<{
      payload: { raceid: number; holderids: number[] }
    }>`select payload
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'certificates forget'`.execute(world.db)
    expect(forget!.payload).toEqual({ raceid: OVER, holderids: [id, resultid] })
    await certificateJobs
      .find(({ name }) => name === 'certificates forget')!
      .run(forget!.payload, { ...world.parts, now })
    expect([
      await world.parts.outside.files.read(drawn(resultid)),
      (await world.parts.outside.files.read(drawn(5)))?.toString(),
    ]).toEqual([undefined, 'jpeg'])
    expect(
      (await world.db.selectFrom('certificate_pictures').select('holderid').where('raceid', '=', OVER).execute()).map(
        ({ holderid }) => holderid,
      ),
    ).toEqual([5])
    expect(
      await world.db
        .selectFrom('timing_runners')
        .select(['bib', 'name', 'age'])
        .where('raceid', '=', OVER)
        .orderBy('bib')
        .execute(),
    ).toEqual([
      { bib: 'A7', name: null, age: null },
      { bib: 'A8', name: '周留留', age: 31 },
    ])
    await bring()
    expect(
      await world.db
        .selectFrom('game_runners')
        .select(['bib', 'name', 'event', 'time', 'idnum_ix'])
        .where('raceid', '=', OVER)
        .orderBy('bib')
        .execute(),
      'a list that is brought again gives no name back',
    ).toMatchObject([
      { bib: 'F1', name: '', event: '亲子跑', time: '20:10', idnum_ix: null },
      { bib: 'F2', name: '周留留', idnum_ix: expect.any(Buffer) },
    ])
    const row = await rowOf(OVER, key)
    expect(row).toMatchObject({
      name: '',
      idnum_mask: '',
      mobile: null,
      mobile_ix: null,
      email: null,
      emername: null,
      emertel: null,
      address: null,
      birth: null,
      answers: {},
      orderid,
    })
    expect(row.idnum).toHaveLength(0)
    expect(row.erased_at).not.toBeNull()
    expect(
      await world.db
        .selectFrom('results')
        .select(['name', 'age', 'gun_ms', 'bib'])
        .where('raceid', '=', OVER)
        .execute(),
    ).toEqual([{ name: null, age: null, gun_ms: 3_000_000, bib: '7' }])
    expect(await world.call(userCurrent, {}, leaver)).toMatchObject({ code: '10001' })
    expect(
      await world.db
        .selectFrom('accounts')
        .select(['mobile', 'erased_at'])
        .where('uid', '=', leaver.uid)
        .executeTakeFirstOrThrow(),
    ).toMatchObject({ mobile: null, erased_at: expect.any(Date) })
    expect(
      (await world.db.selectFrom('erasures').select('done_at').where('id', '=', asked.id).executeTakeFirstOrThrow())
        .done_at,
    ).not.toBeNull()
    expect(await world.ask(registrationShow, { id: key }), 'the page says nothing of anybody').toMatchObject({
      name: '匿名选手',
      idnum: '',
      mobile: null,
    })
    const again = await runnerSession(world, '13900003333')
    expect(again.uid, 'the number makes a new account').not.toBe(leaver.uid)
    await doErasure(world.parts, asked.id, new Date(asked.due_at))
  })
})

describe('keeping', () => {
  test('only staff who edit the race see or set how long', async () => {
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

  test('each class goes when its days are over, once, in batches, and the report says what remains', async () => {
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
    const raceTime = new Date('2026-03-20T00:00:00Z').getTime()
    const after = (days: number) => eraseWhatIsDue({ ...world.parts, now: new Date(raceTime + days * DAY) })
    await after(29)
    expect(await left()).toMatchObject({ identity: 3, contact: 3, emergency: 3 })
    await after(30)
    expect(await left()).toMatchObject({ identity: 3, contact: 3, emergency: 0 })
    const row = await rowOf(OVER, keys[0]!)
    expect(row).toMatchObject({ emername: null, emertel: null, name: '沈跑跑', mobile_mask: '139****1111' })
    await after(366)
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

  test("messages and log go by their age, codes in nobody's box after a month", async () => {
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
