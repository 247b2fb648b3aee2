import '@hyperjump/json-schema/formats'
import { unregisterSchema } from '@hyperjump/json-schema'
import { type Validator, registerSchema, setShouldValidateFormat, validate } from '@hyperjump/json-schema/openapi-3-1'
import sharp from 'sharp'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { publishNotice } from '#features/notices/service.ts'
import { importResults } from '#features/results/service.ts'
import { rooms } from '#server/features.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { type OpenApi, openApiDocument } from '#tools/openapi/document.ts'
import type { JsonSchema } from '#tools/openapi/schemas.ts'

const ADDRESS = 'https://startline.test/openapi.json'
const RULES = 'https://spec.openapis.org/oas/3.1/schema-base'

export let world: World
let document: OpenApi
let picture: Buffer
/** Valid values of this world, by the name of a field. Some fields have another value in each room. */
let known: Record<string, unknown>
export const knowThingsOf = (room: string): void => {
  known = { ...known, id: idIn(room), key: idIn(room), _key: idIn(room) }
}
let things: Record<'registration' | 'order' | 'result', string> & { notice: number }
let runner: { token: string; mobile: string }

const results = 'bib,name,gender,gun,net,5\nA1,Ann,F,1:40:00,1:39:50,0:24:00\nA2,Bo,M,1:50:00,1:49:50,0:26:00\n'

/** Opens a race with two events, two registered people, results and a notice, and makes the document of all calls. */
export const openEveryCall = async (): Promise<void> => {
  document = JSON.parse(JSON.stringify(await openApiDocument())) as OpenApi
  // Another file of tests in this process may have registered the same schema before.
  unregisterSchema(ADDRESS)
  registerSchema(document as never, ADDRESS, RULES)
  setShouldValidateFormat(true)
  picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#09bb07' } })
    .png()
    .toBuffer()
  world = await makeWorld()
  await openRace(world, { settings: { unpaid_most: 1000, hand_in: true, teams: true } })
  await openEvent(world, { price: 0 })
  await openEvent(world, { id: 2, name: '10公里', price: 5000 })
  const now = world.clock.now()
  runner = await runnerSession(world)
  const free = await world.ask(registrationSave, entrant(1), runner)
  const priced = await world.ask(registrationSave, entrant(2, { eventid: 2 }), runner)
  await importResults(world.parts, {
    raceid: RACE,
    eventid: 1,
    filename: 'r.csv',
    bytes: Buffer.from(results),
    publish: true,
    now,
  })
  const shown = { articletype: '', lang: 'zh-cn', pinned: false, published_at: now } as const
  const notice = { ...shown, kind: 'notice', title: '领物须知', content: '<p>早点来</p>' } as const
  await world.db.transaction().execute((tx) => publishNotice(tx, RACE, notice, now))
  const { id } = await world.db.selectFrom('notices').select('id').executeTakeFirstOrThrow()
  const result = await world.db.selectFrom('results').select('_key').orderBy('bib').executeTakeFirstOrThrow()
  const { orderid } = await world.db
    .selectFrom('registrations')
    .select('orderid')
    .where('_key', '=', priced._key)
    .executeTakeFirstOrThrow()
  const { idtype, name, mobile, clothes, consents } = entrant(1)
  const words = { idtype, name, mobile, clothes, consents, bib: 'A1', email: 'a@example.com', time: '1:39:00', q: 'A' }
  const race = { table: 'registrations', raceid: RACE, eventid: 1, month: '2026-03' }
  known = { ...words, ...race, orderid, keys: [free._key], idnum: idnumOf(1) }
  things = { registration: free._key, order: priced._key, result: result._key, notice: id }
}

/** Returns the id by which the calls of a room find their subject in the sample race. */
const idIn = (room: string): unknown => {
  if (['results', 'timing', 'certificates', 'posters', 'hall', 'photos', 'codes'].includes(room)) return things.result
  if (['invoices', 'postage', 'orders', 'payments'].includes(room)) return things.order
  return room === 'notices' ? things.notice : room === 'events' ? 1 : things.registration
}

