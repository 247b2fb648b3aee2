import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Connection, type Db, openDb } from '#db/db.ts'
import type { Replica } from '#db/replica/replica.ts'
import { type Call, RefusalError, nobody } from '#seam/server/handle.ts'
import { rooms } from '#server/features.ts'
import { freshDatabase } from '#test/database.ts'
import { RACE, openRace } from '#test/entrants.ts'
import { fill } from '#test/upgrade/filled.ts'
import { type World, makeWorld } from '#test/world.ts'

let world: World
/** The database as a standby gives it: nothing can be written. */
let standby: Db
/** The age of the standby's state, in seconds. */
let age = 0
const replica: Replica = {
  within: (seconds) => (age <= seconds ? standby : world.db),
  state: () => ({ state: 'used', age }),
  close: async () => undefined,
}
const readOnly = (connection: Connection): Connection =>
  ({ ...connection, options: '-c default_transaction_read_only=on' }) as unknown as Connection

beforeAll(async () => {
  const database = await freshDatabase()
  world = await makeWorld({ database })
  world.parts.replica = replica
  standby = openDb(readOnly(database.connection), { max: 4 })
  await openRace(world)
  await fill(world)
})
afterAll(async () => {
  await standby?.destroy()
  await world?.close()
})

const shared = rooms.flatMap(({ routes = [] }) => routes.filter(({ endpoint }) => endpoint.shared !== undefined))
const call = (path: string): Call => ({
  body: { raceid: RACE, eventid: 1, id: 1, seriesid: 1, path },
  files: [],
  lang: 'zh-cn',
  raceid: RACE,
  channel: '',
  once: undefined,
  ticket: undefined,
  address: '192.0.2.7',
  userAgent: '',
  who: nobody,
  device: null,
  meet: () => {
    throw new Error('A shared read meets no browser.')
  },
  setSession: () => undefined,
  setMessage: () => undefined,
})

describe.each(shared.map((route) => [route.endpoint.path, route] as const))('%s', (path, route) => {
  test('writes nothing, so a standby can answer it', async () => {
    const answered = await route.handle({ ...world.parts, db: standby }, call(path)).catch((error: unknown) => error)
    expect(answered instanceof Error && !(answered instanceof RefusalError) ? answered.message : 'answered').toBe(
      'answered',
    )
  })
})

describe('the GET of a shared read', () => {
  const read = async () => {
    const { statusCode, body } = await world.app.inject({ method: 'GET', url: `/race/show?raceid=${RACE}` })
    return { statusCode, body }
  }

  test('asks a replica that is recent enough for the answer, otherwise the primary', async () => {
    const first = await read()
    expect(first.statusCode).toBe(200)
    const from: Db[] = []
    const within = vi.spyOn(replica, 'within').mockImplementation((seconds) => {
      const db = age <= seconds ? standby : world.db
      from.push(db)
      return db
    })
    age = 4
    expect(await read()).toEqual(first)
    age = 6
    expect(await read()).toEqual(first)
    expect(from).toEqual([standby, world.db])
    within.mockRestore()
  })

  test('is answered by the primary if the replica is cut off in the middle', async () => {
    const first = await read()
    const gone = openDb({ url: 'postgres://startline@127.0.0.1:1/startline' }, { patienceMs: 0 })
    const within = vi.spyOn(replica, 'within').mockReturnValue(gone)
    expect(await read()).toEqual(first)
    expect(within).toHaveBeenCalled()
    within.mockRestore()
    await gone.destroy()
  })
})
