import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint, GivenOf, ParsedOf, RefusalsOf } from '#contract/endpoint.ts'
import type { RefusalFacts } from '#contract/envelope.ts'
import { type Right, type RoleHeld, rightsOfHeld } from '#contract/rights.ts'
import { type Everywhere, type Lang, type Text, everywhere, fill } from '#contract/words.ts'
import { wrong, wrongFor } from '#contract/wrong.ts'
import type { Db, Tx } from '#db/db.ts'
import type { Replica } from '#db/replica/replica.ts'
import type { Seal } from '#db/sealing/seal.ts'
import type { Device } from './device.ts'
import { replayOnce } from './once.ts'
import type { Integrations } from '#integrations/integrations.ts'

/**
 * The caller: a runner's account, a member of staff, or an unknown person. `expired` means that the call brought a
 * token that has ended or never existed.
 */
export type Who = {
  uid: number | null
  session: string | null
  staffid: number | null
  roles: readonly RoleHeld[]
  expired: boolean
}
export const nobody: Who = { uid: null, session: null, staffid: null, roles: [], expired: false }

/** Tells whether the roles of a member of staff give a right for one race, or for all races if `raceid` is null. */
export const hasRight = (who: Who, right: Right, raceid: number | null): boolean =>
  who.roles.some((held) => (held.raceid === null || held.raceid === raceid) && rightsOfHeld(held).includes(right))

/** One uploaded file, whole in memory. The app limits its size. */
export type Upload = { field: string; filename: string; bytes: Buffer }

/** The parts that the whole server uses. The server makes them once, when it starts. */
export type Parts = {
  db: Db
  /** A copy of the database, for queries of public data on which no decision depends (docs/scale.md). */
  replica?: Replica | undefined
  seal: Seal
  integrations: Integrations
  /** The origin that links and codes lead to, without a slash at its end. */
  origin: string
  /** The data folder, which holds files and keys. */
  folder: string
  clock: () => Date
}

/** A call as the app hands it over. The body is parsed but not yet checked. */
export type Call = {
  body: Record<string, unknown>
  files: Upload[]
  lang: Lang
  raceid: number | undefined
  channel: string
  once: string | undefined
  /** The ticket of the caller's place in the waiting room (docs/behaviour/sign-up.md, Waiting room: `_ticket`). */
  ticket: string | undefined
  address: string
  userAgent: string
  who: Who
  /** The browser that calls. Null if the browser has no cookie of ours. */
  device: Device | null
  /**
   * Marks the browser as used by a person, so that the browser gets allowances of its own. Makes a device if the
   * browser has none.
   */
  meet: () => Device
  setSession: (token: string | null) => void
  /** Sets the sentence that a successful answer carries (docs/behaviour/sentences.md, Successes). */
  setMessage: (said: Text, values?: Record<string, string | number>) => void
}

/** The error that `refuse` throws. It rolls back the open transaction. */
export class RefusalError extends Error {
  readonly word: string
  readonly facts: RefusalFacts
  constructor(word: string, facts: RefusalFacts = {}) {
    super(word)
    this.word = word
    this.facts = facts
  }
}

export type Context<E> = Omit<Parts, 'clock'> &
  Omit<Call, 'body'> & {
    input: ParsedOf<E>
    now: Date
    /** Refuses with a word that the endpoint declares. `facts.fields` gives a sentence for each wrong field ('422'). */
    refuse: (word: RefusalsOf<E> | Everywhere, facts?: RefusalFacts) => never
    /** Writes a text in the caller's language. */
    say: (said: Text, values?: Record<string, string | number>) => string
    /** Refuses with '422' and one sentence about one field. */
    refuseField: (field: string, said: Text, values?: Record<string, string | number>) => never
    /**
     * Runs the writes in one transaction and returns their result. If the call has `_once`, the same transaction
     * keeps the answer for 24 hours, and a repeated call gets the kept answer.
     */
    save: (writes: (tx: Tx) => Promise<GivenOf<E>>) => Promise<GivenOf<E>>
    /**
     * Tells whether the caller is staff with this right, for the call's race or for the given race. Null means all
     * races.
     */
    may: (right: Right, raceid?: number | null) => boolean
  }

