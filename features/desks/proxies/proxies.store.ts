import { type Db, type Tx, named } from '#db/db.ts'

export type ProxyRow = {
  raceid: number
  id: number
  _key: string
  registrationid: number
  name: string
  created_at: Date
  withdrawn_at: Date | null
}
const columns = ['raceid', 'id', '_key', 'registrationid', 'name', 'created_at', 'withdrawn_at'] as const
/**
 * Lists the proxies of registrations, the newest first. `used_at` is the time when a proxy collected the pack, or null.
 */
export const listProxies = (
  on: Db | Tx,
  raceid: number,
  registrationids: readonly number[],
): Promise<(ProxyRow & { used_at: Date | null })[]> =>
  named(
    on,
    'proxies: of registrations',
    `select p.${columns.join(', p.')},
        (select min(h.at) from handouts h where h.raceid = p.raceid and h.registrationid = p.registrationid
          and h.proxyid = p.id) as used_at
      from desk_proxies p where p.raceid = $1 and p.registrationid = any($2::bigint[]) order by p.id desc`,
    [raceid, registrationids],
  )
export const findProxy = (on: Db | Tx, raceid: number, key: string): Promise<ProxyRow | undefined> =>
  on.selectFrom('desk_proxies').select(columns).where('raceid', '=', raceid).where('_key', '=', key).executeTakeFirst()
export const insertProxy = (
  tx: Tx,
  row: { raceid: number; _key: string; registrationid: number; name: string; created_at: Date },
): Promise<ProxyRow> => tx.insertInto('desk_proxies').values(row).returning(columns).executeTakeFirstOrThrow()
/** Withdraws the valid proxies of a registration. Returns how many there were. */
export const withdrawProxies = async (tx: Tx, raceid: number, registrationid: number, now: Date): Promise<number> =>
  (
    await tx
      .updateTable('desk_proxies')
      .set({ withdrawn_at: now })
      .where('raceid', '=', raceid)
      .where('registrationid', '=', registrationid)
      .where('withdrawn_at', 'is', null)
      .returning('id')
      .execute()
  ).length
