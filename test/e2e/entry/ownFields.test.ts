import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTableFile } from '#features/files/tableFile.service.ts'
import { doErasure } from '#features/privacy/erasing.service.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults, picture } from '../browser/pictures.ts'
import { idcardOf, openRace2026 } from '../browser/race.ts'

let stage: Stage
let runner: Awaited<ReturnType<typeof runnerSession>>
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  runner = await runnerSession(stage.world, '13900007777')
})
afterAll(() => stage?.close())

const atDesk = async (size: 'phone' | 'desktop', lang: 'zh-cn' | 'zh-tw' | 'en'): Promise<Visitor> => {
  const { token } = await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', token)
  return visitor
}
/** Scrolls to the top, because the bars that stay visible cover the content that scrolls below them. */
const top = (page: Page) => page.evaluate(() => scrollTo(0, 0))
const say = async (page: Page, group: string, cn: string, en: string) => {
  const field = page.getByRole('group', { name: group, exact: true }).last()
  await field.getByRole('textbox', { name: /简体中文$/ }).fill(cn)
  await field.getByRole('textbox', { name: /English$/ }).fill(en)
}

test('a director builds the form: a section, a choice, a condition, and a health question that the builder recognises', async () => {
  const desk = await atDesk('desktop', 'zh-cn')
  const { page } = desk
  await desk.open('/console/2026/events')
  await page.getByRole('link', { name: '报名表单 马拉松' }).click()
  await page.getByRole('button', { name: '添加分节' }).click()
  await say(page, '分节标题', '怎么来', 'Getting here')
  const section = page.getByRole('region', { name: '怎么来' })

  await section.getByRole('button', { name: '添加问题' }).click()
  await say(page, '问题', '您怎么来？', 'How do you travel?')
  await page.getByLabel('题型').selectOption({ label: '单选' })
  for (const [n, cn, en] of [
    [1, '自驾', 'By car'],
    [2, '地铁', 'By metro'],
  ] as const) {
    await page.getByLabel(`选项 ${n} · 简体中文`).fill(cn)
    await page.getByLabel(`选项 ${n} · English`).fill(en)
  }
  await page.getByRole('checkbox', { name: '必须填写' }).check()
  await page.getByRole('button', { name: '收起“您怎么来？”' }).click()

  await section.getByRole('button', { name: '添加问题' }).click()
  await say(page, '问题', '车牌号', 'Number plate')
  await page.getByLabel('显示条件').selectOption({ label: '仅当“您怎么来？”的答案是…' })
  await page.getByRole('group', { name: '答案' }).getByRole('checkbox', { name: '自驾' }).check()
  await page.getByRole('checkbox', { name: '必须填写' }).check()
  await page.getByRole('button', { name: '收起“车牌号”' }).click()

  await section.getByRole('button', { name: '添加问题' }).click()
  await say(page, '问题', '有无过敏史', 'Any allergies?')
  expect(await page.getByRole('checkbox', { name: /^个人信息/ }).isChecked()).toBe(true)
  await page.getByText('标题涉及健康，已自动标记').waitFor()

  const phone = page.frameLocator('iframe[title="选手看到的报名表单"]')
  await phone.getByRole('heading', { name: '怎么来' }).waitFor()
  expect(await phone.getByLabel('车牌号').count()).toBe(0)
  await phone.getByRole('radio', { name: '自驾' }).check()
  await phone.getByLabel('车牌号').waitFor()
  await top(page)
  await noFaults(desk, 'own-1-builder')
  await page.getByRole('radio', { name: 'English' }).check()
  await page.frameLocator('iframe').getByText('How do you travel?').waitFor()
  await top(page)
  await noFaults(desk, 'own-2-preview-en')

  await page.getByRole('checkbox', { name: /^个人信息/ }).uncheck()
  await page.getByRole('button', { name: '发布表单' }).click()
  await page.getByText('取消个人信息标记需要写明理由').first().waitFor()
  await page.getByRole('checkbox', { name: /^个人信息/ }).check()
  await page.getByRole('button', { name: '发布表单' }).click()
  await page.getByText('表单已发布').waitFor()
})

test('the builder works on a phone in English', async () => {
  const desk = await atDesk('phone', 'en')
  await desk.open('/console/2026/form?eventid=1')
  const { page } = desk
  await page.getByRole('button', { name: 'Edit “How do you travel?”' }).click()
  expect(await page.getByLabel('Option 1 · English').inputValue()).toBe('By car')
  await top(page)
  await noFaults(desk, 'own-3-phone-en')
  await page.getByRole('button', { name: 'Preview the form' }).click()
  await page.frameLocator('iframe').getByRole('heading', { name: 'Getting here' }).waitFor()
  await noFaults(desk, 'own-4-phone-preview-en')
})

