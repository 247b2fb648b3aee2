import { type UseMutationResult, type UseQueryResult, QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import { type Envelope, isUnauthorised, succeeded } from '#contract/envelope.ts'
import type { Lang } from '#contract/words.ts'
import { currentLang, useLang } from '../language/lang.tsx'
import { waitMyTurn } from './delay.ts'
import { keptTicket, link, sessionToken } from '../router/address.ts'
import { words } from '../language/words.ts'
import { formFields } from './fields.ts'

/**
 * A call that did not succeed. It has the server's own sentence, or ours if the network gave none (`code`
 * 'network').
 */
export class Refused extends Error {
  readonly code: string
  readonly refusal: string | undefined
  readonly msg: string
  readonly fields: Readonly<Record<string, string>>
  /** Further facts that came with the refusal. */
  readonly facts: Readonly<Record<string, unknown>>
  /** Seconds to wait, after '429'. */
  readonly retry_after: number | undefined
  /** The address that '206' leads to. */
  readonly url: string | undefined
  readonly request_id: string | undefined
  constructor(envelope: Pick<Envelope, 'msg' | 'refusal' | 'data'> & { code: string }) {
    super(envelope.msg)
    const facts = (typeof envelope.data === 'object' && envelope.data !== null ? envelope.data : {}) as Record<
      string,
      unknown
    >
    this.code = envelope.code
    this.refusal = envelope.refusal
    this.msg = envelope.msg
    this.facts = facts
    this.fields = (facts.fields ?? {}) as Record<string, string>
    this.retry_after = typeof facts.retry_after === 'number' ? facts.retry_after : undefined
    this.url = typeof facts.url === 'string' ? facts.url : undefined
    this.request_id = typeof facts.request_id === 'string' ? facts.request_id : undefined
  }
}
/** Turns any thrown value into a refusal with a sentence. */
export const refusedFrom = (thrown: unknown, lang: Lang = currentLang()): Refused =>
  thrown instanceof Refused ? thrown : new Refused({ code: 'client', msg: words.unreadable[lang], data: null })

type Listener = (refused: Refused) => void
const listeners = new Set<Listener>()
/**
 * Calls `listener` on the codes 401, 10001 and 403 of the server, except after quiet calls (docs/behaviour/accounts.md,
 * No authorisation). The shell answers with the log-in screen.
 */
export const onNoAuthorisation = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/**
 * Tells whether the server decided the call, for example because the thing does not exist. Other refusals decide
 * nothing: no network, too many tries, a fault of the server, or a missing log-in or permission.
 */
export const isDecided = ({ code }: Pick<Refused, 'code'>): boolean =>
  !['network', '429', '500'].includes(code) && !isUnauthorised(code)

let logInAgain: (refused: Refused) => Promise<boolean> = async () => false
/**
 * Sets the function by which the shell lets a person log in without leaving the page. `ask` tells whether the person
 * logged in.
 */
export const setLogInAgain = (ask: typeof logInAgain): void => void (logInAgain = ask)
/** Tells whether a refusal says that nobody is logged in, or that the session is over. */
export const needsLogin = (refused: Pick<Refused, 'code'> | null | undefined): boolean =>
  refused?.code === '401' || refused?.code === '10001'

/** Returns the common parameters of every call (docs/behaviour/screens.md, Calls). */
export const commonFields = (lang: Lang): Record<string, string | number | undefined> => {
  const page = link()
  return {
    _token: sessionToken(),
    raceid: page.raceid,
    _lang: lang,
    _uid: page.uid,
    _ticket: page.ticket ?? (page.raceid === undefined ? undefined : keptTicket(page.raceid)),
    _channel: page.channel ?? page.app,
  }
}

type CallOptions = {
  /** The idempotency key of a write that may be repeated. */
  once?: string
  /** True if a refusal must not open the log-in, as in the call that asks whether somebody is logged in. */
  quiet?: boolean
  signal?: AbortSignal
  lang?: Lang
  files?: Readonly<Record<string, Blob | readonly Blob[]>>
  /** Receives the sent share of an upload, from 0 to 1. */
  onProgress?: (sent: number) => void
}

let partner: string | null = null
/**
 * Sets the shopping partner's host, which receives the calls of pages opened with app=jd (docs/behaviour/screens.md,
 * Calls). Null if there is no such host.
 */
export const setPartner = (origin: string | null): void => void (partner = origin)
const hostNow = (): string => (partner !== null && link().app === 'jd' ? partner : '')
/** Tells whether calls go to another host. That host gets no cookies, so only the token carries a session there. */
export const callsElsewhere = (): boolean => hostNow() !== ''

/** The moment of this page's last write, in milliseconds since the page was opened. */
let wroteAt = Number.NEGATIVE_INFINITY
/**
 * Tells whether a shared answer may be older than the last write of this page. The server keeps a shared answer for
 * `shared` seconds, and then the browser keeps it for the same time. If the answer may be too old, the page asks by
 * POST, which no cache answers.
 */
const isTooOld = (shared: number): boolean => performance.now() - wroteAt < 2 * shared * 1000

const requestFor = (
  endpoint: Pick<Endpoint, 'kind' | 'path' | 'shared'>,
  input: object,
  options: CallOptions,
): [string, RequestInit] => {
  const fields = formFields({ ...commonFields(options.lang ?? currentLang()), ...input, _once: options.once })
  const host = hostNow()
  const base = { credentials: host ? 'omit' : 'same-origin', signal: options.signal ?? null } as const
  if (endpoint.kind === 'get' || (endpoint.shared !== undefined && !isTooOld(endpoint.shared))) {
    const page = endpoint.path.replace('{raceid}', String((input as { raceid?: number }).raceid))
    // All visitors ask for a shared read by the same address, so this address holds no data of one visitor.
    const kept = (name: string) =>
      endpoint.shared === undefined ? name !== '_token' : name === '_lang' || !name.startsWith('_')
    return [`${host}${page}?${new URLSearchParams(fields.filter(([name]) => kept(name)))}`, base]
  }
  if (!options.files) return [host + endpoint.path, { ...base, method: 'POST', body: new URLSearchParams(fields) }]
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  for (const [name, given] of Object.entries(options.files))
    for (const file of Array.isArray(given) ? given : [given]) form.append(name, file)
  return [host + endpoint.path, { ...base, method: 'POST', body: form }]
}

/**
 * Calls an endpoint. Resolves to the `data` of the answer. Rejects with `Refused`, whose `msg` can be shown. A call
 * that the caller ends by `signal` rejects with the browser's error.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> => {
  const lang = options.lang ?? currentLang()
  await waitMyTurn(options.signal)
  const [address, init] = requestFor(endpoint, input as object, options)
  let envelope: Envelope
  try {
    const send = options.onProgress ? (await import('../form/sending.ts')).sendTelling(options.onProgress) : fetch
    const response = await send(address, init)
    envelope = (await response.json()) as Envelope
  } catch (thrown) {
    if (options.signal?.aborted) throw thrown
    // If a server is down, the web server in front of it answers with an HTML page. The runner's own network is then
    // not the reason.
    const arrived = thrown instanceof SyntaxError
    throw new Refused({ code: 'network', msg: (arrived ? words.unreadable : words.no_network)[lang], data: null })
  }
  if (typeof envelope?.code !== 'string')
    throw new Refused({ code: 'network', msg: words.unreadable[lang], data: null })
  if (succeeded(envelope.code)) {
    if (options.once !== undefined) wroteAt = performance.now()
    return envelope.data as OutputOf<E>
  }
  const refused = new Refused(envelope)
  if (!options.quiet && isUnauthorised(refused.code)) for (const listener of listeners) listener(refused)
  throw refused
}

/** Tells whether a second try may help: after a lost network, or after a fault of the server. */
const worthRepeating = (thrown: unknown): boolean =>
  thrown instanceof Refused && (thrown.code === 'network' || thrown.code === '500')
export const newQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (times, thrown) => times < 1 && worthRepeating(thrown),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })

