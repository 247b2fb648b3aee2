import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Envelope } from '#contract/envelope.ts'
import { fitsDatabase, openSeal, rewrapKeys } from '#db/sealing/keys.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { buildApp } from './app.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openRace(world, { id: RACE + 1 })
  for (const raceid of [RACE, RACE + 1]) await openEvent(world, { raceid, places: 1000 })
})
afterAll(() => world?.close())

test('STARTLINE_KEY changes under two servers: no call is refused, and the new key reads everything', async () => {
  const { db, parts } = world
  const [first, second] = [Buffer.alloc(32, 7), randomBytes(32)]
  let ring: readonly Buffer[] = [first]
  const servers = await Promise.all(
    [1, 2].map(async () => buildApp({ ...parts, seal: await openSeal(db, () => ring, parts.clock) }, { apps: false })),
  )
  try {
    const { token } = await runnerSession(world)
    const ask = async (n: number, path: string, payload: Record<string, unknown>) =>
      (await servers[n % 2]!.inject({ method: 'POST', url: path, payload: { ...payload, _token: token } })).json<
        Envelope<{ _key: string; idnum: string }>
      >()
    let turned = false
    let rotated = 0
    const signUps = async (from: number) => {
      // The data key of the second race does not exist yet. The first writer makes it during the rotation.
      for (let n = from; n < from + 20 || !turned; n++) {
        const raceid = RACE + (n % 2)
        const saved = await ask(n, '/registration/save', entrant(n, { raceid }))
        expect(saved.code, saved.msg).toBe('200')
        expect(await ask(n + 1, '/registration/show', { id: saved.data._key })).toMatchObject({
          code: '200',
          data: { idnum: entrant(n).idnum },
        })
      }
    }
    const rotate = async () => {
      rotated = await rewrapKeys(
        db,
        () => ring,
        second,
        parts.clock(),
        () => void (ring = [second, first]),
      )
      turned = true
    }
    await Promise.all([signUps(1), signUps(1001), rotate()])
    expect(rotated).toBeGreaterThan(0)
    expect(await fitsDatabase(db, second)).toBe(true)
    const fresh = await openSeal(db, second)
    const rows = await db
      .selectFrom('registrations')
      .select(['raceid', 'idnum', 'idnum_mask'])
      .where('raceid', 'in', [RACE, RACE + 1])
      .execute()
    expect(rows.length).toBeGreaterThanOrEqual(40)
    for (const { raceid, idnum, idnum_mask } of rows)
      expect(fresh.open(`race:${raceid}`, 'idnum', idnum).slice(-4)).toBe(idnum_mask.slice(-4))
    await expect(openSeal(db, first)).rejects.toThrow('can ever be read again')
  } finally {
    for (const server of servers) await server.close()
  }
})
