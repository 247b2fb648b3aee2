/**
 * The filter of the registrations list for each figure of an event. The filtered list shows the registrations that the
 * figure counts.
 */
export const listBehind = {
  registered: { state: 'normal' },
  paid: { state: 'normal', paid: '1' },
  unpaid: { state: 'normal', paid: '0' },
  draw: { state: 'draw' },
  to_review: { state: 'audit' },
  waitlist: { state: 'wait' },
  left: { state: 'left' },
} as const
export type Figure = keyof typeof listBehind

/** Returns the filter of the registrations list that shows the buyers of an add-on, paid or unpaid. */
export const buyersBehind = (addon: { eventid: number; id: string }, paid: '0' | '1') => ({
  addon: `${addon.eventid}.${addon.id}`,
  paid,
})
