import * as z from 'zod/mini'
import { FrameHost } from '#contract/scalars.ts'

/** The settings of a race for positions, followers and the live page. */
export const liveSettings = {
  /**
   * The number of hours for which the server keeps positions after the last contact of their device. A run that a runner
   * shares is kept for 72 hours at most, as its consent says.
   */
  live_keep_hours: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(720)), 72),
  /**
   * The action after `live_keep_hours`. The server erases the positions, or keeps one position of each five minutes for
   * a year. It always erases shared runs, and the positions of runners who agreed to be shown.
   */
  live_keep_then: z._default(z.enum(['erase', 'thin']), 'erase'),
  /** The number of text messages to followers that the race pays for. With 0 followers get no text messages. */
  follow_texts: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 0),
  /** The hosts of other sites that may show the live page in a frame. A browser accepts such a host only over https. */
  live_hosts: z._default(z.array(FrameHost).check(z.maxLength(20)), []),
}
