import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formOf } from '#features/events/rules.ts'
import { saveEvent } from '#features/events/service.ts'
import { Question } from '#features/fields/own/question.contract.ts'
import { mydataOpen } from '#features/privacy/contract.ts'
import { doErasure } from '#features/privacy/erasing.service.ts'
import {
  consoleRegistrationsOpen,
  consoleRegistrationsShow,
  registrationEdit,
  registrationFetch,
} from '#features/registrations/changes/changes.contract.ts'
import { registrationDocuments, registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { type BuiltForm, consoleFormsPreview, consoleFormsSave, consoleFormsShow } from './contract.ts'

let world: World
let editor: { token: string }
let director: { token: string }
let stranger: { token: string }
let runner: Awaited<ReturnType<typeof runnerSession>>
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openRace(world, { id: 2027, name: '别的赛事' })
  await openEvent(world)
  await openEvent(world, { id: 2, name: '全程马拉松', names: { en: 'Marathon' } })
  editor = await staffSession(world, [{ raceid: RACE, role: 'editor' }])
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  stranger = await staffSession(world, [{ raceid: 2027, role: 'director' }])
  runner = await runnerSession(world)
})
afterAll(() => world?.close())
beforeEach(() => world.clock.advance(2_000))

const of = { raceid: RACE, eventid: 1 }
const ask = (name: string, more: object = {}) =>
  Question.parse({ name, kind: 'text', says: { 'zh-cn': `问题${name}`, en: `Question ${name}` }, ...more })
const travel = ask('f1', {
  kind: 'choice',
  required: true,
  says: { 'zh-cn': '您怎么来？', en: 'How do you travel?' },
  options: [
    { value: 'o1', says: { 'zh-cn': '自驾', en: 'By car' } },
    { value: 'o2', says: { 'zh-cn': '地铁', en: 'By metro' } },
  ],
})
const plate = ask('f2', {
  required: true,
  says: { 'zh-cn': '停车号牌', en: 'Number plate' },
  when: { field: 'f1', is: ['o1'] },
})
const health = ask('f3', { says: { 'zh-cn': '过敏史', en: 'Allergies' }, personal: true, max: 200 })
const shown = (eventid = 1) => world.ask(consoleFormsShow, { raceid: RACE, eventid }, editor)
const save = async (change: Partial<BuiltForm>, more: Record<string, unknown> = {}) => {
  const { updated_at, form } = await shown()
  return world.call(consoleFormsSave, { ...of, updated_at, form: { ...form, ...change }, ...more }, {
    ...editor,
    lang: 'en',
  } as never)
}
const fieldsOf = (answered: { data: unknown }) => (answered.data as { fields?: Record<string, string> } | null)?.fields
const raw = async () => JSON.stringify(await world.db.selectFrom('registrations').selectAll().execute())
const sealed = () => world.db.selectFrom('personal_answers').selectAll().orderBy('name').execute()
let people = 810_000
const signUp = (answers: Record<string, string>, change: object = {}) =>
  world.call(registrationSave, entrant(people++, { answers, ...change }), { ...runner, lang: 'en' } as never)

