import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleCertificatesList, consoleCertificatesSave } from '#features/certificates/contract.ts'
import { keepFile } from '#features/files/service.ts'
import { consoleEventsRemove } from '#features/events/contract.ts'
import { consolePostersList, consolePostersSave } from '#features/posters/console.contract.ts'
import { staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
let colleague: { token: string }
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  colleague = await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])
})
afterAll(() => stage?.close())

const arrive = async (size: 'phone' | 'desktop', lang: 'en' | 'zh-cn'): Promise<Visitor> => {
  const { token } = await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])
  const visitor = await stage.visit(size, lang)
  await visitor.context.addCookies([{ name: 'startline_console', value: token, url: stage.origin }])
  return visitor
}
const says = {
  en: {
    name: 'Name',
    edit: 'Edit',
    photo: 'Without a photo',
    texts: 'Texts',
    save: 'Save',
    both: 'Somebody else changed the same',
    theirs: /Theirs/,
    goOn: 'Continue',
    saved: 'Saved',
    template: 'HTML template',
  },
  'zh-cn': {
    name: '名称',
    edit: '编辑',
    photo: '不需要选手照片',
    texts: '文字',
    save: '保存',
    both: '有人刚保存了同样的内容',
    theirs: /对方的修改/,
    goOn: '继续',
    saved: '已保存',
    template: 'HTML 模板',
  },
} as const

const text = (offsety: number) => ({
  fontsize: 60,
  offsetx: 40,
  offsety,
  size: 500,
  color: '#c2410c',
  align: 'center' as const,
  rotate: 0,
})

test.each([
  ['desktop', 'en'],
  ['phone', 'zh-cn'],
] as const)('a poster that a colleague saved meanwhile shows both versions, on a %s in %s', async (size, lang) => {
  const { world } = stage
  const said = says[lang]
  const frame = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#14532d' } })
    .png()
    .toBuffer()
  const kept = await keepFile(world.parts, { raceid: 2026, name: 'p.png', bytes: frame })
  if (typeof kept === 'string') throw new Error(kept)
  const design = {
    background: { width: 500, height: 500, offsetx: 50, offsety: 50 },
    watermask: { url: kept.path, width: 600, height: 900 },
    cover: null,
    text: { name: text(600) },
    qrcode: { width: 200, offsetx: 380, offsety: 680 },
    nopic: false,
  }
  const first = { raceid: 2026, use: 'result' as const, name: `冲线${size}`, design, published: false }
  const { id, updated_at } = await world.ask(consolePostersSave, first, colleague)

  const desk = await arrive(size, lang)
  const { page } = desk
  await desk.open('/console/2026/posters')
  await page.getByRole('button', { name: `${said.edit} 冲线${size}`, exact: true }).click()
  const name = page.getByLabel(said.name, { exact: true }).first()
  await name.fill('我的名字')
  await page.getByLabel(said.photo).check()
  await page.getByRole('checkbox', { name: lang === 'en' ? 'Bib' : '参赛号', exact: true }).check()
  world.clock.advance(1000)
  await world.ask(
    consolePostersSave,
    {
      ...first,
      id,
      updated_at,
      name: '同事的名字',
      design: { ...design, text: { name: text(120) }, background: { ...design.background, width: 400 } },
    },
    colleague,
  )
  await page.getByRole('button', { name: said.save, exact: true }).click()
  await page.getByRole('heading', { name: said.both }).waitFor()
  const dialog = page.getByRole('dialog').filter({ hasText: said.both })
  expect(await dialog.innerText()).toContain('我的名字')
  expect(await dialog.innerText()).toContain('同事的名字')
  await expect.poll(() => dialog.locator('canvas').count(), { timeout: 30_000 }).toBe(2)
  await noFaults(desk, `m1-poster-${size}`)
  await dialog.getByRole('group', { name: said.name }).getByLabel(said.theirs).check()
  await dialog.getByRole('button', { name: said.goOn, exact: true }).click()
  expect(await name.inputValue()).toBe('同事的名字')
  await page.getByRole('button', { name: said.save, exact: true }).click()
  await page.getByText(said.saved, { exact: true }).first().waitFor()
  const after = (await world.ask(consolePostersList, { raceid: 2026 }, colleague)).items.find((one) => one.id === id)!
  expect(after, 'the chosen name, my texts, and the photo that only the colleague changed').toMatchObject({
    name: '同事的名字',
    nopic: true,
    background: { width: 400 },
    text: { name: text(600), bib: { color: '#1b2430' } },
  })
  await desk.context.close()
})

