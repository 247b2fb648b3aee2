import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationDocuments, registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026 } from '../browser/race.ts'

let stage: Stage
let id: number
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  const { consents } = await world.ask(registrationDocuments, { raceid: 2026, eventid: 1 })
  const { _key } = await world.ask(
    registrationSave,
    {
      raceid: 2026,
      eventid: 1,
      idtype: 'idcard',
      idnum: idcardOf('330106', '19850703', '113'),
      name: '高远',
      mobile: '13900003333',
      emername: '林建国',
      emertel: '13900009999',
      clothes: 'L',
      consents: Object.fromEntries(consents.map((consent) => [consent.name, consent.version])),
    },
    await runnerSession(world),
  )
  ;({ id } = await world.db
    .updateTable('registrations')
    .set({ pay_at: world.clock.now() })
    .where('raceid', '=', 2026)
    .where('_key', '=', _key)
    .returning('id')
    .executeTakeFirstOrThrow())
})
afterAll(() => stage?.close())

const arrive = async (size: 'phone' | 'desktop', lang: 'en' | 'zh-cn'): Promise<Visitor> => {
  const { token } = await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])
  const visitor = await stage.visit(size, lang)
  await visitor.context.addCookies([{ name: 'startline_console', value: token, url: stage.origin }])
  return visitor
}
const says = {
  en: {
    write: 'New poster',
    name: 'Name',
    restored: 'Your unsaved changes from last time are back',
    discard: 'Discard',
    save: 'Save',
    window: 'Pick-up window',
    unsaved: 'Unsaved changes',
  },
  'zh-cn': {
    write: '新建海报',
    name: '名称',
    restored: '已恢复上次未保存的修改',
    discard: '放弃修改',
    save: '保存',
    window: '领物窗口',
    unsaved: '有修改未保存',
  },
} as const

test.each([
  ['desktop', 'en'],
  ['phone', 'zh-cn'],
] as const)('a poster half written is there again, until it is given up, on a %s in %s', async (size, lang) => {
  const desk = await arrive(size, lang)
  const { page } = desk
  const said = says[lang]
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const name = page.getByLabel(said.name, { exact: true }).first()
  await desk.open('/console/2026/posters')
  await button(said.write).first().click()
  await name.fill('冲线时刻')
  await page.getByText(said.unsaved).waitFor()
  // The page writes the draft once the person stops typing.
  await page.clock.runFor(1000)
  page.on('dialog', (dialog) => void dialog.accept())
  await desk.open('/console/2026/posters')
  await button(said.write).first().click()
  await page.getByText(said.restored).waitFor()
  expect(await name.inputValue()).toBe('冲线时刻')
  await noFaults(desk, `d1-poster-${size}`)
  await button(said.discard).click()
  expect(await name.inputValue()).toBe('')
  await desk.context.close()
})

test.each([
  ['desktop', 'en'],
  ['phone', 'zh-cn'],
] as const)("a registration's window has the bar: it is given up, then saved, on a %s in %s", async (size, lang) => {
  const desk = await arrive(size, lang)
  const { page } = desk
  const said = says[lang]
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await desk.open(`/console/2026/registration?id=${id}`)
  const field = page.getByLabel(said.window, { exact: true })
  const before = await field.inputValue()
  await field.fill('B7')
  await page.getByText(said.unsaved).waitFor()
  await noFaults(desk, `d2-window-${size}`)
  await button(said.discard).click()
  expect(await field.inputValue()).toBe(before)
  await field.fill(`B-${size}`)
  await button(said.save).click()
  await page.getByText(said.unsaved).waitFor({ state: 'detached' })
  await page.reload({ waitUntil: 'networkidle' })
  expect(await field.inputValue()).toBe(`B-${size}`)
  await desk.context.close()
})
