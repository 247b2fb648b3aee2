import * as z from 'zod'
import type { Job, Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { CALL_OFF, notifyCalledOff } from './callingOff.service.ts'
import { FREEZE, freezeList } from './list/freezing.service.ts'
import { drawLots } from './draw/lots.service.ts'
import { PUBLISH_BALLOT, publishDue, publishOutcome } from './publishing.service.ts'
import { DRAW, seedDue } from './draw/seeding.service.ts'

const keyOf = (payload: unknown) => z.object({ raceid: z.number(), id: z.number() }).parse(payload)

export const jobs: readonly Job<Parts>[] = [
  { name: FREEZE, run: (payload, working) => freezeList(working, keyOf(payload)) },
  { name: DRAW, run: (payload, working) => drawLots(working, keyOf(payload)) },
  { name: PUBLISH_BALLOT, run: (payload, working) => publishOutcome(working, keyOf(payload)) },
  { name: CALL_OFF, run: (payload, working) => notifyCalledOff(working, keyOf(payload)) },
]

export const sweeps: readonly Sweep<Parts>[] = [
  { name: 'ballots_to_seed', everySeconds: 3, run: (working) => seedDue(working, working.now) },
  { name: 'ballots_to_publish', everySeconds: 2, run: ({ db, now }) => publishDue(db, now) },
]
