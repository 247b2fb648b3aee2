import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { Key } from '#contract/scalars.ts'
import { counted } from '#test/prove/counted.ts'
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
import { type JsonSchema, schemaOf } from './schemas.ts'

/** `npm run prove -- schema` makes each call this many times as nobody, as a runner and as the owner. */
const ROUNDS = Number(process.env.SCHEMA_ROUNDS ?? 0)
const SEED = Number(process.env.SCHEMA_SEED ?? 1)
// The test makes every call many times, which takes long.
vi.setConfig({ testTimeout: ROUNDS ? 3_600_000 : 300_000 })

beforeAll(openEveryCall)
afterAll(() => world?.close())

let state = SEED
/** Returns a random number below `n`. The same seed gives the same numbers. */
const below = (n: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * n)
}
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)]!

const hostile: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  0.5,
  1e30,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 + 2,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '䶮😀\u202e',
  'a'.repeat(10_000),
  '😀'.repeat(300),
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  "' or 1=1 --",
  '../../etc/passwd',
  '%00',
  '1e3',
  '2026-02-30',
  '9999999999999',
  '2026-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '0000-00-00',
  'NaN',
  '__proto__',
  '{"$gt":""}',
  '7-1111111111111111111111',
  'zzzzzz-1111111111111111111111',
  '<script>x</script>',
  '1'.repeat(400),
]
const letters = ['a', 'Z', '0', '-', ' ', '张', '䶮', '😀', '\n', '\u202e', '%', '<', "'", '"', '\\', ':']

/** Makes a value that a schema accepts, anywhere within the schema's bounds. */
const within = (json: JsonSchema, name: string): unknown => {
  if (json.const !== undefined) return json.const
  if (json.enum) return oneOf(json.enum)
  if (json.anyOf) return within(oneOf(json.anyOf), name)
  const type = oneOf(Array.isArray(json.type) ? json.type : [json.type])
  if (type === 'null') return null
  if (type === 'integer' || type === 'number')
    return oneOf([json.minimum ?? -2_147_483_648, json.maximum ?? 2_147_483_647, 0, 1, below(1000), -below(1000)])
  if (type === 'boolean') return below(2) === 0
  if (type === 'array')
    return Array.from({ length: below(4) }, () => (json.items ? valueFor(json.items, '') : oneOf(hostile)))
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(json.properties ?? {})
        .filter(([field]) => json.required?.includes(field) || below(2) === 0)
        .map(([field, inner]) => [field, valueFor(inner, field)]),
    )
  const length = oneOf([json.minLength ?? 0, Math.min(json.maxLength ?? 60, 2000), below(20)])
  return Array.from({ length }, () => oneOf(letters)).join('')
}
/**
 * Makes a value. Half of the values are samples from the test's world, about a third is within the bounds of the
 * schema, and the rest is nonsense.
 */
const valueFor = (json: JsonSchema, name: string): unknown => {
  const chance = below(100)
  return chance < 50 ? sampleOf(json, name, 'most') : chance < 85 ? within(json, name) : oneOf(hostile)
}
const inputFor = (endpoint: Endpoint): Record<string, unknown> => {
  const { properties = {}, required = [] } = schemaOf(endpoint.input, 'input')
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => (required.includes(name) ? below(20) > 0 : below(2) === 0))
      .map(([name, json]) => [name, valueFor(json, name)]),
  )
}

/** Returns the fault of a call's answer, or undefined if the answer keeps to the document and is no fault of ours. */
const faultAt = async (endpoint: Endpoint, input: Record<string, unknown>, token: string | undefined) => {
  // Every call comes from a network of its own, so that limits let it through.
  const from = `10.${below(250)}.${below(250)}.${below(250)}`
  const { statusCode, payload } = await send(endpoint, input, token, from)
  const fault = await faultOf(endpoint, statusCode, JSON.parse(payload))
  if (fault === undefined && statusCode < 500) return undefined
  return `${statusCode} ${fault ?? endpoint.path} to ${JSON.stringify(input).slice(0, 1500)}`
}

test('no input causes an answer that the document does not know, or a fault of ours', async () => {
  const faults: string[] = []
  let calls = 0
  for (let round = 0; round < Math.max(1, ROUNDS); round++)
    for (const { room, endpoint } of everyEndpoint()) {
      knowThingsOf(room)
      const mine = () => tokenFor(endpoint)
      const others = () => tokenFor({ access: typeof endpoint.access === 'object' ? 'runner' : { right: 'race.edit' } })
      for (const who of ROUNDS ? [undefined, mine, others] : [mine]) {
        calls++
        const fault = await faultAt(endpoint, inputFor(endpoint), await who?.())
        if (fault !== undefined) faults.push(fault)
      }
    }
  counted({ calls, faults: faults.length })
  expect(faults).toEqual([])
})

const key = JSON.stringify(schemaOf(Key, 'input'))
/** Tells whether some field of an input is a key, or a list of keys. */
const takesKey = (json: JsonSchema): boolean =>
  JSON.stringify(json) === key ||
  [...Object.values(json.properties ?? {}), ...(json.anyOf ?? []), ...(json.items ? [json.items] : [])].some(takesKey)
