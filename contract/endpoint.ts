import type * as z from 'zod/mini'
import type { Right } from './rights.ts'

/**
 * The callers that an endpoint admits. `anyone` needs no session. `runner` needs a logged-in account. `staff` needs a
 * session of staff. `{ right }` needs staff with that right for the call's race, or for all races if the call names no
 * race. `scope: 'platform'` means that the data belongs to no race, so only a role for all races counts, even if the
 * body names a race. An endpoint whose input has no race sets the scope. The handler itself checks whose registration a
 * call names.
 */
export type Access = 'anyone' | 'runner' | 'staff' | { readonly right: Right; readonly scope?: 'platform' }

/**
 * The server reads the common parameters (`_token, raceid | r, _lang, _uid, _ticket, _channel, _once`) for every call,
 * so `input` does not name them.
 */
export type Endpoint<
  Path extends string = string,
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Refusals extends string = string,
> = {
  readonly kind: 'post' | 'get' | 'upload' | 'live'
  readonly path: Path
  readonly access: Access
  readonly input: Input
  readonly output: Output
  readonly refusals: readonly Refusals[]
  /** One or two sentences for docs/api.md. They describe the answer and name the source of the rule. */
  readonly description: string
  /**
   * The kind of session that the server looks up if `access` does not name one. An endpoint for anyone may answer staff
   * with more data.
   */
  readonly session?: 'staff' | undefined
  /** The largest body that the endpoint accepts, in bytes. Unset means the general limit of 1 MB. */
  readonly largest?: number | undefined
  /** The most files of an upload by staff. Unset means 4. */
  readonly files?: number | undefined
  /**
   * Set for an endpoint whose answer many people share. The endpoint is then also a GET at the same path, with an ETag
   * and without a session. For this many seconds, the server and every cache on the way may repeat an answer.
   */
  readonly shared?: number | undefined
}

type Spec<Input, Output, Refusals extends string> = {
  access: Access
  input: Input
  output: Output
  refusals?: readonly Refusals[]
  description: string
  session?: 'staff'
  largest?: number
  files?: number
  shared?: number
}
const make =
  (kind: Endpoint['kind']) =>
  <
    const Path extends `/${string}`,
    Input extends z.ZodMiniType,
    Output extends z.ZodMiniType,
    const Refusals extends string = never,
  >(
    path: Path,
    spec: Spec<Input, Output, Refusals>,
  ): Endpoint<Path, Input, Output, Refusals> => ({
    kind,
    path,
    access: spec.access,
    input: spec.input,
    output: spec.output,
    refusals: spec.refusals ?? [],
    description: spec.description,
    session: spec.session,
    largest: spec.largest,
    files: spec.files,
    shared: spec.shared,
  })

/** Makes a POST endpoint: `post('/refund/create', { access, input, output, refusals, description })`. */
export const post = make('post')
/**
 * Makes a GET endpoint, such as `/city-codes`. The answer has the envelope of every answer. The input comes from the
 * query string, so it never holds a sealed value.
 */
export const get = make('get')
/** Makes an endpoint for a multipart POST. The handler gets the file fields as `Upload[]` in `files`. */
export const upload = make('upload')

export type InputOf<E> = E extends Endpoint<string, infer Input, z.ZodMiniType, string> ? z.input<Input> : never
export type ParsedOf<E> = E extends Endpoint<string, infer Input, z.ZodMiniType, string> ? z.output<Input> : never
/**
 * The value that a handler returns, in the form of the output schema. The server never sends a column that the schema
 * does not name.
 */
export type GivenOf<E> = E extends Endpoint<string, z.ZodMiniType, infer Output, string> ? z.input<Output> : never
export type OutputOf<E> = E extends Endpoint<string, z.ZodMiniType, infer Output, string> ? z.output<Output> : never
export type RefusalsOf<E> = E extends Endpoint<string, z.ZodMiniType, z.ZodMiniType, infer Refusals> ? Refusals : never

/**
 * Returns the name of an endpoint, from its path: `/refund/create` gives `refundCreate`. A final `/` or `{raceid}` does
 * not change the name.
 */
export const endpointName = (path: string): string =>
  path
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part && part !== 'raceid')
    .map((part, at) => (at === 0 ? part : part[0]!.toUpperCase() + part.slice(1)))
    .join('')
