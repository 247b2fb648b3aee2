import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  POLLS_PER_SECOND,
  type WaitingRoomFacts,
  admittedBy,
  phaseOf,
  queuePlaceOf,
  pollAfter,
  readTicket,
  ticketText,
  turnOf,
} from './rules.ts'

const opens = new Date('2026-03-01T02:00:00Z')
const at = (seconds: number) => new Date(opens.getTime() + seconds * 1000)
const room = (change: Partial<WaitingRoomFacts> = {}): WaitingRoomFacts => ({
  raceid: 7,
  gathers_at: at(-1800),
  opens_at: opens,
  closes_at: null,
  paces: [{ from: opens, per_second: 10 }],
  use_seconds: 600,
  drawn_at: opens,
  early: 1000,
  next: 2001,
  ...change,
})

test('the phases of a room', () => {
  expect([-1801, -1800, -1, 0, 100_000].map((seconds) => phaseOf(room(), at(seconds)))).toEqual([
    'soon',
    'gathering',
    'gathering',
    'open',
    'open',
  ])
  expect(phaseOf(room({ closes_at: at(60) }), at(60))).toBe('none')
  expect(phaseOf(undefined, at(0))).toBe('none')
})

describe('admission', () => {
  test('goes at the set pace, and a change of pace takes nobody back', () => {
    const changed = room({
      paces: [
        { from: opens, per_second: 10 },
        { from: at(10), per_second: 0 },
        { from: at(70), per_second: 2.5 },
      ],
    })
    expect([-5, 0, 0.09, 0.1, 10, 40, 70, 72].map((seconds) => admittedBy(changed, at(seconds)))).toEqual([
      0, 0, 0, 1, 100, 100, 100, 105,
    ])
    expect(turnOf(changed, 100)).toEqual(at(10))
    expect(turnOf(changed, 105)).toEqual(at(72))
    expect(
      turnOf(
        room({
          paces: [
            { from: opens, per_second: 10 },
            { from: at(10), per_second: 0 },
          ],
        }),
        101,
      ),
    ).toBeUndefined()
  })

  const anyPaces = fc
    .array(fc.record({ after: fc.integer({ min: 0, max: 600 }), rate: fc.constantFrom(0, 0.5, 1, 3, 7, 33, 500) }), {
      minLength: 1,
      maxLength: 5,
    })
    .map((steps) => {
      let from = 0
      return steps.map(({ after, rate }, nth) => ({ from: at(nth === 0 ? 0 : (from += after)), per_second: rate }))
    })
  test('a number is let in at its turn, not a moment earlier, at any pace; nobody overtakes', () => {
    fc.assert(
      fc.property(anyPaces, fc.integer({ min: 1, max: 5000 }), (paces, number) => {
        const turn = turnOf({ opens_at: opens, paces }, number)
        const next = turnOf({ opens_at: opens, paces }, number + 1)
        if (!turn) return void expect(next).toBeUndefined()
        expect(admittedBy({ opens_at: opens, paces }, turn)).toBeGreaterThanOrEqual(number)
        expect(admittedBy({ opens_at: opens, paces }, new Date(turn.getTime() - 2))).toBeLessThan(number)
        if (next) expect(next.getTime()).toBeGreaterThanOrEqual(turn.getTime())
      }),
      { numRuns: 500, seed: 20261121 },
    )
  })

  test('a place has its states in order: gathering, waiting, admitted for the time to use it, lapsed', () => {
    expect(queuePlaceOf(room(), null, at(-60)).state).toBe('gathering')
    expect(queuePlaceOf(room(), 500, at(10))).toEqual({ state: 'waiting', ahead: 399, turnAt: at(50), until: null })
    // All of the thousand early people ask once within a little more than a second.
    expect(queuePlaceOf(room(), 500, at(50))).toMatchObject({
      state: 'admitted',
      ahead: 0,
      until: new Date(at(650).getTime() + 1000 / 0.8),
    })
    expect(queuePlaceOf(room(), 500, at(652)).state).toBe('lapsed')
  })
})

test('a hundred thousand waiting people ask at most a thousand times a second, from before the hour until all are in', () => {
  const waiting = 100_000
  const full = room({ early: waiting, next: waiting + 1, paces: [{ from: opens, per_second: 100 }] })
  const before = { ...full, drawn_at: null, early: 0 }
  // The state of a fixed sequence of random numbers.
  let chance = 1
  const random = () => (chance = (chance * 48_271) % 2_147_483_647) / 2_147_483_647
  /** The ticket numbers of the people who ask in each second, from half a minute before the opening. */
  const asking: number[][] = []
  const ask = (number: number, ms: number) => void (asking[Math.floor(ms / 1000)] ??= []).push(number)
  for (let number = 1; number <= waiting; number++)
    ask(number, pollAfter(before, queuePlaceOf(before, null, at(-30)), at(-30), random()))
  const lastPosition = new Map<number, number>()
  let most = 0
  for (let second = 0; second < asking.length; second++) {
    const now = at(second - 30)
    const these = asking[second] ?? []
    most = Math.max(most, these.length)
    for (const number of these) {
      const place = queuePlaceOf(full, number, now)
      if (place.state === 'waiting') ask(number, second * 1000 + random() * 999 + pollAfter(full, place, now, random()))
      else lastPosition.set(number, second - 30 - place.turnAt!.getTime() / 1000 + opens.getTime() / 1000)
    }
  }
  expect(most).toBeLessThanOrEqual(POLLS_PER_SECOND)
  expect(lastPosition.size, 'everybody hears of the own turn').toBe(waiting)
  // Each early person must ask once to learn of the turn, and may ask late. The test allows for that time.
  expect(Math.max(...lastPosition.values())).toBeLessThan(waiting / (0.8 * POLLS_PER_SECOND) + 5)
})

test(
  'who gathers weeks before the hour is asked back within what a clock of a browser holds, and at the hour as ' +
    'everybody',
  () => {
    const early = { ...room(), drawn_at: null, early: 0 }
    const place = queuePlaceOf(early, null, at(-30 * 86_400))
    for (const chance of [0, 0.5, 0.999])
      expect(pollAfter(early, place, at(-30 * 86_400), chance)).toBeLessThan(2 ** 31)
    expect(pollAfter(early, place, at(-3600), 0)).toBe(3_600_000)
  },
)

test('a ticket is read back as it was written, and no other text is a ticket', () => {
  const ticket = { raceid: 7, uid: 12, number: 34, id: 56 }
  expect(readTicket(`${ticketText(ticket)}.${'x'.repeat(22)}`)?.ticket).toEqual(ticket)
  expect(readTicket(`${ticketText({ ...ticket, number: null })}.${'x'.repeat(22)}`)?.ticket.number).toBeNull()
  for (const wrong of [
    '',
    '7.12.34.56',
    `7.12.34.56.${'x'.repeat(21)}`,
    `7.12.-34.56.${'x'.repeat(22)}`,
    `7.12.34.56.${'x'.repeat(22)} `,
  ])
    expect(readTicket(wrong)).toBeUndefined()
})