const withKey = (json: JsonSchema, name: string, beyond: string): unknown =>
  JSON.stringify(json) === key
    ? beyond
    : json.anyOf?.some(takesKey)
      ? beyond
      : json.type === 'array' && json.items && takesKey(json.items)
        ? [withKey(json.items, '', beyond)]
        : sampleOf(json, name, 'most')

test('a key whose race is beyond an integer of the database is unknown in every call that takes a key', async () => {
  const faults: string[] = []
  const taking = everyEndpoint().filter(({ endpoint }) => takesKey(schemaOf(endpoint.input, 'input')))
  for (const { room, endpoint } of taking) {
    knowThingsOf(room)
    const json = schemaOf(endpoint.input, 'input')
    for (const beyond of [
      'zzzzzz-1111111111111111111111',
      'zik0zk-1111111111111111111111',
      '0-1111111111111111111111',
    ]) {
      const fields = Object.entries(json.properties ?? {}).filter(
        ([name, inner]) => takesKey(inner) || json.required?.includes(name),
      )
      const input = Object.fromEntries(
        fields.map(([name, inner]) => [
          name,
          takesKey(inner) ? withKey(inner, name, beyond) : sampleOf(inner, name, 'least'),
        ]),
      )
      const fault = await faultAt(endpoint, input, await tokenFor(endpoint))
      if (fault !== undefined) faults.push(fault)
    }
  }
  expect(faults).toEqual([])
  expect(taking.length).toBeGreaterThan(35)
})

const isNumber = (json: JsonSchema): boolean => json.type === 'number' || json.type === 'integer'
/**
 * Returns samples of a field, one for each place in the field that takes a number, or a text if `value` is a text. Each
 * sample has `value` at one of these places. Lists and objects around the place have only the entries that the sample
 * needs.
 */
const eachWith = (json: JsonSchema, name: string, value: number | string): unknown[] => {
  if (json.anyOf) return json.anyOf.flatMap((one) => eachWith(one, name, value))
  if (typeof value === 'number' ? isNumber(json) : json.type === 'string' && !json.enum && !json.const) return [value]
  if (json.type === 'array' && json.items) return eachWith(json.items, '', value).map((one) => [one])
  return Object.entries(json.properties ?? {}).flatMap(([field, inner]) => {
    const rest = Object.fromEntries(
      Object.entries(json.properties!)
        .filter(([other]) => other !== field && json.required?.includes(other))
        .map(([other, one]) => [other, sampleOf(one, other, 'least')]),
    )
    return eachWith(inner, field, value).map((one) => ({ ...rest, [field]: one }))
  })
}

test('a number beyond an integer of the database is refused, in every call and field that takes one', async () => {
  const faults: string[] = []
  let calls = 0
  const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  const beyond = [
    -(2 ** 53) + 1,
    -(2 ** 31) - 1,
    2 ** 31,
    2 ** 53 - 1,
    '99999999999999999999',
    '-99999999999',
    cursor(2 ** 53 - 1, 2 ** 53 - 1),
    cursor('99999999999999999999', '99999999999999999999'),
  ]
  for (const { room, endpoint } of everyEndpoint()) {
    knowThingsOf(room)
    const json = schemaOf(endpoint.input, 'input')
    // `npm run prove -- schema` takes every value, and the ordinary suite takes one of each kind.
    for (const value of ROUNDS ? beyond : beyond.filter((_, nth) => nth % 2 === 0))
      for (const input of eachWith(json, '', value)) {
        calls++
        const fault = await faultAt(endpoint, input as Record<string, unknown>, await tokenFor(endpoint))
        if (fault !== undefined) faults.push(fault)
      }
  }
  counted({ calls, faults: faults.length })
  expect(faults).toEqual([])
})

/** Names of fields that lead to a column of 64 bits, to a moment in milliseconds, or to no column. */
const LARGE: ReadonlySet<string> = new Set(
  (
    'id ids registrationid correctionid runid scoreid teamid staffid gone keep upto deliveries since bytes at reads ' +
    'ticked v min max least most approval_above metres'
  ).split(' '),
)
const unbounded = (json: JsonSchema, name: string): string[] => [
  ...(isNumber(json) && !LARGE.has(name) && !((json.minimum ?? -1e12) >= -(2 ** 31) && (json.maximum ?? 1e12) < 2 ** 31)
    ? [name]
    : []),
  ...Object.entries(json.properties ?? {}).flatMap(([field, inner]) => unbounded(inner, field)),
  ...(json.anyOf ?? []).flatMap((one) => unbounded(one, name)),
  ...(json.items ? unbounded(json.items, name) : []),
]

test('a number of an input has bounds within an integer of the database, unless its name says something else', () => {
  expect(
    everyEndpoint().flatMap(({ endpoint }) =>
      unbounded(schemaOf(endpoint.input, 'input'), '').map((name) => `${endpoint.path} ${name}`),
    ),
  ).toEqual([])
})
