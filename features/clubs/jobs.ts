import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { sweepDrafts } from './personal.store.ts'

/** The number of days after the race during which the list keeps people who never entered. */
const KEPT_DAYS = 30

/**
 * The sweep that erases the drafts of people whose registration is paid, because the registration holds the values. It
 * also erases the people who never entered.
 */
export const sweeps: readonly Sweep<Parts>[] = [
  {
    name: 'club_drafts_to_erase',
    everySeconds: 600,
    run: ({ db, now }) => sweepDrafts(db, new Date(now.getTime() - KEPT_DAYS * 86_400_000), now),
  },
]
