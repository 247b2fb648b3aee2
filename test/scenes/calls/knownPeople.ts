import { sql } from 'kysely'
import type { Seal } from '#db/sealing/seal.ts'
import { seedDemo } from '#tools/seed.ts'
import { type World, makeWorld } from '#test/world.ts'

/** Something about a person that nobody else may learn, and the place where the world keeps it. */
export type Secret = { value: string; of: string }
export type KnownWorld = {
  world: World
  secrets: readonly Secret[]
  /** The first ids of every table. */
  firstIds: readonly number[]
}

/** A sealed text of fewer letters is a size, a blood type or a part of a document, and stands in many answers by chance. */
const SHORTEST = 6
const leavesOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(leavesOf)
      : []
const textsIn = (text: string): string[] => {
  if (!/^[[{]/.test(text)) return [text]
  try {
    return leavesOf(JSON.parse(text))
  } catch {
    return [text]
  }
}

/** Passes everything on to a seal, and notes each text that the world seals. */
const noting = (seal: Seal, note: (value: string, of: string) => void): Seal => ({
  prepare: (scope) => seal.prepare(scope),
  open: (scope, field, bytes) => seal.open(scope, field, bytes),
  blind: (scope, field, text) => seal.blind(scope, field, text),
  seal: (scope, field, text) => {
    for (const one of textsIn(text)) note(one, `${field} of ${scope}`)
    return seal.seal(scope, field, text)
  },
})

/** Columns of keys: a caller who knows a key may read or do what its person may. */
const keys = [
  ['registrations', '_key'],
  ['orders', '_key'],
  ['club_members', '_key'],
  ['tickets', '_key'],
  ['invoices', '_key'],
  ['game_runners', '_key'],
  ['hall_stations', 'code'],
  ['live_devices', 'code'],
] as const

const firstIdsOf = async ({ db }: World): Promise<number[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'id' and data_type in ('integer', 'bigint')`.execute(db)
  const ids = new Set<number>()
  for (const { name } of tables) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(name)} order by id limit 2`.execute(db)
    for (const { id } of rows) ids.add(Number(id))
  }
  return [...ids]
}

/**
 * Fills the demo in small, and hides the name and the age of everybody who signed up or has a result. Everything that
 * was sealed is a secret then, and so are the hidden names and the keys. Each hidden name is unlike every other word of
 * the world.
 */
export const openKnownPeople = async (): Promise<KnownWorld> => {
  const world = await makeWorld({ now: new Date().toISOString() })
  const secrets = new Map<string, string>()
  const note = (value: string, of: string) => {
    // The words of a message name races and products.
    if (value.length >= SHORTEST && !of.startsWith('message content')) secrets.set(value, of)
  }
  await seedDemo(
    { ...world.parts, seal: noting(world.parts.seal, note) },
    { crowd: { 2: 4, 3: 99, 4: 4 }, lines: [2_100, 700, 60], pictures: false },
  )
  await sql`update registrations set name = '藏名' || raceid || '号' || id, hide_name = true, hide_age = true`.execute(
    world.db,
  )
  await sql`update results set name = '藏名' || raceid || '果' || id, hide_name = true, hide_age = true`.execute(
    world.db,
  )
  for (const table of ['registrations', 'results'] as const)
    for (const { name } of await world.db.selectFrom(table).select('name').execute())
      note(name ?? '', `name of ${table}`)
  for (const [table, column] of keys) {
    const { rows } = await sql<{ key: string }>`select ${sql.ref(column)} as key from ${sql.table(table)}`.execute(
      world.db,
    )
    for (const { key } of rows) note(key, `${column} of ${table}`)
  }
  return {
    world,
    secrets: [...secrets].map(([value, of]) => ({ value, of })),
    firstIds: await firstIdsOf(world),
  }
}
