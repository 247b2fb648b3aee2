import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { giveStandardCertificates } from '#features/certificates/service.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '../../entrants.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ now: '2026-10-20T04:00:00Z' })
})
afterAll(() => stage?.close())

test('from bibs given in the console over a file of bare numbers to a certificate', async () => {
  const { world } = stage
  await openRace(world)
  await openEvent(world, { price: 0 })
  await giveStandardCertificates(world.parts, { raceid: RACE, primary: '#0a7ea4', city: '江城' })
  const runner = await runnerSession(world)
  for (const [n, name] of [
    [1, '沈跑跑'],
    [2, '周启明'],
    [3, '陆一舟'],
  ] as const)
    await world.ask(registrationSave, entrant(n, { name }), runner)

  const director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', director.token)
  await desk.open(`/console/${RACE}/bibs`)
  const { page } = desk
  await page.getByLabel('前缀').fill('b')
  await page.getByRole('button', { name: '预览' }).click()
  await page.getByText('B0001 至 B0003').waitFor()
  await noFaults(desk, 'bibs-1-preview')
  await page.getByRole('button', { name: '分配 3 个号' }).click()
  await page.getByText('3 / 3 人有号').waitFor()
  await page.getByLabel('参赛号或姓名').fill('2')
  await page.getByRole('cell', { name: 'B0002' }).waitFor()
  await expect.poll(() => page.getByRole('cell', { name: /^B000/ }).count()).toBe(1)
  await noFaults(desk, 'bibs-2-given')

  world.clock.set('2026-11-01T06:00:00Z')
  const { token } = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  const timer = await stage.visit('desktop', 'zh-cn')
  await timer.logIn('staff', token)
  await timer.open(`/console/${RACE}/results`)
  await timer.page.getByLabel('选择文件').setInputFiles({
    name: '半程.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('参赛号,枪成绩,净成绩\n1,1:31:10,1:30:50\n0002,1:35:00,1:34:30\nB0003,1:40:00,1:39:00\n'),
  })
  await timer.page.getByText('与报名对应 3 人').waitFor()
  await noFaults(timer, 'bibs-3-read')
  await timer.page.getByRole('button', { name: '导入', exact: true }).click()
  await timer.page.getByText('未发布', { exact: true }).waitFor()
  await timer.page.getByRole('button', { name: '发布', exact: true }).click()
  await timer.page.getByRole('dialog').getByRole('button', { name: '发布' }).last().click()
  await timer.page.getByText('非官方', { exact: true }).waitFor()

  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open(`/board?raceid=${RACE}`)
  for (const name of ['沈跑跑', '周启明', '陆一舟']) await phone.page.getByText(name).first().waitFor()
  expect(await phone.page.getByText('匿名选手').count()).toBe(0)
  await noFaults(phone, 'bibs-4-list')
  await phone.open(`/query?raceid=${RACE}&type=score`)
  await phone.page.getByLabel('请输入证件号码').fill(idnumOf(1))
  await phone.page.getByRole('button', { name: '查询', exact: true }).first().click()
  await phone.page.getByRole('link', { name: /沈跑跑/ }).click()
  await phone.page.getByText('1:31:10').first().waitFor()
  await phone.page.getByText('B0001').first().waitFor()
  await phone.page.getByRole('img', { name: '沈跑跑的证书' }).waitFor()
  await phone.page.getByRole('button', { name: '查看大图' }).waitFor()
  await noFaults(phone, 'bibs-5-certificate')
})
