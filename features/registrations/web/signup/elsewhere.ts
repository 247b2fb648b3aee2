import type { Params } from '#ui/router/address.ts'
import type { SignupInput } from '../../signup/signup.contract.ts'
import type { Draft } from './draft.ts'

/**
 * A page of another room that uses the sign-up form for one person, such as the entry of a person whom a club lists.
 * Nobody pays there, and the page sends the values to a call of its own.
 */
export type Elsewhere = {
  /** The name under which the device keeps the form. */
  draftName: string
  /** The values that the page knows already. */
  start: Partial<Draft>
  /** The address of a step. */
  at: (params: Params) => string
  send: (entry: Omit<SignupInput, 'raceid'>) => Promise<void>
}
