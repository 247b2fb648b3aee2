import { afterAll, beforeAll, expect, test } from 'vitest'
import { rooms } from '#server/features.ts'
import { staffSession } from '#test/people.ts'
import {
  everyEndpoint,
  faultOf,
  knowThingsOf,
  openEveryCall,
  sampleOf,
  send,
  tokenFor,
  world,
} from '#test/scenes/calls/everyCall.ts'
import { schemaOf } from './schemas.ts'

beforeAll(openEveryCall)
afterAll(() => world?.close())

test('the document distinguishes a wrong answer from a right answer', async () => {
  const { endpoint } = rooms
    .flatMap(({ routes }) => routes ?? [])
    .find((one) => one.endpoint.path === '/notice/detail')!
  const refused = { code: '404', msg: 'x', data: null, refusal: 'notice_not_found' }
  expect(await faultOf(endpoint, 200, refused)).toBeUndefined()
  for (const wrong of [
    { ...refused, code: '403' },
    { ...refused, refusal: 'team_full' },
    { code: '404', msg: 'x', refusal: 'notice_not_found' },
    { code: '200', msg: '', data: null },
    { code: '422', msg: 'x', data: null, refusal: 'field_wrong' },
  ])
    expect(await faultOf(endpoint, 200, wrong), JSON.stringify(wrong)).toContain('/notice/detail')
  expect(await faultOf(endpoint, 418, refused)).toBe('/notice/detail answered 418')
})

/** Calls after which other calls do not find their subjects. The test makes them last. */
const last = /(end|remove|del|delete|delay|create|leave|erase)$/i

// The test makes every call three times and validates each answer, which takes long.
test(
  'every call answers as the document says, to strangers and to callers with the right',
  { timeout: 300_000 },
  async () => {
    const endpoints = everyEndpoint().sort(
      (a, b) => Number(last.test(a.endpoint.path)) - Number(last.test(b.endpoint.path)),
    )
    const faults: string[] = []
    const [done, refused] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
    let calls = 0
    for (const { room, endpoint } of endpoints) {
      const json = schemaOf(endpoint.input, 'input')
      knowThingsOf(room)
      const [least, most] = (['least', 'most'] as const).map((options) => sampleOf(json, '', options))
      for (const [input, token] of [
        [{}, undefined],
        [least, await tokenFor(endpoint)],
        [most, await tokenFor(endpoint)],
      ] as [Record<string, unknown>, string | undefined][]) {
        const { statusCode, payload } = await send(endpoint, { ...input, _once: `call ${calls++}` }, token)
        const answer = JSON.parse(payload) as { code: string }
        const fault = await faultOf(endpoint, statusCode, answer)
        if (fault !== undefined || statusCode >= 500) faults.push(`${fault} to ${JSON.stringify(input)}`)
        const kind = answer.code === '200' ? done : refused
        kind.set(room, (kind.get(room) ?? new Set()).add(endpoint.path))
      }
    }
    expect(faults).toEqual([])
    const counted = (kind: Map<string, Set<string>>) => [...kind.values()].reduce((sum, { size }) => sum + size, 0)
    const names = [...new Set(endpoints.map(({ room }) => room))]
    expect(
      names.filter((name) => !done.has(name)),
      'rooms of which no call was done',
    ).toEqual([])
    expect(
      names.filter((name) => !refused.has(name)),
      'rooms of which no call was refused',
    ).toEqual([])
    expect(counted(done), 'calls that were done').toBeGreaterThan(150)
    expect(counted(refused), 'calls that were refused').toBeGreaterThan(300)

    const kept = await world.db.selectFrom('once_answers').select('answer').where('answer', 'is not', null).execute()
    expect(kept.length, 'kept answers').toBeGreaterThan(100)
    expect(
      kept.filter(({ answer }) => typeof answer !== 'string'),
      'answers that are kept as they are',
    ).toEqual([])
  },
)

test('a race that does not exist is refused to staff of all races, and is no fault of the server', async () => {
  const faults: string[] = []
  const { token } = await staffSession(world, [{ raceid: null, role: 'owner' }])
  for (const { name: room, routes } of rooms)
    for (const { endpoint } of routes ?? []) {
      const json = schemaOf(endpoint.input, 'input')
      if (typeof endpoint.access !== 'object' || json.properties?.raceid === undefined) continue
      knowThingsOf(room)
      for (const options of ['least', 'most'] as const) {
        const input = { ...(sampleOf(json, '', options) as object), raceid: 77_777 }
        const { statusCode, payload } = await send(endpoint, input, token)
        const fault = await faultOf(endpoint, statusCode, JSON.parse(payload))
        if (fault !== undefined || statusCode >= 500) faults.push(`${endpoint.path} ${statusCode} ${fault}`)
      }
    }
  expect(faults).toEqual([])
})

test('answers with an HTTP status of their own are described as well', async () => {
  const { endpoint } = rooms
    .flatMap(({ routes }) => routes ?? [])
    .find((one) => one.endpoint.path === '/notice/detail')!
  const post = (type: string, payload: string) =>
    world.app.inject({ method: 'POST', url: endpoint.path, headers: { 'content-type': type }, payload })
  for (const [status, answered] of [
    [400, await post('application/json', '{')],
    [413, await post('application/json', `{"id":"${'1'.repeat(1024 * 1024)}"}`)],
    [415, await post('text/csv', 'id\n1')],
  ] as const) {
    expect(answered.statusCode).toBe(status)
    expect(await faultOf(endpoint, status, answered.json())).toBeUndefined()
  }
})
