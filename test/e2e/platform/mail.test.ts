import { afterAll, beforeAll, expect, test } from 'vitest'
import { announce } from '#features/announcements/jobs.ts'
import { takeReturned } from '#features/mail/bounces.service.ts'
import { sendQueuedMail } from '#features/mail/jobs.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026, signUp } from '../browser/race.ts'

let stage: Stage
let runner: Awaited<ReturnType<typeof runnerSession>>
let owner: Awaited<ReturnType<typeof staffSession>>
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  runner = await runnerSession(world, '13900001234')
  await signUp(world, runner, { idnum: idcardOf('330106', '19880512', '111'), name: '顾行舟', mobile: '13900001110' })
  owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => stage?.close())

/** Sends the mails that wait, as the jobs do, and returns the decoded bodies of the mails that arrived. */
const sendAll = async (): Promise<string[]> => {
  const { world } = stage
  const { sent } = world.parts.integrations.sandbox.mail!
  const before = sent.length
  await world.parts.seal.prepare('accounts')
  const rows = await world.db.selectFrom('mails').select('id').where('state', '=', 'queued').execute()
  for (const { id } of rows) await sendQueuedMail({ id }, { ...world.parts, now: world.clock.now() })
  return sent.slice(before).map(({ raw }) =>
    raw
      .split(/\r\n--[^\r\n]+\r\n/)
      .map((part) => part.split('\r\n\r\n'))
      .filter(([head = '']) => head.startsWith('Content-Type: text/'))
      .map(([head = '', ...rest]) => {
        const body = rest.join('\r\n\r\n')
        return /base64/i.test(head)
          ? Buffer.from(body, 'base64').toString('utf8')
          : Buffer.from(
              body
                .replaceAll(/=\r\n/g, '')
                .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
              'latin1',
            ).toString('utf8')
      })
      .join('\n'),
  )
}

test('a runner proves an address and gets messages by mail; staff write to a selection and see the bounces', async () => {
  const { world } = stage
  const phone = await stage.visit('phone', 'en')
  await phone.open('/mail')
  await phone.page.getByText('Log in to choose the email for your notifications').waitFor()
  await phone.logIn('runner', runner.token)
  await phone.open('/mail')
  await phone.page.getByRole('textbox', { name: 'Email address' }).fill('nobody')
  await phone.page.getByRole('button', { name: 'Send code' }).click()
  await phone.page.getByText('This is not a valid email address').waitFor()
  await phone.page.getByRole('textbox', { name: 'Email address' }).fill('runner@example.com')
  await noFaults(phone, 'mail-1-address')
  await phone.page.getByRole('button', { name: 'Send code' }).click()
  await phone.page.getByText('r***@example.com').waitFor()
  const [proof = ''] = await sendAll()
  await phone.page.getByRole('textbox', { name: '6-digit code from the email' }).fill(/\b(\d{6})\b/.exec(proof)![1]!)
  await noFaults(phone, 'mail-2-code')
  await phone.page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await phone.page.getByText('Verified', { exact: true }).waitFor()
  await noFaults(phone, 'mail-3-confirmed')

  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', owner.token)
  await desk.open('/console/2026/registrations')
  await desk.page.getByRole('checkbox', { name: /顾行舟/ }).check()
  await desk.page.getByRole('button', { name: '发通知' }).click()
  await desk.page.getByRole('textbox', { name: '标题' }).fill('领物时间公布')
  await desk.page.getByRole('textbox', { name: '内容' }).fill('您好，')
  await desk.page.getByRole('button', { name: '姓名' }).click()
  await desk.page.getByText('1 个报名').waitFor()
  await noFaults(desk, 'mail-4-writing')
  await desk.page.getByRole('button', { name: '预览' }).click()
  await desk.page.getByText('您好，顾**').waitFor()
  await noFaults(desk, 'mail-5-preview')
  await desk.page.getByRole('button', { name: '确认发送' }).click()
  await desk.page.getByRole('heading', { name: '领物时间公布' }).waitFor()
  const { id } = await world.db.selectFrom('announcements').select('id').executeTakeFirstOrThrow()
  await announce({ raceid: 2026, id }, { ...world.parts, now: world.clock.now() })
  const [news = ''] = await sendAll()
  expect(news).toContain('您好，顾行舟')
  await desk.open('/console/2026/announcements')
  await desk.page.getByRole('button', { name: '收件人与结果' }).click()
  await desk.page.getByRole('rowheader', { name: '顾行舟' }).waitFor()
  await noFaults(desk, 'mail-6-report')

  const stop = /\/mail\?stop=([\w-]+)/.exec(news)![0]
  const stranger = await stage.visit('phone', 'zh-cn')
  await stranger.open(stop)
  await stranger.page.getByRole('button', { name: '停止接收' }).click()
  await stranger.page.getByText('已停止', { exact: true }).waitFor()
  await noFaults(stranger, 'mail-7-stopped')

  const lost = await runnerSession(world)
  const other = await stage.visit('phone', 'zh-cn')
  await other.logIn('runner', lost.token)
  await other.open('/mail')
  await other.page.getByRole('textbox', { name: '邮箱地址' }).fill('late@example.com')
  await other.page.getByRole('button', { name: '获取验证码' }).click()
  await other.page.getByText('l***@example.com').waitFor()
  const [second = ''] = await sendAll()
  await other.page.getByRole('textbox', { name: '邮件里的 6 位验证码' }).fill(/\b(\d{6})\b/.exec(second)![1]!)
  await other.page.getByRole('button', { name: '确认', exact: true }).click()
  await other.page.getByText('已验证', { exact: true }).waitFor()
  await takeReturned({ ...world.parts, now: world.clock.now() })
  await other.open('/mail')
  await other.page.getByText('邮件无法送达这个邮箱，已停止发送').waitFor()
  await noFaults(other, 'mail-8-bounced')

  await desk.open('/console/mail')
  await desk.page.getByText('退信：邮箱不存在').first().waitFor()
  await noFaults(desk, 'mail-9-console')
  await desk.page.getByRole('button', { name: '恢复发送' }).click()
  await desk.page.getByRole('dialog').getByRole('button', { name: '恢复发送' }).click()
  await desk.page.getByText('不再发送的地址（0）').waitFor()

  await desk.open('/console/platform')
  await desk.page.getByRole('textbox', { name: '短信签名' }).fill('江城跑')
  await noFaults(desk, 'mail-10-platform')
  await desk.page.getByRole('button', { name: '保存', exact: true }).click()
  await desk.page.getByText('设置已保存').waitFor()
  const english = await stage.visit('desktop', 'en')
  await english.logIn('staff', owner.token)
  await english.open('/console/platform')
  expect(await english.page.getByRole('textbox', { name: 'Signature of text messages' }).inputValue()).toBe('江城跑')
  await noFaults(english, 'mail-11-platform-english')
  await english.open('/console/mail')
  await english.page.getByRole('heading', { name: 'Sandbox mailbox' }).waitFor()
  await noFaults(english, 'mail-12-console-english')
})
