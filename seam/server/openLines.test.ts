import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { projectSources } from '#tools/checks/sources.ts'
import { openLines } from './openLines.ts'

const replyOf = () => {
  const raw = Object.assign(new EventEmitter(), { closed: false, destroyed: false })
  const said: { status?: number } = {}
  const reply = {
    raw,
    code: (status: number) => {
      said.status = status
      return reply
    },
    header: () => reply,
    send: () => reply,
  }
  return { raw, said, reply: reply as unknown as FastifyReply }
}

test('one address takes its own lines only, and gets one back when a line closes', () => {
  const lines = openLines(5, 2)
  const [first, second, third] = [replyOf(), replyOf(), replyOf()]
  const from = (ip: string, { reply }: ReturnType<typeof replyOf>) => lines.take({ ip }, reply)
  expect([from('10.0.0.1', first), from('10.0.0.1', second), from('10.0.0.1', third)]).toEqual([true, true, false])
  expect(third.said.status).toBe(429)
  expect(from('10.0.0.2', replyOf())).toBe(true)
  first.raw.emit('close')
  expect(lines.count()).toBe(2)
  expect(from('10.0.0.1', replyOf())).toBe(true)
  expect([from('10.0.0.3', replyOf()), from('10.0.0.4', replyOf())]).toEqual([true, true])
  const late = replyOf()
  expect(from('10.0.0.5', late)).toBe(false)
  expect(late.said.status).toBe(503)
})

test('a caller who has gone meanwhile uses no line', () => {
  const lines = openLines(5)
  const gone = replyOf()
  gone.raw.closed = true
  expect(lines.take({ ip: '10.0.0.1' }, gone.reply)).toBe(false)
  expect(lines.count()).toBe(0)
})

/** Streams for staff alone. Each of their callers has a session. */
const ofStaff = ['features/overview/live.service.ts']
test('every live stream that anybody may open limits the lines of an address', () => {
  const streams = projectSources().filter(
    ({ path, text }) => /^(features|server)\/.*(?<!\.test)\.ts$/.test(path) && text.includes("'text/event-stream"),
  )
  expect(streams.length).toBeGreaterThan(3)
  for (const { path, text } of streams.filter((one) => !ofStaff.includes(one.path)))
    expect(text, path).toContain('.take(request, reply)')
})
