import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lang } from '#contract/words.ts'
import { saveEvent } from '#features/events/service.ts'
import { type FieldName, fields } from '#features/fields/fields.rules.ts'
import { type AskableField, askableFields, placeFields } from '#features/fields/lists.rules.ts'
import { labels, optionText } from '#features/fields/words.ts'
import { fieldLabel } from '#features/registrations/web/signup/asked.words.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { answersOf, wholeForm } from '../../fields/samples.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026 } from '../browser/race.ts'

/**
 * Goes through each screen that has an entrant's fields. The list of fields says which fields a screen must have. A new
 * field is visible on each screen, or this test fails.
 */
let stage: Stage
let runner: Awaited<ReturnType<typeof runnerSession>>
let desk: Awaited<ReturnType<typeof staffSession>>
const first = answersOf(0)
const second = answersOf(1)
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  const now = world.clock.now()
  const days = (n: number) => new Date(now.getTime() + n * 86_400_000)
  await world.db.transaction().execute((tx) =>
    saveEvent(
      tx,
      {
        raceid: 2026,
        id: 7,
        name: '什么都问',
        names: { en: 'Everything asked' },
        type: 'other',
        price: 0,
        places: 20,
        colour: '#1971c2',
        sort: 7,
        signup_from: days(-7),
        signup_until: days(24),
        start_at: days(78),
        created_at: now,
        form: wholeForm,
      },
      now,
    ),
  )
  runner = await runnerSession(world, '13900007777')
  desk = await staffSession(world, [{ raceid: 2026, role: 'director' }])
})
afterAll(() => stage?.close())

/** Returns a value as a screen shows it. */
const said = (name: FieldName, value: string, lang: Lang): string => optionText(name, value)[lang]
const stepOf = (step: string): AskableField[] => askableFields.filter((name) => fields[name].step === step)

/** Fills in a field, whatever control the field has. */
const fill = async (page: Page, name: AskableField, answers: typeof first, lang: Lang) => {
  if (name === 'area') {
    for (const place of placeFields)
      await page.getByLabel(labels[place][lang], { exact: true }).selectOption(answers[place])
    return
  }
  const label = fieldLabel(name)[lang]
  const value = answers[name]
  const card = page
    .getByRole('group', { name: label })
    .getByRole('radio', { name: said(name, value, lang), exact: true })
  const control = page.getByLabel(label, { exact: true })
  await card.or(control).first().waitFor()
  if ((await card.count()) > 0) return card.check()
  const isList = await control.first().evaluate((element) => element.tagName === 'SELECT')
  await (isList ? control.first().selectOption(value) : control.first().fill(value))
}

