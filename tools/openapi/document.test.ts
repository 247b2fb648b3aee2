import { validate } from '@hyperjump/json-schema/openapi-3-1'
import { beforeAll, expect, test } from 'vitest'
import { rooms } from '#server/features.ts'
import { type OpenApi, openApiDocument } from './document.ts'
import { isDescribed, openapiPath, rawDescriptions } from './rawRoutes.ts'

type Operation = {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  parameters?: {
    name?: string
    in?: string
    required?: boolean
    description?: string
    schema?: object
    $ref?: string
  }[]
  requestBody?: { content: Record<string, { schema?: { $ref: string }; encoding?: object }> }
  responses: Record<string, unknown>
}
let document: OpenApi
let operations: { path: string; method: string; operation: Operation }[]
beforeAll(async () => {
  document = JSON.parse(JSON.stringify(await openApiDocument())) as OpenApi
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  )
})

/** The schema that checks a document, and also all schemas in it by the dialect of OpenAPI 3.1. */
const RULES = 'https://spec.openapis.org/oas/3.1/schema-base'
const faultsOf = async (given: unknown): Promise<string[]> => {
  const output = await validate(RULES, given as never, 'BASIC')
  if (output.valid) return []
  return (output.errors ?? [{ instanceLocation: '#' }]).map(({ instanceLocation }) => instanceLocation)
}
const at = (path: string, method: string): Operation => document.paths[path]![method] as Operation

/** Yields every object in the document, at any depth, with its position. */
const everything = function* (value: unknown, where = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [where, value as Record<string, unknown>]
  for (const [name, inner] of Object.entries(value)) yield* everything(inner, `${where}/${name}`)
}

test('the document is valid OpenAPI 3.1, its schemas included', async () => {
  expect(await faultsOf(document)).toEqual([])
})

test('the validator names the place of a fault', async () => {
  const wrong = (change: (copy: OpenApi) => void) => {
    const copy = structuredClone(document)
    change(copy)
    return faultsOf(copy)
  }
  const nameless = await wrong(
    (copy) => void delete (copy.paths['/posters/c_{raceid}']!.get as Operation).parameters![0]!.in,
  )
  expect(nameless).toContain('#/paths/~1posters~1c_%7Braceid%7D/get/parameters/0')
  const typeless = await wrong((copy) => void Object.assign(copy.components.schemas.Notice!, { type: 5 }))
  expect(typeless).toContain('#/components/schemas/Notice/type')
})

test('references lead to their targets, no choice is empty, patterns are plain, every component is used', () => {
  for (const [where, found] of everything(document)) {
    const { $ref, enum: choices } = found
    if (typeof $ref === 'string') {
      const [, kind, name] = /^#\/components\/(\w+)\/([\w.-]+)$/.exec($ref) ?? []
      expect(document.components[kind as 'schemas']?.[name!], `${where} → ${$ref}`).toBeDefined()
    }
    if (Array.isArray(choices)) expect(choices, where).not.toHaveLength(0)
    if (typeof found.pattern !== 'string') continue
    expect(() => new RegExp(found.pattern as string, 'u'), where).not.toThrow()
    expect(found.pattern, 'a class that other languages do not know').not.toMatch(/\\p\{/i)
  }
  const used = JSON.stringify(document)
  for (const [kind, components] of Object.entries(document.components))
    for (const name of Object.keys(components))
      if (kind !== 'securitySchemes') expect(used, 'a component that nothing uses').toContain(`/${kind}/${name}"`)
})

test('operations have unique names and known tags, and describe each parameter', () => {
  const names = operations.map(({ operation }) => operation.operationId)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  expect(document.tags.map(({ name }) => name)).toEqual(['server', ...rooms.map(({ name }) => name)])
  for (const { name, description } of document.tags) expect(description, name).toMatch(/^[A-Z].*\.$|^Whether/)
  const tags = new Set(document.tags.map(({ name }) => name))
  for (const { path, operation } of operations) {
    expect(operation.summary, path).not.toBe('')
    expect(operation.tags.filter((tag) => !tags.has(tag))).toEqual([])
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const said = operation.parameters ?? []
    expect(
      said.filter((one) => one.in === 'path' && one.required).map(({ name }) => name),
      path,
    ).toEqual(inPath)
    for (const one of said) expect(one.$ref ?? one.description, `${path} ${one.name}`).toBeDefined()
    for (const each of operation.security)
      for (const scheme of Object.keys(each)) expect(document.components.securitySchemes[scheme], path).toBeDefined()
  }
})

test('every call is in the document, and every raw route but those of sandbox counterparts', () => {
  const calls = rooms.flatMap(({ routes }) =>
    (routes ?? []).flatMap(({ endpoint }) => [
      `${endpoint.kind === 'get' ? 'get' : 'post'} ${endpoint.path}`,
      ...(endpoint.shared === undefined || endpoint.kind === 'get' ? [] : [`get ${endpoint.path}`]),
    ]),
  )
  const raw = rooms.flatMap(({ rawRoutes }) =>
    (rawRoutes ?? []).filter(isDescribed).map((route) => `${route.method} ${openapiPath(route)}`),
  )
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    [
      ...calls,
      ...raw.map((each) => each.replace(/^\w+/, (method) => method.toLowerCase())),
      'get /up',
      'get /ready',
    ].sort(),
  )
  expect(Object.keys(rawDescriptions).sort()).toEqual(raw.sort())
})

test('a call says its rights, its refusals, its form and its files', () => {
  const refs = (operation: Operation) => JSON.stringify(operation.responses[200]).match(/Refused\w+/g)
  expect(refs(at('/notice/detail', 'post'))).toEqual(['RefusedNoticeNotFound', 'RefusedAnywhere'])
  expect(at('/notice/detail', 'post').security[0]).toEqual({})
  expect(at('/console/notices/save', 'post').security[0]).toEqual({ staffBearer: ['notices.edit'] })
  expect(at('/user/sessions', 'post').security[0]).toEqual({ runnerBearer: [] })
  const teams = at('/results/teams', 'get').parameters!
  expect(teams.find(({ name }) => name === 'limit')).toMatchObject({
    in: 'query',
    schema: { default: 20, maximum: 100 },
  })
  expect(teams.find(({ name }) => name === 'kind')).toMatchObject({ schema: { enum: ['open', 'women', 'men'] } })
  const friends = at('/registration/friends', 'post').requestBody!.content
  expect(friends['application/x-www-form-urlencoded']!.encoding).toMatchObject({
    friends: { contentType: 'application/json' },
  })
  const handIn = at('/results/handin', 'post').requestBody!.content
  expect(Object.keys(handIn)).toEqual(['multipart/form-data'])
})

test('a tuple of equal parts is a list of that length', () => {
  const said = JSON.stringify(at('/poster/report', 'post').responses[200])
  expect(said).toContain(
    '"more":{"type":"array","items":{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}}',
  )
})

test('a repeated form is written once, and a call adds at most 3 kB to the document', () => {
  const calls = Object.keys(document.paths).length
  expect(JSON.stringify(document).length / calls).toBeLessThan(3_000)
  expect(JSON.stringify(at('/notice/detail', 'post').responses[200])).toContain('#/components/schemas/Notice"')
})
