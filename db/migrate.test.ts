import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listMigrations, migrate, MIGRATIONS } from '#db/migrate.ts'
import { freshDatabase } from '#test/database.ts'
import type { FreshDatabase } from '#test/database.ts'

let fresh: FreshDatabase
let folder: string
beforeEach(async () => {
  fresh = await freshDatabase({ empty: true })
  folder = await mkdtemp(join(tmpdir(), 'startline-migrations-'))
})
afterEach(async () => {
  await fresh.drop()
  await rm(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFile(join(folder, name), text)
const tables = async () =>
  (
    await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(
      fresh.db,
    )
  ).rows.map(({ name }) => name)

test('missing migrations are applied once and by name, even if several servers start together', async () => {
  await write('20260101T0900-b.sql', 'create table b (a integer references a)')
  await write('20260101T0800-a.sql', 'create table a (id integer primary key)')
  const applied = await Promise.all([1, 2, 3].map(() => migrate(fresh.connection, folder)))
  expect(applied.flat().sort()).toEqual(['20260101T0800-a.sql', '20260101T0900-b.sql'])
  expect(await tables()).toEqual(['a', 'b', 'migrations'])
  await write('20260102T0800-c.sql', 'create table c ()')
  expect(await migrate(fresh.connection, folder)).toEqual(['20260102T0800-c.sql'])
})

test('a failing migration changes nothing, and the migrations before it stay', async () => {
  await write('20260101T0800-a.sql', 'create table a ()')
  await write('20260101T0900-b.sql', 'create table b (); create table a ();')
  await expect(migrate(fresh.connection, folder)).rejects.toThrow(
    'The migration 20260101T0900-b.sql failed: relation "a" already exists',
  )
  expect(await tables()).toEqual(['a', 'migrations'])
})

test('a migration that was changed after it was applied stops the start; other line ends are no change', async () => {
  await write('20260101T0800-a.sql', 'create table a (\n)')
  await migrate(fresh.connection, folder)
  await write('20260101T0800-a.sql', 'create table a (\r\n)')
  expect(await migrate(fresh.connection, folder)).toEqual([])
  await write('20260101T0800-a.sql', 'create table a (id integer)')
  await expect(migrate(fresh.connection, folder)).rejects.toThrow(
    'The migration 20260101T0800-a.sql was changed after this database applied it.',
  )
})

test('an older Startline refuses a newer database', async () => {
  await cp(MIGRATIONS, folder, { recursive: true })
  await write('29990101T0800-later.sql', 'create table later ()')
  await migrate(fresh.connection, folder)
  await expect(migrate(fresh.connection)).rejects.toThrow('29990101T0800-later.sql')
})

test('a migration in a folder is all of its files in their order', async () => {
  await mkdir(join(folder, '20260101T0700-baseline/1-first'), { recursive: true })
  await write('20260101T0700-baseline/2-last.sql', 'create table b (a integer references a)')
  await write('20260101T0700-baseline/1-first/01-a.sql', 'create table a (id integer primary key);')
  await write('20260101T0900-c.sql', 'create table c ()')
  expect(await migrate(fresh.connection, folder)).toEqual(['20260101T0700-baseline', '20260101T0900-c.sql'])
  expect(await tables()).toEqual(['a', 'b', 'c', 'migrations'])
})

test('a file without the name of a migration is reported', async () => {
  await write('races.sql', '')
  await expect(listMigrations(folder)).rejects.toThrow('races.sql')
})
