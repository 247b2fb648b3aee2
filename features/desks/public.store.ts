import { type Db, named } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import type { Readable } from '#db/readable.ts'

/** The chips of runners, each with the printed bib of its runner. */
export const chipsOfRunners = needed<Readable<{ raceid: number; chip: string; bib: string }>>('chips of runners')

/** Returns the ids of the given registrations whose pack was handed out and not taken back. */
export const packsHandedOut = async (db: Db, raceid: number, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set(
    (
      await named<{ id: number }>(
        db,
        'desks: handed out among',
        `select distinct h.registrationid as id from handouts h
          where h.raceid = $1 and h.registrationid = any($2::bigint[]) and h.kind = 'pack'
            and not exists (select from handouts u where u.raceid = h.raceid and u.undoes = h.entry)`,
        [raceid, ids],
      )
    ).map(({ id }) => id),
  )
