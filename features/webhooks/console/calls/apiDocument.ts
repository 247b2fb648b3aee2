type Schema = {
  $ref?: string
  type?: string | string[]
  allOf?: Schema[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  default?: unknown
  minimum?: number
}
type Operation = {
  description?: string
  summary?: string
  tags?: string[]
  parameters?: { name?: string; in?: string; $ref?: string }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}
export type ApiDocument = {
  paths: Record<string, Partial<Record<'get' | 'post', Operation>>>
  components?: { schemas?: Record<string, Schema>; parameters?: Record<string, { name?: string; in?: string }> }
}

/** A call that the page can make: a GET, or a POST with a body of JSON. */
export type ListedCall = { method: 'GET' | 'POST'; path: string; about: string; tag: string; sample: string }

const named = <Thing>(things: Record<string, Thing> | undefined, ref: string): Thing | undefined =>
  things?.[decodeURIComponent(ref.split('/').at(-1)!).replaceAll('~1', '/').replaceAll('~0', '~')]
/** Returns the schema to which a reference leads within the document, after a few steps at most. */
const schemaAt = (document: ApiDocument, schema: Schema | undefined, steps = 5): Schema | undefined =>
  schema?.$ref === undefined || steps === 0
    ? schema
    : schemaAt(document, named(document.components?.schemas, schema.$ref), steps - 1)

const PLAIN: Readonly<Record<string, unknown>> = { string: '', integer: 1, number: 1, boolean: false, array: [] }
/** Makes a value for a field: its default, its first choice, or an empty value of its type. */
const valueOf = (document: ApiDocument, given: Schema | undefined): unknown => {
  const schema = schemaAt(document, given)
  if (!schema) return ''
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return valueOf(document, schema.anyOf[0])
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object' || schema.properties) return requiredOf(document, schema)
  return PLAIN[type ?? 'string'] ?? ''
}
/** Makes an object of the required fields. Fields that every call may carry begin with _ and are left out. */
const requiredOf = (document: ApiDocument, given: Schema | undefined): Record<string, unknown> => {
  const schema = schemaAt(document, given)
  const parts = (schema?.allOf ?? []).map((part) => requiredOf(document, part))
  const own = (schema?.required ?? [])
    .filter((name) => !name.startsWith('_'))
    .map((name) => [name, valueOf(document, schema?.properties?.[name])])
  return Object.assign({}, ...parts, Object.fromEntries(own)) as Record<string, unknown>
}

/** Lists the calls of the document that take JSON or a query. Uploads and calls of gateways are left out. */
export const callsIn = (document: ApiDocument): ListedCall[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    (['get', 'post'] as const).flatMap((method): ListedCall[] => {
      const operation = methods[method]
      const body = operation?.requestBody?.content?.['application/json']?.schema
      if (!operation || (method === 'post' && !body)) return []
      const parameters = (operation.parameters ?? [])
        .map((one) => (one.$ref === undefined ? one : named(document.components?.parameters, one.$ref)))
        .flatMap((one) => (one?.name && one.in !== 'header' && !one.name.startsWith('_') ? [one.name] : []))
      const sample =
        method === 'get'
          ? Object.fromEntries(parameters.map((name) => [name, name === 'raceid' ? 1 : '']))
          : requiredOf(document, body)
      return [
        {
          method: method === 'get' ? 'GET' : 'POST',
          path,
          about: operation.description ?? operation.summary ?? '',
          tag: operation.tags?.[0] ?? '',
          sample: JSON.stringify(sample, null, 2),
        },
      ]
    }),
  )

/** Finds calls by words of their path or description; every word must be there. */
export const callsMatching = (calls: readonly ListedCall[], typed: string): ListedCall[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return calls.filter(({ path, about }) => {
    const text = `${path} ${about}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Returns the address and the body of a call. Undefined if the typed text is no JSON object. */
export const requestOf = (
  { method, path }: Pick<ListedCall, 'method' | 'path'>,
  typed: string,
): { address: string; body: string | undefined } | undefined => {
  let input: unknown
  try {
    input = JSON.parse(typed.trim() === '' ? '{}' : typed)
  } catch {
    return undefined
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined
  const left = new Map(Object.entries(input as Record<string, unknown>))
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = left.get(name)
    left.delete(name)
    return encodeURIComponent(String(value ?? ''))
  })
  if (method === 'POST') return { address, body: JSON.stringify(input) }
  const query = new URLSearchParams(
    [...left].flatMap(([name, value]) => (value === '' || value === null ? [] : [[name, String(value)]])),
  ).toString()
  return { address: query === '' ? address : `${address}?${query}`, body: undefined }
}
