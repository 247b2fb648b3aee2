/**
 * Routes for pictures, files, streams and the notices of gateways. A successful answer of these routes has no envelope.
 */
import { endpointName } from '#contract/endpoint.ts'
import { langs } from '#contract/words.ts'
import type { RawRoute } from '#seam/server/handle.ts'
import { type DocumentedSession, type HttpStatus, responseRefs, securityFor } from './envelope.ts'
import { saidOf } from './operations.ts'
import type { JsonSchema } from './schemas.ts'

type Parameter = { name: string; in: 'query' | 'header'; required?: true; description: string; schema: JsonSchema }
type Description = {
  /** The media types of answers with 200. */
  types: readonly string[]
  /** The HTTP statuses other than 200, each with a sentence. */
  statuses: Readonly<Record<number, string>>
  /** The statuses of refusals that come in an envelope. The status 500 needs no entry. */
  refused?: readonly HttpStatus[]
  parameters?: readonly Parameter[]
  /** The media type of the body of a POST. */
  body?: string
  /** The kinds of session that the route reads. */
  session?: readonly DocumentedSession[]
}

const GONE = { 404: 'There is no such thing, or the caller may not have it.' }
const PASS = { 401: 'The token of the pass is wrong, or there is no such pass.' }
const WAIT = { 429: 'Too many calls from this address.' }
const ELSEWHERE = { 302: 'An external storage holds the file. `Location` is its address.' }
const pictures = ['image/jpeg', 'image/png'] as const
const query = (name: string, description: string, schema: JsonSchema = { type: 'string' }): Parameter => ({
  name,
  in: 'query',
  description,
  schema,
})
const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
})

const resized: Pick<Description, 'types' | 'parameters'> = {
  types: [...pictures, 'image/webp', 'application/json'],
  parameters: [query('x-oss-process', 'A smaller copy (`image/resize,w_640`), or the size as JSON (`image/info`).')],
}
const stream: Description = {
  types: ['text/event-stream'],
  statuses: {
    404: 'There is no such published race.',
    503: 'Too many callers listen. `Retry-After` says when to try again.',
  },
  parameters: [
    {
      ...query('raceid', 'The race to follow.', { type: 'integer', minimum: 1, maximum: 2_147_483_647 }),
      required: true,
    },
  ],
}
const byteRanges = {
  parameters: [header('Range', 'The wanted range of bytes.')],
  statuses: { 206: 'The wanted range.', ...GONE, 416: 'The file has no such range.' },
}
const fixes: Description = {
  types: ['text/plain', 'application/json'],
  statuses: { 404: 'No track has this device.', 429: 'Too many fixes. `Retry-After` says when to try again.' },
  parameters: [
    query('id', "The device's unguessable name."),
    query('lat', 'Latitude in degrees (WGS-84).'),
    query('lon', 'Longitude in degrees (WGS-84).'),
    query('timestamp', 'The moment of the fix: seconds or milliseconds since 1970, or ISO 8601.'),
  ],
}
const noticeAnswers = {
  404: 'This gateway is not set up.',
  500: 'The server cannot take the notice now. Send it again.',
}
const UNBELIEVED = 'The server rejects the notice as not genuine.'

/**
 * The descriptions of raw routes by method and path. The pages of sandbox counterparts (`/pretend/…`) are only for
 * trials and have no description.
 */
