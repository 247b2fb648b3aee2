import { expect, test } from 'vitest'
import { registrationStates } from '../contract.ts'
import { losesRace } from './leaving.rules.ts'

// State by state: a runner who only waits for a place loses nothing, unless the race counts that as an exit.
const waiting = ['wait', 'undraw']
test.each(registrationStates.map((state) => [state, !waiting.includes(state)] as const))(
  'leaving in state %s loses the race: %s',
  (state, loses) => {
    expect(losesRace(state, { wait_exit: false })).toBe(loses)
    expect(losesRace(state, { wait_exit: true })).toBe(true)
  },
)
