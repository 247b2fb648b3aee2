import { afterAll, beforeAll, expect, test } from 'vitest'
import { Question } from '#features/fields/own/question.contract.ts'
import { consoleExportsShow } from '#features/exports/contract.ts'
import { mydataOpen } from '#features/privacy/contract.ts'
import { doErasure } from '#features/privacy/erasing.service.ts'
import {
  consoleRegistrationsOpen,
  consoleRegistrationsShow,
  registrationEdit,
  registrationFetch,
} from '#features/registrations/changes/changes.contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleFormsSave, consoleFormsShow } from './contract.ts'

// In these tests the organiser removes fields of the race after a runner has answered them.
let world: World
let editor: { token: string }
let director: { token: string }
let runner: Awaited<ReturnType<typeof runnerSession>>
let key: string
let id: number

const ask = (name: string, zh: string, en: string, more: object = {}) =>
  Question.parse({ name, kind: 'text', says: { 'zh-cn': zh, en }, ...more })
const options = [
  { value: 'o1', says: { 'zh-cn': '自驾', en: 'By car' } },
  { value: 'o2', says: { 'zh-cn': '地铁', en: 'By metro' } },
]
const questions = [
  ask('f1', '您怎么来？', 'How do you travel?', { kind: 'choices', options }),
  ask('f2', '过敏史', 'Allergies', { personal: true }),
  ask('f3', '跑团', 'Running club'),
]
const save = async (left: readonly Question[]) => {
  const { updated_at, form } = await world.ask(consoleFormsShow, { raceid: RACE, eventid: 1 }, editor)
  const sections = [{ name: 'more', says: {}, fields: left.map(({ name }) => name) }]
  const saved = { raceid: RACE, eventid: 1, updated_at, form: { ...form, questions: [...left], sections } }
  expect(await world.call(consoleFormsSave, saved, editor)).toMatchObject({ code: '200' })
}
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  editor = await staffSession(world, [{ raceid: RACE, role: 'editor' }])
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  runner = await runnerSession(world)
  await save(questions)
  const answers = { f1: 'o1,o2', f2: '花生', f3: '澜江跑团' }
  key = (await world.ask(registrationSave, entrant(1, { answers }), runner))._key
  id = (await world.db.selectFrom('registrations').select('id').where('_key', '=', key).executeTakeFirstOrThrow()).id
  await save([questions[2]!])
})
afterAll(() => world?.close())
const in_ = (lang: 'en' | 'zh-cn') => ({ ...runner, lang }) as never

test('the status page of the runner still shows them under their old labels, in the language of the reader', async () => {
  const { unasked, registration } = await world.ask(registrationFetch, { id: key }, in_('en'))
  expect(unasked).toEqual([
    { name: 'f1', label: 'How do you travel?', answer: 'By car, By metro', kind: 'choices', personal: false },
    { name: 'f2', label: 'Allergies', answer: '花生', kind: 'text', personal: true },
  ])
  expect(registration.answers).toMatchObject({ f3: '澜江跑团' })
  expect((await world.ask(registrationFetch, { id: key }, in_('zh-cn'))).unasked).toMatchObject([
    { label: '您怎么来？', answer: '自驾、地铁' },
    { label: '过敏史' },
  ])
})

test('a change by the runner leaves them as they are, and cannot write them', async () => {
  await world.ask(registrationEdit, { id: key, answers: { f3: '另一个跑团' } }, runner)
  expect(await world.call(registrationEdit, { id: key, answers: { f1: 'o2' } }, runner)).not.toMatchObject({
    data: { registration: { answers: { f1: 'o2' } } },
  })
  expect((await world.ask(registrationFetch, { id: key }, in_('en'))).unasked).toMatchObject([
    { answer: 'By car, By metro' },
    { answer: '花生' },
  ])
})

test('staff read them in the registration, masked if they are personal, and find them among the columns', async () => {
  const { answers } = await world.ask(consoleRegistrationsShow, { raceid: RACE, id }, {
    ...director,
    lang: 'en',
  } as never)
  expect(answers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ label: 'How do you travel?', answer: 'By car, By metro' }),
      expect.objectContaining({ label: 'Allergies', answer: '****', personal: true }),
    ]),
  )
  const opened = await world.ask(consoleRegistrationsOpen, { raceid: RACE, id, why: '医疗组核对' }, director)
  expect(opened.answers).toMatchObject([{ name: 'f2', answer: '花生' }])
  const offered = JSON.stringify(
    await world.ask(
      consoleExportsShow,
      { raceid: RACE, table: 'registrations' } as never,
      { ...director, lang: 'en' } as never,
    ),
  )
  for (const label of ['How do you travel?', 'Allergies', 'Running club']) expect(offered).toContain(label)
})

test("the copy of one's own data has them, and an erasure removes them", async () => {
  const mine = JSON.stringify(await world.ask(mydataOpen, { kind: 'registration', id: key }, in_('en')))
  for (const said of ['How do you travel?', 'By car, By metro', 'Allergies', '花生']) expect(mine).toContain(said)
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
  const left = await world.db
    .selectFrom('registrations')
    .select('answers')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(left.answers).toEqual({})
  expect(await world.db.selectFrom('personal_answers').selectAll().where('registrationid', '=', id).execute()).toEqual(
    [],
  )
})