export const rawDescriptions: Readonly<Record<string, Description>> = {
  'GET /wechat/login': {
    types: [],
    statuses: { 302: "To the messaging app's own log-in.", 400: '`state` has a wrong form.' },
    parameters: [
      {
        ...query('state', 'Returned unchanged.', { type: 'string', pattern: '^[a-zA-Z0-9]{16,128}$' }),
        required: true,
      },
      query('to', 'A path of ours, to which the log-in leads.'),
      ...['lang', 'raceid', 'app', 'color', 'bind'].map((name) => query(name, 'Returned with the code.')),
    ],
  },
  'GET /files/{raceid}/{name}': { ...resized, statuses: { ...ELSEWHERE, ...GONE } },
  'GET /shots/{raceid}/{name}': {
    ...resized,
    statuses: { ...ELSEWHERE, 304: 'The caller has the present version.', ...GONE },
    parameters: [...resized.parameters!, header('If-None-Match', 'The `ETag` of the version that the caller has.')],
  },
  'GET /checkin/portrait/{raceid}/{registration}': { types: pictures, statuses: GONE, session: ['staff'] },
  'GET /private/{raceid}/{name}': { types: pictures, statuses: GONE, session: ['runner', 'staff'] },
  'GET /codes/{name}': { types: ['image/png'], statuses: { ...GONE, ...WAIT } },
  'GET /live/feed/stream': {
    types: ['text/event-stream'],
    statuses: { ...GONE, ...WAIT, 503: 'Too many streams are open.' },
    parameters: [query('raceid', 'The race.', { type: 'integer' })],
  },
  'GET /feed/films/{raceid}/{name}': { types: ['video/mp4', 'video/webm'], ...byteRanges },
  'GET /s/{scene}': { types: [], statuses: { 302: 'To the page of the scene, or to the list of races.' } },
  'GET /console/scenes/pictures/{raceid}/{file}': { types: ['application/zip'], statuses: GONE, session: ['staff'] },
  'GET /brief/{raceid}/{name}': { types: pictures, statuses: GONE },
  'GET /courses/{raceid}/{file}': { types: ['application/gpx+xml'], statuses: GONE },
  'GET /guidebooks/{raceid}/{name}': { types: ['application/pdf'], statuses: GONE },
  'POST /pay/wechat/notify': {
    body: 'application/json',
    types: ['application/json'],
    statuses: { 401: UNBELIEVED, ...noticeAnswers },
  },
  'POST /pay/alipay/notify': {
    body: 'application/x-www-form-urlencoded',
    types: ['text/plain'],
    statuses: { 400: UNBELIEVED, ...noticeAnswers },
  },
  'POST /pay/paypal/notify': {
    body: 'application/json',
    types: ['text/plain'],
    statuses: { 400: UNBELIEVED, ...noticeAnswers },
  },
  'POST /pay/cmb/notify': {
    body: 'application/x-www-form-urlencoded',
    types: ['text/plain'],
    statuses: { 400: UNBELIEVED, ...noticeAnswers },
  },
  'GET /pay/wechat/payer': {
    types: [],
    statuses: { 302: "To the messaging app's own question, or back to `to`." },
    parameters: [
      query('to', 'A path of ours, to which the payer comes back.'),
      query('code', "The messaging app's answer."),
    ],
  },
  'GET /wechatnotices/back': {
    types: [],
    statuses: { 302: 'To the page from which the person came, with `notice` = `on` or `off`.' },
    parameters: [
      query('openid', 'The person, if the person agreed.'),
      query('template_id', 'The template.'),
      query('action', '`confirm` or `cancel`.'),
      query('scene', 'The scene of the question.'),
      query('reserved', 'Returned unchanged.'),
      query('to', 'The page of ours to which the person goes.'),
    ],
  },
  'GET /embed.js': { types: ['text/javascript'], statuses: { 304: 'Nothing has changed.' } },
  'GET /embed-inner.js': { types: ['text/javascript'], statuses: { 304: 'Nothing has changed.' } },
  'GET /embed': {
    types: ['text/html'],
    statuses: { 304: 'Nothing has changed.', 404: 'There is no such published race.' },
    parameters: [
      query('raceid', 'The race.', { type: 'integer', minimum: 1 }),
      query('view', 'The widget.', { type: 'string', enum: ['signup', 'results'] }),
      query('_lang', 'The language: zh-cn, zh-tw or en.'),
    ],
  },
  'GET /oembed': {
    types: ['application/json'],
    statuses: { 404: 'No page of ours has this address.', 501: 'Only `json` is offered.' },
    parameters: [
      query('url', 'The address of the page.'),
      query('format', '`json`.'),
      query('maxwidth', 'The most pixels that the page has room for.'),
      query('maxheight', 'The most pixels that the page has room for.'),
      query('_lang', 'The language: zh-cn, zh-tw or en.'),
    ],
  },
  'GET /platform/logo': { types: ['image/png', 'image/jpeg'], statuses: GONE },
  'POST /mail/unsubscribe': {
    body: 'application/x-www-form-urlencoded',
    types: ['text/plain'],
    statuses: { 404: 'The token is not ours.' },
    parameters: [query('t', 'The token of the mail.')],
  },
  'GET /mail/unsubscribe': {
    types: [],
    statuses: { 302: 'To the page that asks before it ends the news.' },
    parameters: [query('t', 'The token of the mail.')],
  },
  'POST /mail/events': {
    body: 'application/json',
    types: ['text/plain'],
    statuses: { 401: 'The signature does not belong to the body.', 404: 'No provider is set up.' },
    parameters: [
      header('webhook-id', 'The id of the event, or `svix-id`.'),
      header('webhook-timestamp', 'Seconds since 1970, or `svix-timestamp`.'),
      header('webhook-signature', 'The signature of Standard Webhooks, or `svix-signature`.'),
    ],
  },
  'GET /passes/file/{name}': {
    types: ['text/calendar', 'application/pdf', 'application/vnd.apple.pkpass'],
    statuses: { ...GONE, ...WAIT },
  },
  'POST /passes/apple/{raceid}/v1/devices/{device}/registrations/{type}/{serial}': {
    body: 'application/json',
    types: [],
    statuses: { 200: 'The phone was registered already.', 201: 'The phone is registered.', ...PASS, ...WAIT },
  },
  'DELETE /passes/apple/{raceid}/v1/devices/{device}/registrations/{type}/{serial}': {
    types: [],
    statuses: { 200: 'The phone is not registered for the pass any more.', ...PASS, ...WAIT },
  },
  'GET /passes/apple/{raceid}/v1/devices/{device}/registrations/{type}': {
    types: ['application/json'],
    statuses: { 204: 'Nothing has changed.', ...WAIT },
    parameters: [query('passesUpdatedSince', 'The `lastUpdated` of an earlier answer.')],
  },
  'GET /passes/apple/{raceid}/v1/passes/{type}/{serial}': {
    types: ['application/vnd.apple.pkpass'],
    statuses: { 304: 'The pass has not changed since `If-Modified-Since`.', ...PASS, ...WAIT },
  },
  'POST /passes/apple/{raceid}/v1/log': {
    body: 'application/json',
    types: [],
    statuses: { 200: 'The message is counted.', ...WAIT },
  },
  'GET /races.ics': {
    types: ['text/calendar'],
    statuses: { 304: 'Nothing has changed.' },
    parameters: [query('_lang', 'The language: zh-cn, zh-tw or en.')],
  },
  'GET /invoices/{raceid}/{name}': { types: ['application/pdf'], statuses: GONE, session: ['runner', 'staff'] },
  'GET /ballots/{raceid}/{id}/list.txt': { types: ['text/plain'], statuses: GONE },
  'GET /ballots/{raceid}/{id}/outcome.txt': { types: ['text/plain'], statuses: GONE },
  'GET /luckydraws/{raceid}/{id}/rules.txt': { types: ['text/plain'], statuses: GONE },
  'GET /luckydraws/{raceid}/{id}/log.txt': { types: ['text/plain'], statuses: GONE },
  'GET /luckydraws/{raceid}/{id}/list.txt': { types: ['text/plain'], statuses: GONE },
  'GET /luckydraws/{raceid}/{id}/outcome.txt': { types: ['text/plain'], statuses: GONE },
  'GET /results/{raceid}/{file}': {
    types: ['text/csv'],
    statuses: { ...GONE, ...WAIT },
    parameters: [query('_lang', 'The language of the names in the file.', { type: 'string', enum: [...langs] })],
  },
  'GET /films/{raceid}/{name}': { types: ['video/mp4', 'video/webm'], ...byteRanges },
  'GET /maps/{name}': { types: ['application/octet-stream'], ...byteRanges },
  'GET /timing/live': {
    ...stream,
    parameters: [...stream.parameters!, header('Last-Event-ID', 'The last event that a listener got.')],
  },
  'GET /live/stream': {
    ...stream,
    parameters: [
      ...stream.parameters!,
      query('of', 'The parts that the page wants.', { type: 'string', enum: ['map', 'list'] }),
    ],
  },
  'GET /live/fixes': fixes,
  'POST /live/fixes': { ...fixes, body: 'application/json' },
  'GET /withdrawn/{raceid}/{name}': { types: pictures, statuses: GONE, session: ['staff'] },
  'GET /console/exports/{raceid}/{file}': {
    types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv', 'application/pdf'],
    statuses: GONE,
    session: ['staff'],
  },
  'GET /console/exports/{raceid}/scheduled/{file}': {
    types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv', 'application/pdf'],
    statuses: GONE,
    session: ['staff'],
  },
  'GET /console/certificates/exports/{raceid}/{file}': {
    types: ['application/zip'],
    ...byteRanges,
    session: ['staff'],
  },
  'GET /certificate/paper': { types: ['text/html'], statuses: {} },
  'GET /fonts/{raceid}/{hash}/{slice}': { types: ['font/ttf'], statuses: GONE },
  'GET /console/overview/live': { ...stream, session: ['staff'] },
  'GET /hall/live': stream,
  'GET /hall/pictures/{raceid}/{name}': { types: pictures, statuses: GONE },
  'GET /mydata/copy/{token}': { types: ['application/zip'], statuses: GONE, session: ['runner'] },
}

