import * as z from 'zod/mini'
import type { Job } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { COMPLETE_STAY_CHANGE, completeChange } from './changing/changeOrders.service.ts'
import { WITHDRAW, withdrawNow } from './changing/withdrawChange.service.ts'

const Payload = z.object({ raceid: z.number(), orderid: z.number() })

export const jobs: readonly Job<Parts>[] = [
  {
    name: COMPLETE_STAY_CHANGE,
    run: async (payload, working) => {
      const { raceid, orderid } = Payload.parse(payload)
      await completeChange(working, raceid, orderid, working.now)
    },
  },
  {
    name: WITHDRAW,
    run: async (payload, working) => {
      const { raceid, orderid } = Payload.parse(payload)
      await withdrawNow(working, raceid, orderid, working.now)
    },
  },
]