test('each field is asked in its step, and is shown in the summary and among the details of the status page', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/baoming?raceid=2026&event=7&_token=${runner.token}`)
  const next = () => page.getByRole('button', { name: '下一步' }).click()
  await page
    .getByRole('heading', { name: '选手信息' })
    .or(page.getByRole('heading', { name: '选择组别' }))
    .waitFor()
  if (await page.getByRole('heading', { name: '选择组别' }).isVisible()) {
    await page.getByRole('radio', { name: /^什么都问/ }).check()
    await next()
  }
  await page.getByRole('heading', { name: '选手信息' }).waitFor()
  await page.getByLabel('证件号码').fill(idcardOf('330106', '19900512', '012'))
  await page.getByLabel('姓名', { exact: true }).fill('林晓岚')
  for (const name of stepOf('who')) await fill(page, name, first, 'zh-cn')
  await page.getByRole('checkbox', { name: /敏感个人信息/ }).check()
  await noFaults(phone, 'fields-1-who')
  await page.getByLabel('手机号').fill('13900007777')
  for (const name of stepOf('contact')) await fill(page, name, first, 'zh-cn')
  await noFaults(phone, 'fields-2-contact')
  for (const name of stepOf('emergency')) await fill(page, name, first, 'zh-cn')
  await noFaults(phone, 'fields-3-emergency')
  await next()
  for (const name of stepOf('more')) await fill(page, name, first, 'zh-cn')
  await noFaults(phone, 'fields-4-more')
  await next()
  await page.getByRole('heading', { name: '核对并提交' }).waitFor()
  const summary = await page.getByRole('article', { name: '林晓岚' }).innerText()
  for (const name of askableFields) expect(summary, name).toContain(said(name, first[name], 'zh-cn'))
  await noFaults(phone, 'fields-5-summary')
  await page.getByRole('checkbox', { name: /参赛声明/ }).check()
  await page.getByRole('button', { name: '提交报名' }).click()

  await page.getByRole('heading', { name: '报名成功' }).waitFor()
  await page.getByRole('button', { name: '报名详情' }).click()
  const details = page.getByRole('dialog')
  await details.waitFor()
  const shown = await details.innerText()
  for (const name of askableFields) expect(shown, name).toContain(said(name, first[name], 'zh-cn'))
  await noFaults(phone, 'fields-6-details')
})

const registrationOf = () =>
  stage.world.db
    .selectFrom('registrations')
    .selectAll()
    .where('raceid', '=', 2026)
    .where('eventid', '=', 7)
    .executeTakeFirstOrThrow()

test('each field that may be changed is on the page of changes with its present value, and is saved', async () => {
  const { _key } = await registrationOf()
  const screen = await stage.visit('desktop', 'en')
  const { page } = screen
  await screen.open(`/edit?_key=${_key}&_token=${runner.token}`)
  await page.getByRole('heading', { name: 'Contact details' }).first().waitFor()
  await page.getByText('If one is wrong, contact the organisers').waitFor()
  for (const name of askableFields.filter((one) => fields[one].editable === true)) await fill(page, name, second, 'en')
  await noFaults(screen, 'fields-7-edit')
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByRole('button', { name: 'Entry details' }).click()
  const details = page.getByRole('dialog')
  await details.waitFor()
  const shown = await details.innerText()
  for (const name of askableFields) expect(shown, name).toContain(said(name, second[name], 'en'))
  await noFaults(screen, 'fields-8-changed')
})

test('staff see each field after they open it, and the file has a column for it', async () => {
  const { id } = await registrationOf()
  const visitor = await stage.visit('desktop', 'zh-cn')
  await visitor.logIn('staff', desk.token)
  const { page } = visitor
  await visitor.open(`/console/registration?raceid=2026&id=${id}`)
  await page.getByRole('button', { name: '查看完整信息' }).click()
  await page.getByLabel('查看原因').fill('核对保险')
  await page.getByRole('button', { name: '查看完整信息' }).last().click()
  await page.getByText(second.email).waitFor()
  const shown = await page.locator('#main').innerText()
  for (const name of askableFields) {
    expect(shown, name).toContain(said(name, second[name], 'zh-cn'))
    if (name !== 'area') expect(shown, name).toContain(labels[name]['zh-cn'])
  }
  await noFaults(visitor, 'fields-9-desk')

  await visitor.open('/console/registrations?raceid=2026&eventid=7')
  await page.getByRole('button', { name: '导出' }).click()
  await page.getByRole('dialog').getByText('CSV').click()
  await page.getByLabel(/导出完整信息的原因/).fill('投保')
  await noFaults(visitor, 'fields-10-export')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: '导出', exact: true }).click(),
  ])
  const file = readFileSync(await download.path(), 'utf8')
  for (const name of askableFields) {
    expect(file, name).toContain(labels[name]['zh-cn'])
    expect(file, name).toContain(said(name, second[name], 'zh-cn'))
  }
})

test('my own data show each field', async () => {
  const screen = await stage.visit('phone', 'en')
  const { page } = screen
  await screen.open(`/mydata?_token=${runner.token}`)
  await page.getByRole('button', { name: /^See what is stored/ }).click()
  const held = page.locator('section').filter({ has: page.getByRole('button', { name: /^Less/ }) })
  await held.getByRole('button', { name: 'Show', exact: true }).click()
  await held.getByText(second.email).waitFor()
  const shown = await held.innerText()
  for (const name of askableFields) {
    expect(shown, name).toContain(said(name, second[name], 'en'))
    expect(shown, name).toContain(labels[name].en)
  }
  await noFaults(screen, 'fields-11-mydata')
})
