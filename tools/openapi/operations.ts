/** An endpoint's contract as an operation of OpenAPI. */
import { type Endpoint, endpointName } from '#contract/endpoint.ts'
import { sessionKindOf } from '#server/calls/session.ts'
import {
  ANYWHERE,
  SHARED_FIELDS,
  doneWith,
  isAnywhere,
  parameterRefs,
  refusedName,
  responseRefs,
  schemaRef,
  securityFor,
  sharedDescription,
} from './envelope.ts'
import { type JsonSchema, type Root, type Sharing, schemaOf } from './schemas.ts'

/**
 * Returns the schema of an upload's files. server/calls/bodies.ts limits them: a runner sends one file, and staff send
 * up to four files unless the endpoint names another number.
 */
const filesOf = ({ access, files = 4 }: Endpoint): JsonSchema => {
  const file: JsonSchema = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' }
  return access === 'runner'
    ? { ...file, description: 'At most 15 MB. The name of the field is free.' }
    : {
        type: 'array',
        items: file,
        description: `At most ${files} files of 30 MB each. The name of the field is free.`,
      }
}

const inPath = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

const rootsOf = (endpoint: Endpoint): { input: Root; output: Root } => {
  const name = endpointName(endpoint.path)
  const input = schemaOf(endpoint.input, 'input')
  const isEmpty = Object.keys(input.properties ?? {}).length === 0 && input.anyOf === undefined
  const shared = schemaRef(SHARED_FIELDS)
  const own: JsonSchema[] = isEmpty ? [] : [input]
  if (endpoint.kind === 'upload') own.push({ type: 'object', properties: { file: filesOf(endpoint) } })
  return {
    input: {
      name: `${name} input`,
      schema: endpoint.kind === 'get' ? input : own.length === 0 ? shared : { allOf: [shared, ...own] },
    },
    output: { name, schema: { properties: { data: schemaOf(endpoint.output, 'output') } } },
  }
}

const isNested = (json: JsonSchema): boolean =>
  json.type === 'object' || json.type === 'array' || (json.anyOf ?? json.allOf ?? []).some(isNested)

/**
 * Returns the encoding of a form's fields. A list or an object goes into a field as JSON. Undefined if the form has no
 * such field.
 */
const encodingOf = (endpoint: Endpoint): Record<string, object> | undefined => {
  const nested = Object.entries(schemaOf(endpoint.input, 'input').properties ?? {}).filter(([, json]) => isNested(json))
  return nested.length === 0
    ? undefined
    : Object.fromEntries(nested.map(([name]) => [name, { contentType: 'application/json' }]))
}

const bodyOf = (endpoint: Endpoint, input: JsonSchema): object => {
  const encoding = encodingOf(endpoint)
  const form = encoding ? { schema: input, encoding } : { schema: input }
  return {
    content:
      endpoint.kind === 'upload'
        ? { 'multipart/form-data': form }
        : { 'application/x-www-form-urlencoded': form, 'application/json': { schema: input } },
  }
}

/**
 * The descriptions of the parameters that GETs have of their own. envelope.ts has the descriptions of the fields that
 * each call may carry.
 */
