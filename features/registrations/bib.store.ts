import { type Db, type Tx, named } from '#db/db.ts'

export type WornBib = { id: number; eventid: number; prefix_bib: string | null; bib: string }

/**
 * Lists live registrations whose bib number is one of `numbers`, in one event or in the whole race. `bibNumbersIn` of
 * bib.rules.ts makes `numbers`.
 */
export const listByNumbers = (
  on: Db | Tx,
  raceid: number,
  numbers: readonly string[],
  eventid: number | null,
): Promise<WornBib[]> =>
  numbers.length === 0
    ? Promise.resolve([])
    : named<WornBib>(
        on,
        'bibs by number',
        `select id, eventid, prefix_bib, bib from registrations
         where raceid = $1 and ltrim(upper(bib), '0') = any($2::text[]) and bib is not null
           and ($3::int is null or eventid = $3) and deleted_at is null and closed_at is null order by id`,
        [raceid, numbers, eventid],
      )