describe('the builder', () => {
  test('refuses strangers, staff of other races, unknown events, and old versions', async () => {
    const { updated_at, form } = await shown()
    for (const endpoint of [consoleFormsShow, consoleFormsPreview] as const) {
      expect(await world.call(endpoint, of)).toMatchObject({ refusal: 'not_logged_in' })
      expect(await world.call(endpoint, of, stranger)).toMatchObject({ refusal: 'no_permission' })
      expect(await world.call(endpoint, { ...of, eventid: 99 }, editor)).toMatchObject({ refusal: 'event_not_found' })
    }
    const given = { ...of, updated_at, form }
    expect(await world.call(consoleFormsSave, given)).toMatchObject({ refusal: 'not_logged_in' })
    expect(await world.call(consoleFormsSave, given, stranger)).toMatchObject({ refusal: 'no_permission' })
    expect(await world.call(consoleFormsSave, { ...given, eventid: 99 }, editor)).toMatchObject({
      refusal: 'event_not_found',
    })
    expect(
      await world.call(consoleFormsSave, { ...given, updated_at: '2020-01-01T00:00:00.000Z' }, editor),
    ).toMatchObject({ refusal: 'event_changed_meanwhile' })
  })

  test('names the faults: a label of 10,000 characters, 200 fields, a health question without its mark', async () => {
    expect(fieldsOf(await save({ questions: [ask('f1', { says: { en: 'x'.repeat(10_000) } })] }))).toEqual({
      'form.questions.0.says': 'Please enter at most 200 characters',
    })
    const many = Array.from({ length: 200 }, (_, at) => ask(`f${at}`))
    expect(fieldsOf(await save({ questions: many }))).toEqual({
      'form.questions': 'A form holds at most 100 fields of your own',
    })
    expect(fieldsOf(await save({ questions: [{ ...health, personal: false }] }))).toEqual({
      'form.questions.0.personal': 'Give a reason for taking the personal mark off',
    })
  })

  test('a form is published in its order and in every language, with any labels', async () => {
    const odd = ask('f4', { says: { 'zh-cn': '<img src=x onerror=alert(1)>䶮😀', en: '<b>odd</b>' } })
    const sections = [{ name: 's1', says: { 'zh-cn': '出行', en: 'Getting there' }, fields: ['f1', 'f2', 'f4'] }]
    expect(await save({ questions: [travel, plate, health, odd], sections })).toMatchObject({ code: '200' })
    const { event } = await world.ask(registrationDocuments, of, { ...runner, lang: 'en' } as never)
    expect(event.form.sections.at(-1)).toEqual({ name: 's1', title: 'Getting there' })
    const own = event.form.fields.filter(({ label }) => label !== null)
    expect(own.map(({ name, section }) => `${section} ${name}`)).toEqual(['more f3', 's1 f1', 's1 f2', 's1 f4'])
    expect(own.at(-1)?.label).toBe('<b>odd</b>')
    expect(own.find(({ name }) => name === 'f2')).toMatchObject({ when: { field: 'f1', is: ['o1'] }, personal: false })
    const log = await world.db.selectFrom('log').select(['what', 'target']).where('what', '=', 'form changed').execute()
    expect(log).toEqual([{ what: 'form changed', target: 'event 1' }])
    const { after } = await world.db
      .selectFrom('log')
      .select('after')
      .where('what', '=', 'form changed')
      .executeTakeFirstOrThrow()
    const { sections: written } = after as { sections: string }
    expect(written, 'the log has the names of fields and sections').toContain('出行：')
    expect(written).not.toMatch(/s1|f1|who|emername/)
  })

  test('an event saved on its own page keeps its form', async () => {
    const before = (await shown()).form
    const row = await world.db
      .selectFrom('events')
      .selectAll()
      .where('id', '=', 1)
      .where('raceid', '=', RACE)
      .executeTakeFirstOrThrow()
    expect(formOf(row).questions).toEqual(before.questions)
  })

  test('a field for every event is in all of them, and has the same words from then on', async () => {
    const { form } = await shown()
    expect(await save({}, { everywhere: ['f1'] })).toMatchObject({ code: '200' })
    const other = await shown(2)
    expect(other.form.questions.map(({ name }) => name)).toEqual(['f1'])
    expect(other.form.sections.at(-1)).toMatchObject({ name: 's1', fields: ['f1'] })
    const reworded = form.questions.map((one) =>
      one.name === 'f1' ? { ...one, says: { 'zh-cn': '怎样到场？' } } : one,
    )
    await save({ questions: reworded })
    expect((await shown(2)).form.questions[0]).toMatchObject({ says: { 'zh-cn': '怎样到场？' }, required: true })
    await save({ questions: form.questions })
  })
})