const parameterWords: Readonly<Record<string, string>> = {
  eventid: 'The event.',
  kind: 'Whose times are added up: everybody, women or men.',
  q: 'Part of a name.',
  after: 'The `after` of the page before.',
  limit: 'How many rows at most.',
  team: 'The team, as a list names it.',
  key: 'The key of the result, or of the shared run.',
  id: 'For a way: `c` and the id of an event for its course, or `t` and the number of a track. Else the id of a trail.',
  by: 'The value that ranks go by: time, points or repeats.',
  bib: 'The bib of a runner.',
  bibs: 'Bibs, separated by commas.',
  guests: 'The number of guests.',
  since: 'The version of the answer before, or the second from which the answer begins.',
  track: 'The number of a track.',
  tile: 'A map tile: `zoom/x/y`.',
  link: 'The secret part of the link of a shared run.',
  gender: 'The gender of the runners, M or F.',
  agegroup: 'The age group of the runners.',
  country: 'The country of the runners.',
  code: 'The code of a group.',
  arrival: 'The day of arrival, as `2026-11-01`.',
  departure: 'The day of departure, as `2026-11-03`.',
  rooms: 'How many rooms.',
  from: 'The metres of the course from which entries are listed.',
  until: 'The metres of the course up to which entries are listed.',
  page: 'The page: its number in a list from 1, or the name of a legal page.',
  articletype: 'The kind of the articles.',
  name: 'A part of the name.',
  outcome: 'The outcome of the runners: finished, DNF, DNS or DSQ.',
  splits: 'Whether the rows carry split times.',
  albumid: 'The number of an album.',
  noloading: 'A parameter of older pages, without effect.',
  type: 'The type of the events.',
  period: 'The time of the races.',
  sort: 'The order of the list.',
  search: 'A part of the name or the place.',
}

const parametersOf = (endpoint: Endpoint, input: JsonSchema): JsonSchema[] => {
  const path = inPath(endpoint.path)
  const own = Object.entries(input.properties ?? {})
  return [
    ...own.map(([name, schema]) => ({
      name,
      in: path.includes(name) ? 'path' : 'query',
      ...(path.includes(name) || input.required?.includes(name) ? { required: true } : {}),
      description: sharedDescription(name) ?? parameterWords[name],
      schema,
    })),
    ...parameterRefs(own.map(([name]) => name)),
  ] as JsonSchema[]
}

/**
 * Splits a description for the document. The summary is the first clause of the description. The whole description is
 * beside the summary if it says more.
 */
export const saidOf = (description: string): { summary: string; description?: string } => {
  const summary = description.split(/[.:;](?:\s|$)/, 1)[0]!
  return summary.length + 1 >= description.length ? { summary } : { summary, description: description }
}

const operationOf = (
  room: string,
  endpoint: Endpoint,
  input: JsonSchema,
  output: JsonSchema,
  isGet = endpoint.kind === 'get',
): object => {
  const refusals = [...new Set(endpoint.refusals)].filter((word) => !isAnywhere(word))
  return {
    operationId:
      isGet && endpoint.kind !== 'get' ? `${endpointName(endpoint.path)}Shared` : endpointName(endpoint.path),
    tags: [room],
    ...saidOf(endpoint.description),
    security: securityFor(sessionKindOf(endpoint), {
      isOpen: endpoint.access === 'anyone',
      isGet,
      rights: typeof endpoint.access === 'object' ? [endpoint.access.right] : [],
    }),
    ...(isGet ? { parameters: parametersOf(endpoint, input) } : { requestBody: bodyOf(endpoint, input) }),
    responses: {
      200: {
        description: 'Done, or refused.',
        content: {
          'application/json': {
            schema: {
              oneOf: [
                doneWith(output.properties!.data!),
                ...refusals.map((word) => schemaRef(refusedName(word))),
                schemaRef(ANYWHERE),
              ],
            },
          },
        },
      },
      ...responseRefs(isGet ? [400, 429, 500, 503] : [400, 413, 415, 429, 500, 503, 507]),
    },
  }
}

/**
 * Returns the schemas of an endpoint, and a function that writes its operations. Repeated shapes are found in the
 * schemas of all endpoints before any operation is written.
 */
export const preparedOf = (room: string, endpoint: Endpoint) => {
  const { input, output } = rootsOf(endpoint)
  return {
    path: endpoint.path,
    roots: [input, output],
    write: ({ share, keep }: Sharing): object =>
      endpoint.kind === 'get'
        ? { get: operationOf(room, endpoint, share(input), share(output)) }
        : {
            post: operationOf(room, endpoint, keep(input), share(output)),
            ...(endpoint.shared === undefined
              ? {}
              : { get: operationOf(room, endpoint, schemaOf(endpoint.input, 'input'), share(output), true) }),
          },
  }
}
