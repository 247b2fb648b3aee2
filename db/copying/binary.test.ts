import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type World, makeWorld } from '#test/world.ts'
import { BinaryRows } from './binary.ts'
import { copyTransaction } from './copying.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

const columns = ['small', 'whole', 'large', 'moment', 'truth']
type Row = { small: number | null; whole: number | null; large: number; moment: number; truth: boolean }
const rowsOf = (given: readonly Row[]): Uint8Array => {
  // The first buffer is too small for two rows, so it must grow.
  const rows = new BinaryRows(64)
  for (const { small, whole, large, moment, truth } of given) {
    rows.row(columns.length)
    rows.int2(small)
    rows.int4(whole)
    rows.int8(large)
    rows.moment(moment)
    rows.bool(truth)
  }
  return rows.end()
}
const copied = (bytes: Uint8Array) =>
  copyTransaction(world.db, async (tx, _, copyBinary) => {
    await sql`create temp table copied (small smallint, whole int, large bigint, moment timestamptz, truth boolean)
      on commit drop`.execute(tx)
    await copyBinary('copied', columns, bytes)
    const { rows } = await sql<{ moment: Date }>`select * from copied`.execute(tx)
    return rows.map((row) => ({ ...row, moment: row.moment.getTime() }))
  })

test('the database reads each value as it was written, at the ends of its type too', async () => {
  const rows: Row[] = [
    { small: 0, whole: 0, large: 0, moment: 0, truth: true },
    { small: null, whole: null, large: 1, moment: Date.UTC(2000, 0), truth: false },
    {
      small: 32_767,
      whole: 2 ** 31 - 1,
      large: Number.MAX_SAFE_INTEGER,
      moment: Date.UTC(2026, 10, 1, 2, 3, 4, 5),
      truth: true,
    },
    {
      small: -32_768,
      whole: -(2 ** 31),
      large: -5_000_000_001,
      moment: Date.UTC(1969, 11, 31, 23, 59, 59, 999),
      truth: false,
    },
    ...Array.from({ length: 300 }, (_, n) => ({
      small: n,
      whole: n - 150,
      large: n * 2 ** 31,
      moment: n,
      truth: n % 2 === 0,
    })),
  ]
  expect(await copied(rowsOf(rows))).toEqual(rows)
})
test('no rows are no rows', async () => {
  expect(await copied(rowsOf([]))).toEqual([])
})
