import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Line, RaceId, Time } from '#contract/scalars.ts'
import { EntryId, HandoutShown } from '../contract.ts'

export const DeskFigures = z.object({
  /** The numbers of runners who will run, of packs that were handed out, and of packs that are left. */
  expected: z.number(),
  handed: z.number(),
  left: z.number(),
  events: z.array(z.object({ id: z.number(), name: z.string(), expected: z.number(), handed: z.number() })),
  desks: z.array(
    z.object({
      id: z.nullable(z.number()),
      name: z.nullable(z.string()),
      packs: z.number(),
      /** The number of packs in each quarter hour. `at` is the beginning of the quarter hour. */
      quarters: z.array(z.object({ at: Time, packs: z.number() })),
      /** Packs in the last full quarter hour. */
      pace: z.number(),
    }),
  ),
  /** Minutes until the remaining packs are handed out at the present pace; null if packs remain and the pace is 0. */
  minutes: z.nullable(z.number()),
  clashes: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      bib: z.nullable(z.string()),
      packs: z.array(HandoutShown),
      /** The outcome, if a supervisor settled exactly these hand-outs. They stay and count in the stock. */
      settled: z.nullable(z.object({ note: z.string(), staff: z.nullable(z.string()), at: Time })),
    }),
  ),
  /**
   * The number of doubtful entries. An entry of a device is doubtful if it broke a rule on its arrival, if the device
   * was revoked, or if its moment is unsure.
   */
  doubtful: z.number(),
})
export type DeskFigures = z.output<typeof DeskFigures>
export const consoleDesksFigures = post('/console/desks/figures', {
  access: { right: 'desk.manage' },
  input: z.object({ raceid: RaceId }),
  output: DeskFigures,
  description:
    'Shows the figures for the supervisor: packs of each desk by quarter hour, the pace, the packs that are ' +
    'left, and every clash with times and names.',
})
export const consoleDesksDoubts = post('/console/desks/doubts', {
  access: { right: 'desk.manage' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(HandoutShown) }),
  description: 'Lists the newest two hundred entries of devices that broke a rule when they arrived, with the rules.',
})
export const consoleDesksWindows = post('/console/desks/windows', {
  access: { right: 'desk.manage' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ desks: z.array(z.object({ name: z.string(), count: z.number() })), without: z.number() }),
  description: 'Writes the name of the desk that serves a bib into the window of each registration with a bib.',
})
export const consoleDesksSettle = post('/console/desks/settle', {
  access: { right: 'desk.manage' },
  input: z.object({
    raceid: RaceId,
    id: Int,
    /** The hand-outs that the supervisor saw. */
    packs: z.array(EntryId).check(z.minLength(2), z.maxLength(50)),
    note: Line(200),
  }),
  output: z.object({ id: z.number() }),
  refusals: ['clash_changed'],
  description:
    'Settles a pack that was handed out more than once and whose packs all left the hall. The hand-outs stay and count in the stock. A further hand-out opens the clash again.',
})