test('if a colleague saved the HTML of a certificate meanwhile, the page shows the differences; for an older draft too', async () => {
  const { world } = stage
  const long = '<p style="color:#14532d">%姓名% 完成比赛</p>'.repeat(20)
  const first = {
    raceid: 2026,
    kind: 'timing' as const,
    name: '完赛证书',
    html: `${long}<p>甲</p>`,
    keep_html: true,
    published: false,
  }
  const { id, updated_at } = await world.ask(consoleCertificatesSave, first, colleague)
  const desk = await arrive('desktop', 'zh-cn')
  const { page } = desk
  const said = says['zh-cn']
  await desk.open(`/console/2026/certificates?html=${id}`)
  const html = page.getByLabel(said.template)
  await html.fill(`${long}<p>我的结尾</p>`)
  await page.clock.runFor(1000)
  world.clock.advance(1000)
  const theirs = { ...first, id, updated_at, name: '同事改的证书', html: `${long}<p>同事的结尾</p>` }
  await world.ask(consoleCertificatesSave, theirs, colleague)
  // The person comes back to a draft that began from a version that is older than the saved version.
  page.on('dialog', (dialog) => void dialog.accept())
  await desk.open(`/console/2026/certificates?html=${id}`)
  await page.getByRole('heading', { name: said.both }).waitFor()
  const dialog = page.getByRole('dialog').filter({ hasText: said.both })
  expect(await dialog.innerText()).toContain('我的结尾')
  expect(await dialog.innerText()).toContain('同事的结尾')
  await noFaults(desk, 'm2-certificate')
  await dialog.getByRole('button', { name: said.goOn, exact: true }).click()
  expect(await html.inputValue()).toContain('我的结尾')
  expect(await page.getByLabel(said.name, { exact: true }).first().inputValue()).toBe('同事改的证书')
  await page.getByRole('button', { name: said.save, exact: true }).click()
  await page.getByText(said.saved, { exact: true }).first().waitFor()
  const { items } = await world.ask(consoleCertificatesList, { raceid: 2026 }, colleague)
  const after = items.find((one) => one.id === id)!
  expect([after.name, JSON.stringify([after.html, after.boxes]).includes('我的结尾')]).toEqual(['同事改的证书', true])
})

test.each([
  ['desktop', 'zh-cn', '编辑 欢乐跑', '该组别已被删除', '返回组别列表', '组别'],
  ['phone', 'en', 'Edit 10 km', 'This event was deleted', 'Back to the events', 'Events'],
] as const)(
  'if a colleague deletes an event, its open editor says so (%s, %s)',
  async (size, lang, edit, gone, back, list) => {
    const desk = await arrive(size, lang)
    const { page } = desk
    await desk.open('/console/2026/events')
    await page.getByRole('button', { name: edit, exact: true }).click()
    const name = page.getByRole('heading', { name: edit.replace(/^(编辑|Edit) /, ''), level: 1 })
    await name.waitFor()
    // The address names the event: Back leads to the list, and a reload to the editor.
    await page.goBack()
    await page.getByRole('heading', { name: list, level: 1 }).waitFor()
    await page.goForward()
    await name.waitFor()
    await page.reload()
    await name.waitFor()
    const { id } = await stage.world.db
      .selectFrom('events')
      .select('id')
      .where('raceid', '=', 2026)
      .where('name', '=', lang === 'en' ? '10公里' : '欢乐跑')
      .executeTakeFirstOrThrow()
    await stage.world.ask(consoleEventsRemove, { raceid: 2026, id }, colleague)
    // The page reads the events again when the person comes back to the tab of the browser.
    await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await page.getByText(gone).waitFor()
    await noFaults(desk, `meanwhile-event-gone-${lang}`)
    await page.getByRole('button', { name: back }).click()
    await page.getByRole('heading', { name: list, level: 1 }).waitFor()
    await page.getByText(gone).waitFor({ state: 'detached' })
    await desk.context.close()
  },
)

test.each([
  ['desktop', 'zh-cn', '没有这个组别', '该组别已被删除', '返回组别列表', '组别'],
  ['phone', 'en', 'There is no such event', 'This event was deleted', 'Back to the events', 'Events'],
] as const)(
  'an address of an event that never existed says so (%s, %s)',
  async (size, lang, none, gone, back, list) => {
    const desk = await arrive(size, lang)
    const { page } = desk
    await desk.open('/console/2026/events?event=999')
    await page.getByText(none).waitFor()
    expect(await page.getByText(gone).count()).toBe(0)
    await noFaults(desk, `no-such-event-${lang}`)
    await page.getByRole('button', { name: back }).click()
    await page.getByRole('heading', { name: list, level: 1 }).waitFor()
    await desk.context.close()
  },
)
