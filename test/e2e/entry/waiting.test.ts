import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleInvitationsSave } from '#features/invitations/contract.ts'
import { drawDueRooms } from '#features/waitingrooms/service.ts'
import { consoleWaitingroomsSave } from '#features/waitingrooms/contract.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026, signUp } from '../browser/race.ts'

let stage: Stage
let staff: { token: string }
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  const delay = {
    until: new Date(stage.world.clock.now().getTime() + 30 * 86_400_000).toISOString(),
    tag: { 'zh-cn': '保留名额' },
    description: { 'zh-cn': '名额留到明年' },
  }
  await stage.world.db
    .updateTable('races')
    .set({ settings: JSON.stringify({ delay }) })
    .where('id', '=', 2026)
    .execute()
  staff = await staffSession(stage.world, [{ raceid: null, role: 'owner' }])
  for (const [code, price] of [
    ['HALF2026', 9_000],
    ['FREE2026', 0],
  ] as const)
    await stage.world.ask(consoleInvitationsSave, { raceid: 2026, code, label: '合作方', price }, staff)
})
afterAll(() => stage?.close())

test('an invitation code after the sign-up is used on the pay page: a wrong code is refused, half the price makes a new order, a free code pays, and the place is kept for the next edition', async () => {
  const { world } = stage
  const { token } = await runnerSession(world)
  const saved = async (order: string) =>
    (await signUp(world, { token }, { idnum: idcardOf('330106', '19850703', order) }))._key
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/pay?_key=${await saved('113')}&_token=${token}`)
  await page.getByRole('button', { name: '使用邀请码' }).click()
  await page.getByRole('button', { name: '使用', exact: true }).click()
  await page.getByText('您还没有输入~').waitFor()
  await page.getByLabel('邀请码').fill('nothing')
  await page.keyboard.press('Enter')
  await page.getByText('没有这个邀请码').waitFor()
  await noFaults(phone, '90-pay-code-wrong')
  await page.getByLabel('邀请码').fill('half2026')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /立即支付 ¥90\.00/ }).waitFor()
  await page.getByRole('button', { name: '使用邀请码' }).waitFor({ state: 'hidden' })
  await noFaults(phone, '91-pay-code')

  await phone.open(`/pay?_key=${await saved('131')}`)
  await page.getByRole('button', { name: '使用邀请码' }).click()
  await page.getByLabel('邀请码').fill('FREE2026')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '报名成功' }).waitFor()

  // The dialog explains the delay before the runner confirms it. After Escape the registration is as before.
  const sheet = page.getByRole('dialog')
  await page.getByRole('button', { name: '保留到下届' }).click()
  await sheet.getByText('报名费不退，资格保留到下届使用').waitFor()
  await noFaults(phone, '95-delay')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: '报名成功' }).waitFor()
  await page.getByRole('button', { name: '保留到下届' }).click()
  await sheet.getByRole('button', { name: '确认保留' }).click()
  await page.getByRole('heading', { name: '保留名额' }).waitFor()
  await page.getByText('名额留到明年').first().waitFor()
  await noFaults(phone, '96-delayed')
  expect(phone.errors).toEqual([])
})

test('a person who comes during a queue is led to it, finds the way back above the form, and is told when the turn has come', async () => {
  const { world } = stage
  const now = world.clock.now().getTime()
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  await world.ask(
    consoleWaitingroomsSave,
    { raceid: 2026, gathers_at: at(-1), opens_at: at(10), per_second: 5, use_seconds: 600 },
    staff,
  )
  const { token } = await runnerSession(world)
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/baoming?raceid=2026&_token=${token}`)
  await page.waitForURL(/\/waiting/)
  await page.getByRole('button', { name: '开始排队' }).waitFor()
  await page.getByRole('img', { name: /./ }).last().waitFor()
  await world.db.updateTable('picture_checks').set({ kind: 'picture', answer: 'ABCD' }).execute()
  await page.getByLabel('图形验证', { exact: true }).fill('ABCD')
  await page.getByRole('button', { name: '开始排队' }).click()
  await page.getByRole('heading', { name: '您已进入排队' }).waitFor()
  await noFaults(phone, '92-gathering')
  // A person may fill in the form while waiting.
  await phone.open('/baoming?raceid=2026')
  const note = page.getByRole('region', { name: '排队报名' })
  await note.getByText('您已进入排队').waitFor()
  await noFaults(phone, '93-form-in-line')
  await note.getByRole('link', { name: '查看排队' }).click()
  await page.getByRole('heading', { name: '您已进入排队' }).waitFor()
  world.clock.advance(11 * 60_000)
  await drawDueRooms(world.db, world.clock.now())
  await page.clock.fastForward(11 * 60_000)
  await expect.poll(() => page.getByRole('heading', { name: '轮到您了' }).count()).toBe(1)
  await page.getByRole('link', { name: '去报名' }).click()
  await note.getByText('轮到您了').waitFor()
  await noFaults(phone, '94-turn')
  expect(phone.errors).toEqual([])
})
