import { inSession } from '#ui/router/address.ts'

/**
 * Leaves the registrations of a filter for the page of announcements, which then opens a message to them. The session
 * keeps the filter, because an address holds no thousand numbers.
 */
export const writeTo = (raceid: number, filter: object): void =>
  inSession.set('message-to', JSON.stringify({ raceid, filter }))