/** Returns the names of the asked fields of a section, in their order on the screen. */
const orderIn = (page: Page, section: string) =>
  page.getByRole('region', { name: section }).locator('[data-field] p:first-child').allTextContents()
const middleOf = async (page: Page, selector: string) => {
  const box = (await page.locator(selector).boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a mouse drags a field and a section to their places, Escape stops it, and buttons announce the order', async () => {
  const desk = await atDesk('desktop', 'en')
  const { page } = desk
  await desk.open('/console/2026/form?eventid=1')
  await page.getByRole('region', { name: 'Getting here' }).waitFor()
  const before = await orderIn(page, 'Getting here')
  expect(before).toEqual(['How do you travel?', 'Number plate', 'Any allergies?'])
  const drag = async (grip: string, onto: string, by: number, end: 'drop' | 'escape' | 'hold') => {
    await page.locator(`[data-grip="${onto}"]`).scrollIntoViewIfNeeded()
    await page.locator(`[data-grip="${grip}"]`).scrollIntoViewIfNeeded()
    const from = await middleOf(page, `[data-grip="${grip}"]`)
    const to = await middleOf(page, `[data-grip="${onto}"]`)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, (from.y + to.y) / 2, { steps: 4 })
    await page.mouse.move(from.x, to.y + by, { steps: 4 })
    await page.locator('[data-landing]').waitFor()
    if (end === 'escape') await page.keyboard.press('Escape')
    if (end !== 'hold') await page.mouse.up()
  }
  await drag('f3', 'f1', -8, 'escape')
  expect(await orderIn(page, 'Getting here')).toEqual(before)
  await drag('f3', 'f1', -8, 'hold')
  await picture(desk, 'own-dragging')
  await page.mouse.up()
  expect(await orderIn(page, 'Getting here')).toEqual(['Any allergies?', 'How do you travel?', 'Number plate'])
  await page.getByText('“Any allergies?” is now 1 of 3 in “Getting here”').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Move “Any allergies?” down' }).press('Enter')
  await page.getByText('“Any allergies?” is now 2 of 3 in “Getting here”').waitFor({ state: 'attached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Move “Any allergies?” down',
  )
  const own = page.getByRole('region', { name: 'Getting here' })
  await own.getByRole('button', { name: 'Move “Getting here” up' }).press('Enter')
  await page.getByText(/Section “Getting here” is now 4 of 5/).waitFor({ state: 'attached' })
})

test('a finger drags a field on a phone, and the page does not scroll away', async () => {
  const desk = await atDesk('phone', 'zh-cn')
  const { page } = desk
  await desk.open('/console/2026/form?eventid=1')
  await page.locator('[data-grip="f3"]').scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 200))
  const from = await middleOf(page, '[data-grip="f3"]')
  const to = await middleOf(page, '[data-grip="f1"]')
  const finger = await desk.context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: from.x, y }] })
  const scrolled = await page.evaluate(() => scrollY)
  await touch('touchStart', from.y)
  for (const part of [0.3, 0.6, 0.9, 1]) await touch('touchMove', from.y + (to.y - 8 - from.y) * part)
  await page.locator('[data-landing]').waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  await touch('touchEnd')
  await page.getByText('“有无过敏史”现在是“怎么来”的第 1 项，共 3 项').waitFor({ state: 'attached' })
  expect(await orderIn(page, '怎么来')).toEqual(['有无过敏史', '您怎么来？', '车牌号'])
  const own = page.getByRole('region', { name: '怎么来' })
  await own.getByLabel('添加常用项').selectOption({ label: '血型' })
  await own.getByRole('button', { name: '编辑“血型”' }).click()
  await own.getByLabel('显示条件').selectOption({ label: '仅当“您怎么来？”的答案是…' })
  await own.getByRole('group', { name: '答案' }).getByRole('checkbox', { name: '地铁' }).check()
  await top(page)
  await noFaults(desk, 'own-dragged-phone')
  await page.getByRole('button', { name: '发布表单' }).click()
  await page.getByText('表单已发布').waitFor()
})

const ownRow = () =>
  stage.world.db
    .selectFrom('registrations')
    .selectAll()
    .where('raceid', '=', 2026)
    .where('name', '=', '林晓岚')
    .executeTakeFirstOrThrow()

