import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Route } from '#seam/server/handle.ts'
import { rooms } from '#server/features.ts'
import { counted } from '#test/prove/counted.ts'
import { ownRoleSession, runnerSession } from '#test/people.ts'
import { secretFinder } from '#test/scenes/calls/findSecrets.ts'
import { type KnownWorld, openKnownPeople } from '#test/scenes/calls/knownPeople.ts'
import { type JsonSchema, schemaOf } from '#tools/openapi/schemas.ts'

const RACES = [2026, 226]
/**
 * The small numbers that the test tries in fields for numbers, because the numbers of most things begin at 1. The test
 * also tries the first ids of the race's rows in every table.
 */
const SMALL = Array.from({ length: 5 }, (_, at) => at + 1)
/**
 * The names of text fields that hold a number. Every other text field, such as a name or a password, gets only the
 * number 1.
 */
const NUMBERED = /(?:id|ids|key|keys|track|team|after|scene|station|bib)$/

let known: KnownWorld
let find: ReturnType<typeof secretFinder>
let ids: (raceid: number) => readonly number[]
// Filling the world takes most of this test's time.
beforeAll(async () => {
  known = await openKnownPeople()
  find = secretFinder(known.secrets)
  const numbers = new Map(RACES.map((raceid) => [raceid, [...new Set([...SMALL, ...known.firstIds(raceid)])]]))
  ids = (raceid) => numbers.get(raceid)!
}, 180_000)
afterAll(() => known?.world.close())

const typeOf = (json: JsonSchema): string | undefined => (Array.isArray(json.type) ? json.type[0] : json.type)
/** Returns a value for a field that the call requires beside the field in which the test tries numbers. */
const filler = (json: JsonSchema, name: string, raceid: number): unknown => {
  if (name === 'raceid') return raceid
  if (json.default !== undefined) return json.default
  if (json.const !== undefined) return json.const
  if (json.enum) return json.enum[0]
  if (json.anyOf) return filler(json.anyOf[0]!, name, raceid)
  const type = typeOf(json)
  if (type === 'integer' || type === 'number') return Math.max(1, json.minimum ?? 1)
  if (type === 'boolean') return true
  if (type === 'array') return json.items ? [filler(json.items, '', raceid)] : []
  if (type === 'object') return withRequired(json, raceid, {})
  if (json.format === 'date-time') return known.world.clock.now().toISOString()
  return json.format === 'date' ? '2026-03-01' : '1'.padEnd(json.minLength ?? 1, '1')
}
const withRequired = (json: JsonSchema, raceid: number, given: Record<string, unknown>): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(json.properties ?? {})
      .filter(([name]) => name === 'raceid' || json.required?.includes(name))
      .map(([name, inner]) => [name, filler(inner, name, raceid)]),
  ),
  ...given,
})

/**
 * Makes one sample of a field for each place in the field that takes a number, and puts `id` at that place. A field of
 * text gets the number as digits.
 */
const eachWith = (json: JsonSchema, name: string, id: number, raceid: number): unknown[] => {
  if (name === 'raceid') return []
  if (json.anyOf) return json.anyOf.flatMap((one) => eachWith(one, name, id, raceid))
  const type = typeOf(json)
  if (type === 'integer' || type === 'number') return [id]
  if (type === 'string') {
    if (json.enum || json.const !== undefined || json.format) return []
    return NUMBERED.test(name) || id === 1 ? [String(id)] : []
  }
  if (type === 'array') return json.items ? eachWith(json.items, '', id, raceid).map((one) => [one]) : []
  return Object.entries(json.properties ?? {}).flatMap(([field, inner]) =>
    eachWith(inner, field, id, raceid).map((one) => withRequired(json, raceid, { [field]: one })),
  )
}

let calls = 0
/**
 * Returns the session and the address of a call. Each call comes from a network of its own, so that no limit hides an
 * answer.
 */
