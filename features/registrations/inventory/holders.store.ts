import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { eventRows } from '#features/events/public.store.ts'
import type { HeldPlaces } from '#features/invitations/ledger/rules.ts'
import { type UseRow, invitationSources } from '#features/invitations/public.store.ts'
import { hasLeft } from '../public.store.ts'

const columnOf = { clothes: 'clothes', packagebus: 'packagebus', zone: 'runnerzone' } as const
const countBought = async (tx: Tx, raceid: number, eventid: number, id: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum((bought->>'n')::integer), 0)::integer as n
    from registrations cross join lateral jsonb_array_elements(addons) as bought
    where raceid = ${raceid} and place_held and ${eventid} in (0, coalesce((bought->>'of')::integer, eventid)) and bought->>'id' = ${id}`.execute(
    tx,
  )
  return rows[0]!.n
}

/**
 * Counts the registrations that hold a shirt, a seat, a place in a zone or an add-on of this name. Event 0 counts over
 * all events. The name of an add-on is its id.
 */
export const countHolders = async (
  tx: Tx,
  raceid: number,
  kind: keyof typeof columnOf | 'addon',
  eventid: number,
  name: string,
): Promise<number> => {
  if (kind === 'addon') return countBought(tx, raceid, eventid, name)
  let query = tx
    .selectFrom('registrations')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('raceid', '=', raceid)
    .where('place_held', '=', true)
    .where(columnOf[kind], '=', name)
  if (eventid !== 0) query = query.where('eventid', '=', eventid)
  return Number((await query.executeTakeFirstOrThrow()).n)
}

/** Lists the registrations that used an invitation, newest first. */
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

/** Counts the held places of a race, grouped by the values that decide the source of a place. */
export const countPlacesHeld = async (db: Db, raceid: number): Promise<HeldPlaces[]> => {
  const { rows } = await sql<HeldPlaces>`
    select r.eventid, i.source, r.drawn_at is not null as drawn, r.by_hand, count(*)::integer as n
    from registrations r
    left join ${invitationSources.sql} i on i.raceid = r.raceid and i.id = r.inviteid
    where r.raceid = ${raceid} and r.place_held
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

/**
 * Finds the live registrations of some documents, without those of runners who left the race. A key of the answer is the index of the document, a space and the
 * index of the name, both as hex.
 */
export const idsOfDocuments = async (
  db: Db,
  raceid: number,
  documents: readonly Buffer[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await named<{ id: number; document: string }>(
    db,
    'registrations of documents',
    `select id, encode(document_ix, 'hex') || ' ' || coalesce(encode(name_ix, 'hex'), '') as document from registrations
      where raceid = $1 and document_ix = any($2::bytea[]) and closed_at is null and deleted_at is null
        and not ${hasLeft('registrations')}`,
    [raceid, documents],
  )
  return new Map(rows.map(({ id, document }) => [document, id]))
}
