import { afterAll, beforeAll, test } from 'vitest'
import { staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
})
afterAll(() => stage?.close())

test('an organiser is warned before codes take the public share below the least, and everybody sees the share', async () => {
  const director = await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])
  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', director.token)
  await desk.open('/console/2026/invitations')
  await desk.page.getByRole('button', { name: '新建邀请码' }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByLabel('名称').fill('赞助商名额')
  await dialog.getByLabel('名额来源').selectOption({ label: '赞助商名额' })
  await dialog.getByLabel('可用次数').fill('100000')
  await dialog
    .getByText(/公开名额占比可能降至/)
    .first()
    .waitFor()
  await noFaults(desk, 'ledger-1-warning')
  await dialog.getByLabel('名额来源').selectOption({ label: '公开名额（仅优惠价格）' })
  await dialog
    .getByText(/公开名额占比可能降至/)
    .first()
    .waitFor({ state: 'hidden' })
  await dialog.getByLabel('名额来源').selectOption({ label: '赞助商名额' })
  await dialog.getByLabel('可用次数').fill('1')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'hidden' })

  const runner = await stage.visit('phone', 'en')
  await runner.open('/home?raceid=2026')
  await runner.page.getByRole('link', { name: 'How places are allocated' }).click()
  await runner.page.getByRole('heading', { name: 'How places are allocated' }).waitFor()
  await runner.page.getByText('Public share').first().waitFor()
  await runner.page.getByText('Reserved for invitation codes').first().waitFor()
  await noFaults(runner, 'ledger-2-phone')
  const wide = await stage.visit('desktop', 'zh-cn')
  await wide.open('/places?raceid=2026')
  await wide.page.getByText('公开名额占比').first().waitFor()
  await noFaults(wide, 'ledger-3-desktop')
})