const caller = (token: string | undefined) => {
  const nth = calls++
  return {
    remoteAddress: `10.${nth % 250}.${Math.floor(nth / 250) % 250}.${Math.floor(nth / 62_500) % 250}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  }
}
const send = async (endpoint: Endpoint, input: Record<string, unknown>, token: string | undefined) => {
  const { headers, remoteAddress } = caller(token)
  const url = endpoint.path.replace('{raceid}', String(input.raceid))
  const { app } = known.world
  if (endpoint.kind === 'get') {
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
    return app.inject({ method: 'GET', url: `${url}?${query.toString()}`, headers, remoteAddress })
  }
  return app.inject({ method: 'POST', url, headers, payload: input, remoteAddress })
}

const secretsIn = (payload: string): string[] => find(payload).map(({ value, of }) => `${of} (${value})`)

/** The number of calls that are under way at once, so that server and database work at the same time. */
const AT_ONCE = 8
/** The session for calls that are closed to runners. No such call can end this session. */
let shut: Promise<string> | undefined
const otherRunner = async (): Promise<string> => (await runnerSession(known.world)).token

/** Calls a route with each number to try in each field that takes a number, and returns the secrets in its answers. */
const walk = async ({ endpoint }: Route, seen: Set<string>): Promise<string[]> => {
  const found = new Set<string>()
  const json = schemaOf(endpoint.input, 'input')
  for (const who of ['nobody', 'another runner']) {
    // One number shows that a call of staff is closed to other people. Every other call gets all numbers.
    const closed = typeof endpoint.access === 'object' || endpoint.access === 'staff'
    if (who === 'nobody' && endpoint.access === 'runner') continue
    const token = who === 'nobody' ? undefined : await (closed ? (shut ??= otherRunner()) : otherRunner())
    // The server reads the race of every call, even if the input of the call does not declare it.
    const races = closed || !json.properties?.raceid ? RACES.slice(0, 1) : RACES
    const inputs = races.flatMap((raceid) =>
      (closed ? [1] : ids(raceid)).flatMap((id) =>
        eachWith(json, '', id, raceid).map((input) => ({ raceid, ...(input as Record<string, unknown>) })),
      ),
    )
    for (let at = 0; at < inputs.length; at += AT_ONCE)
      await Promise.all(
        inputs.slice(at, at + AT_ONCE).map(async (input) => {
          const { payload } = await send(endpoint, input, token)
          if (seen.has(payload)) return
          seen.add(payload)
          for (const secret of secretsIn(payload))
            found.add(`${endpoint.path} tells ${who}: ${secret} to ${JSON.stringify(input)}`)
        }),
      )
  }
  return [...found]
}

const routes = rooms.flatMap((room) => room.routes ?? [])
/** The addresses of pictures, texts and files. Each of these addresses has a parameter beside the race. */
const files = rooms
  .flatMap((room) => room.rawRoutes ?? [])
  .filter(({ method, path }) => method === 'GET' && /:(?!raceid)\w/.test(path))

// The test makes about ten thousand calls, which takes long.
test('nobody learns about other people by counting numbers', { timeout: 300_000 }, async () => {
  const seen = new Set<string>()
  const found: string[] = []
  for (const route of routes) found.push(...(await walk(route, seen)))
  const { token } = await runnerSession(known.world)
  for (const { path } of files)
    for (const raceid of RACES)
      for (const id of ids(raceid)) {
        const url = path.replaceAll(/:(\w+)/g, (_all, name) => String(name === 'raceid' ? raceid : id))
        const { payload } = await known.world.app.inject({ method: 'GET', url, ...caller(token) })
        found.push(...secretsIn(payload).map((secret) => `${url} tells another runner: ${secret}`))
      }
  expect(files.length, 'addresses with a number').toBeGreaterThan(3)
  counted({ calls, secrets: known.secrets.length })
  expect(found).toEqual([])
  expect(known.secrets.length, 'secrets of the world').toBeGreaterThan(1000)
  const successes = [...seen].filter((payload) => payload.startsWith('{"code":"200"')).length
  expect(successes, 'different answers with data').toBeGreaterThan(200)
})

test('staff who may only read orders learn no name of a runner', async () => {
  const { token } = await ownRoleSession(known.world, 2026, ['money.read'])
  const read = routes.filter(({ endpoint: { access } }) => typeof access === 'object' && access.right === 'money.read')
  expect(read.length).toBeGreaterThan(10)
  const found = new Set<string>()
  let answered = 0
  for (const { endpoint } of read) {
    const json = schemaOf(endpoint.input, 'input')
    const given = ids(2026).flatMap((id) => eachWith(json, '', id, 2026))
    for (const input of [withRequired(json, 2026, {}), ...given]) {
      const { payload } = await send(endpoint, { raceid: 2026, ...(input as Record<string, unknown>) }, token)
      if (payload.startsWith('{"code":"200"')) answered++
      for (const secret of secretsIn(payload))
        if (secret.startsWith('name of')) found.add(`${endpoint.path}: ${secret}`)
    }
  }
  expect(answered).toBeGreaterThan(read.length)
  expect([...found]).toEqual([])
})

test('a route that names the captain of a team to everybody, or the key of a runner, is found', async () => {
  const route = routes.find(({ endpoint }) => endpoint.path === '/team/fetch')!
  const { handle } = route
  const { db, clock } = known.world
  for (const column of ['name', '_key'] as const)
    try {
      route.handle = async (parts, call) => {
        const team = await handle(parts, call)
        const { id } = call.body as { id: number }
        const captain = await db
          .selectFrom('teams')
          .innerJoin('registrations', 'registrations.id', 'teams.captain')
          .select(column === 'name' ? 'registrations.name as meaning' : 'registrations._key as meaning')
          .where('teams.raceid', '=', 2026)
          .where('teams.id', '=', Number(id))
          .executeTakeFirst()
        return { ...(team as object), captain: captain?.meaning, at: clock.now() }
      }
      const meaning = column === 'name' ? 'name of registrations' : '_key of registrations'
      expect((await walk(route, new Set())).join('\n')).toContain(`/team/fetch tells nobody: ${meaning}`)
    } finally {
      route.handle = handle
    }
  expect(await walk(route, new Set())).toEqual([])
})
