import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#features/staff/password.service.ts'
import type { Lang } from '#contract/words.ts'
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

const password = 'the last mile is the best'
/** Opens the console for an owner with a login, and gives the browser an authenticator that reads a finger. */
const owner = async (size: 'phone' | 'desktop', lang: Lang, login: string, name: string) => {
  const { staffid, token } = await staffSession(stage.world, [{ raceid: null, role: 'owner' }])
  await stage.world.db
    .updateTable('staff')
    .set({ login, name, password: await hashPassword(password) })
    .where('staffid', '=', staffid)
    .execute()
  const visitor = await stage.visit(size, lang)
  const tools = await visitor.context.newCDPSession(visitor.page)
  await tools.send('WebAuthn.enable')
  await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await visitor.logIn('staff', token)
  return { visitor, page: visitor.page, staffid }
}
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: stage.world.clock.now().getTime(),
  })

test('an owner sets up app and passkey before the days of grace end, and logs in with each', async () => {
  const { visitor, page } = await owner('desktop', 'zh-cn', 'chen', '陈晨')
  await visitor.open('/console/staff')
  await page.getByRole('checkbox', { name: '所有者' }).check()
  await page.getByRole('checkbox', { name: '财务' }).check()
  await page.getByLabel('宽限期（天）').fill('7')
  await page.getByRole('heading', { name: '第二重验证的要求' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: '应用' }).click()
  await page.getByText(/前开启第二重验证，否则/).waitFor()
  await noFaults(visitor, 'second-1-due')
  await page.getByRole('link', { name: '去设置' }).click()
  await page.getByRole('heading', { name: '第二重验证' }).waitFor()

  await page.getByRole('button', { name: '绑定应用' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('当前密码').fill('wrong')
  await dialog.getByRole('button', { name: '继续' }).click()
  await dialog.getByText('密码不对').waitFor()
  await dialog.getByLabel('当前密码').fill(password)
  await dialog.getByRole('button', { name: '继续' }).click()
  await dialog.getByRole('img', { name: '验证器应用' }).waitFor()
  const secret = await dialog.locator('[data-secret]').innerText()
  await noFaults(visitor, 'second-2-app')
  await dialog.getByLabel('6 位验证码').fill(codeOf(secret))
  await dialog.getByRole('button', { name: '开启' }).click()
  await dialog.getByRole('heading', { name: '请保存恢复码' }).waitFor()
  const recovery = await dialog.locator('[data-codes] li').allInnerTexts()
  expect(recovery).toHaveLength(10)
  await noFaults(visitor, 'second-3-codes')
  await dialog.getByRole('button', { name: '我已保存' }).click()
  await page.getByText('已开启').waitFor()

  await page.getByRole('button', { name: '添加通行密钥' }).click()
  await dialog.getByLabel('名称').fill('办公室电脑')
  await dialog.getByLabel('当前密码').fill(password)
  await dialog.getByRole('button', { name: '继续' }).click()
  await page.getByText('办公室电脑').waitFor()
  await noFaults(visitor, 'second-4-profile')

  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('button', { name: '使用通行密钥' }).click()
  await page.getByRole('heading', { name: '赛事', exact: true }).waitFor()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByLabel('登录名').fill('chen')
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByLabel('验证码或恢复码').waitFor()
  await noFaults({ ...visitor, errors: [] }, 'second-5-login')
  stage.world.clock.advance(60_000)
  await page.getByLabel('验证码或恢复码').fill('000 00')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByText('验证码不对或已用过').waitFor()
  await page.getByLabel('验证码或恢复码').fill(codeOf(secret))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('heading', { name: '赛事', exact: true }).waitFor()

  await visitor.open('/console/log')
  await page.getByText('陈晨 用通行密钥登录').first().waitFor()
  await page.getByLabel('操作', { exact: true }).selectOption({ label: '修改了第二重验证要求' })
  await page.getByText('陈晨 修改了第二重验证要求：平台设置').waitFor()
  await noFaults(visitor, 'second-6-log')
})

test('on a phone, in English, a locked person sets up a passkey, and an owner resets a lost one', async () => {
  const { visitor, page } = await owner('phone', 'en', 'lin', 'Lin')
  await stage.world.db
    .updateTable('staff')
    .set({ second_due_at: stage.world.clock.now() })
    .where('login', '=', 'lin')
    .execute()
  await visitor.open('/console/staff')
  await page.getByText('Set it up here, then you can go on.').waitFor()
  await noFaults({ ...visitor, errors: [] }, 'second-7-locked')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Work phone')
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor()
  await noFaults({ ...visitor, errors: [] }, 'second-8-codes')
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('Work phone').waitFor()
  await noFaults({ ...visitor, errors: [] }, 'second-9-profile')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'Races', exact: true }).waitFor()

  const boss = await owner('desktop', 'en', 'wu', 'Wu')
  await boss.visitor.open('/console/staff')
  await boss.page.getByRole('button', { name: 'Reset second factor Lin' }).click()
  await boss.page.getByRole('dialog').getByRole('button', { name: 'Reset second factor' }).click()
  await boss.page.getByText('Reset', { exact: true }).waitFor()
  await noFaults(boss.visitor, 'second-10-reset')
})
