import { afterAll, beforeAll, expect, test } from 'vitest'
import { realNamesOver } from '#integrations/realnames/client.ts'
import { type SandboxNames, startSandboxNames } from '#integrations/sandbox/realnames/server.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { entrant } from '../../entrants.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { enterFunRun } from '../browser/entering.ts'
import { idcardOf, openRace2026 } from '../browser/race.ts'

let stage: Stage
let names: SandboxNames
let registrar: { token: string }
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  names = await startSandboxNames(world.clock.now)
  Object.assign(world.parts.integrations, {
    realNames: realNamesOver({ ...names, patienceMs: 1_500 }, world.clock.now),
  })
  registrar = await staffSession(world, [{ raceid: 2026, role: 'registrar' }])
})
afterAll(async () => {
  await names?.close()
  await stage?.close()
})

const idnum = idcardOf('110101', '19950315', '026')
const MOBILE = '13900007171'

test('a name that does not match is refused with the remaining tries, and staff allow it after they saw the card', async () => {
  const { world } = stage
  names.weather.answer = 'mismatch'
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.logIn('runner', (await runnerSession(world, MOBILE)).token)
  const { page } = phone
  await enterFunRun(phone, 'zh-cn', { idnum, name: '阿依古丽·麦麦提', mobile: MOBILE })
  await page
    .getByText(/还可以试 4 次/)
    .first()
    .waitFor()
  await noFaults(phone, 'name-01-refused')

  // If the service does not answer, everybody may still enter, and staff see that the service did not answer.
  names.weather.answer = 'down'
  await world.ask(
    registrationSave,
    entrant(30, { raceid: 2026, eventid: 3, name: '沈未答', clothes: 'M' }),
    await runnerSession(world),
  )

  const staff = await stage.visit('desktop', 'zh-cn')
  await staff.logIn('staff', registrar.token)
  await staff.open('/console/2026')
  await staff.page.getByText('实名核验待处理').waitFor()
  await noFaults(staff, 'name-02-overview')
  await staff.page.getByRole('link', { name: /实名核验待处理/ }).click()
  await staff.page.getByText('阿依古丽·麦麦提').waitFor()
  await staff.page.getByText('服务未答复').waitFor()
  await noFaults(staff, 'name-03-list')
  expect(await staff.page.getByText(idnum).count()).toBe(0)
  await staff.page.getByRole('button', { name: '放行 阿依古丽·麦麦提' }).click()
  const dialog = staff.page.getByRole('dialog')
  await dialog.getByRole('button', { name: '放行', exact: true }).click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  await dialog.getByLabel('原因').fill('已核对身份证原件')
  await noFaults(staff, 'name-04-allow')
  await dialog.getByRole('button', { name: '放行', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })

  names.weather.answer = 'mismatch'
  await page.getByRole('button', { name: '返回核对' }).click()
  await page.getByRole('button', { name: '提交报名' }).click()
  await page.getByRole('heading', { name: '报名成功' }).waitFor()
  await noFaults(phone, 'name-05-entered')

  const english = await stage.visit('phone', 'en')
  await english.logIn('staff', registrar.token)
  await english.open('/console/2026/realnames')
  await english.page.getByText('No answer yet').waitFor()
  await noFaults(english, 'name-06-phone')
  await english.page.getByRole('button', { name: 'Decided' }).click()
  await english.page.getByText('Allowed: 已核对身份证原件').waitFor()
  await noFaults(english, 'name-07-decided')
  // The story takes long, because it opens three browsers and fills in a form.
}, 180_000)
