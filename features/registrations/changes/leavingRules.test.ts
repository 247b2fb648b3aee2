import { expect, test } from 'vitest'
import { registrationStates } from '../contract.ts'
import { losesRace } from './leaving.rules.ts'

// In these states a runner only waits for a place. Such a runner loses nothing, unless the race counts leaving the line
// as an exit.
const waiting = ['wait', 'undraw']
test.each(registrationStates.map((state) => [state, !waiting.includes(state)] as const))(
  'leaving in state %s loses the race: %s',
  (state, loses) => {
    expect(losesRace(state, { wait_exit: false })).toBe(loses)
    expect(losesRace(state, { wait_exit: true })).toBe(true)
  },
)
