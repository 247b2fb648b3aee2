import { sql } from 'kysely'
import type { Seal } from '#db/sealing/seal.ts'
import { seedDemo } from '#tools/seed.ts'
import { type World, makeWorld } from '#test/world.ts'
import type { Secret } from './findSecrets.ts'
import { addKnownThings } from './knownThings.ts'

export type KnownWorld = {
  world: World
  secrets: readonly Secret[]
  /**
   * Returns the first ids of each table with ids. In a table whose rows belong to races, these are the first ids of the
   * given race.
   */
  firstIds: (raceid: number) => readonly number[]
}

/**
 * The least length of a secret. A shorter sealed text is a size, a blood type or a part of a document, and stands in
 * many answers by chance.
 */
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

/** Columns that hold keys. A caller who knows a key acts as the holder of the key. */
const keys = [
  ['registrations', '_key'],
  ['orders', '_key'],
  ['club_members', '_key'],
  ['tickets', '_key'],
  ['invoices', '_key'],
  ['game_runners', '_key'],
  ['hotel_stays', '_key'],
  ['hall_stations', 'code'],
  ['live_devices', 'code'],
] as const

const firstIdsOf = async ({ db }: World): Promise<(raceid: number) => number[]> => {
  const { rows: tables } = await sql<{ name: string; of_race: boolean }>`
    select table_name as name, exists (
        select from information_schema.columns race
        where race.table_schema = 'public' and race.table_name = of.table_name and race.column_name = 'raceid') as of_race
    from information_schema.columns of
    where table_schema = 'public' and column_name = 'id' and data_type in ('integer', 'bigint')`.execute(db)
  const everywhere = new Set<number>()
  const ofRace = new Map<number, Set<number>>()
  for (const { name, of_race } of tables) {
    const { rows } = of_race
      ? await sql<{ raceid: number; id: string }>`
          select raceid, id from (
            select raceid, id, row_number() over (partition by raceid order by id) as nth from ${sql.table(name)}) counted
          where nth <= 2`.execute(db)
      : await sql<{ raceid: null; id: string }>`
          select null as raceid, id from ${sql.table(name)} order by id limit 2`.execute(db)
    for (const { raceid, id } of rows)
      if (raceid === null) everywhere.add(Number(id))
      else ofRace.set(raceid, (ofRace.get(raceid) ?? new Set()).add(Number(id)))
  }
  return (raceid) => [...new Set([...everywhere, ...(ofRace.get(raceid) ?? [])])]
}

/**
 * Fills the demo in small, and hides the name and the age of everybody who signed up or has a result. The secrets are
 * the sealed texts, the hidden names, the keys, and the texts of `addKnownThings`. Each hidden name is unlike every
 * other word of the world.
 */
export const openKnownPeople = async (): Promise<KnownWorld> => {
  const world = await makeWorld({ now: new Date().toISOString() })
  const secrets = new Map<string, string>()
  const note = (value: string, of: string) => {
    // The content of a message also names races and products, which are no secrets.
    if (value.length >= SHORTEST && !of.startsWith('message content')) secrets.set(value, of)
  }
  await seedDemo(
    { ...world.parts, seal: noting(world.parts.seal, note) },
    { runners: { 2: 4, 3: 99, 4: 4 }, lines: [2_100, 700, 60], pictures: false },
  )
  await addKnownThings(world, note)
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
