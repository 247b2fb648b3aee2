import type { IncomingMessage } from 'node:http'
import type { ModerationVerdict } from '../../moderation/client.ts'
import { serveOnLoopback } from '../loopback.ts'

/**
 * The answer that the sandbox gives next: a verdict, silence until the caller stops waiting, a broken connection, or
 * nonsense.
 */
type ModerationWeather = ModerationVerdict | 'slow' | 'down' | 'nonsense'
/**
 * A service on loopback with the protocol of integrations/moderation. It refuses questions that break this protocol.
 */
export type SandboxModeration = {
  url: string
  key: string
  weather: { answer: ModerationWeather }
  judged: string[]
  /** The reasons for which the service refused questions, the oldest first. */
  refused: string[]
  close: () => Promise<void>
}

const MOST = 64 * 1024
const read = async (request: IncomingMessage): Promise<string | undefined> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += (part as Buffer).length
    if (size > MOST) return undefined
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString()
}
/** Returns the text of a question, or the rule of the protocol that the question breaks. */
const readQuestion = (body: string): { broken: string } | { text: string } => {
  let asked: unknown
  try {
    asked = JSON.parse(body)
  } catch {
    return { broken: 'no JSON' }
  }
  if (typeof asked !== 'object' || asked === null) return { broken: 'no object' }
  const { kind, text, pictures, ...more } = asked as Record<string, unknown>
  if (kind !== 'entry' && kind !== 'comment') return { broken: 'another kind' }
  if (typeof text !== 'string') return { broken: 'no text' }
  if (!Number.isInteger(pictures) || (pictures as number) < 0) return { broken: 'no number of pictures' }
  const [field] = Object.keys(more)
  return field === undefined ? { text } : { broken: `unknown field ${field}` }
}

export const startSandboxModeration = async (): Promise<SandboxModeration> => {
  const key = 'pretend-moderation'
  const weather: SandboxModeration['weather'] = { answer: 'yes' }
  const [refused, judged]: [string[], string[]] = [[], []]
  const { base, close } = await serveOnLoopback((request, response) => {
    const say = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const refuse = (status: number, why: string) => {
      refused.push(why)
      say(status, { error: why })
    }
    const answer = async () => {
      const body = await read(request)
      if (weather.answer === 'down') return void request.socket.destroy()
      if (request.headers.authorization !== `Bearer ${key}`) return refuse(401, 'wrong key')
      if (request.url !== '/judge') return refuse(404, 'unknown path')
      if (request.method !== 'POST') return refuse(405, 'no POST')
      if (request.headers['content-type'] !== 'application/json') return refuse(415, 'no JSON')
      if (body === undefined) return refuse(413, 'too large')
      const question = readQuestion(body)
      if ('broken' in question) return refuse(400, question.broken)
      if (weather.answer === 'slow') return
      judged.push(question.text)
      say(200, weather.answer === 'nonsense' ? { verdict: 'perhaps' } : { verdict: weather.answer })
    }
    answer().catch(() => request.socket.destroy())
  })
  return { url: base, key, weather, judged, refused, close }
}