/**
 * Returns a value for a schema: the known value of this name, or an invented value that most schemas accept. With
 * `most`, an object also has the optional fields with known values.
 */
export const sampleOf = (json: JsonSchema, name: string, options: 'least' | 'most'): unknown => {
  if (name in known) return known[name]
  if (json.default !== undefined) return json.default
  if (json.const !== undefined) return json.const
  if (json.enum) return json.enum[0]
  if (json.anyOf) return sampleOf(json.anyOf[0]!, name, options)
  const type = Array.isArray(json.type) ? json.type[0] : json.type
  if (type === 'integer' || type === 'number') return Math.max(1, json.minimum ?? 1)
  if (type === 'boolean') return true
  if (type === 'array') return json.items ? [sampleOf(json.items, '', options)] : []
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(json.properties ?? {})
        .filter(([field]) => json.required?.includes(field) || (options === 'most' && field in known))
        .map(([field, inner]) => [field, sampleOf(inner, field, options)]),
    )
  if (json.format === 'date-time') return world.clock.now().toISOString()
  if (json.format === 'date') return '2026-03-01'
  return 'sample'.padEnd(json.minLength ?? 0, '1').slice(0, json.maxLength ?? 200)
}

const withFile = (fields: Record<string, unknown>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  form.append('file', new File([new Uint8Array(picture)], 'picture.png', { type: 'image/png' }))
  return form
}

export const send = async (
  endpoint: Endpoint,
  input: Record<string, unknown>,
  token: string | undefined,
  remoteAddress = '127.0.0.1',
) => {
  const url = endpoint.path.replace('{raceid}', String(RACE))
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  if (endpoint.kind === 'get') {
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
    return world.app.inject({ method: 'GET', url: `${url}?${query.toString()}`, headers, remoteAddress })
  }
  if (endpoint.kind !== 'upload')
    return world.app.inject({ method: 'POST', url, headers, payload: input, remoteAddress })
  const packed = new Response(withFile(input))
  return world.app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { ...headers, 'content-type': packed.headers.get('content-type')! },
    payload: Buffer.from(await packed.arrayBuffer()),
  })
}

type Response = { $ref?: string; content?: object }
const pointer = (...parts: (string | number)[]) =>
  parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Returns the position of an answer's schema in the document, or undefined if the document has no such answer. */
const placeOf = (path: string, method: string, status: number): string | undefined => {
  const { responses } = document.paths[path]![method] as { responses: Record<string, Response> }
  const response = responses[status]
  if (!response) return undefined
  const place = response.$ref?.slice(1) ?? pointer('paths', path, method, 'responses', status)
  return `${ADDRESS}#${encodeURI(place)}${pointer('content', 'application/json', 'schema')}`
}

const validators = new Map<string, Promise<Validator>>()
/** Returns the way in which an answer breaks the document, or undefined if the answer keeps to the document. */
export const faultOf = async (endpoint: Endpoint, status: number, answer: unknown): Promise<string | undefined> => {
  const place = placeOf(endpoint.path, endpoint.kind === 'get' ? 'get' : 'post', status)
  if (place === undefined) return `${endpoint.path} answered ${status}`
  const check = validators.get(place) ?? validate(place)
  validators.set(place, check)
  const output = (await check)(answer as never, 'BASIC')
  if (output.valid) return undefined
  const where = (output.errors ?? []).map(
    ({ instanceLocation, keyword }) => `${instanceLocation} ${keyword.split('/').at(-1)}`,
  )
  return `${endpoint.path}: ${where.join(', ')} in ${JSON.stringify(answer).slice(0, 600)}`
}

/** Opens a new session for a person who may make the call, because the call before may have ended the last session. */
export const tokenFor = async ({ access }: Pick<Endpoint, 'access'>): Promise<string> =>
  (
    await (access === 'anyone' || access === 'runner'
      ? runnerSession(world, runner.mobile)
      : staffSession(world, [{ raceid: null, role: 'owner' }]))
  ).token

export const everyEndpoint = (): { room: string; endpoint: Endpoint }[] =>
  rooms.flatMap(({ name, routes }) => (routes ?? []).map(({ endpoint }) => ({ room: name, endpoint })))
