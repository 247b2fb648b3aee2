import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { entrant } from '../../entrants.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
})
afterAll(() => stage?.close())

const ownersDesk = async (device: 'desktop' | 'phone', lang: 'zh-cn' | 'en') => {
  const { token } = await staffSession(stage.world, [{ raceid: null, role: 'owner' }])
  const desk = await stage.visit(device, lang)
  await desk.context.addCookies([{ name: 'startline_console', value: token, url: stage.origin }])
  return desk
}

test('an owner compares two accounts of one runner, gives a reason, and merges them', async () => {
  const stays = await runnerSession(stage.world, '13900010001')
  const gone = await runnerSession(stage.world, '13900010002')
  await stage.world.ask(registrationSave, entrant(1, { mobile: '13900010002' }), gone)
  const desk = await ownersDesk('desktop', 'zh-cn')
  const { page } = desk
  await desk.open('/console/accounts')
  await page.getByLabel('第一个账号').fill('13900010001')
  await page.getByLabel('第二个账号').fill('13999999999')
  await page.getByRole('button', { name: '对比' }).click()
  await page.getByText('没有这个账号，请核对手机号或账号编号').waitFor()
  await page.getByLabel('第二个账号').fill(String(gone.uid))
  await page.getByRole('button', { name: '对比' }).click()
  await page.getByRole('columnheader', { name: `账号 ${gone.uid}` }).waitFor()
  await noFaults(desk, 'merge-1-compared')
  await page.getByRole('button', { name: '合并', exact: true }).click()
  await page.getByText('请填写原因').waitFor()
  await page.getByRole('radio', { name: `保留账号 ${stays.uid}` }).check()
  await page.getByLabel('原因').fill('选手来电，已核对证件')
  await page.getByRole('button', { name: '合并', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('合并后不能撤销。').waitFor()
  await noFaults(desk, 'merge-2-sure')
  await dialog.getByRole('button', { name: '合并' }).click()
  await page.getByText(`已合并到账号 ${stays.uid}`).waitFor()
  await noFaults(desk, 'merge-3-done')
  const { uid } = await stage.world.db.selectFrom('registrations').select('uid').executeTakeFirstOrThrow()
  expect(uid).toBe(stays.uid)
})

test('on a phone in English both accounts are shown side by side', async () => {
  const one = await runnerSession(stage.world, '13900010003')
  await runnerSession(stage.world, '13900010004')
  const desk = await ownersDesk('phone', 'en')
  await desk.open(`/console/accounts?first=${one.uid}`)
  await desk.page.getByLabel('Second account').fill('13900010004')
  await desk.page.getByRole('button', { name: 'Compare' }).click()
  await desk.page.getByRole('radio', { name: `Keep account ${one.uid}` }).check()
  await noFaults(desk, 'merge-4-phone')
  await desk.page.getByLabel('Reason').fill('The runner called')
  await desk.page.getByRole('button', { name: 'Merge', exact: true }).click()
  await desk.page.getByRole('dialog').getByText('A merge cannot be undone.').waitFor()
  await noFaults(desk, 'merge-5-phone-sure')
})
