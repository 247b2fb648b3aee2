import { afterAll, beforeAll, expect, test } from 'vitest'
import { named } from '#db/db.ts'
import { freshDatabase } from '#test/database.ts'
import type { FreshDatabase } from '#test/database.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

test('a named statement gets each value of an array, whatever characters and nulls it holds', async () => {
  const texts = ['', 'NULL', null, ' a', 'a"b', 'a\\b', '{a,b}', '䶮 👟', undefined, 'x\ny']
  const bytes = [Buffer.from([0, 92, 255]), null, Buffer.alloc(0)]
  const moments = [new Date('2028-02-29T15:59:59.999Z'), null, new Date(Date.UTC(10_001, 0, 1))]
  const query = async (values: readonly unknown[], type: string) => {
    const rows = await named<{ value: unknown }>(
      fresh.db,
      `array of ${type}`,
      `select value from unnest($1::${type}[]) with ordinality as given (value, place) order by place`,
      [values],
    )
    return rows.map(({ value }) => value)
  }
  expect(await query(texts, 'text')).toEqual(texts.map((text) => text ?? null))
  expect(await query(bytes, 'bytea')).toEqual(bytes)
  expect(await query(moments, 'timestamptz')).toEqual(moments)
  expect(await query([1, null, -2_147_483_648], 'integer')).toEqual([1, null, -2_147_483_648])
  expect(await query([9_007_199_254_740_991], 'bigint')).toEqual([9_007_199_254_740_991])
  expect(await query([true, null, false], 'boolean')).toEqual([true, null, false])
  for (const type of ['text', 'bytea', 'timestamptz']) expect(await query([], type)).toEqual([])
  expect(await query([null, null], 'bytea')).toEqual([null, null])
  const nested = await named<{ value: string }>(fresh.db, 'array of arrays', 'select ($1::text[])[2][1] as value', [
    [['a'], ['b,"c']],
  ])
  expect(nested).toEqual([{ value: 'b,"c' }])
})
