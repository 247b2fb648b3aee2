import { afterAll, beforeAll, expect, test } from 'vitest'
import { sceneFetch } from '#features/scenes/contract.ts'
import { consoleScenesList } from '#features/scenes/console.contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { entrant } from '../../entrants.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
let staff: { token: string }
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  staff = await staffSession(stage.world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => stage?.close())

test('staff make scene codes in bulk and see their scans; a runner sees what a race needs next', async () => {
  const { world } = stage
  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', staff.token)
  await desk.open('/console/2026/scenes')
  await desk.page.getByText('还没有场景码').waitFor()
  await noFaults(desk, '10-scenes-empty-desktop')
  await desk.page.getByRole('button', { name: '批量生成' }).click()
  await desk.page.getByLabel('张贴位置或用途').fill('地铁灯箱\n体育场海报\n')
  await desk.page.getByLabel('打开的页面').fill('/query?idnum=1')
  await desk.page.getByRole('dialog').getByRole('button', { name: '批量生成 (2)' }).click()
  await desk.page.getByText('公开张贴的二维码不能带有个人的编号或密钥').waitFor()
  await noFaults(desk, '11-scenes-refused-desktop')
  await desk.page.getByLabel('打开的页面').fill('/home?from=metro')
  await desk.page.getByRole('dialog').getByRole('button', { name: '批量生成 (2)' }).click()
  await desk.page.getByText('已生成 2 个场景码').waitFor()
  const { items } = await world.ask(consoleScenesList, { raceid: 2026 }, staff)
  for (let n = 0; n < 3; n++) await world.ask(sceneFetch, { scene: items[0]!.scene })
  const download = desk.page.waitForEvent('download')
  await desk.page.getByRole('link', { name: '下载图片（ZIP）' }).click()
  expect((await download).suggestedFilename()).toBe('scenes-2026-1.zip')
  await desk.open('/console/2026/scenes')
  await desk.page.getByText('3 次扫码').first().waitFor()
  await noFaults(desk, '12-scenes-desktop')
  await desk.page.getByRole('button', { name: `每日扫码 ${items[0]!.label}` }).click()
  await desk.page.getByRole('dialog').getByText('3', { exact: true }).waitFor()
  await noFaults(desk, '13-scene-days-desktop')

  const phone = await stage.visit('phone', 'en')
  await phone.logIn('staff', staff.token)
  await phone.open('/console/2026/scenes')
  await phone.page.getByText('3 scans').first().waitFor()
  await noFaults(phone, '14-scenes-phone-en')
  await phone.page.getByRole('button', { name: `Show the code ${items[0]!.label}` }).click()
  await phone.page.getByRole('img', { name: 'Show the code' }).waitFor()
  await noFaults(phone, '15-scene-code-phone-en')

  const anybody = await stage.visit('phone', 'zh-cn')
  await anybody.open(`/s/${items[0]!.scene}`)
  expect(new URL(anybody.page.url()).searchParams.get('from')).toBe('metro')

  const runner = await runnerSession(world)
  await world.ask(registrationSave, entrant(1), runner)
  await anybody.logIn('runner', runner.token)
  await anybody.open('/me')
  await anybody.page.getByText('支付报名费').waitFor()
  await noFaults(anybody, '16-my-races-phone')
  const wide = await stage.visit('desktop', 'en')
  await wide.logIn('runner', runner.token)
  await wide.open('/me')
  await wide.page.getByText('Pay for your entry').waitFor()
  await noFaults(wide, '17-my-races-desktop-en')
  await wide.page.getByText('Pay for your entry').click()
  await wide.page.waitForURL(/\/pay\?/)
})
