import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { type World, makeWorld } from '#test/world.ts'
import { membersOf } from './members.store.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
})
afterAll(() => world?.close())

test('all people of a club with more than a thousand people are listed', async () => {
  const now = world.clock.now()
  const { rows } = await sql<{ id: number }>`insert into clubs (raceid, name, kind, created_at, updated_at)
    values (${RACE}, '千人跑团', 'club', ${now}, ${now}) returning id`.execute(world.db)
  await sql`insert into club_members (raceid, clubid, eventid, _key, name, idnum_mask, mobile_mask, document_ix, draft,
      created_at, updated_at)
    select ${RACE}, ${rows[0]!.id}, 1, 'k' || n, '江小白', '', '', int4send(n), '', ${now}, ${now}
    from generate_series(1, 1001) n`.execute(world.db)
  expect(await membersOf(world.db, RACE, rows[0]!.id)).toHaveLength(1001)
})
