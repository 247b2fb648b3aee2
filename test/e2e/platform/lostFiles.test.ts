import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
})
afterAll(() => stage?.close())

/**
 * Answers 404 for every script that `except` does not name, as if a new version of the app had replaced the scripts.
 * Returns a function that brings the scripts back.
 */
const loseFiles = async ({ page }: Visitor, except: readonly string[]) => {
  const scripts = /\/assets\/[^/]+\.js$/
  await page.route(scripts, (route) =>
    except.includes(route.request().url()) ? route.continue() : route.fulfill({ status: 404, body: '' }),
  )
  return () => page.unroute(scripts)
}
const loaded = ({ page }: Visitor): Promise<string[]> =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))

/** Removes the browser's reports of lost files. Every other report is an error of the page. */
const forgetLostFiles = ({ errors }: Visitor): void => {
  const lost =
    /^(Failed to load resource: the server responded with a status of 404|TypeError: Failed to fetch dynamic)/
  errors.splice(0, errors.length, ...errors.filter((error) => !lost.test(error)))
}

test('a part of a page whose file is lost says so in its own place, and the rest of the page works', async () => {
  const first = await stage.visit('phone', 'zh-cn')
  await first.open('/query?raceid=2026')
  const menu = first.page.getByRole('navigation', { name: '赛事服务' })
  await menu.waitFor()
  const html = await (await fetch(`${stage.origin}/query?raceid=2026`)).text()
  const listed = [...html.matchAll(/\/assets\/[^"'\s]+\.js/g)].map(([path]) => stage.origin + path)
  await first.context.close()

  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  const bringBack = await loseFiles(phone, listed)
  await page.goto(`${stage.origin}/query?raceid=2026`)
  const lost = page.getByRole('alert').filter({ hasText: '加载失败' })
  await lost.waitFor()
  await page.getByRole('search').getByRole('textbox').fill('330106')
  forgetLostFiles(phone)
  await noFaults(phone, 'lost-part')
  // The file is still lost after a press, so the page itself loads again.
  await page.evaluate(() => Object.assign(globalThis, { untouched: true }))
  await lost.getByRole('button', { name: '重新加载' }).click()
  await expect.poll(() => page.evaluate(() => 'untouched' in globalThis).catch(() => true)).toBe(false)
  await lost.waitFor()
  await page.evaluate(() => Object.assign(globalThis, { untouched: true }))
  await bringBack()
  await lost.getByRole('button', { name: '重新加载' }).click()
  await page.getByRole('navigation', { name: '赛事服务' }).waitFor()
  expect(await page.evaluate(() => 'untouched' in globalThis), 'the page stays').toBe(true)
  forgetLostFiles(phone)
  expect(phone.errors).toEqual([])
  await phone.context.close()
})

test('a dialog whose file is lost says so in a dialog, and keeps the typed text', async () => {
  const phone = await stage.visit('phone', 'en')
  const { page } = phone
  await phone.open('/baoming?raceid=2026')
  await page.getByRole('radio', { name: /^Marathon/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel(/^Name/).first().fill('Ann Example')
  const bringBack = await loseFiles(phone, await loaded(phone))
  const logIn = page.getByRole('button', { name: 'Log in to choose a person you have saved' })
  await logIn.click()
  const lost = page.getByRole('dialog', { name: "Couldn't load this" })
  await lost.waitFor()
  forgetLostFiles(phone)
  await noFaults(phone, 'lost-dialog')
  await lost.getByRole('button', { name: 'Close' }).click()
  await lost.waitFor({ state: 'detached' })
  await logIn.click()
  await lost.waitFor()
  await bringBack()
  await lost.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('dialog').getByLabel('Mobile number').waitFor()
  await page.keyboard.press('Escape')
  expect(await page.getByLabel(/^Name/).first().inputValue()).toBe('Ann Example')
  forgetLostFiles(phone)
  expect(phone.errors).toEqual([])
  await phone.context.close()
})

test('the sign-up says that its next step is lost, and goes on when the step is there again', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open('/baoming?raceid=2026')
  const bringBack = await loseFiles(phone, await loaded(phone))
  await page.getByRole('radio', { name: /^马拉松/ }).check()
  await page.getByRole('button', { name: '下一步' }).click()
  const lost = page.getByRole('alert').filter({ hasText: '加载失败' })
  await lost.waitFor()
  forgetLostFiles(phone)
  await noFaults(phone, 'lost-step')
  await bringBack()
  await lost.getByRole('button', { name: '重新加载' }).click()
  await page.getByLabel('证件号码').waitFor()
  await phone.context.close()
})
