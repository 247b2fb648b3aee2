/**
 * Classes of the data that a race holds on its runners. Each class is kept for its own number of days after race day.
 */
export const raceClasses = ['identity', 'contact', 'emergency', 'health', 'proofs'] as const
export type RaceClass = (typeof raceClasses)[number]
/** Classes of the organisation's data. A row is kept for the number of days of its class after it was written. */
export const organisationClasses = ['messages', 'log'] as const
export type OrganisationClass = (typeof organisationClasses)[number]

/** Two accounts of one person: `from` is merged into `to`. */
export type Merging = { from: number; to: number }
