import { expect, test } from 'vitest'
import { answersAt, moments } from './preview.rules.ts'

const draft = { gathers: '2026-03-09T01:00:00.000Z', opens: '2026-03-09T02:00:00.000Z', perSecond: 10, useMinutes: 15 }

test('the preview shows each moment of the waiting room with the typed times', () => {
  expect(moments.map((moment) => answersAt(moment, draft).room.phase)).toEqual(['soon', 'gathering', 'open', 'open'])
  expect(answersAt('soon', draft)).toMatchObject({ room: { now: '2026-03-09T00:00:00.000Z' }, standing: null })
  // 620 people are in front, and the waiting room lets 10 of them in each second.
  expect(answersAt('waiting', draft).standing).toMatchObject({ ahead: 620, turn_at: '2026-03-09T02:01:02.000Z' })
  expect(answersAt('turn', draft).standing).toMatchObject({ state: 'admitted', until: '2026-03-09T02:16:02.000Z' })
})

test('while nobody is let in, the preview names no time of the turn', () => {
  expect(answersAt('waiting', { ...draft, perSecond: 0 }).standing?.turn_at).toBeNull()
})
