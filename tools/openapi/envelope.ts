/** The parts that all calls share: the common fields, the envelopes, the ways to be logged in. */
import { type RefusalWords, everywhere, langs, withPlurals } from '#contract/words.ts'
import { RaceId } from '#contract/scalars.ts'
import { type JsonSchema, schemaOf } from './schemas.ts'

export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** Returns the name of a refusal's component: `notice_not_found` gives `RefusedNoticeNotFound`. */
export const refusedName = (word: string): string =>
  `Refused${word
    .split('_')
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('')}`

/** Refusals of every call that have an HTTP status of their own. All other refusals come with 200. */
const statuses = {
  400: { name: 'Malformed', word: 'body_malformed', description: 'The body or the address cannot be read.' },
  413: {
    name: 'TooLarge',
    word: 'body_too_large',
    description: 'The body, or a file in it, is larger than the call takes.',
  },
  415: { name: 'UnknownType', word: 'body_malformed', description: 'The body is of a type that no call takes.' },
  429: { name: 'TooOften', word: 'too_often', description: 'Too many calls: wait `data.retry_after` seconds.' },
  500: {
    name: 'OurFault',
    word: 'our_fault',
    description: 'A fault of the server, in its log under `data.request_id`.',
  },
  503: { name: 'StorageDown', word: 'storage_down', description: 'The object storage for files does not answer.' },
  507: { name: 'StorageFull', word: 'storage_full', description: 'The server has no room left to keep anything.' },
} as const satisfies Record<number, { name: string; word: keyof typeof everywhere; description: string }>
export type HttpStatus = keyof typeof statuses

/** General refusals with HTTP status 200. */
const anywhere = Object.keys(everywhere).filter(
  (word) => word !== 'no_such_endpoint' && !Object.values(statuses).some((one) => one.word === word),
)
export const ANYWHERE = 'RefusedAnywhere'
export const isAnywhere = (word: string): boolean => anywhere.includes(word)

const text: JsonSchema = { type: 'string' }
const requestId: JsonSchema = { type: 'object', required: ['request_id'], properties: { request_id: text } }

/** The `data` of the general refusals. */
const dataOf: Record<string, JsonSchema> = {
  field_wrong: {
    type: 'object',
    required: ['fields'],
    properties: {
      fields: {
        type: 'object',
        description: 'The name of each wrong field (with dots where it lies deeper) and a sentence.',
        additionalProperties: text,
      },
    },
  },
  too_often: {
    type: 'object',
    required: ['retry_after'],
    properties: { retry_after: { type: 'number', description: 'Seconds.' } },
  },
  our_fault: requestId,
  storage_full: requestId,
  storage_down: requestId,
}

/**
 * Returns the schema of a refusal's `data`. A general refusal has its schema in `dataOf`. Any other schema has a value
 * for each placeholder of the refusal's sentence. Undefined if the sentence has no placeholder; `data` may then still
 * hold other facts.
 */
const dataFor = (word: string, sentence: string): JsonSchema | undefined => {
  const blanks = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  if (dataOf[word]) return dataOf[word]
  if (blanks.length === 0) return undefined
  return {
    type: 'object',
    required: blanks,
    properties: Object.fromEntries(blanks.map((name) => [name, { type: ['string', 'number'] }])),
  }
}

const REFUSED = 'Refused'
const DONE = 'Done'
const coded = (code: JsonSchema, data: JsonSchema, refusal?: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['code', 'msg', 'data', ...(refusal ? ['refusal'] : [])],
  properties: { code, msg: text, data, ...(refusal ? { refusal } : {}) },
  additionalProperties: false,
})

/** Returns the envelopes: of a success, of a refusal, of each refusal by its word, and of the general refusals. */
export const envelopeSchemas = (words: ReadonlyMap<string, RefusalWords>): Record<string, JsonSchema> => ({
  [DONE]: { description: 'The envelope of a call that was done.', ...coded({ const: '200' }, {}) },
  [REFUSED]: {
    description: 'The envelope of a refusal: `msg` is its sentence, `refusal` its word for programs.',
    ...coded(
      { enum: [...new Set([...words.values()].map(({ code }) => code))].sort() },
      { type: ['object', 'null'] },
      text,
    ),
  },
  ...Object.fromEntries(
    [...words].map(([word, { code, message: description }]) => {
      const data = dataFor(word, description.en)
      return [
        refusedName(word),
        {
          description: withPlurals(description.en),
          allOf: [schemaRef(REFUSED)],
          properties: { code: { const: code }, refusal: { const: word }, ...(data ? { data } : {}) },
        },
      ]
    }),
  ),
  [ANYWHERE]: {
    description: 'A refusal that any call may meet.',
    oneOf: anywhere.map((word) => schemaRef(refusedName(word))),
  },
})

