import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleHallSave, consoleHallShow } from '#features/hall/contract.ts'
import { staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
})
afterAll(() => stage?.close())

const words = {
  en: {
    write: 'New code',
    title: 'Label',
    save: 'Save',
    cancel: 'Cancel',
    typed: 'Discard what you entered?',
    keep: 'Keep editing',
    drop: 'Discard and close',
    leaving: 'Leave without saving?',
    leave: 'Leave',
    unsaved: /1 unsaved: Each is shown for/,
    discard: 'Discard',
    seconds: 'Each is shown for',
    casts: 'Casts per runner',
    settings: 'Settings',
    restored: "We've restored your unsaved changes",
    told: 'Saved: Each is shown for',
    more: 'More',
  },
  'zh-cn': {
    write: '新建邀请码',
    title: '名称',
    save: '保存',
    cancel: '取消',
    typed: '放弃已填写的内容？',
    keep: '继续编辑',
    drop: '放弃并关闭',
    leaving: '离开而不保存？',
    leave: '离开',
    unsaved: /1 项未保存：每张展示/,
    discard: '放弃修改',
    seconds: '每张展示',
    casts: '每人投屏次数',
    settings: '设置',
    restored: '已恢复上次未保存的修改',
    told: '已保存：每张展示',
    more: '增加',
  },
} as const

const arrive = async (size: 'phone' | 'desktop', lang: keyof typeof words): Promise<Visitor> => {
  const { token } = await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', token)
  return visitor
}
/** Checks that the browser's back button asks `question`, and that a person who stays remains on the page. */
const goesBackAndStays = async ({ page }: Visitor, question: string, keep: string) => {
  const { pathname } = new URL(page.url())
  await page.evaluate(() => history.back())
  await page.getByRole('heading', { name: question }).waitFor()
  expect(new URL(page.url()).pathname).toBe(pathname)
  await page.getByRole('button', { name: keep, exact: true }).click()
}
/**
 * Opens a page by the search for pages, so that the browser's history holds another page before it. On a phone, opens
 * the page by its address.
 */
const comeTo = async (visitor: Visitor, address: string, label: string) => {
  const { page } = visitor
  await visitor.open('/console/2026')
  if (page.viewportSize()!.width < 700) return visitor.open(`/console/2026/${address}`)
  await page.keyboard.press('Control+k')
  const find = page.getByRole('combobox', { name: /Find screens/ })
  await find.fill(label)
  await page.getByRole('option', { name: label }).first().waitFor()
  await find.press('Enter')
  return page.waitForURL(`**/${address}`)
}

test.each([
  ['desktop', 'en'],
  ['phone', 'zh-cn'],
] as const)('the console loses no typed text without a question, on a %s in %s', async (size, lang) => {
  const desk = await arrive(size, lang)
  const { page } = desk
  const said = words[lang]
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name })

  // This part tests a dialog: its Cancel, and the browser's back button.
  await comeTo(desk, 'invitations', 'Invitations')
  await button(said.write).click()
  await button(said.cancel).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await button(said.write).click()
  const title = page.getByLabel(said.title, { exact: true })
  await title.fill('合作伙伴')
  await button(said.cancel).click()
  await heading(said.typed).waitFor()
  await noFaults(desk, `u1-cancel-${size}`)
  await button(said.keep).click()
  expect(await title.inputValue()).toBe('合作伙伴')
  if (size === 'desktop') await goesBackAndStays(desk, said.typed, said.keep)
  expect(await title.inputValue()).toBe('合作伙伴')
  await button(said.cancel).click()
  await button(said.drop).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // This part tests a form on a page: its bar, and the question to a person who leaves the form by a tab or by the
  // browser's back button.
  await comeTo(desk, 'hall', 'Results hall')
  await page.getByRole('radio').last().click({ force: true })
  const seconds = page.getByLabel(said.seconds)
  const before = await seconds.inputValue()
  expect(await page.getByText(said.unsaved).count()).toBe(0)
  await seconds.fill('45')
  await page.getByText(said.unsaved).waitFor()
  await noFaults(desk, `u2-bar-${size}`)
  await page.getByRole('radio').first().click({ force: true })
  await heading(said.leaving).waitFor()
  await noFaults(desk, `u3-leaving-${size}`)
  await button(said.keep).click()
  if (size === 'desktop') await goesBackAndStays(desk, said.leaving, said.keep)
  expect(await seconds.inputValue()).toBe('45')
  // The draft survives leaving the page. A question comes before the draft is given up.
  await page.getByRole('radio').first().click({ force: true })
  await button(said.leave).click()
  await page.waitForURL(/tab=jobs/)
  await page.getByRole('radio', { name: said.settings }).click({ force: true })
  await page.getByText(said.restored).waitFor()
  expect(await seconds.inputValue()).toBe('45')
  await button(said.discard).click()
  await page.getByRole('dialog').getByRole('button', { name: said.discard, exact: true }).click()
  expect(await seconds.inputValue()).toBe(before)
  await page.getByText(said.unsaved).waitFor({ state: 'detached' })
  // A colleague saves meanwhile. The form shows the colleague's change and keeps the typed text.
  await seconds.fill(String(Number(before) + 1))
  const colleague = await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])
  const { settings } = await stage.world.ask(consoleHallShow, { raceid: 2026 }, colleague)
  const casts = settings.casts_most + 2
  stage.world.clock.advance(1000)
  await stage.world.ask(consoleHallSave, { raceid: 2026, settings: { ...settings, casts_most: casts } }, colleague)
  await expect.poll(() => page.getByLabel(said.casts).inputValue(), { timeout: 60_000 }).toBe(String(casts))
  expect(await seconds.inputValue()).toBe(String(Number(before) + 1))
  await button(said.save).click()
  await page.getByText(said.told).first().waitFor()
  await page.getByText(said.unsaved).waitFor({ state: 'detached' })
  await page.getByRole('radio').first().click({ force: true })
  await page.waitForURL(/tab=jobs/)

  // A change that is made by a button counts as unsaved too.
  await comeTo(desk, 'waiting', 'Waiting room')
  await button(said.more).first().click()
  await page.getByText(lang === 'en' ? /1 unsaved: Let in per second/ : /1 项未保存：每秒放行/).waitFor()
  if (size === 'phone') return
  await page.evaluate(() => history.back())
  await heading(said.leaving).waitFor()
  await button(said.leave).click()
  await page.waitForURL('**/console/2026')
})

test('a long form whose save fails brings the reason into view', async () => {
  for (const size of ['phone', 'desktop'] as const) {
    const visitor = await arrive(size, 'zh-cn')
    const { page } = visitor
    await visitor.open('/console/2026/events')
    await page
      .getByRole('button', { name: /欢乐跑/ })
      .first()
      .click()
    await page.getByLabel('排列顺序', { exact: true }).fill('7')
    await page.route('**/console/events/save', (route) => route.fulfill({ status: 502, body: '<html>' }))
    await page.getByRole('button', { name: '保存', exact: true }).click()
    const reason = page.locator('form [role="alert"]').filter({ hasText: '系统开小差了' })
    await reason.waitFor()
    const inView = () => reason.evaluate((box) => box.getBoundingClientRect().bottom <= innerHeight)
    await expect.poll(inView, { message: size }).toBe(true)
    visitor.errors.length = 0
    await noFaults(visitor, `save-failed-${size}`)
  }
})
