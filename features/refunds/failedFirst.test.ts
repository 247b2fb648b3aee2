import { afterAll, beforeAll, expect, test } from 'vitest'
import { words as orderWords } from '#features/orders/words.ts'
import { refundReasons } from '#features/payments/words.ts'
import { RACE } from '#test/entrants.ts'
import { type Leavers, openLeavers } from '#test/leavers.ts'
import { consoleRefundsList } from './contract.ts'

let desk: Leavers
beforeAll(async () => void (desk = await openLeavers()), 60_000)
afterAll(() => desk.close())

const page = (after?: string, limit = 2) =>
  desk.ask(consoleRefundsList, { raceid: RACE, limit, ...(after === undefined ? {} : { after }) }, desk.cashier)

test('refunds that need staff come first, and each refund comes once', async () => {
  for (let n = 0; n < 5; n++) await desk.leave(await desk.paid())
  const made = await desk.db.selectFrom('refunds').select('id').where('raceid', '=', RACE).orderBy('id').execute()
  const ids = made.map(({ id }) => id)
  const failing = [ids[0]!, ids[2]!, ids[3]!]
  await desk.db
    .updateTable('refunds')
    .set({ state: 'failed', failure: 'ABNORMAL' })
    .where('raceid', '=', RACE)
    .where('id', 'in', failing)
    .execute()
  const expected = [...failing.toReversed(), ids[4], ids[1]]
  const seen: number[] = []
  let after: string | undefined
  do {
    const read = await page(after)
    expect(read.items.length).toBeLessThanOrEqual(2)
    expect(read.totals === null).toBe(after !== undefined)
    seen.push(...read.items.map(({ id }) => id))
    after = read.after ?? undefined
  } while (after !== undefined && seen.length < 20)
  expect(seen).toEqual(expected)
  // If the text is no cursor, the list begins at its first page.
  for (const wrong of ['x', '12', '9'.repeat(20)])
    expect((await page(wrong, 5)).items.map(({ id }) => id)).toEqual(expected)
})

test('a refund is found by any part of the name', async () => {
  const [one] = (await page()).items
  const name = one!.registration!.name
  const { items } = await desk.ask(consoleRefundsList, { raceid: RACE, q: name.slice(1) }, desk.cashier)
  expect(items.length).toBeGreaterThan(0)
})

test('the console has a text for each reason of a refund', () => {
  const { other: _, ...reasons } = refundReasons
  expect(Object.keys(orderWords.reasons).toSorted()).toEqual(Object.keys(reasons).toSorted())
})
