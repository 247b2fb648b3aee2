import { afterAll, beforeAll, expect, test } from 'vitest'
import { mydataShow } from '#features/privacy/contract.ts'
import { RACE, idnumOf } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type HandoutDesk, openHandoutDesk } from '#test/scenes/handoutDesk.ts'
import { askHealth, enterWithHealth } from '#test/scenes/medicalRunner.ts'
import { consoleDesksMedicalFind, consoleDesksMedicalOpen } from './medical.contract.ts'

let scene: HandoutDesk
let key: string
let id: number
const raceid = RACE
beforeAll(async () => {
  scene = await openHandoutDesk()
  await askHealth(scene.world, scene.director)
  key = await enterWithHealth(scene.world, scene.runner, 7)
  const row = await scene.world.db
    .selectFrom('registrations')
    .select('id')
    .where('_key', '=', key)
    .executeTakeFirstOrThrow()
  id = row.id
})
afterAll(() => scene?.world.close())
const openings = () =>
  scene.world.db.selectFrom('log').selectAll().where('what', '=', 'medical opened').orderBy('id').execute()

test('only staff with the right for this race find a runner and open the details, and only with a reason', async () => {
  const { world, gate, director } = scene
  const elsewhere = await staffSession(world, [{ raceid: 999, role: 'director' }])
  for (const as of [gate, elsewhere]) {
    expect(await world.call(consoleDesksMedicalFind, { raceid, q: '周启明' }, as)).toMatchObject({ code: '403' })
    expect(await world.call(consoleDesksMedicalOpen, { raceid, id, reason: '处置' }, as)).toMatchObject({ code: '403' })
  }
  expect(await world.call(consoleDesksMedicalOpen, { raceid, id, reason: '处置' })).toMatchObject({ code: '401' })
  for (const reason of ['', '  ', 'x'.repeat(201)])
    expect(await world.call(consoleDesksMedicalOpen, { raceid, id, reason }, director)).toMatchObject({ code: '422' })
  const strange = { raceid, id: 999_999, reason: '处置' }
  expect(await world.call(consoleDesksMedicalOpen, strange, director)).toMatchObject({
    refusal: 'registration_not_found',
  })
  expect(await openings()).toEqual([])
})

test('a search shows no medical details', async () => {
  const { items } = await scene.world.ask(consoleDesksMedicalFind, { raceid, q: '周启明' }, scene.director)
  expect(items.map((one) => one.id)).toEqual([id])
  expect(JSON.stringify(items)).not.toMatch(/花生|降压药|陆家人/)
  expect(JSON.stringify(items)).not.toContain(idnumOf(7))
})

test('an opening shows contact, answers about health and declaration; log and runner see the opening', async () => {
  const opened = await scene.world.ask(consoleDesksMedicalOpen, { raceid, id, reason: '现场伤病处置' }, {
    ...scene.director,
    lang: 'en',
  } as never)
  expect(opened).toMatchObject({
    name: '周启明',
    emergency: { name: '陆家人', mobile: '13800000007' },
    guardian: null,
    answers: [{ label: 'Allergies', answer: '花生', note: null }],
    declaration: {
      doctor: true,
      answers: [
        { label: 'Have you ever had heart trouble?', answer: 'Yes', note: null },
        { label: 'Do you take medicine?', answer: 'Yes', note: '降压药' },
      ],
    },
  })
  expect(JSON.stringify(opened), 'an answer about travel is not medical').not.toContain('坐地铁')
  const [log, ...others] = await openings()
  expect(others).toEqual([])
  expect(log).toMatchObject({
    raceid,
    staffid: scene.director.staffid,
    target: `registration ${id}`,
    after: { reason: '现场伤病处置' },
  })
  expect(JSON.stringify(log)).not.toMatch(/花生|降压药/)
  const { registrations } = await scene.world.ask(mydataShow, {}, { ...scene.runner, lang: 'en' } as never)
  expect(registrations.find(({ _key }) => _key === key)!.opened).toMatchObject([{ what: 'Viewed medical details' }])
})

test('a runner without a declaration still has a contact', async () => {
  const plain = await scene.enter(8)
  const opened = await scene.world.ask(
    consoleDesksMedicalOpen,
    { raceid, id: plain.id, reason: '联系家属' },
    scene.director,
  )
  expect(opened).toMatchObject({ declaration: null, answers: [], emergency: { name: '陆家人' } })
})
