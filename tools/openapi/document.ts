/**
 * Makes the OpenAPI document of all calls from the contracts. `tools/build.ts` writes the document to dist/, and the
 * server serves it at /openapi.json.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RefusalWords, everywhere } from '#contract/words.ts'
import { rooms } from '#server/features.ts'
import {
  SHARED_FIELDS,
  doneWith,
  envelopeSchemas,
  responseRefs,
  securitySchemes,
  sharedFields,
  sharedParameters,
  sharedResponses,
} from './envelope.ts'
import { preparedOf } from './operations.ts'
import { isDescribed, openapiPath, rawOperationOf } from './rawRoutes.ts'
import { shareShapes } from './schemas.ts'
import { roomSentences, serverTag } from './tags.ts'

export type OpenApi = {
  openapi: string
  info: { title: string; version: string }
  servers: object[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, object>>
  components: Record<'schemas' | 'parameters' | 'responses' | 'securitySchemes', Record<string, object>>
}

/** The general form of a call; docs/api.md begins with it. */
export const howCallsGo = {
  sent: [
    'Every call is a POST unless it says GET, with a form body (nested values as JSON or in brackets) or JSON, and may',
    'carry `_token, raceid (or r), _lang (zh-cn, zh-tw, en), _uid, _ticket, _channel` and, for writes that may be',
    'repeated, `_once`. Every answer is `{code, msg, data}` and, where the call was refused, `refusal`.',
  ].join(' '),
  codes: [
    'Codes: 200 done (0 is read as done too) · 206 go to `data.url` · 401 not logged in · 10001 session expired ·',
    '403 no permission · 404 no such thing · 409 clashes with what is there · 422 `data.fields` names what is wrong ·',
    '429 wait `data.retry_after` seconds · 500 our fault, `data.request_id`.',
  ].join(' '),
} as const

const inOrder = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The answers by which a load balancer sees that it should send calls elsewhere. */
const notReady = Object.fromEntries(
  [
    [503, 'The database does not answer, or the server stops.'],
    [507, 'The disk is nearly full.'],
  ].map(([status, description]) => [
    status,
    {
      description,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['code', 'msg', 'data'],
            properties: {
              code: { const: '500' },
              msg: { type: 'string' },
              data: {
                type: 'object',
                required: ['ready', 'reason'],
                properties: {
                  ready: { const: false },
                  reason: { enum: ['stopping', 'disk_full', 'database_away'] },
                },
                additionalProperties: false,
              },
            },
          },
        },
      },
    },
  ]),
)

/** Returns the two calls by which a monitor sees that the server is up. */
const ups = (): Record<string, Record<string, object>> =>
  Object.fromEntries(
    (['up', 'ready'] as const).map((word) => [
      `/${word}`,
      {
        get: {
          operationId: word,
          tags: [serverTag.name],
          summary: word === 'up' ? 'Whether the server answers' : 'Whether the server and its database answer',
          security: [{}],
          responses: {
            200: {
              description: 'It does.',
              content: {
                'application/json': {
                  schema: doneWith({
                    type: 'object',
                    required: [word],
                    properties: { [word]: { const: true } },
                    additionalProperties: false,
                  }),
                },
              },
            },
            ...(word === 'ready' ? notReady : responseRefs([500])),
          },
        },
      },
    ]),
  )

/** Returns the words of refusals: the words of the rooms, and the general words. */
const refusalsOf = (): Map<string, RefusalWords> => {
  const { no_such_endpoint: _, ...met } = everywhere
  return new Map<string, RefusalWords>([
    ...Object.entries(met),
    ...rooms.flatMap((room) => Object.entries(room.refusals ?? {})),
  ])
}

export const openApiDocument = async (): Promise<OpenApi> => {
  const prepared = rooms.flatMap(({ name, routes }) => (routes ?? []).map(({ endpoint }) => preparedOf(name, endpoint)))
  const sharing = await shareShapes(prepared.flatMap(({ roots }) => roots))
  const paths: OpenApi['paths'] = ups()
  const add = (path: string, operations: object) => void (paths[path] = { ...paths[path], ...operations })
  for (const { path, write } of prepared) add(path, write(sharing))
  for (const { name, rawRoutes } of rooms)
    for (const route of rawRoutes ?? []) if (isDescribed(route)) add(openapiPath(route), rawOperationOf(name, route))
  const { version, license } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string
    license: string
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Startline',
      version,
      description: `Registration and results for running races. ${howCallsGo.sent}\n\n${howCallsGo.codes}`,
      license: { name: license, identifier: license },
    } as OpenApi['info'],
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    tags: [serverTag, ...rooms.map(({ name }) => ({ name, description: roomSentences[name]! }))],
    paths: inOrder(paths),
    components: {
      schemas: inOrder({ ...sharing.components, ...envelopeSchemas(refusalsOf()), [SHARED_FIELDS]: sharedFields() }),
      parameters: sharedParameters(),
      responses: sharedResponses(),
      securitySchemes: securitySchemes(),
    },
  }
}
