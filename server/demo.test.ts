import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import type { FreshDatabase } from '#test/database.ts'
import { fillOnce, keepAsIs } from './demo.ts'

let fresh: FreshDatabase
beforeEach(async () => {
  fresh = await freshDatabase()
})
afterEach(() => fresh.drop())

const now = () => new Date('2026-03-01T04:00:00Z')
const race = (id: number) => fresh.db.insertInto('races').values({ id, name: '示例', time: now() }).execute()
const races = async () => (await fresh.db.selectFrom('races').select('id').orderBy('id').execute()).map(({ id }) => id)
const fill = (seed: () => Promise<unknown>) =>
  fillOnce(fresh.db, fresh.connection, now, async () => void (await seed()))

test('an empty database is filled once, also by two servers at once', async () => {
  expect((await Promise.all([fill(() => race(2026)), fill(() => race(2026))])).sort()).toEqual([false, true])
  expect(await races()).toEqual([2026])
})

test('a database with races of somebody is left alone', async () => {
  await race(7)
  expect(await fill(() => race(2026))).toBe(false)
  expect(await races()).toEqual([7])
})

test('a fill that was killed halfway begins again', async () => {
  const killed = fill(async () => {
    await race(2026)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await fill(async () => Promise.all([race(2026), race(1878)]))).toBe(true)
  expect(await races()).toEqual([1878, 2026])
})

test('a half-filled demo that was then really used is never cleared', async () => {
  await fill(async () => {
    await race(2026)
    throw new Error('killed')
  }).catch(() => undefined)
  await keepAsIs(fresh.db, now())
  await race(7)
  expect(await fill(() => race(1878))).toBe(false)
  expect(await races()).toEqual([7, 2026])
})