export const doneWith = (data: JsonSchema): JsonSchema => ({ allOf: [schemaRef(DONE)], properties: { data } })

export const responseRefs = (met: readonly HttpStatus[]): Record<string, JsonSchema> =>
  Object.fromEntries(met.map((status) => [status, { $ref: `#/components/responses/${statuses[status].name}` }]))

export const sharedResponses = (): Record<string, object> =>
  Object.fromEntries(
    Object.values(statuses).map(({ name, word, description }) => [
      name,
      {
        description: description,
        ...(word === 'too_often'
          ? { headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } } }
          : {}),
        content: { 'application/json': { schema: schemaRef(refusedName(word)) } },
      },
    ]),
  )

/** Fields that each call may carry in addition to its own. */
const fields: Record<string, JsonSchema> = {
  _token: { type: 'string', maxLength: 200, description: 'The session, where neither header nor cookie carries it.' },
  raceid: { ...schemaOf(RaceId, 'input'), description: 'The race that the call is about.' },
  r: { ...schemaOf(RaceId, 'input'), description: 'A short name of `raceid`, read where that is not given.' },
  _lang: { type: 'string', enum: [...langs], description: 'The language of sentences and names.' },
  _uid: { type: 'string', description: 'Taken from older callers and not read: a session says who calls.' },
  _ticket: { type: 'string', maxLength: 120, description: 'The place in a waiting room.' },
  _channel: { type: 'string', maxLength: 40, description: 'The channel through which a runner came.' },
  _once: {
    type: 'string',
    maxLength: 100,
    description:
      'A random word of the caller, such as a UUID. A write that is repeated with it within 24 hours is done once. ' +
      'The server keeps the answer sealed with this word.',
  },
}
export const SHARED_FIELDS = 'SharedFields'
export const sharedFields = (): JsonSchema => ({
  description: 'Fields that each call may carry beside its own.',
  type: 'object',
  properties: fields,
})

/** The common fields that a GET may carry. `_once` is for writes only. */
const inQuery = Object.keys(fields).filter((name) => name !== '_once')
const parameterName = (name: string): string => name.replace(/^_/, '')
export const sharedParameters = (): Record<string, object> =>
  Object.fromEntries(
    inQuery.map((name) => {
      const { description, ...schema } = fields[name]!
      return [parameterName(name), { name, in: 'query', description, schema }]
    }),
  )
/**
 * Returns the description of a common field, for an endpoint that names the field itself. Undefined for any other
 * field.
 */
export const sharedDescription = (name: string): string | undefined => fields[name]?.description
export const parameterRefs = (own: readonly string[]): JsonSchema[] =>
  inQuery
    .filter((name) => !own.includes(name))
    .map((name) => ({ $ref: `#/components/parameters/${parameterName(name)}` }))

const KINDS = { runner: ['A runner', 'startline'], staff: ['A member of staff', 'startline_console'] } as const
export type DocumentedSession = keyof typeof KINDS
const cookie = (name: string, description: string) => ({ type: 'apiKey', in: 'cookie', name, description })

export const securitySchemes = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(KINDS).flatMap(([kind, [who, name]]) => [
      [`${kind}Bearer`, { type: 'http', scheme: 'bearer', description: `${who}, by the token of a session.` }],
      [
        `${kind}Token`,
        {
          type: 'apiKey',
          in: 'query',
          name: '_token',
          description: `${who}, by the same token in the query of a GET; a POST carries it in its body.`,
        },
      ],
      [`${kind}Cookie`, cookie(`__Host-${name}`, `${who} in a browser; the cookie counts from our own pages only.`)],
      [`${kind}CookieOverHttp`, cookie(name, `${who} in a browser, where the server is reached by http.`)],
    ]),
  )

/** Returns the log-ins that a call accepts, with the rights that the call needs. The entry `{}` means no log-in. */
export const securityFor = (
  kind: DocumentedSession,
  { isOpen, isGet, rights = [] }: { isOpen: boolean; isGet: boolean; rights?: readonly string[] },
): object[] => [
  ...(isOpen ? [{}] : []),
  { [`${kind}Bearer`]: rights },
  ...(isGet ? [{ [`${kind}Token`]: rights }] : []),
  { [`${kind}Cookie`]: rights },
  { [`${kind}CookieOverHttp`]: rights },
]
