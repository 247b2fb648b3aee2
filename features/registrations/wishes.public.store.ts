import { type Tx, named } from '#db/db.ts'
import { entered } from './public.store.ts'

/** A runner's wish for a bib number, with the sealed values that the wished number may contain. */
export type WishRow = { id: number; raceid: number; bib_wish: string; birth: Buffer | null; mobile: Buffer | null }
/** Lists the entered runners of these events who have no number and wish for one. */
export const listWishes = (tx: Tx, raceid: number, eventids: readonly number[]): Promise<WishRow[]> =>
  named<WishRow>(
    tx,
    'bibs: wishes',
    `select r.id, r.raceid, r.bib_wish, case when r.bib_wish = 'birthday' then r.birth end as birth,
       case when r.bib_wish = 'phone' then r.mobile end as mobile
     from registrations r
     where r.raceid = $1 and r.eventid = any($2::integer[]) and r.bib is null and r.bib_wish in ('birthday', 'phone')
       and ${entered('r')}`,
    [raceid, eventids],
  )
