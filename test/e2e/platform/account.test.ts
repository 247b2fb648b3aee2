import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { entrant, openEvent, openRace } from '#test/entrants.ts'
import { codeSentTo, runnerSession } from '#test/people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace(stage.world)
  await openEvent(stage.world, { price: 0 })
})
afterAll(() => stage?.close())

type Within = Pick<Visitor['page'], 'getByLabel' | 'getByRole' | 'getByText'>
/** Requests a text message and types its code. The device solves the picture check by itself. */
const typeCode = async (within: Within, mobile: string, label: RegExp, words: { send: RegExp; sent: RegExp }) => {
  await within.getByRole('button', { name: words.send }).click()
  await within.getByText(words.sent).waitFor()
  await within.getByLabel(label).fill(await codeSentTo(stage.world.parts, mobile))
}
const zh = { send: /获取验证码/, sent: /已发送至/ }
const en = { send: /Send code/, sent: /Sent to/ }
const nextCheck = () => stage.world.clock.advance(60_000)

test('an account: a session that ends during typing, another mobile, log-ins that end elsewhere, the messaging app, and a link of another person', async () => {
  const { world } = stage
  const [old, fresh] = ['13800001234', '13900005678']
  const session = await runnerSession(world, old)
  const { _key } = await world.ask(registrationSave, entrant(1, { mobile: old }), session)
  const [phone, desk] = [await stage.visit('phone', 'zh-cn'), await stage.visit('desktop', 'en')]
  await phone.logIn('runner', session.token)
  await desk.logIn('runner', (await runnerSession(world, old)).token)

  // The session ends while the person types a name. The log-in opens over the page, then the page sends the same call
  // again.
  await phone.open('/me')
  await phone.page.getByText('138****1234').first().waitFor()
  await noFaults(phone, 'me')
  await phone.page.getByRole('button', { name: '修改昵称' }).click()
  await phone.page.getByLabel('昵称', { exact: true }).fill('江边小步')
  await phone.context.clearCookies()
  await phone.page.getByRole('button', { name: '保存' }).click()
  const again = phone.page.getByRole('dialog', { name: '登录', exact: true })
  await again.getByText('登录后继续，您填写的内容都还在。').waitFor()
  await again.getByLabel('手机号', { exact: true }).fill('+86 138 0000 1234')
  await typeCode(again, old, /^验证码$/, zh)
  await noFaults(phone, 'login-again')
  await again.getByRole('button', { name: '登录', exact: true }).click()
  await phone.page.getByRole('heading', { name: '江边小步' }).waitFor()

  // A new mobile needs the code of the old mobile, then the code of the new mobile.
  nextCheck()
  await phone.page.getByRole('button', { name: '更换' }).click()
  const change = phone.page.getByRole('dialog', { name: '更换手机号' })
  await change.getByRole('button', { name: '下一步' }).click()
  await change.getByText('请先获取验证码').waitFor()
  await noFaults(phone, 'prove')
  await typeCode(change, old, /原手机号收到的验证码/, zh)
  await change.getByRole('button', { name: '下一步' }).click()
  await change.getByLabel('新手机号', { exact: true }).fill('１３９００００５６７８')
  await typeCode(change, fresh, /新手机号收到的验证码/, zh)
  await noFaults(phone, 'new-mobile')
  await change.getByRole('button', { name: '更换', exact: true }).click()
  await phone.page.getByText('139****5678').first().waitFor()

  // The change of the mobile has ended the session on the desktop. After another log-in, the new session ends in the
  // middle of an edit.
  nextCheck()
  await desk.open('/me')
  await desk.page.getByRole('heading', { name: 'Log in to see your account' }).waitFor()
  await desk.logIn('runner', (await runnerSession(world, fresh)).token)
  await desk.open(`/edit?_key=${_key}`)
  await desk.page.getByLabel(/Email/).fill('pao@example.org')
  await desk.context.clearCookies()
  await desk.page.getByRole('button', { name: 'Save' }).click()
  const over = desk.page.getByRole('dialog', { name: 'Log in' })
  await over.getByLabel('Mobile number').fill(fresh)
  await typeCode(over, fresh, /^Code$/, en)
  await over.getByRole('button', { name: 'Log in', exact: true }).click()
  await over.waitFor({ state: 'hidden' })
  await desk.page.waitForURL('**/queryDetail**')

  // On the desktop the person logs out on all devices, so the phone has no session any more.
  await desk.open('/me')
  await desk.page.getByText('This device').waitFor()
  await noFaults(desk, 'me-desktop')
  await desk.page.getByRole('button', { name: 'Log out on all devices' }).click()
  await desk.page.getByRole('heading', { name: 'Log in to see your account' }).waitFor()
  await desk.page.waitForLoadState('networkidle')
  expect(await desk.page.getByRole('dialog').count(), 'whoever logs out is not asked to log in').toBe(0)
  await phone.open('/me')
  await phone.page.getByRole('heading', { name: '登录后查看您的账号' }).waitFor()

  // The log-in leads to the page of the messaging app and back. The address keeps nothing of this log-in.
  const webview = await stage.visit('phone', 'zh-cn')
  await webview.open('/login?app=wechat&to=%2Fme')
  await noFaults(webview, 'webview')
  await webview.page.getByRole('button', { name: '微信登录' }).click()
  await webview.page.getByRole('link', { name: '拒绝' }).click()
  await webview.page.getByText('没有获得微信授权').waitFor()
  await webview.page.getByRole('button', { name: '微信登录' }).click()
  await webview.page.getByRole('link', { name: '同意' }).click()
  await webview.page.getByRole('button', { name: '暂不绑定' }).waitFor()
  expect(new URL(webview.page.url()).search).not.toMatch(/code=|state=/)
  await noFaults(webview, 'bind')
  await webview.page.getByRole('button', { name: '暂不绑定' }).click()
  await webview.page.getByText('已绑定').waitFor()
  await noFaults(webview, 'me-wechat')
  await webview.open('/login?to=%2Fme&code=planted&state=planted')
  await webview.page.getByText('这次微信登录不是从本页发起的').waitFor()

  // A link carries the token of another account than this browser's account. First the page asks with which account the
  // person continues.
  const other = await runnerSession(world, '13700009999')
  await webview.open(`/me?_token=${other.token}`)
  const whose = webview.page.getByRole('dialog', { name: '用哪个账号继续？' })
  expect(webview.page.url()).not.toContain('_token')
  await noFaults(webview, 'whose')
  await whose.getByRole('button', { name: '继续用' }).click()
  await webview.page.getByText('已绑定').waitFor()
  await webview.open(`/me?_token=${other.token}`)
  await whose.getByRole('button', { name: '改用 137****9999' }).click()
  await webview.page.getByText('137****9999').first().waitFor()
  expect([...phone.errors, ...desk.errors, ...webview.errors]).toEqual([])
})

test('a page whose account could not be read says so, asks nobody to log in, and shows its content after a retry', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.logIn('runner', (await runnerSession(stage.world, '13600001234')).token)
  const read = /\/user\/current/
  await page.route(read, (route) => route.fulfill({ status: 500, body: '' }))
  await phone.open('/me/results')
  await page.getByText('加载失败').waitFor()
  expect(await page.getByText('登录后查看').count()).toBe(0)
  // The browser reports each failed call, so the test removes these reports.
  phone.errors.splice(0)
  await noFaults(phone, 'account-lost')
  await page.unroute(read)
  await page.getByRole('button', { name: '再试一次' }).click()
  await page.getByText('还没有成绩').waitFor()
})
