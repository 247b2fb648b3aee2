import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Envelope, isUnauthorised, succeeded } from '#contract/envelope.ts'
import type { Lang } from '#contract/words.ts'
import { newDevice } from '#seam/server/device.ts'
import { type Parts, Presented, RefusalError, nobody } from '#seam/server/handle.ts'
import type { FirstAnswer, FirstRefusal } from '#ui/router/first.ts'
import { formFields } from '#ui/network/fields.ts'
import { rooms } from '../features.ts'
import type { FirstCall } from './firstCalls.ts'

const NO_RACE = Symbol('no race')
/** Returns the answer to an anonymous call. If it is undefined, the page makes the call itself and shows the fault. */
const askedByNobody = async (
  parts: Parts,
  { path, input, more }: FirstCall,
  raceid: number | undefined,
  lang: Lang,
): Promise<unknown> => {
  const route = rooms.flatMap((room) => room.routes ?? []).find(({ endpoint }) => endpoint.path === path)
  if (!route) throw new Error(`A page asks ${path} first, which is no call`)
  try {
    const data = await route.handle(parts, {
      body: { ...input, ...more },
      files: [],
      lang,
      raceid,
      channel: '',
      once: undefined,
      ticket: undefined,
      address: '127.0.0.1',
      userAgent: '',
      who: nobody,
      device: null,
      meet: newDevice,
      setSession: () => {},
      setMessage: () => {},
    })
    return data instanceof Presented ? (JSON.parse(data.json) as unknown) : data
  } catch (error) {
    return path === '/race/show' && error instanceof RefusalError && error.word === 'race_not_found'
      ? NO_RACE
      : undefined
  }
}

const answersTo = async (
  calls: readonly FirstCall[],
  ask: (call: FirstCall) => Promise<unknown>,
): Promise<FirstAnswer[]> => {
  const answers = await Promise.all(calls.map(ask))
  return calls.flatMap(({ path, input, page }, at): FirstAnswer[] =>
    answers[at] === undefined
      ? []
      : [page === undefined ? [path, input, answers[at]] : [path, input, answers[at], page]],
  )
}

/** Returns the answers to a page's first calls, made anonymously. Gives `no_race` if the race is unknown. */
export const firstAnswers = async (
  parts: Parts,
  calls: readonly FirstCall[],
  raceid: number | undefined,
  lang: Lang,
): Promise<FirstAnswer[] | 'no_race'> => {
  const answers = await answersTo(calls, (call) => askedByNobody(parts, call, raceid, lang))
  return answers.some(([, , answer]) => answer === NO_RACE) ? 'no_race' : answers
}

const goesAlong = ['host', 'cookie', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto'] as const
/**
 * Returns the answers for the person who opens the page. Each answer comes from a call with the session, rights and
 * limits of that browser. `device` is the cookie for a browser that has none, so that the limits count this browser and
 * not its whole network. If a call needs a session that the browser lacks, the page gets the refusal. After any other
 * refusal, the screen makes the call itself.
 */
export const ownAnswers = async (
  app: FastifyInstance,
  request: FastifyRequest,
  needs: { calls: readonly FirstCall[]; raceid: number | undefined; lang: Lang; device: string | undefined },
): Promise<{ answers: FirstAnswer[]; refused: FirstRefusal[] }> => {
  const { calls, raceid, lang, device } = needs
  const refused: FirstRefusal[] = []
  const headers = Object.fromEntries(
    goesAlong.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, String(request.headers[name])]])),
  )
  if (device !== undefined) headers['cookie'] = [headers['cookie'], device.split(';')[0]].filter(Boolean).join('; ')
  const answers = await answersTo(calls, async ({ path, input }) => {
    const { payload } = await app.inject({
      method: 'POST',
      url: path,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      remoteAddress: request.socket.remoteAddress ?? '',
      payload: new URLSearchParams(formFields({ _lang: lang, raceid, ...input })).toString(),
    })
    const envelope = JSON.parse(payload) as Envelope
    if (succeeded(envelope.code)) return envelope.data
    const { code, msg, refusal } = envelope
    if (isUnauthorised(code)) refused.push([path, input, { code, msg, ...(refusal === undefined ? {} : { refusal }) }])
    return undefined
  })
  return { answers, refused }
}
