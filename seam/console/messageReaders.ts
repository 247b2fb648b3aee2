import { inSession } from '#ui/router/address.ts'

/**
 * Leaves a filter for the page of announcements, which then opens a message to the registrations of the filter. The
 * browser tab keeps the filter in its own storage, because an address cannot hold a thousand numbers.
 */
export const chooseMessageReaders = (raceid: number, filter: object): void =>
  inSession.set('message-to', JSON.stringify({ raceid, filter }))
