import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishNotice } from '#features/notices/service.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import {
  checkinDisclaimerGet,
  consoleCheckinDeclarationsList,
  consoleCheckinDeclarationsOpen,
  consoleCheckinDeclarationsSave,
  consoleCheckinDeclarationsSigned,
  consoleCheckinGearList,
  consoleCheckinGearRemove,
  consoleCheckinGearSave,
  consoleCheckinPackagesList,
  consoleCheckinPackagesRemove,
  consoleCheckinPackagesSave,
} from './contract.ts'
import { HEALTH_CONSENT } from './words.ts'
import {
  RACE,
  stroke,
  say,
  question,
  questions,
  world,
  desk,
  runner,
  key,
  enter,
  declare,
  sign,
  openCheckin,
} from '#test/scenes/checkinDesk.ts'

beforeAll(openCheckin)
afterAll(() => world?.close())

test('only staff with the right for this race write lists, packages and declarations', async () => {
  const thing = { raceid: RACE, name: say('头灯') }
  const pack = { raceid: RACE, name: say('参赛包'), place: say('会展中心') }
  const text = { raceid: RACE, kind: 'health' as const, title: say('健康'), body: say('文') }
  const cashier = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
  const elsewhere = await staffSession(world, [{ raceid: 7, role: 'registrar' }])
  expect(await world.call(consoleCheckinGearSave, thing)).toMatchObject({ code: '401' })
  for (const as of [cashier, elsewhere]) {
    expect(await world.call(consoleCheckinGearList, { raceid: RACE }, as)).toMatchObject({ code: '403' })
    expect(await world.call(consoleCheckinGearSave, thing, as)).toMatchObject({ code: '403' })
    expect(await world.call(consoleCheckinGearRemove, { raceid: RACE, id: 1 }, as)).toMatchObject({ code: '403' })
    expect(await world.call(consoleCheckinPackagesList, { raceid: RACE }, as)).toMatchObject({ code: '403' })
    expect(await world.call(consoleCheckinPackagesSave, pack, as)).toMatchObject({ code: '403' })
    expect(await world.call(consoleCheckinPackagesRemove, { raceid: RACE, id: 1 }, as)).toMatchObject({ code: '403' })
    expect(await world.call(consoleCheckinDeclarationsList, { raceid: RACE }, as)).toMatchObject({ code: '403' })
    expect(await world.call(consoleCheckinDeclarationsSave, text, as)).toMatchObject({ code: '403' })
    expect(await world.call(consoleCheckinDeclarationsSigned, { raceid: RACE, kind: 'health' }, as)).toMatchObject({
      code: '403',
    })
    expect(
      await world.call(
        consoleCheckinDeclarationsOpen,
        { raceid: RACE, kind: 'health', registrationid: 1, reason: '医疗' },
        as,
      ),
    ).toMatchObject({ code: '403' })
  }
  expect(await world.call(consoleCheckinGearSave, { ...thing, eventid: 9 }, desk)).toMatchObject({
    code: '404',
    refusal: 'event_not_found',
  })
  expect(await world.call(consoleCheckinGearSave, { ...thing, id: 999 }, desk)).toMatchObject({
    code: '404',
    refusal: 'thing_not_found',
  })
  expect(await world.call(consoleCheckinGearRemove, { raceid: RACE, id: 999 }, desk)).toMatchObject({ code: '404' })
  expect(await world.call(consoleCheckinPackagesRemove, { raceid: RACE, id: 999 }, desk)).toMatchObject({ code: '404' })
  expect(await world.call(consoleCheckinPackagesSave, { ...pack, name: say('') }, desk)).toMatchObject({
    code: '422',
    data: { fields: { 'name.zh-cn': '必填哦' } },
  })
  expect(
    await world.call(
      consoleCheckinPackagesSave,
      { ...pack, from_at: '2026-10-30T10:00:00+08:00', until_at: '2026-10-30T09:00:00+08:00' },
      desk,
    ),
  ).toMatchObject({ code: '422', data: { fields: { until_at: expect.any(String) as string } } })
  expect(
    await world.call(consoleCheckinDeclarationsSave, { ...text, questions: [question('a'), question('a')] }, desk),
  ).toMatchObject({ code: '422', data: { fields: { 'questions.1.name': expect.any(String) as string } } })
  expect(
    await world.call(
      consoleCheckinDeclarationsOpen,
      { raceid: RACE, kind: 'health', registrationid: 999, reason: '医疗' },
      desk,
    ),
  ).toMatchObject({ code: '404' })
})

