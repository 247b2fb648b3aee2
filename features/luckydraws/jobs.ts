import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { eraseContacts, returnPrizes } from './prizes/prizes.store.ts'
import { seedDueStages } from './stage/stage.service.ts'

const DAY = 86_400_000
/** The time for which the server keeps an address after the prize was sent, because a parcel may come back. */
const contactDays = 90

export const sweeps: readonly Sweep<Parts>[] = [
  { name: 'luckydraws_to_seed', everySeconds: 3, run: (working) => seedDueStages(working, working.now) },
  { name: 'prizes_return', everySeconds: 60, run: ({ db, now }) => returnPrizes(db, now) },
  {
    name: 'prizes_erase',
    everySeconds: 3600,
    run: ({ db, now }) => eraseContacts(db, new Date(now.getTime() - contactDays * DAY)),
  },
]
