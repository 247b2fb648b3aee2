import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import { eventRows } from '#features/events/public.store.ts'
import type { UseRow } from '#features/invitations/public.store.ts'

const columnOf = { clothes: 'clothes', packagebus: 'packagebus', zone: 'runnerzone' } as const
/** The number of holders of a shirt, a seat or a room in a zone of this name (eventid 0: over all events). */
export const countHolders = async (
  tx: Tx,
  raceid: number,
  kind: keyof typeof columnOf,
  eventid: number,
  name: string,
): Promise<number> => {
  let query = tx
    .selectFrom('registrations')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('raceid', '=', raceid)
    .where('place_held', '=', true)
    .where(columnOf[kind], '=', name)
  if (eventid !== 0) query = query.where('eventid', '=', eventid)
  return Number((await query.executeTakeFirstOrThrow()).n)
}

/** Registrations that came in with an invitation, newest first. */
export const listUses = (
  db: Db,
  raceid: number,
  inviteid: number,
  before: number | undefined,
  limit: number,
): Promise<UseRow[]> => {
  let query = db
    .selectFrom('registrations as r')
    .innerJoin(eventRows.as('e'), (join) => join.onRef('e.raceid', '=', 'r.raceid').onRef('e.id', '=', 'r.eventid'))
    .select([
      'r.id',
      'r.name',
      'e.name as e_name',
      'e.names as e_names',
      'r.price',
      'r.pay_at',
      'r.created_at',
      sql<boolean>`r.deleted_at is null and r.closed_at is null and r.refundid = 0`.as('live'),
    ])
    .where('r.raceid', '=', raceid)
    .where('r.inviteid', '=', inviteid)
    .orderBy('r.id', 'desc')
    .limit(limit)
  if (before !== undefined) query = query.where('r.id', '<', before)
  return query.execute()
}
