import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, jsonb, named } from '#db/db.ts'
import { lockAll, tryLock } from '#db/locks.ts'
import { violationOf } from '#db/errors/violation.ts'
import { freshDatabase } from '#test/database.ts'
import type { FreshDatabase } from '#test/database.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

const rowOf = async (text: string) => (await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(fresh.db)).rows[0]

test('answers of the database have the types that the schema promises', async () => {
  const row = await rowOf(`select 9007199254740991::bigint as big, '{1,null}'::bigint[] as bigs, 1.50::numeric as exact,
    '2026-03-29'::date as day, '2026-03-29T07:30:00+08:00'::timestamptz as moment, '{"a":[1]}'::jsonb as json,
    '\\x00ff'::bytea as bytes`)
  expect(row).toEqual({
    big: 9007199254740991,
    bigs: [1, null],
    exact: '1.50',
    day: '2026-03-29',
    moment: new Date('2026-03-28T23:30:00Z'),
    json: { a: [1] },
    bytes: Buffer.from([0, 255]),
  })
})

test('a bigint that JavaScript would round is an error', async () => {
  await expect(rowOf('select 9007199254740993::bigint as big')).rejects.toThrow('beyond what JavaScript counts exactly')
})

test('a list is stored in jsonb as a list', async () => {
  const { rows } = await sql<{ kept: unknown }>`select ${jsonb([1, 'two', null])} as kept`.execute(fresh.db)
  expect(rows[0]?.kept).toEqual([1, 'two', null])
})

test('a named statement is prepared once for each connection, and sees the writes of its transaction', async () => {
  const text = 'select race.kind from ids as race where race.id = $1'
  const seen = await inTransaction(fresh.db, async (tx) => {
    await tx.insertInto('ids').values({ kind: 'notice', id: 77, raceid: 2026 }).execute()
    const rows = await named<{ kind: string }>(tx, 'test_ids', text, [77])
    const again = await named<{ kind: string }>(tx, 'test_ids', text, [78])
    const prepared = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(tx)
    return { rows, again, prepared: prepared.rows }
  })
  expect(seen).toEqual({ rows: [{ kind: 'notice' }], again: [], prepared: [{ name: 'test_ids' }] })
  expect(await named(fresh.db, 'test_ids', text, [77])).toEqual([{ kind: 'notice' }])
})

test('one name never means two statements', async () => {
  await named(fresh.db, 'test_one', 'select 1 as one', [])
  await expect(named(fresh.db, 'test_one', 'select 2 as one', [])).rejects.toThrow('test_one')
})

test('a transaction that throws changes nothing, also inside another transaction', async () => {
  const write = inTransaction(fresh.db, (tx) =>
    inTransaction(tx, async (inner) => {
      await inner.insertInto('ids').values({ kind: 'score', id: 1, raceid: 1 }).execute()
      throw new Error('no')
    }),
  )
  await expect(write).rejects.toThrow('no')
  expect(await fresh.db.selectFrom('ids').selectAll().where('kind', '=', 'score').execute()).toEqual([])
})

test('a violation names its constraint', async () => {
  const twice = async () => fresh.db.insertInto('ids').values({ kind: 'poster', id: 5, raceid: 1 }).execute()
  await twice()
  const error = await twice().catch((thrown: unknown) => thrown)
  expect(violationOf(error)).toEqual({ kind: 'unique', constraint: 'ids_pkey', table: 'ids' })
  expect(violationOf(new Error('else'))).toBeUndefined()
})

test('two transactions that lock the same things in different orders both succeed, one after the other', async () => {
  const [clothes, bus] = [
    { kind: 'clothes', raceid: 1, id: 2 },
    { kind: 'bus', raceid: 1, id: 1 },
  ]
  let inside = 0
  const go = (rows: { kind: string; raceid: number; id: number }[]) =>
    inTransaction(fresh.db, async (tx) => {
      await lockAll(tx, rows)
      inside += 1
      expect(inside).toBe(1)
      await sql`select pg_sleep(0.01)`.execute(tx)
      inside -= 1
    })
  await Promise.all(Array.from({ length: 16 }, (_, turn) => go(turn % 2 ? [clothes, bus] : [bus, clothes])))
})

test('a caller who only tries a lock is refused at once while another transaction holds it', async () => {
  const draw = { kind: 'draw', raceid: 3, id: 0 }
  await inTransaction(fresh.db, async (tx) => {
    expect(await tryLock(tx, draw)).toBe(true)
    expect(await inTransaction(fresh.db, (other) => tryLock(other, draw))).toBe(false)
  })
  expect(await inTransaction(fresh.db, (tx) => tryLock(tx, draw))).toBe(true)
})
