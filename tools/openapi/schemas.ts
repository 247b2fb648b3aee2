/**
 * JSON Schema (draft 2020-12) of the contracts' zod schemas. Repeated shapes become components, so that the document
 * holds each of them once.
 */
import * as z from 'zod/mini'
import * as scalars from '#contract/scalars.ts'
import { contractModules } from '#test/contracts.ts'

/** A JSON Schema object, as far as zod and this folder write one. */
export type JsonSchema = {
  type?: string | string[]
  title?: string
  description?: string
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  enum?: unknown[]
  const?: unknown
  items?: JsonSchema | false
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  contentMediaType?: string
  $ref?: string
}

/** The control characters, which `\p{Cc}` means in ECMAScript. */
const CONTROLS = String.raw`\u0000-\u001F\u007F-\u009F`

/** Replaces every schema inside a schema by the result of `change`. `hint` names the position of the inner schema. */
const mapInside = (json: JsonSchema, change: (inner: JsonSchema, hint: string) => JsonSchema): JsonSchema => {
  const made = { ...json }
  if (json.properties)
    made.properties = Object.fromEntries(
      Object.entries(json.properties).map(([name, inner]) => [name, change(inner, name)]),
    )
  if (json.items) made.items = change(json.items, json.items.type === 'object' ? 'item' : '')
  if (json.prefixItems) made.prefixItems = json.prefixItems.map((inner, at) => change(inner, `part ${at + 1}`))
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const)
    if (json[key]) made[key] = json[key].map((inner) => change(inner, ''))
  if (typeof json.additionalProperties === 'object')
    made.additionalProperties = change(json.additionalProperties, 'value')
  return made
}

/**
 * Replaces patterns with Unicode classes, which many JSON Schema programs do not know. Control characters are written
 * out, and words describe any other pattern with such a class. The pattern of a day or moment is left out, because it
 * repeats the format.
 */
const withPlainPattern = ({ pattern, ...json }: JsonSchema): JsonSchema => {
  if (pattern === undefined || json.format === 'date' || json.format === 'date-time') return json
  const plain = pattern.replaceAll(String.raw`\P{Cc}`, `[^${CONTROLS}]`).replaceAll(String.raw`\p{Cc}`, CONTROLS)
  return /\\p\{/i.test(plain)
    ? { ...json, description: `Matches the ECMAScript pattern /${pattern}/u.` }
    : { ...json, pattern: plain }
}

/**
 * Replaces a tuple of equal parts by a list of that length, because many programs do not know tuples. A tuple of
 * different parts stays.
 */
const withPlainTuple = ({ prefixItems, ...json }: JsonSchema): JsonSchema =>
  prefixItems === undefined
    ? json
    : new Set(prefixItems.map((part) => JSON.stringify(part))).size > 1
      ? { ...json, prefixItems }
      : { ...json, items: prefixItems[0]!, minItems: prefixItems.length, maxItems: prefixItems.length }

/** Removes the default of a field if the field would refuse this value from a caller. */
const withSendableDefault = ({ default: given, ...json }: JsonSchema): JsonSchema =>
  given === undefined || (typeof given === 'string' && given.length < (json.minLength ?? 0))
    ? json
    : { default: given, ...json }

/** Returns a schema in the form that most programs understand. */
const plain = (json: JsonSchema): JsonSchema =>
  mapInside(withSendableDefault(withPlainTuple(withPlainPattern(json))), (inner) => plain(inner))

/** Returns the schema of a call's input as a caller sends the input, or of its output as the server answers. */
export const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...made } = z.toJSONSchema(schema as unknown as z.core.$ZodType, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    target: 'draft-2020-12',
  }) as JsonSchema & { $schema?: string }
  return plain(made)
}

/** Splits a schema into its shape and the members that may stand beside a reference to the shape. */
const apart = ({ default: given, description, ...shape }: JsonSchema): { beside: JsonSchema; shape: JsonSchema } => ({
  beside: { ...(given === undefined ? {} : { default: given }), ...(description === undefined ? {} : { description }) },
  shape,
})

