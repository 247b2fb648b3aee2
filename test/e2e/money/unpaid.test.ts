import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationDel } from '#features/registrations/changes/changes.contract.ts'
import { runnerSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026, signUp } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
})
afterAll(() => stage?.close())

const unpaidEntry = async (order: string) => {
  const { token } = await runnerSession(stage.world)
  const person = { eventid: 1, idnum: idcardOf('330106', '19880214', order), name: '高远' }
  const { _key } = await signUp(stage.world, { token }, person)
  return { key: _key, token }
}

test.each([
  ['phone', 'zh-cn', '继续支付', '本机上待支付的报名', '立即报名', '立即支付'],
  ['desktop', 'en', /Pay .* for your entry/, 'Unpaid entries on this device', 'Sign up now', /Pay .* now/],
] as const)(
  'a %s in %s remembers an unpaid order: home and my registrations lead back to the payment',
  async (size, lang, pay, listed, enter, payNow) => {
    const { key, token } = await unpaidEntry(size === 'phone' ? '311' : '313')
    const visitor = await stage.visit(size, lang)
    const { page } = visitor
    await visitor.open(`/queryDetail?_key=${key}&_token=${token}&lang=${lang}`)
    await page.getByRole('button', { name: payNow }).first().waitFor()
    expect(await page.getByRole('button', { name: payNow }).count(), 'one button pays').toBe(1)
    expect(await page.locator('main a[href*="/pay?"]').count(), 'the check list does not repeat it').toBe(0)
    await noFaults(visitor, `unpaid-status-${size}`)

    await visitor.open(`/home?raceid=2026&lang=${lang}`)
    const back = page.locator('main a[href*="/pay?"]').filter({ visible: true })
    await expect.poll(() => back.count()).toBe(1)
    expect(await back.innerText()).toMatch(pay)
    await noFaults(visitor, `unpaid-home-${size}`)
    await back.click()
    await page.waitForURL(/\/pay\?/)

    // The session of the person is over, but the browser still knows the unpaid order.
    await page.evaluate(() => sessionStorage.clear())
    await visitor.context.clearCookies()
    await visitor.open(`/personallist?raceid=2026&lang=${lang}`)
    await page.getByRole('heading', { name: listed }).waitFor()
    await noFaults(visitor, `unpaid-mine-${size}`)
    expect(await page.getByRole('link', { name: payNow }).getAttribute('href')).toContain(key)

    // The registration is deleted, so nothing is left to pay.
    expect((await stage.world.call(registrationDel, { id: key }, { token })).code).toBe('200')
    await visitor.open(`/queryDetail?_key=${key}&lang=${lang}`)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('startline:unpaid')), { timeout: 30_000 })
      .toBeNull()
    await visitor.open(`/home?raceid=2026&lang=${lang}`)
    await page.getByRole('link', { name: enter }).filter({ visible: true }).first().waitFor()
    expect(await back.count()).toBe(0)
    await visitor.context.close()
  },
)

test('a status page that does not load clears the order that the device remembers', async () => {
  const { key, token } = await unpaidEntry('315')
  const phone = await stage.visit('phone')
  await phone.open(`/queryDetail?_key=${key}&_token=${token}`)
  const kept = () => phone.page.evaluate(() => localStorage.getItem('startline:unpaid'))
  await expect.poll(kept).toContain(key)
  await phone.page.route('**/registration/show', (route) =>
    route.fulfill({ json: { code: '404', msg: '未找到相应的报名信息', data: null } }),
  )
  await phone.page.goto(`${stage.origin}/home?raceid=2026`)
  expect(await kept()).toContain(key)
  await phone.page.evaluate((id) => history.pushState(null, '', `/queryDetail?_key=${id}&x=1`), key)
  await phone.page.reload()
  await phone.page.waitForURL(/\/home/)
  await expect.poll(kept).toBeNull()
  await phone.context.close()
})
