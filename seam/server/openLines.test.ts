import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { projectSources } from '#tools/checks/sources.ts'
import type { Asker } from './asker.ts'
import { nobody } from './handle.ts'
import { LINES_OF_OWN, openLines } from './openLines.ts'

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

const stranger = (address: string): Asker => ({ address, who: nobody, device: null })

test('one address takes its own lines only, and gets one back when a line closes', () => {
  const lines = openLines(5, 2)
  const [first, second, third] = [replyOf(), replyOf(), replyOf()]
  const from = (address: string, { reply }: ReturnType<typeof replyOf>) => lines.take(stranger(address), reply)
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

test('strangers of an address take no line from an account or a known browser behind the same address', () => {
  const lines = openLines(200, 3)
  const from = (asker: Partial<Asker>) => lines.take({ ...stranger('10.0.0.1'), ...asker }, replyOf().reply)
  // Anybody can get a cookie, so a browser with a new cookie is a stranger.
  for (let n = 0; n < 3; n++) expect(from({ device: { id: `new ${n}`, known: false } })).toBe(true)
  expect([from({}), from({ device: { id: 'new', known: false } })]).toEqual([false, false])
  const own: Partial<Asker>[] = [
    { device: { id: 'used', known: true } },
    { who: { ...nobody, uid: 7 } },
    { who: { ...nobody, staffid: 7 } },
  ]
  for (const one of own)
    expect(Array.from({ length: LINES_OF_OWN + 1 }, () => from(one))).toEqual([
      ...Array.from({ length: LINES_OF_OWN }, () => true),
      false,
    ])
})

test('known browsers of one address leave half of the lines to other addresses', () => {
  const lines = openLines(10, 2)
  const from = (address: string, id: string) =>
    lines.take({ ...stranger(address), device: { id, known: true } }, replyOf().reply)
  const taken = Array.from({ length: 8 }, (_, n) => from('10.0.0.1', String(n)))
  expect(taken.filter(Boolean)).toHaveLength(5)
  expect(from('10.0.0.2', 'other')).toBe(true)
})

test('a caller who has gone meanwhile uses no line', () => {
  const lines = openLines(5)
  const gone = replyOf()
  gone.raw.closed = true
  expect(lines.take(stranger('10.0.0.1'), gone.reply)).toBe(false)
  expect(lines.count()).toBe(0)
})

/** Streams that only staff may open. Each caller of these streams has a session. */
const ofStaff = ['features/overview/live.service.ts']
test('every live stream that anybody may open limits the lines of an address', () => {
  const streams = projectSources().filter(
    ({ path, text }) => /^(features|server)\/.*(?<!\.test)\.ts$/.test(path) && text.includes("'text/event-stream"),
  )
  expect(streams.length).toBeGreaterThan(3)
  for (const { path, text } of streams.filter((one) => !ofStaff.includes(one.path)))
    expect(text, path).toContain('.take(await askerOfLine(request, callers), reply)')
})
