import { needed } from '#db/needed.ts'
import { type Readable, readable } from '#db/readable.ts'

/**
 * Results of earlier races. The draw's criterion for entrants who never finished one of these races reads the results.
 */
export const pastResults =
  needed<Readable<{ raceid: number; registrationid: number | null; outcome: string }>>('results of races')

/** The draws of events. After the state `drawn` an outcome gives each registration its place or its waiting code. */
export const ballotRows = readable('ballots', ['raceid', 'eventid', 'state'])