test('a runner answers: the condition shows the plate, and all of it is in the summary and the details', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/baoming?raceid=2026&event=1&_token=${runner.token}`)
  const next = () => page.getByRole('button', { name: '下一步' }).click()
  const who = page.getByRole('heading', { name: '选手信息' })
  await who.or(page.getByRole('heading', { name: '选择组别' })).waitFor()
  if (!(await who.isVisible())) {
    await page.getByRole('radio', { name: /^马拉松/ }).check()
    await next()
  }
  await who.waitFor()
  await page.getByLabel('证件号码').fill(idcardOf('330106', '19900512', '012'))
  await page.getByLabel('姓名', { exact: true }).fill('林晓岚')
  await page.getByRole('checkbox', { name: /敏感个人信息/ }).check()
  await page.getByLabel('手机号').fill('13900007777')
  await page.getByLabel('紧急联系人姓名').fill('林建国')
  await page.getByLabel('紧急联系人电话').fill('13900008888')
  await next()
  await page.getByRole('radio', { name: 'L', exact: true }).check()
  await page.getByRole('heading', { name: '怎么来' }).waitFor()
  await next()
  await page.getByText('必填哦').waitFor()
  await page.getByRole('radio', { name: '地铁' }).check()
  expect(await page.getByLabel('车牌号').count()).toBe(0)
  await page.getByRole('group', { name: /血型/ }).waitFor()
  await page.getByRole('radio', { name: '自驾' }).check()
  expect(await page.getByRole('group', { name: /血型/ }).count()).toBe(0)
  await page.getByLabel('车牌号').fill('浙A·12345')
  await page.getByLabel('有无过敏史').fill('花生')
  await noFaults(phone, 'own-5-step')
  await next()
  await page.getByRole('heading', { name: '核对并提交' }).waitFor()
  const summary = await page.getByRole('article', { name: '林晓岚' }).innerText()
  for (const said of ['怎么来', '自驾', '浙A·12345', '花生']) expect(summary).toContain(said)
  await noFaults(phone, 'own-6-summary')
  await page.getByRole('checkbox', { name: /参赛声明/ }).check()
  await page.getByRole('button', { name: '提交报名' }).click()
  await expect
    .poll(
      async () =>
        (await stage.world.db.selectFrom('registrations').select('id').where('name', '=', '林晓岚').execute()).length,
    )
    .toBe(1)
  const row = await ownRow()
  expect(row.answers).toEqual({ f1: 'o1', f2: '浙A·12345' })
  await phone.open(`/queryDetail?_key=${row._key}&_token=${runner.token}`)
  await page.getByRole('button', { name: '报名详情' }).click()
  const details = page.getByRole('dialog')
  await details.getByText('花生').waitFor()
  expect(await details.innerText()).toContain('浙A·12345')
  await noFaults(phone, 'own-7-details')
})

test('a runner changes the answers later, and an answer that is then hidden is removed', async () => {
  const { _key } = await ownRow()
  const screen = await stage.visit('desktop', 'en')
  const { page } = screen
  await screen.open(`/edit?_key=${_key}&_token=${runner.token}`)
  await page.getByRole('heading', { name: 'Getting here' }).waitFor()
  expect(await page.getByLabel('Any allergies?').inputValue()).toBe('花生')
  await page.getByLabel('Any allergies?').fill('None')
  await page.getByLabel('How do you travel?').selectOption({ label: 'By metro' })
  expect(await page.getByLabel('Number plate').count()).toBe(0)
  await noFaults(screen, 'own-8-edit-en')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect.poll(async () => (await ownRow()).answers).toEqual({ f1: 'o2' })
})

test('staff read the answers masked, open them with a reason, and export them', async () => {
  const desk = await atDesk('desktop', 'en')
  const { page } = desk
  const row = await ownRow()
  await desk.open(`/console/2026/registration?id=${row.id}`)
  await page.getByText('By metro').waitFor()
  expect(await page.getByText('None', { exact: true }).count()).toBe(0)
  await noFaults(desk, 'own-9-registration-en')
  await desk.open('/console/2026/registrations')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
  ])
  const file = await readTableFile(await readFile(await download.path()))
  if ('unreadable' in file) throw new Error(file.unreadable)
  const { header, rows } = file.table
  expect(rows[0]![header.indexOf('How do you travel?')]).toBe('By metro')
  expect(rows[0]![header.indexOf('Any allergies?')] ?? '').toBe('')
})

test('an erasure removes the answers', async () => {
  const { id } = await ownRow()
  const { world } = stage
  const now = world.clock.now()
  const left = () => world.db.selectFrom('personal_answers').select('name').where('registrationid', '=', id).execute()
  expect(await left()).toEqual([{ name: 'f3' }])
  const erasure = await world.db
    .insertInto('erasures')
    .values({
      uid: runner.uid,
      raceid: 2026,
      registrationid: id,
      scope: 'registration',
      asked_at: now,
      due_at: now,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await doErasure(world.parts, erasure.id, new Date(now.getTime() + 200 * 86_400_000))
  expect(await left()).toEqual([])
})
