import { inSession } from '#ui/router/address.ts'

const key = 'looked-up'
/**
 * Returns the identity number that this tab looked for last. If a person comes back from a found runner, the query page
 * shows the found runners again.
 */
export const lastNumberOfTab = (): string | undefined => inSession.get(key)
export const rememberNumber = (idnum: string | undefined): void => inSession.set(key, idnum)
