import { afterAll, beforeAll, expect, test } from 'vitest'
import { announce } from '#features/announcements/jobs.ts'
import { sendMessages } from '#features/messages/service.ts'
import { sendQueued } from '#features/messages/jobs.ts'
import { eachLang } from '#features/messages/rules.ts'
import { SmsLost, SmsRefused } from '#integrations/sms/client.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
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
  await signUp(world, runner, { idnum: idcardOf('330106', '19880512', '111'), name: '顾行舟', mobile: '13900001110' })
  key = (await world.db.selectFrom('registrations').select('_key').executeTakeFirstOrThrow())._key
  owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => stage?.close())

const tell = async (
  ago: number,
  part: {
    template: 'wait_given' | 'drawn_won' | 'review_failed'
    values?: object
    mobile?: string
    path?: string
    read?: true
  },
) => {
  const { db, parts, clock } = stage.world
  const names = {
    race: eachLang((lang) => ({ 'zh-cn': '澜江马拉松', 'zh-tw': '瀾江馬拉松', en: 'Lanjiang Marathon' })[lang]),
    event: eachLang((lang) => (lang === 'en' ? 'Marathon' : '马拉松')),
  }
  const now = new Date(clock.now().getTime() - ago * 3_600_000)
  await parts.seal.prepare('accounts')
  const { mobile, template, values, path, read } = part
  const id = `${template} ${ago}`
  await db.transaction().execute((tx) =>
    sendMessages(tx, [
      {
        seal: parts.seal,
        now,
        uid: runner.uid,
        lang: 'zh-cn',
        template,
        values: { ...names, ...values },
        path,
        key: id,
        raceid: 2026,
        ...(mobile ? { mobile, mask: '139****1110' } : {}),
      },
    ]),
  )
  if (read) await db.updateTable('messages').set({ read_at: now }).where('key', '=', id).execute()
  return (await db.selectFrom('messages').select('id').where('key', '=', id).executeTakeFirstOrThrow()).id
}

test('a runner finds the messages by day, and a message leads to the registration; an organiser writes to all and sees the unsent messages', async () => {
  const { world } = stage
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open('/messages?raceid=2026')
  await phone.page.getByText('登录后查看消息').waitFor()
  await noFaults(phone, 'm1-stranger')
  await phone.logIn('runner', runner.token)
  await phone.open('/messages?raceid=2026')
  await phone.page.getByText('暂无消息').waitFor()
  await noFaults(phone, 'm2-empty')

  await tell(30, {
    template: 'review_failed',
    values: { reason: '照片不清晰' },
    path: `/queryDetail?_key=${key}`,
    read: true,
  })
  const lost = await tell(26, { template: 'wait_given', mobile: '13900001110', path: `/queryDetail?_key=${key}` })
  const failed = await tell(2, {
    template: 'drawn_won',
    values: { until: eachLang((lang) => (lang === 'en' ? '3 March, 12:00' : '3月3日 12:00')) },
    mobile: '13900001110',
    path: `/queryDetail?_key=${key}`,
  })
  const refusing = (error: Error) => ({
    ...world.parts,
    now: world.clock.now(),
    integrations: {
      ...world.parts.integrations,
      sms: { name: 'aliyun', sandbox: false, send: () => Promise.reject(error) },
    },
  })
  await sendQueued({ id: failed }, refusing(new SmsRefused('isv.MOBILE_NUMBER_ILLEGAL', 'no')))
  await sendQueued({ id: lost }, refusing(new SmsLost('aliyun', 'no answer')))
  await world.db.updateTable('messages').set({ state: 'lost', look_at: null }).where('id', '=', lost).execute()

  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', owner.token)
  await desk.open('/console/2026/announcements')
  await desk.page.getByText('还没有发过通知').waitFor()
  await desk.page.getByRole('button', { name: '新建通知' }).click()
  await desk.page.getByRole('textbox', { name: '标题' }).fill('领物时间公布')
  await desk.page.getByRole('textbox', { name: '内容' }).fill('周五九点起，江滨体育场一号门。\n请带身份证。')
  await desk.page.getByRole('dialog').getByRole('radio', { name: 'English' }).check()
  await desk.page.getByRole('textbox', { name: '标题' }).fill('Pack collection')
  await desk.page
    .getByRole('textbox', { name: '内容' })
    .fill('From Friday 9:00 at gate 1 of the stadium. Bring your ID.')
  await desk.page.getByText('同时发送短信提醒').click()
  await desk.page.getByText('1 个报名').waitFor()
  await noFaults(desk, 'm3-writing')
  await desk.page.getByRole('button', { name: '预览' }).click()
  await desk.page.getByText('顾** 会看到').waitFor()
  await noFaults(desk, 'm4-preview')
  await desk.page.getByRole('button', { name: '确认发送' }).click()
  await desk.page.getByRole('heading', { name: '领物时间公布' }).waitFor()
  await noFaults(desk, 'm5-sending')
  const { id } = await world.db.selectFrom('announcements').select('id').executeTakeFirstOrThrow()
  await announce({ raceid: 2026, id }, { ...world.parts, now: world.clock.now() })

  await desk.open('/console/outbox')
  await desk.page.getByRole('heading', { name: '没有发出的短信' }).waitFor()
  await desk.page.getByText('isv.MOBILE_NUMBER_ILLEGAL').waitFor()
  await noFaults(desk, 'm6-outbox')
  await desk.page.locator('section').filter({ hasText: '没有发出的短信' }).getByText('结果不明').click()
  await desk.page.getByRole('button', { name: '重新发送' }).first().click()
  await desk.page.getByText('可能让对方收到两次').waitFor()
  await noFaults(desk, 'm7-retry')

  await phone.open('/messages?raceid=2026')
  await phone.page.getByText('领物时间公布').waitFor()
  await noFaults(phone, 'm8-box')
  await phone.page.getByRole('link', { name: /恭喜中签/ }).click()
  await phone.page.waitForURL(/\/pay\?|queryDetail/)
  const unread = () =>
    world.db.selectFrom('messages').select('id').where('uid', '=', runner.uid).where('read_at', 'is', null).execute()
  await expect.poll(async () => (await unread()).length).toBe(2)
  const reader = await stage.visit('desktop', 'en')
  await reader.logIn('runner', runner.token)
  await reader.open('/messages?raceid=2026')
  await reader.page.getByText('Pack collection').waitFor()
  expect(await reader.page.getByText('Unread', { exact: true }).count()).toBe(2)
  await noFaults(reader, 'm9-english')
  await reader.page.getByRole('button', { name: 'Mark all as read' }).click()
  await reader.page.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' })
  expect(await reader.page.getByText('Unread').count()).toBe(0)
})
