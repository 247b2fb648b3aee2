import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { referenceTables } from '#db/distribution.ts'
import { freshDatabase } from '#test/database.ts'
import type { FreshDatabase } from '#test/database.ts'
import { wrongUpsert } from '#test/statements/upserts.ts'
import { raceTables } from '../distribute.ts'

let fresh: FreshDatabase
/** The column by which each table of a race is spread. */
let columnOf: Map<string, string>
beforeAll(async () => {
  fresh = await freshDatabase()
  columnOf = new Map((await raceTables(fresh.db)).map(({ name, column }) => [name, column]))
})
afterAll(() => fresh?.drop())

type Key = { name: string; from: string; to: string; columns: string[]; targets: string[] }
const keys = async (): Promise<Key[]> =>
  (
    await sql<Key>`
      select k.conname as name, k.conrelid::regclass::text as from, k.confrelid::regclass::text as to,
        array(select a.attname::text from unnest(k.conkey) with ordinality as u (n, at)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n order by u.at) as columns,
        array(select a.attname::text from unnest(k.confkey) with ordinality as u (n, at)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n order by u.at) as targets
      from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`.execute(fresh.db)
  ).rows

test("a key of a race's table leads by race to another such table, or to a reference table", async () => {
  const all = await keys()
  expect(all.length).toBeGreaterThan(50)
  const wrong = all.filter(({ from, to, columns, targets }) => {
    const [own, theirs] = [columnOf.get(from), columnOf.get(to)]
    if (own === undefined) return theirs !== undefined
    if (theirs === undefined) return !referenceTables.includes(to)
    return !columns.some((column, at) => column === own && targets[at] === theirs)
  })
  expect(wrong).toEqual([])
})

test('keys make no circle: each table comes after the tables that it depends on', async () => {
  const all = await keys()
  const waiting = new Set(all.flatMap(({ from, to }) => [from, to]))
  for (let before = -1; waiting.size !== before;) {
    before = waiting.size
    for (const table of waiting)
      if (!all.some(({ from, to }) => from === table && to !== table && waiting.has(to))) waiting.delete(table)
  }
  expect([...waiting]).toEqual([])
  const order = [...columnOf.keys()]
  const late = all.filter(({ from, to }) => columnOf.has(from) && order.indexOf(to) > order.indexOf(from))
  expect(late).toEqual([])
})

test("a unique key in a race's table is unique by race, and no trigger runs", async () => {
  const { rows } = await sql<{ name: string; index: string; columns: string[] }>`
    select i.indrelid::regclass::text as name, i.indexrelid::regclass::text as index,
      array(select a.attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any (i.indkey)) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace`.execute(fresh.db)
  const wrong = rows.filter(({ name, columns }) => columnOf.has(name) && !columns.includes(columnOf.get(name)!))
  expect(wrong).toEqual([])
  expect((await sql`select tgname from pg_trigger where not tgisinternal`.execute(fresh.db)).rows).toEqual([])
})

test('names of tables, indexes and constraints leave space for the number of a part', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
    union select conname from pg_constraint where connamespace = 'public'::regnamespace`.execute(fresh.db)
  expect(rows.filter(({ name }) => name.length > 55)).toEqual([])
})

test('docs/scale.md names every table without a race, by the kind that it has in a distributed database', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`.execute(fresh.db)
  const kinds = rows
    .filter(({ name }) => !columnOf.has(name))
    .map(({ name }) => [name, referenceTables.includes(name) ? 'reference' : 'coordinator'])
  const page = readFileSync(join(import.meta.dirname, '../../docs/scale.md'), 'utf8')
  const named = [...page.matchAll(/^\| (reference|coordinator) \| ([^|]+) \|/gm)].flatMap(([, kind, names]) =>
    [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => [name!, kind!]),
  )
  expect(named.sort()).toEqual(kinds)
})

test('an upsert that writes the distribution column of its table is found in every test', () => {
  const clash = 'insert into "events" ("raceid", "id", "name") values ($1, $2, $3) on conflict ("raceid", "id") '
  expect(wrongUpsert(`${clash} do update set "name" = $4 returning *`)).toBeUndefined()
  expect(wrongUpsert(`${clash} do update set "raceid" = $4, "name" = $5`)).toBe('events')
  expect(wrongUpsert(`${clash} do update set "name" = $4, "raceid" = excluded.raceid where true`)).toBe('events')
  const race = 'insert into races (id, name) values ($1, $2) on conflict (id) do update set'
  expect(wrongUpsert(`${race} name = $3`)).toBeUndefined()
  expect(wrongUpsert(`${race} id = $3, name = $4`)).toBe('races')
  expect(wrongUpsert('update events set raceid = $1')).toBe('events')
  expect(wrongUpsert('update "messages" set "raceid" = $1')).toBeUndefined()
})
