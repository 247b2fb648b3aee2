import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStaff, password, tokenIn, world } from '#test/scenes/staffDesk.ts'
import { staffSession } from '#test/people.ts'
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

test('an invitation by text takes the link to the person and shows it to nobody else', async () => {
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
