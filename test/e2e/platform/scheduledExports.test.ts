import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeScheduled, queueDue } from '#features/exports/schedules/schedules.service.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '../../entrants.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
let director: { token: string }
beforeAll(async () => {
  stage = await openStage({ now: '2026-05-04T00:30:00Z' })
  const { world } = stage
  await openRace(world)
  await openEvent(world, { price: 0 })
  const runner = await runnerSession(world)
  for (const [n, name] of ['沈跑跑', '周启明', '陆一舟'].entries())
    await world.ask(registrationSave, entrant(n + 1, { name }), runner)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
})
afterAll(() => stage?.close())

const arrive = async (size: 'phone' | 'desktop', lang: 'zh-cn' | 'en', at: string) => {
  const visitor = await stage.visit(size, lang)
  await visitor.context.addCookies([{ name: 'startline_console', value: director.token, url: stage.origin }])
  await visitor.open(`/console/${RACE}${at}`)
  return visitor
}

test('an export is scheduled, its file is announced, downloaded, and the schedule is stopped', async () => {
  const { world } = stage
  const desk = await arrive('desktop', 'zh-cn', '/registrations')
  const { page } = desk
  await page.getByRole('checkbox', { name: '选择 沈跑跑' }).check()
  await page.getByRole('button', { name: '导出所选' }).click()
  await page.getByRole('dialog').getByText('仅导出符合当前筛选条件的数据').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: '导出', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/报名/)
  await page.getByRole('button', { name: '导出', exact: true }).first().click()
  await noFaults(desk, 'scheduled-1-export')
  await page.getByRole('button', { name: '定期导出', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '周一' }).click()
  await dialog.getByLabel('几点').selectOption({ label: '09:00' })
  await noFaults(desk, 'scheduled-2-dialog')
  await dialog.getByRole('button', { name: '开始定期导出' }).click()
  await page.getByText('已设好').waitFor()

  world.clock.set('2026-05-04T01:00:00Z')
  await queueDue(world.parts, world.clock.now())
  const { id } = await world.db.selectFrom('table_schedules').select('id').executeTakeFirstOrThrow()
  await makeScheduled(world.parts, { raceid: RACE, id, day: '2026-05-04' })

  await desk.open(`/console/${RACE}`)
  await page.getByRole('link', { name: '定期导出的文件待下载' }).click()
  await page.getByText('3 行').waitFor()
  await noFaults(desk, 'scheduled-3-files')
  const phone = await arrive('phone', 'en', '/exports')
  await phone.page.getByText('3 rows').waitFor()
  await noFaults(phone, 'scheduled-4-phone')
  const [file] = await Promise.all([
    phone.page.waitForEvent('download'),
    phone.page.getByRole('link', { name: /^Download/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/2026-05-04\.xlsx$/)
  await phone.page.getByText('Downloaded').waitFor()
  await phone.page.getByRole('button', { name: /^Stop/ }).click()
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
  await phone.page.getByText('Stopped · stopped by hand').waitFor()
  await noFaults(phone, 'scheduled-5-stopped')
})
