import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeSentTo } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
})
afterAll(() => stage?.close())

const idnum = idcardOf('330106', '19900512', '002')
const mistyped = idnum.slice(0, 17) + (idnum.endsWith('7') ? '8' : '7')
const mobile = '13900002026'

const logIn = async ({ page }: Visitor, words: { send: string; code: string; log_in: string }, number?: string) => {
  const sheet = page.getByRole('dialog')
  if (number) await sheet.locator('[data-field="mobile"]').fill(number)
  await sheet.getByRole('button', { name: words.send }).click()
  await sheet.locator('[role=status]').waitFor()
  await sheet.getByLabel(words.code, { exact: true }).fill(await codeSentTo(stage.world.parts, number ?? mobile))
  await sheet.getByRole('button', { name: words.log_in }).click()
}

test('a runner signs up on a phone in Chinese, mistypes, corrects, logs in, pays, sees the status, and comes back on a desktop in English', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open('/baoming?raceid=2026')

  await page.getByRole('heading', { name: '选择组别' }).waitFor()
  await expect.poll(() => page.getByText('名额已满').count()).toBe(1)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByText('请选择组别').waitFor()
  await noFaults(phone, '1-event-error')
  await page.getByRole('radio', { name: /^马拉松/ }).check()
  await noFaults(phone, '1-event')
  await page.getByRole('button', { name: '下一步' }).click()

  // While the runner types a wrong number, the page shows the fault of the number. The right number fills in gender and
  // birthday.
  await page.getByRole('heading', { name: '选手信息' }).waitFor()
  await noFaults(phone, '2-who')
  await page.getByRole('button', { name: '下一步' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  await noFaults(phone, '2-who-errors')
  await page.getByLabel('证件号码').fill(mistyped)
  await page.getByText('请输入正确的证件号码').waitFor()
  await page.getByLabel('证件号码').fill(idnum.toLowerCase())
  await page.getByText(/女 · 1990年5月12日 出生 · 比赛日 36 岁|女 · 1990年5月12日出生/).waitFor()
  await page.getByLabel('姓名', { exact: true }).fill('林晓岚')
  await page.getByRole('checkbox', { name: /敏感个人信息/ }).check()
  await noFaults(phone, '2-who-filled')

  await page.getByRole('heading', { name: '联系方式' }).waitFor()
  await page.getByLabel('手机号').pressSequentially(mobile)
  expect(await page.getByLabel('手机号').inputValue()).toBe('139 0000 2026')
  await page.getByLabel('省份').selectOption('浙江省')
  await noFaults(phone, '3-contact')
  await page.reload()
  await page.getByRole('heading', { name: '联系方式' }).waitFor()
  expect(await page.getByLabel('手机号').inputValue()).toBe('139 0000 2026')

  await page.getByRole('heading', { name: '紧急联系人' }).waitFor()
  await page.getByLabel('紧急联系人姓名').fill('林建国')
  await page.getByLabel('紧急联系人电话').pressSequentially(mobile)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByText('本人联系电话不能与紧急联系人电话相同').waitFor()
  await noFaults(phone, '4-emergency-error')
  await page.getByLabel('紧急联系人电话').fill('13900009999')
  await page.getByRole('button', { name: '下一步' }).click()

  await page.getByRole('heading', { name: '参赛物品' }).waitFor()
  await page.getByRole('radio', { name: 'M', exact: true }).check()
  await noFaults(phone, '5-more')
  await page.getByRole('button', { name: '下一步' }).click()

  await page.getByRole('heading', { name: '核对并提交' }).waitFor()
  await page.getByRole('checkbox', { name: /参赛声明/ }).check()
  // The runner chooses herself whether public lists show her name. If she does not choose this, the lists show no name.
  await page.getByRole('checkbox', { name: /成绩公示/ }).check()
  await noFaults(phone, '6-review')
  await page.getByRole('button', { name: '验证手机号并提交' }).click()
  await page.getByRole('dialog').waitFor()
  await noFaults(phone, '7-login')
  await logIn(phone, { send: '获取验证码', code: '验证码', log_in: '登录' })

  await page.getByRole('heading', { name: '支付报名费' }).waitFor()
  await noFaults(phone, '8-pay')
  await page.reload()
  await page.getByRole('button', { name: /立即支付 ¥180\.00/ }).click()
  await page.getByRole('button', { name: '确认支付' }).click()
  await page.waitForURL(/queryDetail|\/pay/)
  await stage.world.parts.integrations.sandbox.wechatpay?.deliver('all')
  await page.getByRole('heading', { name: '报名成功' }).waitFor()
  await noFaults(phone, '9-status')
  expect(await page.getByText('赛前公布').count()).toBeGreaterThan(0)

  // The account holds the registration, the order and the saved person.
  await phone.open('/personallist?raceid=2026')
  await page
    .getByRole('link', { name: /林晓岚/ })
    .first()
    .waitFor()
  await noFaults(phone, '13-my')
  await page.getByRole('radio', { name: '订单' }).check()
  await page.getByText('下单时间').waitFor()
  await noFaults(phone, '14-my-orders')
  await page.getByRole('radio', { name: '常用报名人' }).check()
  await page.getByText('3301**********002X').waitFor()
  await noFaults(phone, '15-my-people')
  expect(phone.errors).toEqual([])

  // On another day, at a desktop, in English and without a session, the runner finds the registration by the document's
  // number. The address does not keep this number.
  const desk = await stage.visit('desktop', 'en')
  await desk.open(`/query?raceid=2026&type=reg&idnum=${idnum.toLowerCase()}`)
  await desk.page.getByText('1 runner found').waitFor()
  expect(desk.page.url()).not.toContain('idnum')
  await noFaults(desk, '10-query')
  await desk.page
    .getByRole('link', { name: /Marathon/ })
    .filter({ hasText: '林' })
    .click()
  await desk.page.getByRole('heading', { name: "You're in!", exact: true }).waitFor()
  await noFaults(desk, '11-status')
  await desk.page.getByRole('button', { name: 'Edit' }).click()
  await desk.page
    .getByRole('dialog')
    .getByRole('img', { name: /Mini-program QR code/ })
    .waitFor()
  await noFaults(desk, '12-scan')
  await desk.page.keyboard.press('Escape')
  await desk.page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(desk.errors).toEqual([])
})

test('a whole sign-up works by keyboard alone', async () => {
  stage.world.clock.advance(60_000)
  const desk = await stage.visit('desktop', 'en')
  const { page } = desk
  const keys = page.keyboard
  const tabTo = async (name: RegExp) => {
    for (let at = 0; at < 60; at++) {
      await keys.press('Tab')
      const said = await page.evaluate(() => {
        const one = document.activeElement as HTMLInputElement | null
        return (
          [one?.getAttribute('aria-label'), one?.labels?.[0]?.textContent, one?.textContent].find((text) => text) ?? ''
        )
      })
      if (name.test(said.trim())) return
    }
    throw new Error(`Tab never came to ${name}`)
  }
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor()
  await desk.open('/baoming?raceid=2026')
  await heading('Choose your event')
  await tabTo(/^Fun run|^Marathon/)
  while (!(await page.getByRole('radio', { name: /^Fun run/ }).isChecked())) await keys.press('ArrowDown')
  await tabTo(/^Continue/)
  await keys.press('Enter')
  await heading('Runner details')
  await noFaults(desk, '20-who-desktop')
  await page.getByRole('radio', { name: 'Chinese ID card' }).check()
  await tabTo(/^ID number/)
  await keys.type(idcardOf('110101', '19881020', '137'))
  await tabTo(/^Name/)
  await keys.type('高远')
  await tabTo(/^Mobile/)
  await keys.type('13900007777')
  await tabTo(/I have read and agree/)
  await keys.press('Space')
  await tabTo(/^Continue/)
  await keys.press('Enter')
  await heading('Kit & extras')
  await tabTo(/^XS$/)
  await keys.press('ArrowRight')
  await keys.press('ArrowRight')
  await tabTo(/^Continue/)
  await keys.press('Enter')
  await heading('Review and submit')
  await tabTo(/I have read and agree/)
  await keys.press('Space')
  await noFaults(desk, '21-review-desktop')
  await tabTo(/^Verify mobile/)
  await keys.press('Enter')
  await page.getByRole('dialog').getByText('Security check passed').waitFor()
  await tabTo(/^(Get|Send)/)
  await keys.press('Enter')
  await page.getByRole('dialog').locator('[role=status]').waitFor()
  const code = page.getByRole('dialog').locator('[data-field="code"]')
  if (!(await code.evaluate((field) => field === document.activeElement))) await code.focus()
  await keys.type(await codeSentTo(stage.world.parts, '13900007777'))
  await keys.press('Enter')
  // The event is free, so the page shows the status at once.
  await heading("You're in!")
  await page.getByText('Free', { exact: true }).first().waitFor()
  expect(desk.errors).toEqual([])
})