/** Returns the key under which an answer is kept. The key includes the language, because answers have sentences. */
export const askKey = (path: string, raceid: number | undefined, lang: Lang, input: object) =>
  [path, raceid ?? null, lang, input] as const

/** The least time for which a screen without an answer shows a fault before it makes the call again, in ms. */
const FAULT_MS = 10_000
/**
 * Returns the time until a screen makes the call again. Each call of a screen without an answer replaces the sentence
 * of the fault by a skeleton for a moment. So the screen makes no further call after a refusal that will not change,
 * and waits longer after another fault.
 */
export const nextAsk = (every: number | false, { data, error }: { data: unknown; error: Refused | null }) => {
  if (data !== undefined || !error || every === false) return every
  return isDecided(error) || isUnauthorised(error.code) ? false : Math.max(every, FAULT_MS)
}

/** Calls an endpoint that changes nothing. */
export const useAsk = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: {
    enabled?: boolean
    quiet?: boolean
    staleTime?: number
    refetchInterval?: number | false
    keep?: boolean
  } = {},
): UseQueryResult<OutputOf<E>, Refused> => {
  const { lang } = useLang()
  const { quiet, keep, refetchInterval, ...rest } = options
  return useQuery<OutputOf<E>, Refused>({
    queryKey: askKey(endpoint.path, link().raceid, lang, input as object),
    queryFn: ({ signal }) => call(endpoint, input, { signal, lang, quiet: quiet ?? false }),
    ...(keep ? { placeholderData: (before) => before } : {}),
    ...rest,
    ...(refetchInterval === undefined ? {} : { refetchInterval: ({ state }) => nextAsk(refetchInterval, state) }),
  })
}

