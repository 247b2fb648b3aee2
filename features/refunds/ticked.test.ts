import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleExportsStart } from '#features/exports/contract.ts'
import { RACE } from '#test/entrants.ts'
import { type Leavers, openLeavers } from '#test/leavers.ts'
import { consoleRefundsList } from './contract.ts'

let desk: Leavers
beforeAll(async () => void (desk = await openLeavers()), 60_000)
afterAll(() => desk.close())

const linesOf = async (filter: object) => {
  const asked = { raceid: RACE, table: 'refunds', filter, columns: ['number'], format: 'csv' as const }
  const { href } = await desk.ask(consoleExportsStart, asked as never, desk.cashier)
  const file = await desk.app.inject({ method: 'GET', url: href, cookies: { startline_console: desk.cashier.token } })
  return file.body.trim().split(/\r?\n/).slice(1)
}

test('ticked refunds are exported as a file, and no others', async () => {
  for (let n = 0; n < 3; n++) await desk.leave(await desk.paid())
  const { items } = await desk.ask(consoleRefundsList, { raceid: RACE }, desk.cashier)
  expect(items.length).toBeGreaterThanOrEqual(3)
  const [newest, , third] = items
  expect(await linesOf({ ids: [third!.id, newest!.id, 999_999] })).toEqual([newest!.refundno, third!.refundno])
  const refused = (ids: unknown) =>
    desk.call(
      consoleExportsStart,
      { raceid: RACE, table: 'refunds', filter: { ids }, columns: ['number'], format: 'csv' } as never,
      desk.cashier,
    )
  for (const ids of [[], ['x'], Array.from({ length: 1001 }, (_, at) => at)])
    expect((await refused(ids)).refusal).toBe('field_wrong')
})