/**
 * An endpoint with its handler. `handle` returns the presented `data` (an object, or `Presented`) or throws a
 * `RefusalError`.
 */
export type Route = { endpoint: Endpoint; handle: (parts: Parts, call: Call) => Promise<unknown> }

/**
 * A route that does not answer with an envelope, such as a gateway's notice or a picture. The route itself checks who
 * calls. If the answer is not for everybody, `callers` finds the logged-in runner, the member of staff and the device
 * of the request.
 */
export type RawRoute = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  description: string
  run: (
    parts: Parts,
    request: FastifyRequest,
    reply: FastifyReply,
    callers: () => Promise<Record<'runner' | 'staff', Who> & { device: Device | null }>,
  ) => Promise<unknown>
}
export const raw = (method: RawRoute['method'], path: string, message: string, run: RawRoute['run']): RawRoute => ({
  method,
  path,
  description: message,
  run,
})

type Shape = Record<string, z.ZodMiniType>
type Def = {
  type: string
  innerType?: { def: Def }
  in?: { def: Def }
  shape?: Shape
  options?: readonly { def: Def }[]
}
const innermost = (def: Def): Def =>
  def.innerType ? innermost(def.innerType.def) : def.in && def.type === 'pipe' ? innermost(def.in.def) : def

const isNested = (def: Def): boolean => {
  const { type, options } = innermost(def)
  return (
    ['object', 'array', 'record'].includes(type) ||
    (type === 'union' && options?.every((one) => isNested(one.def)) === true)
  )
}

/** The fields of each schema that expect a list or an object. */
const nestedFields = new WeakMap<z.ZodMiniType, readonly string[]>()
const nestedFieldsOf = (schema: z.ZodMiniType): readonly string[] => {
  let names = nestedFields.get(schema)
  if (!names) {
    const fields = Object.entries((schema as unknown as { def: Def }).def.shape ?? {})
    names = fields.filter(([, field]) => isNested((field as unknown as { def: Def }).def)).map(([name]) => name)
    nestedFields.set(schema, names)
  }
  return names
}

/**
 * Parses nested values of a form body, which may come as JSON strings (docs/behaviour/screens.md, Calls: form-encoded
 * bodies).
 */
const openJson = (schema: z.ZodMiniType, body: Record<string, unknown>): Record<string, unknown> => {
  let opened = body
  for (const name of nestedFieldsOf(schema)) {
    const given = body[name]
    if (typeof given !== 'string' || !/^\s*[[{]/.test(given)) continue
    try {
      opened = { ...opened, [name]: JSON.parse(given) as unknown }
    } catch {
      continue // The schema refuses the text and names the field.
    }
  }
  return opened
}

/**
 * Refuses a caller without the log-in that the endpoint demands: a runner's or a staff member's. It checks no rights.
 */
export const checkLogin = ({ access }: Pick<Endpoint, 'access'>, who: Who): void => {
  if (access === 'anyone') return
  if ((access === 'runner' ? who.uid : who.staffid) === null)
    throw new RefusalError(who.expired ? 'session_expired' : 'not_logged_in')
}

const checkAccess = (endpoint: Endpoint, call: Call) => {
  const { access } = endpoint
  checkLogin(endpoint, call.who)
  if (typeof access === 'string') return
  const raceid = access.scope === 'platform' ? null : (call.raceid ?? null)
  if (!hasRight(call.who, access.right, raceid)) throw new RefusalError('no_permission')
}

/**
 * Returns the path to the first text that PostgreSQL cannot keep: a text with NUL or with half of a surrogate pair. No
 * keyboard sends such a text. An empty path stands for the given value itself.
 */
const unkeepableAt = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? '' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const name of Object.keys(value)) {
    if (unkeepableAt(name) !== undefined) return ''
    const inner = unkeepableAt((value as Record<string, unknown>)[name])
    if (inner !== undefined) return inner === '' ? name : `${name}.${inner}`
  }
  return undefined
}

