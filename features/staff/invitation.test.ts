import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStaff, password, tokenIn, world } from '#test/scenes/staffDesk.ts'
import { staffSession } from '#test/people.ts'
import { sendQueuedMail } from '#features/mail/jobs.ts'
import type { MailContent } from '#features/mail/rules.ts'
import {
  consoleClaim,
  consoleLogList,
  consoleLogin,
  consoleMe,
  consoleStaffList,
  consoleStaffSave,
} from './contract.ts'

beforeAll(openStaff)
afterAll(() => world?.close())

const textTo = async (mobile: string) => {
  await world.parts.seal.prepare('accounts')
  const rows = await world.db
    .selectFrom('messages')
    .select(['mobile', 'content', 'until'])
    .where('template', '=', 'staff_invited')
    .execute()
  const row = rows.find((one) => world.parts.seal.open('accounts', 'message mobile', one.mobile!) === mobile)
  return (
    row && {
      until: row.until,
      ...(JSON.parse(world.parts.seal.open('accounts', 'message content', row.content)) as {
        by: string
        link: string
      }),
    }
  )
}

test('an invitation by text message brings the link to the person and shows it to nobody else', async () => {
  const boss = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const given = { login: 'invited', name: '待定', roles: [{ raceid: 7, role: 'timer' as const }] }
  for (const wrong of ['12345', '13800138000000', '不是手机号'])
    expect(await world.call(consoleStaffSave, { ...given, mobile: wrong }, boss), wrong).toMatchObject({
      code: '422',
      data: { fields: { mobile: '手机号不正确' } },
    })
  expect((await world.ask(consoleStaffList, {}, boss)).items, 'nobody was added').toHaveLength(1)
  const saved = await world.ask(consoleStaffSave, { ...given, mobile: '138 0013 8000' }, boss)
  expect(saved).toMatchObject({ link: null, sent: true, staff: { waiting: true } })
  const said = await textTo('13800138000')
  expect(said).toMatchObject({ by: '工作人员', until: new Date(world.clock.now().getTime() + 24 * 60 * 60_000) })
  const token = tokenIn(said!.link)
  const kept = JSON.stringify([
    await world.db.selectFrom('log').selectAll().execute(),
    await world.db.selectFrom('messages').select(['key', 'mobile_mask', 'path']).execute(),
  ])
  expect(kept, 'the token is nowhere in the clear').not.toContain(token)
  expect(kept).not.toContain('13800138000')
  expect(await world.ask(consoleClaim, { token, name: '林计时', password })).toMatchObject({ name: '林计时' })
  expect(await world.call(consoleClaim, { token, password })).toMatchObject({ refusal: 'link_spent' })
  expect(await world.call(consoleLogin, { login: 'invited', password })).toMatchObject({ code: '200' })
  const { items } = await world.ask(consoleLogList, { what: 'staff invited' }, boss)
  expect(items).toMatchObject([{ staffid: boss.staffid, target: `staff ${saved.staff.staffid}`, after: null }])
})

test('the link of a text expires', async () => {
  const boss = await staffSession(world, [{ raceid: null, role: 'owner' }])
  await world.ask(consoleStaffSave, { login: 'late', name: '迟', roles: [], mobile: '13900139000' }, boss)
  const token = tokenIn((await textTo('13900139000'))!.link)
  world.clock.advance(24 * 60 * 60_000)
  expect(await world.call(consoleClaim, { token, password })).toMatchObject({ refusal: 'link_spent' })
  expect(await world.call(consoleMe, {}, boss), 'the own session ended long ago').toMatchObject({ code: '10001' })
})

const mailsSent = async () => {
  const { db, seal } = world.parts
  const rows = await db
    .selectFrom('mails')
    .select(['id', 'address', 'content', 'until', 'key', 'mask', 'about'])
    .execute()
  return rows.map((row) => ({
    ...row,
    address: seal.open('accounts', 'mail address', row.address),
    content: JSON.parse(seal.open('accounts', 'mail content', row.content)) as MailContent,
  }))
}

test('an invitation by mail brings the link to the person, in a real mail that no log and no answer repeats', async () => {
  const boss = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const given = { login: 'by-mail', name: '待定', roles: [{ raceid: 7, role: 'timer' as const }] }
  for (const wrong of ['nobody', 'a@b', 'two@x.example, three@x.example', 'x@y.example\r\nBcc: z@y.example'])
    expect(await world.call(consoleStaffSave, { ...given, mail: wrong }, boss), wrong).toMatchObject({ code: '422' })
  const saved = await world.ask(consoleStaffSave, { ...given, mail: ' Lin@Timing.example ' }, { ...boss, lang: 'en' })
  expect(saved).toMatchObject({ link: null, sent: true, staff: { waiting: true } })
  const [mail] = await mailsSent()
  expect(mail).toMatchObject({ address: 'Lin@Timing.example', mask: 'L***@Timing.example', about: null })
  await sendQueuedMail({ id: mail!.id }, { ...world.parts, now: world.clock.now() })
  const { raw: written } = world.parts.integrations.sandbox.mail!.sent.at(-1)!
  expect(written).toContain('Choose a password')
  const token = tokenIn(mail!.content.action!.path)
  const kept = JSON.stringify([
    await world.db.selectFrom('log').selectAll().execute(),
    await world.db.selectFrom('mails').select(['key', 'mask', 'title', 'about']).execute(),
  ])
  expect(kept).not.toContain(token)
  expect(kept.toLowerCase()).not.toContain('lin@timing.example')
  expect(await world.ask(consoleClaim, { token, name: '林计时', password })).toMatchObject({ name: '林计时' })
  expect(await world.call(consoleClaim, { token, password })).toMatchObject({ refusal: 'link_spent' })
})

test('one link may go by text and by mail; an address whose mail came back is refused before anybody is added', async () => {
  const boss = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const both = { login: 'both', name: '双', roles: [], mobile: '13700137000', mail: 'both@x.example' }
  expect(await world.ask(consoleStaffSave, both, boss)).toMatchObject({ sent: true })
  const mail = (await mailsSent()).find(({ address }) => address === 'both@x.example')
  expect(mail!.content.action!.path).toBe((await textTo('13700137000'))!.link)
  const gone = { login: 'gone', name: '空', roles: [], mail: 'hard-gone@x.example' }
  await world.ask(consoleStaffSave, gone, boss)
  const { id } = (await mailsSent()).find(({ address }) => address === gone.mail)!
  await sendQueuedMail({ id }, { ...world.parts, now: world.clock.now() })
  expect(await world.call(consoleStaffSave, { ...gone, login: 'gone-too' }, boss)).toMatchObject({
    code: '422',
    data: { fields: { mail: '发往此邮箱的邮件曾被退回，请换一个' } },
  })
  expect((await world.ask(consoleStaffList, {}, boss)).items.map(({ login }) => login)).not.toContain('gone-too')
})
