import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStream } from './stream.ts'

/** A stream as browsers have it. A test tells it how the network answers. */
class Source extends EventTarget {
  static readonly CLOSED = 2
  static opened: Source[] = []
  readyState = 0
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
    Source.opened.push(this)
  }
  open() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  fail(closed: boolean) {
    this.readyState = closed ? 2 : 0
    this.dispatchEvent(new Event('error'))
  }
  say(name: string, data: string) {
    this.dispatchEvent(Object.assign(new Event(name), { data }))
  }
  close() {
    this.readyState = 2
  }
}
const at = (nth: number) => Source.opened[nth]!

beforeEach(() => {
  Source.opened = []
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a stream that the browser gives up is opened again, later each time, until it is ended', () => {
  const [states, news]: [boolean[], string[]] = [[], []]
  const end = openStream('/live/stream', { frame: (data) => news.push(data) }, (isOpen) => states.push(isOpen))
  at(0).open()
  at(0).say('frame', 'a')
  at(0).fail(true)
  vi.advanceTimersByTime(1_400)
  expect(Source.opened).toHaveLength(1)
  vi.advanceTimersByTime(4_000)
  expect(Source.opened).toHaveLength(2)
  at(1).fail(true)
  vi.advanceTimersByTime(2_900)
  expect(Source.opened).toHaveLength(2)
  vi.advanceTimersByTime(7_000)
  expect(Source.opened).toHaveLength(3)
  at(2).open()
  at(2).say('frame', 'b')
  expect(states).toEqual([true, false, false, true])
  expect(news).toEqual(['a', 'b'])
  for (let n = 2; n < 12; n++) {
    at(n).fail(true)
    vi.advanceTimersByTime(45_000)
    expect(Source.opened, 'the wait has an end').toHaveLength(n + 2)
  }
  at(12).fail(true)
  end()
  vi.advanceTimersByTime(600_000)
  expect(Source.opened).toHaveLength(13)
})

test('a stream that the browser opens again by itself is left to the browser', () => {
  const end = openStream('/live/stream', {})
  at(0).open()
  at(0).fail(false)
  vi.advanceTimersByTime(600_000)
  expect(Source.opened).toHaveLength(1)
  end()
  expect(at(0).readyState).toBe(2)
})
