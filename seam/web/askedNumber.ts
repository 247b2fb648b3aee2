import { inSession } from '#ui/router/address.ts'

const key = 'looked-up'
/**
 * Returns the identity number that this tab looked for last. A person who comes back from a detail finds the list
 * again.
 */
export const lastNumberOfTab = (): string | undefined => inSession.get(key)
export const rememberNumber = (idnum: string | undefined): void => inSession.set(key, idnum)
