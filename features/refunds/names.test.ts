import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleExportsStart } from '#features/exports/contract.ts'
import { RACE } from '#test/entrants.ts'
import { type Leavers, openLeavers } from '#test/leavers.ts'
import { ownRoleSession } from '#test/people.ts'
import { consoleRefundsList, consoleRefundsMake } from './contract.ts'

let desk: Leavers
/** The only rights of this member of staff are to read orders and to refund. */
let counter: { token: string }
beforeAll(async () => {
  desk = await openLeavers()
  counter = await ownRoleSession(desk, RACE, ['money.read', 'money.refund'])
  await desk.leave(await desk.paid({ name: '林晚晴' }))
}, 60_000)
afterAll(() => desk.close())

const list = async (q: string, as = counter) => (await desk.ask(consoleRefundsList, { raceid: RACE, q }, as)).items

test('staff who may not read registrations neither see nor find names in the refunds, but find numbers', async () => {
  const [named] = await list('晚晴', desk.cashier)
  expect(named!.registration!.name).toBe('林晚晴')
  const [refund, ...others] = await list('')
  expect(others).toEqual([])
  expect(JSON.stringify(refund)).not.toContain('晚晴')
  expect(refund!.registration).toEqual({ ...named!.registration, name: '' })
  expect(await list('林晚晴')).toEqual([])
  expect((await list(named!.refundno)).map(({ id }) => id)).toEqual([named!.id])
})

test('a refund that staff make brings no name to staff who may not read registrations', async () => {
  const { id } = await desk.paid({ name: '周若溪' })
  const asked = { raceid: RACE, id, amount: 100, reason: '多付' }
  expect(JSON.stringify(await desk.ask(consoleRefundsMake, asked, counter))).not.toContain('若溪')
})

test('a file has no names and no search for a name for staff who may not read registrations', async () => {
  const start = (q: string, columns: string[], as: { token: string }) =>
    desk.call(consoleExportsStart, { raceid: RACE, table: 'refunds', filter: { q }, columns, format: 'csv' }, as)
  expect(await start('林晚晴', ['number'], counter)).toMatchObject({ refusal: 'no_permission' })
  expect(await start('', ['name'], counter)).toMatchObject({ refusal: 'no_permission' })
  const [refund] = await list('', desk.cashier)
  for (const q of ['', refund!.refundno]) expect((await start(q, ['number'], counter)).refusal).toBeUndefined()
  expect((await start('林晚晴', ['number', 'name'], desk.cashier)).refusal).toBeUndefined()
})
