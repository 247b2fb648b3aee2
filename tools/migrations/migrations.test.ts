import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listMigrations, MIGRATIONS } from '#db/migrate.ts'
import { differencesOf } from './catalog.ts'
import { compareWith, newMigration } from './migrations.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'startline-new-'))
})
afterEach(() => rm(folder, { recursive: true }))
const now = new Date('2026-12-01T23:59:30+08:00')

test('a new migration is named by the minute in UTC and comes after all others', async () => {
  await writeFile(join(folder, '20261123T0030-baseline.sql'), '')
  await newMigration('add blood type', now, folder)
  expect(await readdir(folder)).toEqual(['20261123T0030-baseline.sql', '20261201T1559-add-blood-type.sql'])
  expect((await listMigrations(folder)).map(({ name }) => name).at(-1)).toBe('20261201T1559-add-blood-type.sql')
})

test('a wrong name, and a minute that is not over, are refused', async () => {
  await expect(newMigration('Add!', now, folder)).rejects.toThrow('npm run db -- new add-blood-type')
  await newMigration('first', now, folder)
  await expect(newMigration('another', now, folder)).rejects.toThrow('20261201T1559-first.sql is not older')
})

test('a catalog differs from another by columns, their order, and keys', async () => {
  expect(await compareWith(MIGRATIONS)).toEqual([])
  const [was, is] = [new Map([['table a', ['x integer', 'y text']]]), new Map([['table a', ['y text', 'x bigint']]])]
  expect(differencesOf(was, is)).toEqual(['- table a: x integer', '+ table a: x bigint'])
  expect(differencesOf(was, new Map([['table a', ['y text', 'x integer']]]))).toEqual([
    '~ table a: its columns are in another order',
  ])
})
