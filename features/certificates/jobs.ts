import * as z from 'zod'
import type { Job } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import {
  END_EXPORT,
  EXPORT,
  EXPORTS_OVER,
  FORGET,
  drawExports,
  endDrawnExport,
  endOverExports,
  forgetDrawn,
} from './export/drawExports.service.ts'

const keyOf = (payload: unknown) => z.object({ raceid: z.number(), id: z.number() }).parse(payload)
const Ids = z.array(z.number())
/** The holders of a job. A job of the last release does not tell registrations from results. */
const Forgotten = z.union([
  z.object({ raceid: z.number(), registrations: Ids, results: Ids }),
  z
    .object({ raceid: z.number(), holderids: Ids })
    .transform(({ raceid, holderids }) => ({ raceid, registrations: holderids, results: holderids })),
])

export const jobs: readonly Job<Parts>[] = [
  { name: EXPORT, run: (_payload, working) => drawExports(working) },
  { name: FORGET, run: (payload, working) => forgetDrawn(working, Forgotten.parse(payload)) },
  { name: END_EXPORT, run: (payload, working) => endDrawnExport(working, keyOf(payload)) },
  { name: EXPORTS_OVER, cron: '20 18 * * *', run: (_payload, working) => endOverExports(working) },
]
