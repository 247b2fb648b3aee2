import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Undoable, changed, redone, settled, undoable, undone } from './undo.ts'

describe('undo', () => {
  test('steps of one gesture are one step; after the gesture has ended, the same gesture is another step', () => {
    let text = undoable('')
    for (const typed of ['a', 'ab', 'abc']) text = changed(text, typed, 'type')
    text = changed(settled(text), 'abcd', 'type')
    expect(undone(text).now).toBe('abc')
    expect(undone(undone(text)).now).toBe('')
    expect(redone(redone(undone(undone(text)))).now).toBe('abcd')
  })
  test('at either end nothing happens, and an empty change is no step', () => {
    const text = undoable('a')
    expect(undone(text)).toBe(text)
    expect(redone(text)).toBe(text)
    expect(changed(text, 'a', 'x')).toBe(text)
  })
  test('a change after an undo drops the undone steps', () => {
    const text = changed(undone(changed(undoable(0), 1)), 2)
    expect(redone(text).now).toBe(2)
    expect(undone(text).now).toBe(0)
  })
  test('for random actions: undoing all leads back to the first state, redoing all to the last', () => {
    const step = fc.record({ value: fc.integer(), tag: fc.constantFrom(undefined, 'a', 'b') })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let state: Undoable<number> = undoable(-0.5)
        for (const { value, tag } of steps) state = changed(state, value, tag)
        let back = state
        for (let n = 0; n <= steps.length; n++) back = undone(back)
        expect(back.now).toBe(-0.5)
        let forth = back
        for (let n = 0; n <= steps.length; n++) forth = redone(forth)
        expect(forth.now).toBe(state.now)
        expect(forth.past).toEqual(state.past)
      }),
    )
  })
  test('the oldest of very many steps are dropped', () => {
    let state = undoable(0)
    for (let n = 1; n <= 500; n++) state = changed(state, n)
    expect(state.past).toHaveLength(200)
    expect(state.past[0]).toBe(300)
  })
})
