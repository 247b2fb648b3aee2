import { type Db, type Tx, named } from '#db/db.ts'
import { entered, registrationRows } from '#features/registrations/public.store.ts'
import { staffRows } from '#features/staff/public.store.ts'

export type StockChangeRow = { size: string; change: number; note: string; staff: string | null; at: Date }
export const listChanges = (db: Db, raceid: number): Promise<StockChangeRow[]> =>
  named<StockChangeRow>(
    db,
    'desks: stock changes',
    `select c.size, c.change, c.note, s.name as staff, c.at from desk_stock c
      left join ${staffRows.text} s on s.staffid = c.staffid
      where c.raceid = $1 order by c.id desc limit 100`,
    [raceid],
  )
/** Counts, for each size, the packs that are not handed out yet. */
export const countWaitingPacks = (on: Db | Tx, raceid: number): Promise<{ size: string; waiting: number }[]> =>
  named(
    on,
    'desks: waiting sizes',
    `select r.clothes as size, count(*)::int as waiting from ${registrationRows.text} r
      where r.raceid = $1 and ${entered('r')} and r.clothes is not null and not exists (
        select from handouts h where h.raceid = r.raceid and h.registrationid = r.id and h.kind = 'pack'
          and not exists (select from handouts u where u.raceid = h.raceid and u.undoes = h.entry))
      group by r.clothes`,
    [raceid],
  )
