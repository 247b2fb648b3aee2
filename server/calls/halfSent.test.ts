import { type Socket, connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failing } from './answers.ts'
import { endHalfSent } from './halfSent.ts'

const REST = 400
let app: FastifyInstance
const logged: unknown[] = []
beforeAll(async () => {
  app = Fastify()
  endHalfSent(app, REST, 50)
  const said = { code: '500', message: { 'zh-cn': '', 'zh-tw': '', en: '' } } as const
  const fail = failing(
    new Map([
      ['our_fault', said],
      ['body_malformed', said],
    ]),
    () => ({ error: (...line: unknown[]) => void logged.push(line) }),
  )
  app.setErrorHandler((error, request, reply) => fail(request, reply, error, 'en'))
  app.post('/break', async () => {
    throw new Error('a fault of ours')
  })
  app.post('/take', async (request) => ({ took: (request.body as { text: string }).text.length }))
  app.post('/think', async () => {
    await wait(3 * REST)
    return { thought: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app?.close())

/** Opens a connection and sends the headers of a call. Collects the bytes that come back until the connection ends. */
const begin = (path: string, bytes: number): { socket: Socket; said: Promise<string> } => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`,
  )
  const said = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => void (text += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })
  return { socket, said }
}

test('a body that stops coming ends its connection', async () => {
  const before = performance.now()
  const { socket, said } = begin('/take', 100)
  socket.write('{"text":"')
  expect(await said).toBe('')
  expect(performance.now() - before).toBeGreaterThan(REST)
  expect(performance.now() - before).toBeLessThan(20 * REST)
})

test('a call that is handed over within the process has no connection to end', async () => {
  const { payload } = await app.inject({ method: 'POST', url: '/think', payload: {} })
  expect(JSON.parse(payload)).toEqual({ thought: true })
})

test('a slow body that continues is accepted, and so is a call with a slow answer', async () => {
  const text = JSON.stringify({ text: 'a'.repeat(20) })
  const slow = begin('/take', text.length)
  const sending = (async () => {
    for (const letter of text) {
      slow.socket.write(letter)
      await wait(REST / 8)
    }
  })()
  const long = begin('/think', 2)
  long.socket.write('{}')
  expect(await long.said).toContain('"thought":true')
  await sending
  expect(await slow.said).toContain('"took":20')
})

test('a call that its caller does not finish is no fault of ours, and a call that we break is', async () => {
  const { socket, said } = begin('/take', 100)
  socket.write('{"text":"')
  await wait(REST / 8)
  socket.destroy()
  await said
  await wait(REST / 4)
  expect(logged).toEqual([])
  const broken = begin('/break', 2)
  broken.socket.write('{}')
  await broken.said
  expect(logged).toHaveLength(1)
})