type Once = { key: string; of: string }
const newKey = (): string =>
  'randomUUID' in crypto
    ? crypto.randomUUID()
    : `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`

/**
 * Returns a text that differs for each submission with other values or other files. A browser cannot compare the bytes
 * of files at once, so files are compared by name, type, size and time of the last change.
 */
export const submissionOf = (input: object, files: CallOptions['files'] = {}): string =>
  JSON.stringify([
    input,
    Object.entries(files).map(([field, given]) => [
      field,
      [given].flat().map((file) => {
        const { name, lastModified }: { name?: string; lastModified?: number } = file instanceof File ? file : {}
        return [name, file.type, file.size, lastModified]
      }),
    ]),
  ])

/**
 * Calls an endpoint that writes: `const save = useCall(registrationSave); save.mutate(input)`. Each submission carries
 * its own `_once` key. A second press with the same input and files sends the same key after a lost network or a fault
 * of the server, so nothing is written twice. Once the server has decided, the next submission gets a new key. If the
 * session is over, the shell asks for a log-in over the page, and then sends the same call again.
 */
export const useCall = <E extends Endpoint>(
  endpoint: E,
  options: { quiet?: boolean } = {},
): UseMutationResult<OutputOf<E>, Refused, InputOf<E> & { files?: CallOptions['files'] }> => {
  const once = useRef<Once | undefined>(undefined)
  return useMutation<OutputOf<E>, Refused, InputOf<E> & { files?: CallOptions['files'] }>({
    mutationFn: async (given) => {
      const { files, ...input } = given as { files?: CallOptions['files'] }
      const of = submissionOf(input, files)
      if (once.current?.of !== of) once.current = { key: newKey(), of }
      const send = () =>
        call(endpoint, input as InputOf<E>, {
          once: once.current!.key,
          quiet: options.quiet ?? false,
          ...(files ? { files } : {}),
        })
      try {
        const answer = await send().catch(async (thrown: unknown) => {
          if (thrown instanceof Refused && needsLogin(thrown) && (await logInAgain(thrown))) return send()
          throw thrown
        })
        once.current = undefined
        return answer
      } catch (thrown) {
        if (!worthRepeating(thrown)) once.current = undefined
        throw thrown
      }
    },
  })
}