test('an unknown, closed, unpaid or foreign declaration cannot be signed', async () => {
  expect(await world.call(checkinDisclaimerGet, { id: '1ka-1111111111111111111111' })).toMatchObject({
    code: '404',
    refusal: 'registration_not_found',
  })
  expect(await world.call(checkinDisclaimerGet, { id: key })).toMatchObject({
    code: '404',
    refusal: 'declaration_not_found',
  })
  expect(await sign(key)).toMatchObject({ code: '404', refusal: 'declaration_not_found' })
  await declare({ from_at: '2026-03-01T12:10:00+08:00', until_at: '2026-03-01T12:20:00+08:00' })
  await declare({ kind: 'disclaimer', from_at: '2026-03-01T11:00:00+08:00', until_at: '2026-03-01T12:00:00+08:00' })
  expect(await sign(key, {}, {})).toMatchObject({ code: '401' })
  expect(await sign(key, {}, await runnerSession(world))).toMatchObject({ code: '403' })
  expect(await sign(key)).toMatchObject({ code: '409', refusal: 'declaration_soon' })
  expect(await sign(key, { kind: 'disclaimer' })).toMatchObject({
    code: '409',
    refusal: 'declaration_over',
    msg: '签署时间已过',
  })
  world.clock.set('2026-03-01T12:10:00+08:00')
  expect(await sign(key, { version: 7 })).toMatchObject({ code: '409', refusal: 'declaration_changed' })
  const unpaid = await enter(2, { eventid: 2 })
  expect(await sign(unpaid)).toMatchObject({ code: '409', refusal: 'not_entered' })
})

test('the refusal names each missing thing: answers, a note, the consent, the signature', async () => {
  const fields = async (change: object) => {
    const { code, data } = await sign(key, change, { ...runner, lang: 'en' })
    return { code, fields: (data as unknown as { fields: Record<string, string> }).fields }
  }
  expect(await fields({ answers: {}, consent: '', strokes: undefined })).toEqual({
    code: '422',
    fields: {
      'answers.heart': "You haven't answered the question",
      'answers.drugs': "You haven't answered the question",
      consent: 'Please read and agree',
      strokes: 'Please sign here',
    },
  })
  expect(await fields({ answers: { heart: 'no', drugs: 'yes' } })).toMatchObject({
    fields: { 'notes.drugs': 'Please give details' },
  })
  expect(await fields({ answers: { heart: 'perhaps', drugs: 'no' } })).toMatchObject({
    fields: { 'answers.heart': expect.any(String) as string },
  })
  expect(await fields({ strokes: 'M10 10L12 10' }), 'a dot').toMatchObject({
    fields: { strokes: expect.stringContaining('too short') as string },
  })
  expect(await fields({ strokes: 'M10 10"/><script>' }), 'no path').toMatchObject({
    fields: { strokes: expect.any(String) as string },
  })
  expect(await fields({ strokes: undefined, typed: '别人' })).toMatchObject({
    fields: { typed: expect.any(String) as string },
  })
})

test('a declaration is signed once, by hand or by name; of two simultaneous signatures one counts; a signed text stays as it was', async () => {
  const page = await world.db.transaction().execute((tx) =>
    publishNotice(
      tx,
      RACE,
      {
        kind: 'page',
        articletype: 'health',
        lang: 'zh-cn',
        title: '健康须知',
        content: '<p>请如实填写<script>x</script></p>',
        pinned: false,
        published_at: world.clock.now(),
      },
      world.clock.now(),
    ),
  )
  expect(await world.ask(checkinDisclaimerGet, { id: key, pageid: page.id })).toMatchObject({
    window: 'open',
    mine: false,
    signed: null,
    page: { title: '健康须知', content: '<p>请如实填写</p>' },
    consent: { version: HEALTH_CONSENT },
  })
  const both = await Promise.all([
    sign(key, { answers: { heart: 'no', drugs: 'yes', blood: 'A 型' }, notes: { drugs: '降压药' } }),
    sign(key),
  ])
  expect(both.map(({ code }) => code).sort()).toEqual(['200', '409'])
  expect(await sign(key, {}, { ...runner, lang: 'en' })).toMatchObject({
    code: '409',
    refusal: 'already_applied',
    msg: 'Already applied',
  })
  await declare({ title: say('新健康声明') })
  const mine = await world.ask(checkinDisclaimerGet, { id: key }, runner)
  expect(mine).toMatchObject({
    mine: true,
    title: '新健康声明',
    version: 2,
    signed: { version: 1, title: '健康声明', strokes: stroke },
  })
  expect(
    await world.ask(checkinDisclaimerGet, { id: key }),
    'a stranger with the link learns nothing of it',
  ).toMatchObject({ mine: false, signed: null })
  const second = await enter(3)
  expect(
    await sign(second, { version: 2, strokes: undefined, typed: ' 沈 跑跑', answers: { heart: 'yes', drugs: 'no' } }),
  ).toMatchObject({ code: '200', data: { version: 2, doctor: true } })
})

