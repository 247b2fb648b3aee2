import * as z from 'zod'
import { type Job, type Sweep, addJob } from '#db/jobs.ts'
import type { Parts } from '#server/answer.ts'
import { FILM_GONE, removePieces } from './films.ts'
import { takeBrokenOff } from './films.store.ts'

/** An upload that broke off goes on when the same film is chosen again; after this long nobody will. */
const BROKEN_OFF_MS = 7 * 86_400_000
const PER_SWEEP = 50

/** Films whose upload was given up go, their pieces by a job of the same transaction. */
export const sweepFilms: Sweep<Parts>['run'] = ({ db, now }) =>
  db.transaction().execute(async (tx) => {
    for (const { raceid, key, bytes } of await takeBrokenOff(tx, new Date(now.getTime() - BROKEN_OFF_MS), PER_SWEEP)) await addJob(tx, FILM_GONE, { raceid, key, bytes })
  })

export const jobs: readonly Job<Parts>[] = [{ name: FILM_GONE, run: (payload, working) => removePieces(working, z.object({ raceid: z.number(), key: z.string(), bytes: z.number() }).parse(payload)) }]
export const sweeps: readonly Sweep<Parts>[] = [{ name: 'films broken off', everySeconds: 3600, run: sweepFilms }]