describe('answers', () => {
  test('a condition counts on the server: hidden answers are dropped, shown fields must be answered', async () => {
    expect(fieldsOf(await signUp({ f1: 'o1' }))).toEqual({
      'answers.f2': expect.stringContaining('is a required item'),
    })
    expect(fieldsOf(await signUp({}))).toEqual({ 'answers.f1': expect.stringContaining('is a required item') })
    const { data } = await signUp({ f1: 'o2', f2: '浙A12345' })
    const { registration } = await world.ask(registrationFetch, { id: (data as { _key: string })._key }, runner)
    expect(registration.answers).toEqual({ f1: 'o2' })
  })

  test('personal answers are sealed one by one, masked for staff, and opened with a reason', async () => {
    const { data } = await signUp({ f1: 'o1', f2: '浙A12345', f3: '花生与青霉素' })
    const { _key } = data as { _key: string }
    expect(await raw()).toContain('浙A12345')
    expect(await raw()).not.toContain('花生与青霉素')
    const [row] = await sealed()
    expect(row).toMatchObject({ raceid: RACE, name: 'f3', class: 'health', file: null })
    expect(row!.answer.toString('utf8')).not.toContain('花生')
    const { registration } = await world.ask(registrationFetch, { id: _key }, runner)
    expect(registration.answers).toEqual({ f1: 'o1', f2: '浙A12345', f3: '花生与青霉素' })
    const input = { raceid: RACE, id: Number(registration._id) }
    const file = await world.ask(consoleRegistrationsShow, input, { ...director, lang: 'en' } as never)
    expect(file.answers.map(({ label, answer, personal }) => [label, answer, personal])).toEqual([
      ['How do you travel?', 'By car', false],
      ['Number plate', '浙A12345', false],
      ['Allergies', '****', true],
    ])
    const opened = await world.ask(consoleRegistrationsOpen, { ...input, why: '医疗组核对' }, director)
    expect(opened.answers).toMatchObject([{ name: 'f3', answer: '花生与青霉素' }])
    const own = await world.ask(mydataOpen, { kind: 'registration', id: _key }, { ...runner, lang: 'en' } as never)
    expect(own.values).toContainEqual({ class: 'Answers', label: 'Allergies', value: '花生与青霉素' })
  })

  test('a change asks for shown fields, and drops hidden ones', async () => {
    const { data } = await signUp({ f1: 'o2', f3: '无' })
    const { _key } = data as { _key: string }
    const edit = (answers: Record<string, string>) =>
      world.call(registrationEdit, { id: _key, answers }, { ...runner, lang: 'en' } as never)
    const answers = async () => (await world.ask(registrationFetch, { id: _key }, runner)).registration.answers
    expect(fieldsOf(await edit({ f1: 'o1' }))).toEqual({ 'answers.f2': expect.stringContaining('is a required item') })
    expect(await edit({ f1: 'o1', f2: '沪B0' })).toMatchObject({ code: '200' })
    expect(await answers()).toEqual({ f1: 'o1', f2: '沪B0', f3: '无' })
    expect(await edit({ f3: '海鲜' })).toMatchObject({ code: '200' })
    expect(await edit({ f1: 'o2' })).toMatchObject({ code: '200' })
    expect(await answers()).toEqual({ f1: 'o2', f3: '海鲜' })
    expect(fieldsOf(await edit({ f9: 'x' }))).toEqual({ answers: expect.stringMatching(/\S/) })
    const log = JSON.stringify(await world.db.selectFrom('log').selectAll().execute())
    expect(log).not.toContain('海鲜')
    expect(log).not.toContain('沪B0')
  })

  test('a file belongs to the account that uploaded it', async () => {
    const { form } = await shown()
    const scan = ask('f5', { kind: 'file', says: { 'zh-cn': '完赛照', en: 'A photo' } })
    await save({ questions: [...form.questions, scan] })
    expect(fieldsOf(await signUp({ f1: 'o2', f5: `/private/${RACE}/${'0'.repeat(32)}.jpg` }))).toEqual({
      'answers.f5': 'Not in the right form',
    })
    await save({ questions: form.questions })
  })
})

