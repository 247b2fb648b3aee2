import * as z from 'zod/mini'
import type { Job } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { COMPLETE_MOVE, completeMove } from './completing.service.ts'

const Payload = z.object({ raceid: z.number(), orderid: z.number() })

export const jobs: readonly Job<Parts>[] = [
  {
    name: COMPLETE_MOVE,
    run: async (payload, working) => {
      const { raceid, orderid } = Payload.parse(payload)
      await completeMove(working, raceid, orderid, working.now)
    },
  },
]
