import { inSession } from '#ui/router/address.ts'

const key = 'looked-up'
/**
 * What was last looked for in this tab: coming back from a detail finds the list again, and a detail that needs the
 * number takes it from here.
 */
export const askedInTab = (): string | undefined => inSession.get(key)
export const keepAsked = (idnum: string | undefined): void => inSession.set(key, idnum)
