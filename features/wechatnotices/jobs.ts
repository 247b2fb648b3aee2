import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { ASKED_MS } from './asking.service.ts'
import { endStuck, removeAsked } from './store.ts'

export const sweeps: readonly Sweep<Parts>[] = [
  {
    name: 'wechat_consents_stuck',
    everySeconds: 300,
    run: async ({ db, now }) => {
      await endStuck(db, new Date(now.getTime() - 600_000), now)
      await removeAsked(db, new Date(now.getTime() - 2 * ASKED_MS))
    },
  },
]