describe('a field that has answers', () => {
  test('keeps its kind, and is retired and not deleted; a field without answers is deleted', async () => {
    const { form } = await shown()
    const number = form.questions.map((one) => (one.name === 'f2' ? { ...one, kind: 'number' as const } : one))
    expect(fieldsOf(await save({ questions: number }))).toEqual({
      'form.questions.2.kind': undefined,
      ...fieldsOf(await save({ questions: number })),
    })
    expect(Object.values(fieldsOf(await save({ questions: number }))!)[0]).toContain('its kind stays')
    await save({ questions: form.questions.filter(({ name }) => name !== 'f2' && name !== 'f4') })
    const { fields } = await shown()
    const plateField = fields.find(({ question }) => question.name === 'f2')
    expect(plateField).toMatchObject({ retired: true, answered: 1, events: [] })
    expect(fields.some(({ question }) => question.name === 'f4')).toBe(false)
    expect(await save(form)).toMatchObject({ code: '200' })
    expect((await shown()).fields.find(({ question }) => question.name === 'f2')).toMatchObject({ retired: false })
  })

  test('is sealed with all its answers once it is marked as personal, and still opens without the mark', async () => {
    const { form } = await shown()
    const marked = form.questions.map((one) => (one.name === 'f2' ? { ...one, personal: true } : one))
    expect(await raw()).toContain('浙A12345')
    expect(await save({ questions: marked })).toMatchObject({ code: '200' })
    expect(await raw()).not.toContain('浙A12345')
    expect((await sealed()).filter(({ name }) => name === 'f2')).not.toEqual([])
    expect(fieldsOf(await save({ questions: form.questions }))).toEqual({
      'form.questions.1.personal': 'Give a reason for taking the personal mark off',
    })
    expect(await save({ questions: form.questions }, { reasons: { f2: '安保每天要看' } })).toMatchObject({
      code: '200',
    })
    expect(await raw(), 'what was sealed stays sealed').not.toContain('浙A12345')
  })

  test('is erased with its registration', async () => {
    const { data } = await signUp({ f1: 'o1', f2: '京C1', f3: '哮喘' })
    const { _key } = data as { _key: string }
    const { id } = await world.db
      .selectFrom('registrations')
      .select('id')
      .where('_key', '=', _key)
      .executeTakeFirstOrThrow()
    const of = async () => (await sealed()).filter(({ registrationid }) => registrationid === id)
    expect(await of()).not.toEqual([])
    const now = world.clock.now()
    const erasure = await world.db
      .insertInto('erasures')
      .values({
        uid: runner.uid,
        raceid: RACE,
        registrationid: id,
        scope: 'registration',
        asked_at: now,
        due_at: now,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await doErasure(world.parts, erasure.id, new Date('2027-06-01T00:00:00Z'))
    expect(await of()).toEqual([])
    expect(await raw()).not.toContain('京C1')
  })
})

test('a form written before the builder is shown, reused and kept', async () => {
  const now = world.clock.now()
  await world.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('events')
      .selectAll()
      .where('raceid', '=', RACE)
      .where('id', '=', 2)
      .executeTakeFirstOrThrow()
    await saveEvent(
      tx,
      { ...row, form: { questions: [{ name: 'club', kind: 'text', says: { 'zh-cn': '跑团' } }] } },
      now,
    )
  })
  const { fields, form } = await shown(2)
  expect(form.questions).toMatchObject([{ name: 'club', personal: false, max: 100 }])
  expect(fields.find(({ question }) => question.name === 'club')).toMatchObject({ retired: false, events: [2] })
})

test('a condition of a built-in field counts for sign-up and change, and staff cannot set one on the mobile', async () => {
  const form = {
    ask: { clothes: 'required', bloodtype: 'required' } as BuiltForm['ask'],
    questions: [travel],
    sections: [{ name: 'more', says: {}, fields: ['f1', 'bloodtype', 'clothes'] }],
  }
  const refused = await save({ ...form, when: { mobile: { field: 'f1', is: ['o1'] } } })
  expect(fieldsOf(refused)).toEqual({ 'form.when.mobile': 'Everybody must answer this field, so it has no condition' })
  const when = { bloodtype: { field: 'f1', is: ['o1'] } }
  expect(await save({ ...form, when })).toMatchObject({ code: '200', data: { form: { when } } })
  expect(
    formOf(await world.db.selectFrom('events').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()).when,
  ).toEqual(when)

  expect(fieldsOf(await signUp({ f1: 'o1' }))).toHaveProperty('bloodtype')
  const added = await signUp({ f1: 'o2' }, { bloodtype: 'AB' })
  expect(added).toMatchObject({ code: '200' })
  const { _key } = (await world.db
    .selectFrom('registrations')
    .select(['_key', 'bloodtype'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()) as { _key: string; bloodtype: Buffer | null }
  const bloodOf = async () => (await world.ask(registrationFetch, { id: _key }, runner)).registration.bloodtype
  expect(await bloodOf()).toBeNull()
  const edit = (change: object) =>
    world.call(registrationEdit, { id: _key, ...change } as never, { ...runner, lang: 'en' } as never)
  expect(fieldsOf(await edit({ answers: { f1: 'o1' } }))).toHaveProperty('bloodtype')
  expect(await edit({ answers: { f1: 'o1' }, bloodtype: 'O' })).toMatchObject({ code: '200' })
  expect(await bloodOf()).toBe('O')
  expect(await edit({ answers: { f1: 'o2' } })).toMatchObject({ code: '200' })
  expect(await bloodOf()).toBeNull()
})
