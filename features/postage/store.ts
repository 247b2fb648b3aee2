import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import type { Parcels, PostageSettings } from '#db/schema.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { orderRows } from '#features/orders/public.store.ts'
import { eventRows } from '#features/events/public.store.ts'
import { POSTAGE_FEN, type ParcelState, type PostageFor } from './rules.ts'

export type ParcelRow = Selectable<Parcels>
export type SettingsRow = Omit<Selectable<PostageSettings>, 'who'> & { who: PostageFor }

/** Reads a race's terms. A race without terms offers nothing. */
export const readSettings = async (on: Db | Tx, raceid: number): Promise<Omit<SettingsRow, 'updated_at' | 'raceid'>> =>
  ((await on.selectFrom('postage_settings').selectAll().where('raceid', '=', raceid).executeTakeFirst()) as
    | SettingsRow
    | undefined) ?? {
    open: false,
    until: null,
    fee: POSTAGE_FEN,
    who: 'pb',
    sizes: ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL'],
  }
export type Terms = Omit<SettingsRow, 'updated_at' | 'raceid'>
export const savePostageSettings = async (tx: Tx, raceid: number, row: Terms, now: Date): Promise<void> => {
  await tx
    .insertInto('postage_settings')
    .values({ raceid, ...row, updated_at: now })
    .onConflict((on) => on.column('raceid').doUpdateSet({ ...row, updated_at: now }))
    .execute()
}

export type OwnParcel = ParcelRow & { fee: number; pay_end: Date; order_key: string }
/** Finds a registration's last parcel with its order. Returns undefined if there is no parcel. */
export const findOwn = (on: Db | Tx, raceid: number, registrationid: number): Promise<OwnParcel | undefined> =>
  on
    .selectFrom('parcels')
    .innerJoin(orderRows.as('orders'), (join) =>
      join.onRef('orders.raceid', '=', 'parcels.raceid').onRef('orders.id', '=', 'parcels.orderid'),
    )
    .selectAll('parcels')
    .select(['orders.amount as fee', 'orders.pay_end', 'orders._key as order_key'])
    .where('parcels.raceid', '=', raceid)
    .where('parcels.registrationid', '=', registrationid)
    .orderBy('parcels.id', 'desc')
    .limit(1)
    .executeTakeFirst()
export const insertParcel = async (
  tx: Tx,
  row: Pick<
    ParcelRow,
    | 'raceid'
    | 'registrationid'
    | 'uid'
    | 'orderid'
    | 'size'
    | 'former'
    | 'seconds'
    | 'contact'
    | 'contact_mask'
    | 'state'
  >,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('parcels')
    .values({ ...row, created_at: now, updated_at: now })
    .execute()
}
export const changeParcel = async (
  tx: Tx,
  raceid: number,
  id: number,
  set: Partial<
    Pick<
      ParcelRow,
      'size' | 'former' | 'seconds' | 'contact' | 'contact_mask' | 'state' | 'carrier' | 'number' | 'sent_at'
    >
  >,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('parcels')
    .set({ ...set, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
/** Changes a parcel after its order was paid, closed or refunded. A parcel that was sent stays unchanged. */
export const moveOfOrder = async (
  tx: Tx,
  raceid: number,
  orderid: number,
  from: readonly ParcelState[],
  state: ParcelState,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('parcels')
    .set({ state, updated_at: now })
    .where('raceid', '=', raceid)
    .where('orderid', '=', orderid)
    .where('state', 'in', from)
    .execute()
}
export const lockParcel = (tx: Tx, raceid: number, id: number): Promise<ParcelRow | undefined> =>
  tx.selectFrom('parcels').selectAll().where('raceid', '=', raceid).where('id', '=', id).forUpdate().executeTakeFirst()

export type ParcelView = ParcelRow & {
  runner: string
  prefix_bib: string | null
  bib: string | null
  event: string
  registration_key: string
}
export const listParcels = (
  on: Db | Tx,
  raceid: number,
  { state, id, after, limit }: { state?: string | undefined; id?: number; after?: number | undefined; limit: number },
): Promise<ParcelView[]> => {
  let query = on
    .selectFrom('parcels')
    .innerJoin(registrationRows.as('r'), (join) =>
      join.onRef('r.raceid', '=', 'parcels.raceid').onRef('r.id', '=', 'parcels.registrationid'),
    )
    .innerJoin(eventRows.as('e'), (join) => join.onRef('e.raceid', '=', 'r.raceid').onRef('e.id', '=', 'r.eventid'))
    .selectAll('parcels')
    .select(['r.name as runner', 'r.prefix_bib', 'r.bib', 'e.name as event', 'r._key as registration_key'])
    .where('parcels.raceid', '=', raceid)
  if (state) query = query.where('parcels.state', '=', state)
  if (id !== undefined) query = query.where('parcels.id', '=', id)
  if (after !== undefined) query = query.where('parcels.id', '>', after)
  return query.orderBy('parcels.id').limit(limit).execute()
}
export const countParcels = async (db: Db, raceid: number) => {
  const { rows } = await sql<{ open: number; paid: number; sent: number }>`
    select count(*) filter (where state = 'open') as open, count(*) filter (where state = 'paid') as paid, count(*)
      filter (where state = 'sent') as sent from parcels where raceid = ${raceid}`.execute(db)
  return rows[0]!
}
