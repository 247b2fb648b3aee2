import { type Db, type Tx, named } from '#db/db.ts'
import type { WalkInRange } from './contract.ts'

export const findRange = async (on: Db | Tx, raceid: number): Promise<WalkInRange | undefined> =>
  on.selectFrom('walkin_ranges').select(['prefix', 'first', 'last']).where('raceid', '=', raceid).executeTakeFirst()

export const saveRange = async (tx: Tx, raceid: number, range: WalkInRange, now: Date): Promise<void> => {
  await named(
    tx,
    'walk-ins: range',
    `insert into walkin_ranges (raceid, prefix, first, last, updated_at) values ($1, $2, $3, $4, $5)
      on conflict (raceid) do update set prefix = $2, first = $3, last = $4, updated_at = $5`,
    [raceid, range.prefix, range.first, range.last, now],
  )
}
export const removeRange = async (tx: Tx, raceid: number): Promise<void> => {
  await tx.deleteFrom('walkin_ranges').where('raceid', '=', raceid).execute()
}