const pathWords: Readonly<Record<string, string>> = {
  scene: 'The scene of a printed code.',
  raceid: 'The race.',
  name: 'The name of the file, as a call answered it.',
  file: 'The name of the file.',
  id: 'The draw.',
  registration: 'The registration.',
  hash: 'The font.',
  slice: 'The first character of the slice, as in `u4e00.ttf`.',
  token: 'The secret of the link.',
  device: 'The name that the phone gives itself for passes.',
  type: 'The pass type.',
  serial: 'The name of the pass.',
}

export const openapiPath = (route: RawRoute): string => route.path.replaceAll(/:(\w+)/g, '{$1}')
export const isDescribed = (route: RawRoute): boolean => !route.path.startsWith('/pretend/')

/** Returns the name of the operation. The name of a DELETE, and of a POST beside a GET, ends with the method. */
const operationIdOf = (route: RawRoute): string => {
  const path = openapiPath(route)
  const name = endpointName(`/raw${path}`).replace(/^raw(\w)/, (_whole, first: string) => first.toLowerCase())
  if (route.method === 'DELETE') return `${name}Delete`
  return route.method === 'POST' && `GET ${path}` in rawDescriptions ? `${name}Post` : name
}

/** Returns a raw route as a path's method and operation. Throws if the route has no description. */
export const rawOperationOf = (room: string, route: RawRoute): object => {
  const path = openapiPath(route)
  const described = rawDescriptions[`${route.method} ${path}`]
  if (!described) throw new RangeError(`${route.method} ${path} is not described in tools/openapi/rawRoutes.ts`)
  const isGet = route.method === 'GET'
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: pathWords[name!],
    schema: { type: 'string' },
  }))
  const parameters = [...inPath, ...(described.parameters ?? [])]
  const security = (described.session ?? []).flatMap((kind) => securityFor(kind, { isOpen: false, isGet }))
  return {
    [route.method.toLowerCase()]: {
      operationId: operationIdOf(route),
      tags: [room],
      ...saidOf(route.description),
      security: described.session ? security : [{}],
      ...(parameters.length ? { parameters } : {}),
      ...(described.body ? { requestBody: { content: { [described.body]: {} } } } : {}),
      responses: {
        ...(described.types.length
          ? {
              200: {
                description: isGet ? 'The answer.' : 'The notice is taken.',
                content: Object.fromEntries(described.types.map((type) => [type, {}])),
              },
            }
          : {}),
        ...responseRefs([500]),
        ...Object.fromEntries(
          Object.entries(described.statuses).map(([status, description]) => [status, { description }]),
        ),
      },
    },
  }
}
