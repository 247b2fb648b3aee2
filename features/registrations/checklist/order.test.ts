import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checklistStates, checklistSteps } from '#contract/checklist.ts'
import { byChecklist, inChecklistOrder } from './order.rules.ts'

const at = (day: number) => new Date(Date.UTC(2026, 2, day))

test('lines that need the runner come first by deadline, then lines by date, then done lines', () => {
  const lines = [
    { step: 'pay', state: 'done' },
    { step: 'start', state: 'later', from: at(9) },
    { step: 'collect', state: 'later', from: at(5) },
    { step: 'share', state: 'todo' },
    { step: 'sign', state: 'todo', until: at(8) },
    { step: 'book', state: 'todo', until: at(4) },
    { step: 'team', state: 'later' },
    { step: 'appointment', state: 'later', until: at(3) },
  ] as const
  expect(lines.toSorted(byChecklist).map(({ step }) => step)).toEqual([
    'book',
    'sign',
    'share',
    'appointment',
    'collect',
    'start',
    'team',
    'pay',
  ])
})

test('the booking of a time for the pack stands directly before the pick-up', () => {
  const collect = { step: 'collect', state: 'later', from: at(5) } as const
  const other = { step: 'book', state: 'later', until: at(6) } as const
  const book = { step: 'book', state: 'later', until: at(7), before: 'collect' } as const
  expect(inChecklistOrder([collect, other, book])).toEqual([book, collect, other])
  const now = { ...book, state: 'todo' } as const
  expect(inChecklistOrder([collect, other, now])).toEqual([now, collect, other])
  expect(inChecklistOrder([other, book])).toEqual([other, book])
})

test("the order is the same in every order of the rooms' answers", () => {
  const line = fc.record({
    step: fc.constantFrom(...checklistSteps),
    state: fc.constantFrom(...checklistStates),
    from: fc.option(fc.integer({ min: 1, max: 28 }).map(at)),
    until: fc.option(fc.integer({ min: 1, max: 28 }).map(at)),
  })
  fc.assert(
    fc.property(fc.uniqueArray(line, { selector: ({ step }) => step, maxLength: 12 }), (lines) => {
      const sorted = lines.toSorted(byChecklist)
      expect(lines.toReversed().toSorted(byChecklist)).toEqual(sorted)
      const states = sorted.map(({ state }) => checklistStates.indexOf(state))
      expect(states).toEqual(states.toSorted())
    }),
  )
})
