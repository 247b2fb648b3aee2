/** Returns the first two names of a list, and the number of the others. */
export const shortNames = (names: readonly string[]): string =>
  names.slice(0, 2).join('、') + (names.length > 2 ? ` +${names.length - 2}` : '')

/** Returns the names on an order: its runners, or its buyers if it has no runners. */
export const namesOfOrder = (of: { registrations: readonly { name: string }[]; buyers: readonly string[] }): string =>
  shortNames(of.registrations.length > 0 ? of.registrations.map(({ name }) => name) : of.buyers)
