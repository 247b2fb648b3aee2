import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Connection } from '#db/db.ts'
import { listMigrations, migrate } from '#db/migrate.ts'
import { ballotShow } from '#features/ballot/contract.ts'
import { recompute } from '#features/ballot/draw/recompute.rules.ts'
import { certificateQuery } from '#features/certificates/contract.ts'
import { freshDatabase } from '#test/database.ts'
import type { FreshDatabase } from '#test/database.ts'
import { RACE } from '#test/entrants.ts'
import { makeWorld } from '#test/world.ts'
import { catalogOf, differencesOf } from '#tools/migrations/catalog.ts'
import { copyIn, copyOut, countsOf } from './copy.ts'
import { type Expected, fill } from './filled.ts'

const vectors = join(import.meta.dirname, '../vectors/upgrade')
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const keyIn = (text: string): Buffer => Buffer.from(text.trim(), 'base64url')

const restored = async (version: string): Promise<FreshDatabase & { expected: Expected; key: Buffer }> => {
  const folder = join(vectors, version)
  const fresh = await freshDatabase({ empty: true })
  await copyIn(fresh.connection, readFileSync(join(folder, 'database.sql.gz')))
  return {
    ...fresh,
    expected: JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected,
    key: keyIn(readFileSync(join(folder, 'startline.key'), 'utf8')),
  }
}

const onFresh = async (work: (connection: Connection) => Promise<void>): Promise<void> => {
  const fresh = await freshDatabase()
  try {
    await work(fresh.connection)
  } finally {
    await fresh.drop()
  }
}

test('a filled database is copied and read back row by row', async () => {
  const world = await makeWorld()
  const other = await freshDatabase({ empty: true })
  try {
    const facts = await fill(world)
    const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(world.db)
    const connection = { ...other.connection, ...rows[0]! }
    const expected: Expected = { counts: await countsOf(connection), ...facts }
    const copy = await copyOut(connection)
    await copyIn(other.connection, copy)
    expect(await countsOf(other.connection)).toEqual(expected.counts)
    const kept = process.env.UPGRADE_COPY
    if (kept) {
      mkdirSync(kept, { recursive: true })
      writeFileSync(join(kept, 'database.sql.gz'), copy)
      writeFileSync(join(kept, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`)
      writeFileSync(join(kept, 'startline.key'), `${Buffer.alloc(32, 7).toString('base64url')}\n`)
    }
  } finally {
    await other.drop()
    await world.close()
  }
})

/** The tables that a migration renamed after the copy was made: the former name and the present name. */
const renamed: Readonly<Record<string, string>> = {
  result_standings: 'ranking_inputs',
  outside_failures: 'integration_failures',
}
const renamedCounts = (counts: Expected['counts']): Expected['counts'] =>
  Object.fromEntries(
    Object.entries(counts).flatMap(([table, count]) => [
      [renamed[table] ?? table, count],
      // Another migration after the copy moved the text of each notice to a row of its own.
      ...(table === 'notices' && !('notice_texts' in counts) ? [['notice_texts', count]] : []),
    ]),
  )

describe.each(['steps'])('a filled database of "%s"', (version) => {
  test('migrates to the tables of a new database, and loses no row', async () => {
    const old = await restored(version)
    try {
      expect(await countsOf(old.connection)).toEqual(old.expected.counts)
      await Promise.all([migrate(old.connection), migrate(old.connection)])
      expect(await countsOf(old.connection)).toEqual(renamedCounts(old.expected.counts))
      expect(await migrate(old.connection)).toEqual([])
      await onFresh(async (connection) => {
        const [is, should] = await Promise.all([catalogOf(old.connection), catalogOf(connection)])
        expect(differencesOf(should, is)).toEqual([])
      })
      const applied = await old.db.selectFrom('migrations').select('name').orderBy('name').execute()
      expect(applied.map(({ name }) => name)).toEqual((await listMigrations()).map(({ name }) => name))
    } finally {
      await old.drop()
    }
  })

  test('opens: sealed values, a certificate number, a published ballot', async () => {
    const { expected, key, ...database } = await restored(version)
    await migrate(database.connection)
    const world = await makeWorld({ now: '2026-03-10T04:00:00Z', database, key })
    try {
      const { seal } = world.parts
      await seal.prepare(`race:${RACE}`)
      const row = await world.db
        .selectFrom('registrations')
        .select(['idnum', 'mobile'])
        .where('_key', '=', expected.sealed.key)
        .executeTakeFirstOrThrow()
      expect(seal.open(`race:${RACE}`, 'idnum', row.idnum)).toBe(expected.sealed.idnum)
      expect(seal.open(`race:${RACE}`, 'mobile', row.mobile!)).toBe(expected.sealed.mobile)
      const { number, name } = expected.certificate
      expect(await world.ask(certificateQuery, { n: number })).toMatchObject({ verdict: 'genuine', name })
      const { id, source, list, outcome } = expected.ballot
      const { drawn } = recompute(Buffer.from(list), source)
      expect(Buffer.from(drawn!.outcome).toString()).toBe(outcome)
      expect(await world.ask(ballotShow, { raceid: RACE, id })).toMatchObject({
        state: 'published',
        list_hash: hashOf(list),
        outcome_hash: hashOf(outcome),
      })
    } finally {
      await world.close()
    }
  })
})

test('a database that lacks one of the steps before the baseline is refused with the way out', async () => {
  const old = await restored('steps')
  try {
    await old.db.deleteFrom('migrations').where('name', 'like', '%find-bibs-by-number.sql').execute()
    await expect(migrate(old.connection)).rejects.toThrow(
      '1 of its 63 steps are missing, the first of them 20261121T1570-find-bibs-by-number.sql. ' +
        'Start the last version before the baseline on it once (git checkout 8988bb7, npm start)',
    )
    expect(await countsOf(old.connection)).toEqual(old.expected.counts)
  } finally {
    await old.drop()
  }
})
