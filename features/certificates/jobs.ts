import * as z from 'zod'
import type { Job } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { END_EXPORT, EXPORT, FORGET, drawExports, endDrawnExport, forgetDrawn } from './export/drawExports.service.ts'

const keyOf = (payload: unknown) => z.object({ raceid: z.number(), id: z.number() }).parse(payload)

export const jobs: readonly Job<Parts>[] = [
  { name: EXPORT, run: (_payload, working) => drawExports(working) },
  {
    name: FORGET,
    run: (payload, working) =>
      forgetDrawn(working, z.object({ raceid: z.number(), holderids: z.array(z.number()) }).parse(payload)),
  },
  { name: END_EXPORT, run: (payload, working) => endDrawnExport(working, keyOf(payload)) },
]
