import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, openEvent, openRace } from '../../entrants.ts'
import { numbered } from '../../numbered.ts'
import { staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ now: '2026-10-20T04:00:00Z' })
  const { world } = stage
  await openRace(world)
  await openEvent(world, { price: 0 })
  await numbered(world, ['X|1', 'X|2', 'X|3', 'X|4'], { names: ['沈跑跑', '周启明', '陆一舟', '顾行舟'] })
  await world.db.updateTable('registrations').set({ bib: null, prefix_bib: null }).execute()
})
afterAll(() => stage?.close())

const arrive = async (size: 'phone' | 'desktop', lang: 'zh-cn' | 'en') => {
  const { token } = await staffSession(stage.world, [{ raceid: RACE, role: 'director' }])
  const visitor = await stage.visit(size, lang)
  await visitor.context.addCookies([{ name: 'startline_console', value: token, url: stage.origin }])
  await visitor.open(`/console/${RACE}/bibs`)
  return visitor
}
const bibs = async () =>
  (await stage.world.db.selectFrom('registrations').select(['prefix_bib', 'bib']).orderBy('id').execute()).map(
    ({ prefix_bib, bib }) => `${prefix_bib ?? ''}${bib ?? '–'}`,
  )

test('a guest gets the kept number, an event is renumbered, and the renumbering is undone', async () => {
  const desk = await arrive('desktop', 'zh-cn')
  const { page } = desk
  await page.getByRole('button', { name: '添加嘉宾号码' }).click()
  const vip = page.getByRole('dialog')
  await vip.getByLabel('号码', { exact: true }).fill('a0002')
  await vip.getByLabel('嘉宾姓名').fill('顾行舟')
  await noFaults(desk, 'bibruns-1-vip')
  await vip.getByRole('button', { name: '保存' }).click()
  await page.getByText('待分配').waitFor()

  await page.getByRole('button', { name: '预览' }).first().click()
  await page.getByText('其中嘉宾 1').waitFor()
  await noFaults(desk, 'bibruns-2-preview')
  await page.getByRole('button', { name: '分配 4 个号' }).click()
  await page.getByText('4 / 4 人有号').waitFor()
  expect(await bibs()).toEqual(['A0001', 'A0003', 'A0004', 'A0002'])
  await page.getByText('分配 4 个 ·').waitFor()
  await noFaults(desk, 'bibruns-3-given')

  await page.getByRole('button', { name: '重新编号', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('新的起始号').fill('101')
  await dialog.getByRole('button', { name: '预览' }).click()
  await dialog.getByText('3 人换号，0 人不变').waitFor()
  await dialog.getByText('已能在报名页看到现在的号码').waitFor()
  await noFaults(desk, 'bibruns-4-renumber')
  await dialog.getByRole('button', { name: '给 3 人换号' }).click()
  await page.getByText('重新编号 3 人').waitFor()
  expect(await bibs()).toEqual(['A0101', 'A0102', 'A0103', 'A0002'])

  const phone = await arrive('phone', 'en')
  await phone.page.getByText('3 renumbered').waitFor()
  await phone.page.getByText('3 renumbered').scrollIntoViewIfNeeded()
  await noFaults(phone, 'bibruns-5-phone')
  await phone.page
    .getByRole('button', { name: /^Undo the change/ })
    .first()
    .click()
  await phone.page.getByText('3 runners get their former bib back').waitFor()
  await noFaults(phone, 'bibruns-6-phone-undo')
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click()
  await phone.page.getByText('Undone', { exact: true }).waitFor()
  expect(await bibs()).toEqual(['A0001', 'A0003', 'A0004', 'A0002'])
})
