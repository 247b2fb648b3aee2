import type { LiveStart } from './useLiveRace.ts'

/**
 * Returns a text that is equal for two answers with the same courses. A `RunnerField` of one answer fits each answer
 * that has an equal text.
 */
export const coursesIn = ({ raceid, events }: LiveStart): string =>
  JSON.stringify([
    raceid,
    events.map(({ eventid, colour, course }) => [eventid, colour, course?.metres, course?.points.length]),
  ])