test('a change of the window keeps the version, another text makes a new one', async () => {
  expect(await declare({ title: say('新健康声明'), until_at: '2026-10-01T00:00:00+08:00' })).toMatchObject({
    version: 2,
  })
  expect(
    await declare({ title: say('新健康声明'), questions: [...questions, question('more', { required: false })] }),
  ).toMatchObject({ version: 3 })
  const { items } = await world.ask(consoleCheckinDeclarationsList, { raceid: RACE }, desk)
  expect(items.filter(({ kind }) => kind === 'health')).toMatchObject([
    { kind: 'health', version: 3, signed: 2, doctor: 1, registrations: 2 },
  ])
})

test("a guardian signs for a runner under age; an event's own text comes before the race's; a plain disclaimer asks no health consent", async () => {
  await world.ask(
    consoleCheckinDeclarationsSave,
    { raceid: RACE, kind: 'disclaimer', title: say('免责声明'), body: say('全部项目'), signature: false },
    desk,
  )
  await world.ask(
    consoleCheckinDeclarationsSave,
    { raceid: RACE, kind: 'disclaimer', eventid: 1, title: say('免责声明'), body: say('半马'), signature: false },
    desk,
  )
  const third = await enter(4)
  const id = (
    await world.db
      .selectFrom('registrations')
      .select('id')
      .where('raceid', '=', RACE)
      .where('_key', '=', third)
      .executeTakeFirstOrThrow()
  ).id
  await world.db
    .updateTable('registrations')
    .set({ age_on_race_day: 15 })
    .where('raceid', '=', RACE)
    .where('id', '=', id)
    .execute()
  expect(await world.ask(checkinDisclaimerGet, { id: third, kind: 'disclaimer' })).toMatchObject({
    body: '半马',
    consent: null,
    under_age: true,
    signature: false,
  })
  const bare = { kind: 'disclaimer', answers: {}, consent: undefined, strokes: undefined }
  expect(await sign(third, bare)).toMatchObject({
    code: '422',
    data: { fields: { guardian_name: '请填写监护人姓名' } },
  })
  expect(
    await sign(third, { version: 3, guardian_name: '沈家长', strokes: undefined, typed: '沈跑跑' }),
    'the guardian signs, not the child',
  ).toMatchObject({ code: '422', data: { fields: { typed: expect.any(String) as string } } })
  expect(await sign(third, { ...bare, guardian_name: '沈家长' })).toMatchObject({ code: '200' })
})

test('staff see the signers and the runners who need a doctor, but never the answers; opening needs a reason and is logged', async () => {
  const page = await world.ask(consoleCheckinDeclarationsSigned, { raceid: RACE, kind: 'health', limit: 1 }, desk)
  expect(page.items).toHaveLength(1)
  const rest = await world.ask(
    consoleCheckinDeclarationsSigned,
    { raceid: RACE, kind: 'health', limit: 1, after: page.after! },
    desk,
  )
  const all = [...page.items, ...rest.items]
  expect(rest.after).toBeNull()
  expect(all.map(({ doctor }) => doctor).sort()).toEqual([false, true])
  expect(JSON.stringify(all)).not.toContain('降压药')
  expect(
    (await world.ask(consoleCheckinDeclarationsSigned, { raceid: RACE, kind: 'health', doctor: true }, desk)).items,
  ).toHaveLength(1)
  const { registrationid } = all.find(({ _key }) => _key === key)!
  const signature = { raceid: RACE, kind: 'health' as const, registrationid }
  expect(await world.call(consoleCheckinDeclarationsOpen, { ...signature, reason: '' }, desk)).toMatchObject({
    code: '422',
  })
  expect(
    await world.call(
      consoleCheckinDeclarationsOpen,
      { ...signature, reason: '医疗' },
      await staffSession(world, [{ raceid: RACE, role: 'editor' }]),
    ),
  ).toMatchObject({ code: '403' })
  const kept = await world.db.selectFrom('signatures').selectAll().where('raceid', '=', RACE).execute()
  for (const row of kept)
    expect(Buffer.concat([row.answers, row.proof]).toString('utf8')).not.toMatch(/heart|降压药|M20/)
  const opened = await world.ask(consoleCheckinDeclarationsOpen, { ...signature, reason: '起点医疗点询问' }, desk)
  expect(opened).toMatchObject({ name: '沈跑跑', version: 1, title: '健康声明' })
  expect([opened.notes.drugs, opened.answers.drugs]).toEqual(
    opened.answers.blood === undefined ? [undefined, 'no'] : ['降压药', 'yes'],
  )
  const log = await world.db.selectFrom('log').selectAll().where('what', '=', 'declaration opened').execute()
  expect(log).toMatchObject([
    {
      staffid: desk.staffid,
      target: `registration ${registrationid}`,
      after: { kind: 'health', reason: '起点医疗点询问' },
    },
  ])
})