/**
 * The least length of a shape that becomes a component, in characters of JSON. The length is smaller for a shape that
 * has a name from the contracts.
 */
const LEAST = { named: 50, unnamed: 160 }

const pascal = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

/**
 * Returns the names under which contracts export their schemas, by shape. If two rooms give one name to two shapes, the
 * second shape gets its room's name too.
 */
const namedShapes = async (): Promise<Map<string, string>> => {
  const named = new Map<string, string>()
  const taken = new Set<string>()
  for (const { room, exported } of [{ room: '', exported: scalars }, ...(await contractModules())])
    for (const [name, schema] of Object.entries(exported)) {
      if (!isSchema(schema)) continue
      for (const io of ['output', 'input'] as const) {
        const shape = JSON.stringify(apart(schemaOf(schema, io)).shape)
        if (shape.length < LEAST.named || named.has(shape)) continue
        const names = io === 'output' ? [name] : [name, `${name}Input`]
        const free = [...names, ...names.map((each) => pascal(room) + each)].find((each) => !taken.has(each))
        if (free === undefined) throw new RangeError(`No name is left for ${name} of the room ${room}`)
        named.set(shape, free)
        taken.add(free)
      }
    }
  return named
}

export type Root = { name: string; schema: JsonSchema }

export type Sharing = {
  /** Returns a root in which references replace the repeated shapes. */
  share: (root: Root) => JsonSchema
  /** Makes a component of a root that has several places in the document, and returns a reference to the component. */
  keep: (root: Root) => JsonSchema
  components: Record<string, JsonSchema>
}

/** Finds the shapes that occur more than once in these roots. `share` and `keep` move these shapes into components. */
export const shareShapes = async (roots: readonly Root[]): Promise<Sharing> => {
  const named = await namedShapes()
  const texts = new WeakMap<JsonSchema, string>()
  const textOf = (json: JsonSchema): string => {
    const known = texts.get(json) ?? JSON.stringify(apart(json).shape)
    texts.set(json, known)
    return known
  }
  const isCandidate = (text: string, shape: JsonSchema): boolean =>
    named.has(text) || (text.length >= LEAST.unnamed && (shape.properties ?? shape.enum) !== undefined)
  const counts = new Map<string, number>()
  const count = (json: JsonSchema): JsonSchema => {
    const text = textOf(json)
    counts.set(text, (counts.get(text) ?? 0) + 1)
    // A shape inside a component counts once, however often the document refers to the component.
    return counts.get(text)! > 1 && isCandidate(text, json) ? json : mapInside(json, count)
  }
  for (const { schema } of roots) mapInside(schema, count)

  const names = new Map<string, string>()
  const components: Record<string, JsonSchema> = {}
  const taken = new Set(named.values())
  const nameFor = (text: string, hint: string): string => {
    const known = named.get(text)
    if (known !== undefined) return known
    let name = hint
    for (let n = 2; taken.has(name); n += 1) name = `${hint}${n}`
    taken.add(name)
    return name
  }
  const replace = (json: JsonSchema, at: string): JsonSchema => {
    const inside = (of: JsonSchema, from: string) =>
      mapInside(of, (inner, hint) => replace(inner, hint === '' ? from : `${from}${pascal(hint)}`))
    const text = textOf(json)
    const { beside, shape } = apart(json)
    if (!(counts.get(text)! > 1 && isCandidate(text, shape))) return inside(json, at)
    const known = names.get(text) ?? nameFor(text, at)
    if (!names.has(text)) {
      names.set(text, known)
      components[known] = inside(shape, known)
    }
    return { $ref: `#/components/schemas/${known}`, ...beside }
  }
  const share = ({ name, schema }: Root): JsonSchema =>
    mapInside(schema, (inner, hint) => replace(inner, pascal(`${name} ${hint}`)))
  const keep = (root: Root): JsonSchema => {
    if (root.schema.$ref !== undefined) return root.schema
    const name = nameFor('', pascal(root.name))
    components[name] = share({ ...root, name: root.name.replace(/input$/, 'fields') })
    return { $ref: `#/components/schemas/${name}` }
  }
  return { share, keep, components }
}
