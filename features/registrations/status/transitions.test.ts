import { expect, test } from 'vitest'
import { registrationStates } from '../contract.ts'
import { transitionActions, mayBecome, stateAfter, transition, transitions } from './transitions.rules.ts'

test('what specification 1 section 4 does not know cannot happen', () => {
  for (const [from, action] of [
    ['auditfail', 'approve'],
    ['waitfail', 'admit'],
    ['delay', 'reserve'],
    ['normal', 'mend'],
    ['audit', 'pay'],
    ['auditfail', 'exit'],
    ['none', 'delete'],
    ['undraw', 'win'],
  ] as const) {
    expect(transition(from, action)).toBeUndefined()
    expect(() => stateAfter(from, action)).toThrow(action)
  }
  expect(mayBecome('auditfail', 'normal')).toBe(false)
  expect(mayBecome('waitfail', 'wait')).toBe(false)
})

test('every state can be reached, and every action happens somewhere', () => {
  const reached = new Set<string>(['none'])
  for (const { from, to } of [...transitions, ...transitions, ...transitions])
    if (to !== 'same' && from.some((state) => reached.has(state))) reached.add(to)
  expect([...reached].sort()).toEqual(['none', ...registrationStates].sort())
  expect([...new Set(transitions.map(({ action }) => action))].sort()).toEqual([...transitionActions].sort())
})

test('an entry begins in the state of the event; a correction goes back to the review, an approval on to the place', () => {
  expect((['normal', 'draw', 'audit', 'wait'] as const).map((state) => stateAfter('none', 'enter', state))).toEqual([
    'normal',
    'draw',
    'audit',
    'wait',
  ])
  expect(() => stateAfter('none', 'enter', 'undraw')).toThrow('enter')
  expect([stateAfter('audit', 'approve'), stateAfter('audit', 'refuse'), stateAfter('auditfail', 'mend')]).toEqual([
    'normal',
    'auditfail',
    'audit',
  ])
  expect([stateAfter('normal', 'reserve'), stateAfter('draw', 'delete'), stateAfter('wait', 'pay')]).toEqual([
    'delay',
    'draw',
    'wait',
  ])
})

test('a deletion and an expiry free the document; a refusal, a refund and a reservation do not', () => {
  expect(
    transitions
      .filter(({ document }) => document === 'frees')
      .map(({ action }) => action)
      .sort(),
  ).toEqual(['delete', 'expire'])
  for (const action of ['refuse', 'exit', 'reserve'] as const)
    expect(transitions.find((one) => one.action === action)?.place).toBe('gives_back')
})
