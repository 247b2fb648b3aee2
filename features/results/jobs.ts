import * as z from 'zod'
import { type Job, type Sweep, addJob } from '#db/jobs/jobs.ts'
import { TEAMS_MOVED } from '#features/teams/rules.ts'
import type { Parts } from '#seam/server/handle.ts'
import { FILM_GONE, removePieces } from './films/films.service.ts'
import { takeBrokenOff } from './films/films.store.ts'
import { PUBLISH_RESULTS, publishScheduled } from './publication/publication.service.ts'
import { rankTeamsAnew } from './ranking/regrouping.service.ts'

/**
 * The time after which an upload counts as given up. Until then a person can continue a broken upload by choosing the
 * same film again.
 */
const BROKEN_OFF_MS = 7 * 86_400_000
const PER_SWEEP = 50

/** Removes films whose upload was given up. For each film the same transaction adds a job, which removes the pieces. */
export const sweepFilms: Sweep<Parts>['run'] = ({ db, now }) =>
  db.transaction().execute(async (tx) => {
    for (const { raceid, key, bytes } of await takeBrokenOff(tx, new Date(now.getTime() - BROKEN_OFF_MS), PER_SWEEP))
      await addJob(tx, FILM_GONE, { raceid, key, bytes })
  })

export const jobs: readonly Job<Parts>[] = [
  {
    name: FILM_GONE,
    run: (payload, working) =>
      removePieces(working, z.object({ raceid: z.number(), key: z.string(), bytes: z.number() }).parse(payload)),
  },
  {
    name: TEAMS_MOVED,
    run: (payload, { db, now }) => rankTeamsAnew(db, z.object({ raceid: z.number() }).parse(payload).raceid, now),
  },
  {
    name: PUBLISH_RESULTS,
    run: (payload, working) =>
      publishScheduled(working, z.object({ raceid: z.number(), eventid: z.number() }).parse(payload)),
  },
]
export const sweeps: readonly Sweep<Parts>[] = [{ name: 'films broken off', everySeconds: 3600, run: sweepFilms }]
