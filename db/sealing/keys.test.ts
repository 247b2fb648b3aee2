import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptKey, keyringOf, nextKey } from '#db/sealing/keyFile.ts'
import { fitsDatabase, openSeal, rewrapKeys, sealInMemory } from '#db/sealing/keys.ts'
import { SealError, keysFrom, sealOver } from '#db/sealing/seal.ts'
import { freshDatabase } from '#test/database.ts'
import type { FreshDatabase } from '#test/database.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

const now = new Date('2026-03-01T04:00:00Z')
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]

test('each sealed value opens again, and two seals of one value differ', async () => {
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

test('a sealed value opens in no other field, race or database, and not with a changed bit', async () => {
  const [seal, other] = [sealInMemory(), sealInMemory()]
  for (const one of [seal, other]) for (const scope of ['race:1', 'race:2'] as const) await one.prepare(scope)
  const sealed = seal.seal('race:1', 'idnum', '11010519491231002X')
  const tries = [
    () => seal.open('race:1', 'mobile', sealed),
    () => seal.open('race:2', 'idnum', sealed),
    () => other.open('race:1', 'idnum', sealed),
    () => seal.open('race:1', 'idnum', Buffer.from('11010519491231002X')),
    () => seal.open('race:1', 'idnum', Buffer.alloc(1)),
  ]
  for (const attempt of tries) expect(attempt).toThrow(SealError)
  for (let place = 0; place < sealed.length; place += 1) {
    const altered = Buffer.from(sealed)
    altered[place] = (altered[place] ?? 0) ^ 1
    expect(() => seal.open('race:1', 'idnum', altered)).toThrow(SealError)
  }
})

test('a blind index is the first half of the HMAC-SHA256 of field and value, also for a long value', async () => {
  const dataKey = randomBytes(32)
  const seal = sealOver(async () => keysFrom(dataKey))
  await seal.prepare('race:1')
  const key = Buffer.from(hkdfSync('sha256', dataKey, new Uint8Array(), 'startline blind', 32))
  const indexOf = (text: string) => createHmac('sha256', key).update(`name\n${text}`).digest().subarray(0, 16)
  for (const text of ['', '110105194912310021', '䶮'.repeat(10_000), '沈跑跑', 'é'.repeat(511), '👟'])
    expect(seal.blind('race:1', 'name', text)).toEqual(indexOf(text))
})

test('an erased value has no bytes and reads as nothing', async () => {
  const seal = sealInMemory()
  await seal.prepare('race:1')
  expect(seal.open('race:1', 'idnum', Buffer.alloc(0))).toBe('')
})

test('no error of the seal contains the sealed value', async () => {
  const seal = sealInMemory()
  expect(() => seal.seal('race:1', 'idnum', 'secret')).toThrow(/race:1/)
  expect(() => seal.seal('race:1', 'idnum', 'secret')).not.toThrow(/secret/)
})

test('a blind index is equal only for equal values of one field and race', async () => {
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

test("two servers that make a race's key at once get the same key", async () => {
  const seals = await Promise.all([1, 2, 3, 4].map(() => openSeal(fresh.db, oldKey)))
  await Promise.all(seals.map((seal) => seal.prepare('race:7')))
  const sealed = seals[0]?.seal('race:7', 'name', '张三') ?? Buffer.alloc(0)
  for (const seal of seals) expect(seal.open('race:7', 'name', sealed)).toBe('张三')
})

test('a rotation wraps the keys again and leaves sealed values readable, only by the new key', async () => {
  const before = await openSeal(fresh.db, oldKey)
  for (const scope of ['race:8', 'accounts'] as const) await before.prepare(scope)
  const sealed = before.seal('accounts', 'mobile', '13800000000')
  expect(await fitsDatabase(fresh.db, newKey)).toBe(false)
  await expect(rewrapKeys(fresh.db, newKey, randomBytes(32), now)).rejects.toThrow('STARTLINE_KEY is not the key')
  expect(await rewrapKeys(fresh.db, oldKey, newKey, now)).toBeGreaterThanOrEqual(2)
  expect(await fitsDatabase(fresh.db, newKey)).toBe(true)
  const after = await openSeal(fresh.db, newKey)
  expect(after.open('accounts', 'mobile', sealed)).toBe('13800000000')
  await expect(openSeal(fresh.db, oldKey)).rejects.toThrow(
    'STARTLINE_KEY is not the key that this database was sealed with.',
  )
  const row = await fresh.db
    .selectFrom('keys')
    .select(['version', 'rewrapped_at'])
    .where('scope', '=', 'accounts')
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ version: 2, rewrapped_at: now })
})

test('a server that knows both keys works through a rotation, and makes later keys under the new key', async () => {
  const [former, next] = [randomBytes(32), randomBytes(32)]
  const own = await freshDatabase()
  try {
    let ring: Buffer[] = [former]
    const running = await openSeal(own.db, () => ring)
    await running.prepare('race:1')
    const before = running.seal('race:1', 'idnum', '11010519491231002X')
    expect(
      await rewrapKeys(
        own.db,
        () => ring,
        next,
        now,
        () => void (ring = [next, former]),
      ),
    ).toBe(1)
    expect(running.open('race:1', 'idnum', before)).toBe('11010519491231002X')
    await running.prepare('race:2')
    expect(await fitsDatabase(own.db, next), 'nothing is left under the former key').toBe(true)
    expect(await rewrapKeys(own.db, () => ring, next, now), 'again, nothing is to do').toBe(0)
    expect((await openSeal(own.db, next)).open('race:1', 'idnum', before)).toBe('11010519491231002X')
    expect(await fitsDatabase(own.db, () => [former, next])).toBe(true)
    await expect(rewrapKeys(own.db, former, randomBytes(32), now), 'a key that nobody has at hand').rejects.toThrow(
      'STARTLINE_KEY is not the key',
    )
  } finally {
    await own.drop()
  }
})

test('the key in the data folder is replaced, with the former key beside it; a kill in between loses nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-keys-'))
  try {
    const ring = keyringOf({ key: undefined, formerKeys: [], folder })
    const { key: first, made } = keptKey(folder)
    expect([made, ring()]).toEqual([true, [first]])
    const next = nextKey(folder)
    expect(ring(), 'written, not yet in place').toEqual([first, next.key])
    expect(nextKey(folder).key, 'after a kill it is the same').toEqual(next.key)
    next.settle()
    expect(ring()).toEqual([next.key, first])
    expect(keptKey(folder)).toMatchObject({ key: next.key, made: false })
    expect(statSync(join(folder, 'startline.key')).mode & 0o777).toBe(0o600)
    expect(
      keyringOf({ key: first, formerKeys: [next.key], folder })(),
      'the environment comes before the folder',
    ).toEqual([first, next.key])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('many callers who come before a key is known cause one question; a failure is not kept', async () => {
  let requests = 0
  let broken = true
  const seal = sealOver(async () => {
    requests += 1
    if (broken) throw new Error('no database')
    return keysFrom(Buffer.alloc(32, 3))
  })
  await expect(Promise.all([seal.prepare('accounts'), seal.prepare('accounts')])).rejects.toThrow('no database')
  broken = false
  await Promise.all(Array.from({ length: 1000 }, () => seal.prepare('accounts')))
  expect(requests).toBe(2)
})
