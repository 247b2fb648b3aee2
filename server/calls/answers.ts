import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Envelope, RefusalFacts } from '#contract/envelope.ts'
import { type Lang, type RefusalWords, everywhere, fill, langOf } from '#contract/words.ts'
import { requiredOf } from '#contract/wrong.ts'
import { measureRefusal } from '#db/measures.ts'
import { violationOf } from '#db/errors/violation.ts'
import { Presented, RefusalError } from '#seam/server/handle.ts'
import { rooms } from '../features.ts'
import { pathOf } from './watching.ts'

export const refusalWords = (): Map<string, RefusalWords> =>
  new Map<string, RefusalWords>([
    ...Object.entries(everywhere),
    ...rooms.flatMap((room) => Object.entries(room.refusals ?? {})),
  ])

/**
 * Returns the label of a field, or the field's name on the wire if no room has a label. `2.name` is the name of the
 * second person.
 */
const labelOf = (path: string, lang: Lang): string => {
  const parts = path.split('.')
  const names = [parts.slice(-2).join('.'), parts.at(-1)!]
  const room = rooms.find(({ labels = {} }) => names.some((name) => Object.hasOwn(labels, name)))
  const name = names.find((one) => Object.hasOwn(room?.labels ?? {}, one))
  return name === undefined ? path : room!.labels![name]![lang]
}
/** Names the field in the sentence about a missing field (docs/behaviour/sentences.md, Fields). */
const withLabels = (facts: RefusalFacts, lang: Lang): RefusalFacts =>
  facts.fields === undefined
    ? facts
    : {
        ...facts,
        fields: Object.fromEntries(
          Object.entries(facts.fields).map(([path, says]) => [path, requiredOf(says, labelOf(path, lang))]),
        ),
      }

const answerOf = (words: Map<string, RefusalWords>, word: string, lang: Lang, facts: RefusalFacts): Envelope => {
  const known = words.get(word) ?? everywhere.our_fault
  const values = Object.fromEntries(
    Object.entries(facts).filter(
      (pair): pair is [string, string | number] => typeof pair[1] === 'string' || typeof pair[1] === 'number',
    ),
  )
  return {
    code: known.code,
    msg: fill(known.message[lang], values),
    data: Object.keys(facts).length ? facts : null,
    refusal: word,
  }
}

type LogLine = { name: string; message: string; code?: unknown; constraint?: unknown; stack?: string | undefined }
/**
 * Returns the part of an error that the log may hold. It leaves out the parameters of a query and the `detail` of a
 * database error. If PostgreSQL could not read a value (SQLSTATE class 22), the message quotes the value, so the log
 * holds a fixed message in its place.
 */
export const forLog = (error: unknown): LogLine => {
  if (!(error instanceof Error)) return { name: 'thrown', message: typeof error }
  const { code, constraint, severity } = error as { code?: unknown; constraint?: unknown; severity?: unknown }
  const quotes = severity !== undefined && String(code).startsWith('22')
  const message = quotes
    ? 'a value that the database does not take'
    : error instanceof AggregateError && error.errors.length > 0
      ? `${error.message}, the first with: ${forLog(error.errors[0]).message}`
      : error.message
  return {
    name: error.name,
    message,
    code,
    constraint,
    stack: quotes ? error.stack?.slice(error.stack.indexOf('\n    at ')) : error.stack,
  }
}

/**
 * Tells whether PostgreSQL refused a row because its race does not exist. Such a call can come from staff of all races,
 * who may name any race. The name of a foreign key to the races is the table's name with `_raceid_fkey`. The key of
 * waiting_tickets has such a name too but leads to a waiting room, so it does not count.
 */
const namesNoRace = (error: unknown): boolean => {
  const violation = violationOf(error)
  return violation?.kind === 'foreign_key' && /^(?!waiting_tickets_)\w+_raceid_fkey$/.test(violation.constraint)
}

export const envelopeJson = (envelope: Envelope): string =>
  envelope.data instanceof Presented
    ? `{"code":"${envelope.code}","msg":${JSON.stringify(envelope.msg)},"data":${envelope.data.json}}`
    : JSON.stringify(envelope)

export const send = (reply: FastifyReply, envelope: Envelope, status = 200): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(envelopeJson(envelope))

/** Returns the language of a call before the server has checked the call's input. */
export const langOfRequest = (request: FastifyRequest): Lang => {
  const { _lang, lang } = {
    ...(request.query as Record<string, unknown>),
    ...(typeof request.body === 'object' ? (request.body as Record<string, unknown>) : {}),
  } as { _lang?: unknown; lang?: unknown }
  return langOf(_lang ?? lang ?? request.headers['accept-language'])
}

/**
 * The HTTP statuses of thrown refusals, by word (docs/behaviour/screens.md, Calls). A thrown refusal that is not in
 * this list has the status 200.
 */
const statusOf: Readonly<Record<string, number>> = { body_malformed: 400, method_not_allowed: 405, too_often: 429 }

export type Failing = (request: FastifyRequest, reply: FastifyReply, error: unknown, lang: Lang) => FastifyReply
/**
 * Makes the function that answers a thrown error. It logs the error as a fault of the server, except for a refusal, an
 * unknown race or a broken call.
 */
export const failing = (words: Map<string, RefusalWords>, log: () => Pick<FastifyBaseLogger, 'error'>): Failing => {
  const refuse = (reply: FastifyReply, word: string, lang: Lang, facts: RefusalFacts, status = 200) =>
    send(reply, answerOf(words, word, lang, facts), status)
  return (request, reply, error, lang) => {
    if (error instanceof RefusalError) {
      measureRefusal(pathOf(request), error.word, error.word === 'too_often' || error.facts.retry_after !== undefined)
      const status = statusOf[error.word] ?? 200
      if (error.facts.retry_after !== undefined && status === 429)
        reply.header('retry-after', String(error.facts.retry_after))
      return refuse(reply, error.word, lang, withLabels(error.facts, lang), status)
    }
    if (namesNoRace(error)) return refuse(reply, 'race_not_found', lang, {})
    const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number }
    if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_FILES_LIMIT')
      return refuse(reply, 'body_too_large', lang, {}, 413)
    if (code?.startsWith('FST_') && statusCode !== undefined && statusCode < 500)
      return refuse(reply, 'body_malformed', lang, {}, statusCode === 415 ? 415 : 400)
    // The caller's connection ended before the whole call arrived, so nobody reads the answer.
    if (request.raw.destroyed && !request.raw.complete) return refuse(reply, 'body_malformed', lang, {}, 400)
    log().error({ request_id: request.id, path: pathOf(request), error: forLog(error) }, 'a call failed')
    // The codes of the file system and of the database for a full disk.
    const full = code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
    const facts = { request_id: request.id }
    if (full) return refuse(reply, 'storage_full', lang, facts, 507)
    if (code === 'STORAGE_DOWN') return refuse(reply, 'storage_down', lang, facts, 503)
    return refuse(reply, 'our_fault', lang, facts, 500)
  }
}
