import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type World, makeWorld } from '#test/world.ts'
import { holdsName, holdsNameByIndex } from './nameSearch.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

const found = async (name: string, text: string): Promise<boolean[]> => {
  const column = sql`${name}::text`
  const { rows } = await sql<{ plain: boolean; indexed: boolean }>`
    select ${holdsName(column, text)} as plain, ${holdsNameByIndex(column, text)} as indexed`.execute(world.db)
  return Object.values(rows[0]!)
}

test.each([
  ['周晓澜', '周曉瀾'],
  ['周曉瀾', '周晓澜'],
  ['周晓澜', '曉澜'],
  ['Ana Müller', 'aNA mü'],
  ['王䶮', '䶮'],
  ['a+b (c) [d] {e} ^f$ g|h\\i.j*k?', '+B (C) [d] {e} ^f$ g|h\\i.j*k?'],
  ['周晓澜', ''],
])('%s is found by %s', async (name, text) => {
  expect(await found(name, text)).toEqual([true, true])
})

test.each([
  ['周晓澜', '澜晓'],
  ['周晓澜', '.'],
  ['周晓澜', '周|李'],
  ['Ana', '^Ana'],
  ['Ana', '***=Ana'],
  ['Ana', '\\w'],
])('%s is not found by %s', async (name, text) => {
  expect(await found(name, text)).toEqual([false, false])
})
