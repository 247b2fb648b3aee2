import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendQueued } from '#features/messages/jobs.ts'
import { eachLang } from '#features/messages/rules.ts'
import { sendMessage } from '#features/messages/service.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults, picture } from '../browser/pictures.ts'
import { idcardOf, openRace2026, signUp } from '../browser/race.ts'

let stage: Stage
let runner: Awaited<ReturnType<typeof runnerSession>>
let owner: Awaited<ReturnType<typeof staffSession>>
let key: string
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  runner = await runnerSession(world, '13900001234')
  const entry = { idnum: idcardOf('330106', '19880512', '111'), name: '顾行舟', mobile: '13900001110' }
  key = (await signUp(world, runner, entry))._key
  owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => stage?.close())

test('a runner allows one notice on the status page, and the reminder to pay comes through WeChat', async () => {
  const { world } = stage
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.logIn('runner', runner.token)
  const { page } = phone
  await phone.open(`/queryDetail?_key=${key}`)
  const turnOn = page.getByRole('button', { name: '开启：支付截止前提醒我' })
  await turnOn.waitFor()
  await turnOn.scrollIntoViewIfNeeded()
  await noFaults(phone, 'notices-1-offer')
  await turnOn.click()
  await page.waitForURL(/pretend\/messagingapp\/subscribemsg/)
  await picture(phone, 'notices-2-question')
  await page.getByRole('link', { name: '取消' }).click()
  await page.waitForURL(/queryDetail/)
  await page.getByText('没有开启').waitFor()
  await turnOn.click()
  await page.waitForURL(/pretend\/messagingapp\/subscribemsg/)
  await page.getByRole('link', { name: '允许' }).click()
  await page.waitForURL(/queryDetail/)
  const isOn = page.getByText('已开启', { exact: true })
  await isOn.waitFor()
  await isOn.scrollIntoViewIfNeeded()
  expect(page.url()).not.toContain('notice=')
  await noFaults(phone, 'notices-3-on')

  await world.parts.seal.prepare('accounts')
  await world.db.transaction().execute((tx) =>
    sendMessage(tx, {
      seal: world.parts.seal,
      now: world.clock.now(),
      uid: runner.uid,
      mobile: '13900001110',
      mask: '139****1110',
      lang: 'zh-cn',
      raceid: 2026,
      path: `/queryDetail?_key=${key}`,
      template: 'pay_soon',
      values: { race: eachLang(() => '澜江马拉松'), event: '马拉松', until: '3月1日 18:00' },
      deadline: new Date(world.clock.now().getTime() + 3_600_000),
      key: 'story of notices',
    }),
  )
  const { id } = await world.db
    .selectFrom('messages')
    .select('id')
    .where('key', '=', 'story of notices')
    .executeTakeFirstOrThrow()
  await sendQueued({ id }, { ...world.parts, now: world.clock.now() })
  expect(world.parts.integrations.sandbox.messagingapp!.notices.sent).toMatchObject([
    { title: '支付即将截止', page: `${stage.origin}/queryDetail?_key=${key}` },
  ])
})

test('on a desktop in English the offer is beside the timeline', async () => {
  const desk = await stage.visit('desktop', 'en')
  await desk.logIn('runner', runner.token)
  await desk.open(`/queryDetail?_key=${key}`)
  await desk.page.getByRole('button', { name: 'Turn on: Before a payment is due' }).waitFor()
  await noFaults(desk, 'notices-4-desktop')
})

test('an owner tests the templates, mends one, and invites staff by mail', async () => {
  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', owner.token)
  const { page } = desk
  await desk.open('/console/platform')
  await page.getByRole('link', { name: '设置', exact: true }).click()
  await page.getByRole('heading', { name: '微信通知', level: 1 }).waitFor()
  await page.getByRole('button', { name: '测试' }).click()
  await page.getByText('凭证和模板均正确').first().waitFor()
  await noFaults(desk, 'notices-5-console')
  await page.getByLabel('起跑：关键词').fill('thing1=weather')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('请写成 thing1=race, time2=when，最多 5 个关键词').waitFor()
  await page.getByLabel('起跑：关键词').fill('thing1=race, time2=when, thing3=event')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('模板已保存').waitFor()

  await desk.open('/console/staff')
  await page.getByRole('button', { name: '添加工作人员' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('姓名').fill('林计时')
  await dialog.getByLabel('登录名').fill('lin')
  await dialog.getByLabel('邮箱').fill('hardly a mail')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByText('邮箱地址不正确').waitFor()
  await noFaults(desk, 'notices-6-invite')
  await dialog.getByLabel('邮箱').fill('lin@timing.example')
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('已向 林计时 发送邀请').waitFor()
})

test('on a phone in English a reader tries the calls of the document', async () => {
  const phone = await stage.visit('phone', 'en')
  await phone.logIn('staff', owner.token)
  const { page } = phone
  await phone.open('/console/calls')
  await page.getByLabel('Find a call').fill('api/helper/races')
  await page.getByRole('button', { name: 'POST /api/helper/races', exact: true }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText(/Status 200/).waitFor()
  expect(await page.getByLabel('Answer').inputValue()).toContain('澜江马拉松')
  await page.getByLabel('Input (JSON)').fill('[1]')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Please write a JSON object').waitFor()
  await noFaults(phone, 'calls-1-answer')
})

test('a widget of a race works alone, and passes axe', async () => {
  const phone = await stage.visit('phone', 'en')
  await phone.open('/embed?raceid=2026&_lang=en')
  await phone.page.getByRole('link', { name: /Enter now/ }).waitFor()
  await noFaults(phone, 'widget-1-signup')
})
