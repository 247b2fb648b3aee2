import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Role, roles } from '#contract/rights.ts'
import { declaredEndpoints } from '../contracts.ts'
import { RACE, openRace } from '../entrants.ts'
import { staffSession } from '../people.ts'
import { type World, makeWorld } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
})
afterAll(() => world.close())

const names = Object.keys(roles) as Role[]
const guarded = (await declaredEndpoints()).flatMap(({ endpoint }) =>
  typeof endpoint.access === 'object' ? [{ endpoint, access: endpoint.access }] : [],
)

test.each(names)('the server refuses a %s every call whose right the role lacks', async (role) => {
  const session = await staffSession(world, [{ raceid: role === 'owner' ? null : RACE, role }])
  const open: string[] = []
  for (const { endpoint, access } of guarded) {
    const may = roles[role].rights.includes(access.right) && (role === 'owner' || access.scope !== 'platform')
    if (may) continue
    const { refusal } = await world.call(endpoint, { raceid: RACE } as never, session)
    if (refusal !== 'no_permission') open.push(`${endpoint.path}: ${refusal ?? 'answered'}`)
  }
  expect(open).toEqual([])
})

test.each(names.filter((role) => role !== 'owner'))('a %s of one race may do nothing in another race', async (role) => {
  const session = await staffSession(world, [{ raceid: RACE + 1, role }])
  const open: string[] = []
  for (const { endpoint } of guarded) {
    const { refusal } = await world.call(endpoint, { raceid: RACE } as never, session)
    if (refusal !== 'no_permission') open.push(`${endpoint.path}: ${refusal ?? 'answered'}`)
  }
  expect(open).toEqual([])
})