const parseInput = (
  endpoint: Endpoint,
  call: Call,
  say: (said: Text, values?: Record<string, string | number>) => string,
): unknown => {
  const parsed = endpoint.input.safeParse(openJson(endpoint.input, call.body), { reportInput: true })
  if (parsed.success) {
    const unkeepable = unkeepableAt(parsed.data)
    if (unkeepable === undefined) return parsed.data
    throw new RefusalError('field_wrong', { fields: { [unkeepable]: say(wrong.unknown) } })
  }
  // Every call of a race carries the race's id. If the id is missing, no field of the form is wrong, so the sentence
  // names the race.
  const raceOfBody = (call.body as Record<string, unknown> | undefined)?.raceid
  if (
    (raceOfBody === undefined || raceOfBody === '') &&
    parsed.error.issues.some(({ path }) => path.join('.') === 'raceid')
  )
    throw new RefusalError('race_missing', { fields: { raceid: say(everywhere.race_missing.message) } })
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) {
    const { message, n } = wrongFor(issue)
    fields[issue.path.map(String).join('.')] ??= say(message, n === undefined ? {} : { n })
  }
  throw new RefusalError('field_wrong', { fields })
}

/** An answer that is already written as JSON. */
export class Presented {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}
/**
 * A named part of an endpoint's answer. The server presents the part once and keeps it, because many callers get the
 * same part.
 */
export class Part<E, Name> {
  readonly json: string
  declare readonly of: [E, Name]
  constructor(json: string) {
    this.json = json
  }
}
const shapeOf = ({ path, output }: Endpoint): Shape => {
  const { shape } = (output as unknown as { def: Def }).def
  if (!shape) throw new RangeError(`The answer of ${path} has no parts`)
  return shape
}
export const presentPart = <E extends Endpoint, Name extends keyof GivenOf<E> & string>(
  endpoint: E,
  name: Name,
  given: GivenOf<E>[Name],
): Part<E, Name> => new Part(JSON.stringify(shapeOf(endpoint)[name]!.parse(given)))
/** Puts an answer together. Kept parts go out as they are, and the schema presents the rest piece by piece. */
export const composed = <E extends Endpoint>(
  endpoint: E,
  parts: { [Name in keyof GivenOf<E>]: GivenOf<E>[Name] | Part<E, Name> },
): Presented => {
  let json = ''
  for (const [name, schema] of Object.entries(shapeOf(endpoint))) {
    const given: unknown = (parts as Record<string, unknown>)[name]
    const text = given instanceof Part ? given.json : JSON.stringify(schema.parse(given))
    if (text !== undefined) json += `${json === '' ? '' : ','}"${name}":${text}`
  }
  return new Presented(`{${json}}`)
}

/** Ties an endpoint to its handler. */
export const handle = <E extends Endpoint>(
  endpoint: E,
  handler: (context: Context<E>) => Promise<GivenOf<E> | Presented>,
): Route => ({
  endpoint,
  handle: async (parts, call) => {
    const say = (said: Text, values?: Record<string, string | number>) => fill(said[call.lang], values)
    checkAccess(endpoint, call)
    const input = parseInput(endpoint, call, say) as ParsedOf<E>
    const now = parts.clock()
    const refuse = (word: string, facts?: RefusalFacts): never => {
      throw new RefusalError(word, facts)
    }
    const save: Context<E>['save'] = (writes) => replayOnce(parts.db, endpoint.path, call, now, writes)
    const { clock: _, ...rest } = parts
    const given = await handler({
      ...rest,
      ...call,
      input,
      now,
      say,
      refuse,
      refuseField: (field, said, values) => refuse('field_wrong', { fields: { [field]: say(said, values) } }),
      save,
      may: (right, raceid) => hasRight(call.who, right, raceid === undefined ? (call.raceid ?? null) : raceid),
    })
    return given instanceof Presented ? given : endpoint.output.parse(given)
  },
})

/** Makes a random id for a request, for the log and for '500' answers. */
export const requestId = (): string => randomUUID()
