import type { IncomingMessage } from 'node:http'
import { type FaceAnswer, faceAnswers } from '../../face/client.ts'
import { serveOnLoopback } from '../loopback.ts'

/**
 * The answers that the sandbox may give next: an answer of the service, silence until the caller stops waiting, or a
 * broken connection.
 */
export const faceWeathers = [...faceAnswers, 'slow', 'down'] as const
export type FaceWeather = (typeof faceWeathers)[number]
/**
 * A service for faces on loopback that speaks the protocol of docs/faces.md. It compares no faces and stores no
 * pictures.
 */
export type SandboxFaces = {
  url: string
  key: string
  weather: { answer: FaceWeather }
  /** The reasons for which the service refused questions, the oldest first. */
  refused: string[]
  close: () => Promise<void>
}

const MOST = 16 * 1024 * 1024
const isPicture = (bytes: Uint8Array, type: string): boolean =>
  type === 'image/png' ? bytes[0] === 0x89 && bytes[1] === 0x50 : bytes[0] === 0xff && bytes[1] === 0xd8
const read = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += (part as Buffer).length
    if (size > MOST) return undefined
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}
const fieldsOf = { verify: ['idnum', 'idtype', 'name', 'picture'], detect: ['picture'] } as const

/** Names the rule of the protocol that a question breaks. */
const brokenRule = async (path: 'verify' | 'detect', type: string, body: Buffer): Promise<string | undefined> => {
  if (!type.startsWith('multipart/form-data; boundary=')) return 'no multipart body'
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  if (!form) return 'unreadable body'
  const names = [...form.keys()].toSorted()
  if (names.join() !== fieldsOf[path].join()) return `fields ${names.join()}`
  const picture = form.get('picture')
  if (!(picture instanceof File) || !['image/jpeg', 'image/png'].includes(picture.type)) return 'no picture'
  if (!isPicture(new Uint8Array(await picture.arrayBuffer()), picture.type)) return 'another kind of picture'
  const empty = names.find((name) => name !== 'picture' && form.get(name) === '')
  return empty && `empty ${empty}`
}
const detected = (answer: FaceAnswer) => ({
  faces: answer === 'several' ? 2 : answer === 'none' || answer === 'dark' ? 0 : 1,
  dark: answer === 'dark',
})

/** Starts the service. `weather` holds the next answer. */
export const startSandboxFaces = async (
  weather: SandboxFaces['weather'] = { answer: 'match' },
): Promise<SandboxFaces> => {
  const key = 'pretend-faces'
  const refused: string[] = []
  const { base, close } = await serveOnLoopback((request, response) => {
    const say = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const refuse = (status: number, why: string) => {
      refused.push(why)
      say(status, { error: why })
    }
    const answer = async () => {
      const path = /^\/(verify|detect)$/.exec(request.url ?? '')?.[1] as 'verify' | 'detect' | undefined
      const body = await read(request)
      if (weather.answer === 'down') return void request.socket.destroy()
      if (request.headers.authorization !== `Bearer ${key}`) return refuse(401, 'wrong key')
      if (!path) return refuse(404, 'unknown path')
      if (request.method !== 'POST') return refuse(405, 'no POST')
      if (!body) return refuse(413, 'too large')
      const broken = await brokenRule(path, request.headers['content-type'] ?? '', body)
      if (broken) return refuse(400, broken)
      const now = weather.answer
      if (now === 'slow') return
      say(200, path === 'detect' ? detected(now) : { answer: now })
    }
    answer().catch(() => request.socket.destroy())
  })
  return { url: base, key, weather, refused, close }
}
