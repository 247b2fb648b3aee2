import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fitsDatabase, openSeal, rewrapKeys, sealInMemory } from '#db/keys.ts'
import { SealError, keysFrom, sealOver } from '#db/seal.ts'
import { freshDatabase } from '#test/database.ts'
import type { FreshDatabase } from '#test/database.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

const now = new Date('2026-03-01T04:00:00Z')
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]

test('what is sealed opens again, whatever it is, and is never twice the same', async () => {
  const seal = sealInMemory()
  await seal.prepare('race:2026')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const [once, twice] = [seal.seal('race:2026', 'name', text), seal.seal('race:2026', 'name', text)]
      expect(seal.open('race:2026', 'name', once)).toBe(text)
      expect(once.equals(twice)).toBe(false)
    }),
    { numRuns: 300 },
  )
})

test('a sealed value opens nowhere else: not in another field, race or database, and not when a bit was changed', async () => {
  const [seal, other] = [sealInMemory(), sealInMemory()]
  for (const one of [seal, other]) for (const scope of ['race:1', 'race:2'] as const) await one.prepare(scope)
  const sealed = seal.seal('race:1', 'idnum', '11010519491231002X')
  const tries = [
    () => seal.open('race:1', 'mobile', sealed),
    () => seal.open('race:2', 'idnum', sealed),
    () => other.open('race:1', 'idnum', sealed),
    () => seal.open('race:1', 'idnum', Buffer.from('11010519491231002X')),
    () => seal.open('race:1', 'idnum', Buffer.alloc(0)),
  ]
  for (const attempt of tries) expect(attempt).toThrow(SealError)
  for (let place = 0; place < sealed.length; place += 1) {
    const altered = Buffer.from(sealed)
    altered[place] = (altered[place] ?? 0) ^ 1
    expect(() => seal.open('race:1', 'idnum', altered)).toThrow(SealError)
  }
})

test('no error of the seal carries what was sealed', async () => {
  const seal = sealInMemory()
  expect(() => seal.seal('race:1', 'idnum', 'secret')).toThrow(/race:1/)
  expect(() => seal.seal('race:1', 'idnum', 'secret')).not.toThrow(/secret/)
})

test('a blind index is equal for equal values of one field and race, and for nothing else', async () => {
  const seal = sealInMemory()
  await seal.prepare('race:1')
  await seal.prepare('race:2')
  const blind = seal.blind('race:1', 'idnum', '11010519491231002X')
  expect(blind).toHaveLength(16)
  expect(seal.blind('race:1', 'idnum', '11010519491231002X')).toEqual(blind)
  expect(seal.blind('race:1', 'idnum', '110105194912310021')).not.toEqual(blind)
  expect(seal.blind('race:1', 'mobile', '11010519491231002X')).not.toEqual(blind)
  expect(seal.blind('race:2', 'idnum', '11010519491231002X')).not.toEqual(blind)
})

test('two servers that make a race’s key at once end up with one', async () => {
  const seals = await Promise.all([1, 2, 3, 4].map(() => openSeal(fresh.db, oldKey)))
  await Promise.all(seals.map((seal) => seal.prepare('race:7')))
  const sealed = seals[0]?.seal('race:7', 'name', '张三') ?? Buffer.alloc(0)
  for (const seal of seals) expect(seal.open('race:7', 'name', sealed)).toBe('张三')
})

test('a rotation wraps the keys anew and leaves what is sealed readable, by the new key only', async () => {
  const before = await openSeal(fresh.db, oldKey)
  for (const scope of ['race:8', 'accounts'] as const) await before.prepare(scope)
  const sealed = before.seal('accounts', 'mobile', '13800000000')
  expect(await fitsDatabase(fresh.db, newKey)).toBe(false)
  await expect(rewrapKeys(fresh.db, newKey, oldKey, now)).rejects.toThrow('STARTLINE_KEY is not the key')
  expect(await rewrapKeys(fresh.db, oldKey, newKey, now)).toBeGreaterThanOrEqual(2)
  expect(await fitsDatabase(fresh.db, newKey)).toBe(true)
  const after = await openSeal(fresh.db, newKey)
  expect(after.open('accounts', 'mobile', sealed)).toBe('13800000000')
  await expect(openSeal(fresh.db, oldKey)).rejects.toThrow('STARTLINE_KEY is not the key that this database was sealed with.')
  const row = await fresh.db.selectFrom('keys').select(['version', 'rewrapped_at']).where('scope', '=', 'accounts').executeTakeFirstOrThrow()
  expect(row).toEqual({ version: 2, rewrapped_at: now })
})

test('a crowd that comes before a key is known asks for it once; a failure is not kept', async () => {
  let asked = 0
  let broken = true
  const seal = sealOver(async () => {
    asked += 1
    if (broken) throw new Error('no database')
    return keysFrom(Buffer.alloc(32, 3))
  })
  await expect(Promise.all([seal.prepare('accounts'), seal.prepare('accounts')])).rejects.toThrow('no database')
  broken = false
  await Promise.all(Array.from({ length: 1000 }, () => seal.prepare('accounts')))
  expect(asked).toBe(2)
})
