import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goOnWithBulk } from '#features/registrations/bulk/bulk.jobs.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { addReviewedEvent, idcardOf, openRace2026, signUp } from '../browser/race.ts'

let stage: Stage
let staff: Awaited<ReturnType<typeof staffSession>>
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  await addReviewedEvent(world)
  const { token } = await runnerSession(world)
  for (const [n, name] of ['顾行舟', '林晚晴', '许知远', '叶青禾'].entries())
    await signUp(
      world,
      { token },
      { eventid: 5, idnum: idcardOf('330106', `1988051${n}`, '011'), name, mobile: `1390000111${n}` },
    )
  staff = await staffSession(world, [{ raceid: 2026, role: 'director' }])
})
afterAll(() => stage?.close())

const arrive = async (size: 'phone' | 'desktop', lang: 'zh-cn' | 'zh-tw' | 'en') => {
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', staff.token)
  return visitor
}

const workOn = async (): Promise<void> => {
  const { db, parts, clock } = stage.world
  for (;;) {
    const running = await db.selectFrom('bulk_actions').select('id').where('state', '=', 'running').execute()
    for (const { id } of running) await goOnWithBulk({ raceid: 2026, id }, { ...parts, now: clock.now() })
    if (running.length > 0) return
    await wait(50)
  }
}

test('on a desktop staff review three registrations: one refused with a reason, two approved in one go, one opened with a reason', async () => {
  const desk = await arrive('desktop', 'zh-cn')
  const { page } = desk
  await desk.open('/console/2026/registrations')
  await page.getByRole('button', { name: /待审核/ }).click()
  await page.getByRole('link', { name: '顾行舟' }).waitFor()
  await noFaults(desk, '90-registrations-desktop')

  await page.getByRole('link', { name: '顾行舟' }).click()
  await page.getByRole('heading', { name: '顾行舟' }).waitFor()
  await page.getByRole('button', { name: '查看完整信息' }).click()
  await page.getByRole('button', { name: '查看完整信息' }).last().click()
  await page.getByText('必填哦').waitFor()
  await page.getByLabel('查看原因').fill('核对证件')
  await noFaults(desk, '91-open-dialog')
  await page.getByRole('button', { name: '查看完整信息' }).last().click()
  await page.getByText('13900001110').waitFor()
  await page.getByRole('button', { name: '不通过' }).click()
  await page.getByRole('button', { name: '不通过' }).last().click()
  await page.getByText('请填写未通过的原因').waitFor()
  await page.getByRole('button', { name: '证件信息与照片不符' }).click()
  await page.getByRole('button', { name: '不通过' }).last().click()
  await page.getByRole('heading', { name: '顾行舟' }).waitFor()
  await page.getByText('审核未通过', { exact: true }).first().waitFor()
  await noFaults(desk, '92-registration-desktop')

  await desk.open('/console/2026/registrations?state=audit')
  for (const name of ['林晚晴', '许知远']) await page.getByRole('checkbox', { name: `选择 ${name}` }).check()
  await noFaults(desk, '93-chosen')
  await page.getByRole('button', { name: '通过审核', exact: true }).click()
  await page.getByRole('dialog').getByText('将处理 2 份').waitFor()
  await noFaults(desk, '94-approve-dialog')
  await page.getByRole('dialog').getByRole('button', { name: '确认处理 2 份' }).click()
  await workOn()
  await page.getByRole('link', { name: '许知远' }).waitFor({ state: 'detached' })
  const rows = await stage.world.db
    .selectFrom('registrations')
    .select(['name', 'state'])
    .where('raceid', '=', 2026)
    .where('eventid', '=', 5)
    .orderBy('id')
    .execute()
  expect(rows.map(({ state }) => state)).toEqual(['auditfail', 'normal', 'normal', 'audit'])
})

test('on a phone, in English and in Traditional Chinese, staff find one registration by name and tag it', async () => {
  const phone = await arrive('phone', 'en')
  const { page } = phone
  await phone.open('/console/2026/registrations')
  await page.getByLabel('Name, bib, whole mobile or ID number').fill('没有这个人')
  await page.keyboard.press('Enter')
  await page.getByRole('paragraph').filter({ hasText: 'No registrations match' }).waitFor()
  await noFaults(phone, '95-none-found')
  await page.getByLabel('Name, bib, whole mobile or ID number').fill('叶')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'Choose 叶青禾' }).check()
  await noFaults(phone, '96-registrations-phone')
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Tag', { exact: true }).fill('Pacer')
  await noFaults(phone, '97-tag-dialog')
  await page.getByRole('button', { name: 'Confirm for 1' }).click()
  await workOn()
  await page.getByRole('link', { name: /叶青禾.*Pacer/ }).waitFor()
  const taiwan = await arrive('phone', 'zh-tw')
  await taiwan.open('/console/2026/registrations?state=audit')
  await taiwan.page.getByRole('link', { name: /叶青禾/ }).click()
  await taiwan.page.getByRole('heading', { name: '叶青禾' }).waitFor()
  await taiwan.page.getByText('全程紀錄').waitFor()
  await noFaults(taiwan, '98-registration-phone')
})
