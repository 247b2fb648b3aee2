import { type Db, type Tx, named } from '#db/db.ts'
import { paymentRows, refundRows } from '#features/payments/public.store.ts'
import { staffRows } from '#features/staff/public.store.ts'
import type { DeskWay } from '#features/payments/rules.ts'

/**
 * The sums of a drawer from the books, and its newest count. If nobody has counted the drawer, the columns of the count
 * are null.
 */
export type DrawerRow = {
  day: string
  staffid: number
  staff: string | null
  cash_count: number
  cash_sum: number
  card_count: number
  card_sum: number
  transfer_count: number
  transfer_sum: number
  back_count: number
  back_sum: number
  last_moves: number | null
  last_expected: number | null
  last_counted: number | null
}

/**
 * The movements at the desks of a race. `$1` is the race and `$2` its zone. A refund from a drawer belongs to the
 * person who paid it out.
 */
const moved = `
  select to_char(p.paid_at at time zone $2, 'YYYY-MM-DD') as day, coalesce(p.taken_by, 0) as staffid,
    'payment' as kind, p.id, p.orderid, p.paid_at as at, p.way, p.paid_amount as amount, p.receipt,
    p.gateway_number as reference
  from ${paymentRows.text} p where p.raceid = $1 and p.gateway = 'desk' and p.state = 'paid'
  union all
  select to_char(r.hand_at at time zone $2, 'YYYY-MM-DD'), r.hand_by, 'refund', r.id, r.orderid, r.hand_at, 'cash',
    -r.hand_cash, null, r.hand_reference
  from ${refundRows.text} r where r.raceid = $1 and r.hand_cash is not null`

const sums = (['cash', 'card', 'transfer', 'back'] as const)
  .map((name) => {
    const these = name === 'back' ? `kind = 'refund'` : `kind = 'payment' and way = '${name}'`
    return `(count(*) filter (where ${these}))::int as ${name}_count,
      coalesce(sum(amount) filter (where ${these}), 0)::int as ${name}_sum`
  })
  .join(', ')
const drawers = (where: string, rest: string): string => `
  select d.*, s.name as staff, c.moves as last_moves, c.expected as last_expected, c.counted as last_counted
  from (select day, staffid, ${sums} from (${moved}) as moved ${where} group by day, staffid) d
  left join ${staffRows.text} s on s.staffid = d.staffid
  left join lateral (
    select moves, expected, counted from desk_counts
    where raceid = $1 and day = d.day and staffid = d.staffid order by id desc limit 1
  ) c on true
  ${rest}`

/** Lists the drawers of a race, the newest day first. */
export const listDrawers = (
  db: Db,
  raceid: number,
  zone: string,
  after: { day: string; staffid: number } | undefined,
  limit: number,
): Promise<DrawerRow[]> =>
  named<DrawerRow>(
    db,
    'drawers: list',
    drawers(
      'where $3::text is null or day < $3 or (day = $3 and staffid > $4)',
      'order by d.day desc, d.staffid limit $5',
    ),
    [raceid, zone, after?.day ?? null, after?.staffid ?? 0, limit],
  )

export const findDrawer = async (
  on: Db | Tx,
  raceid: number,
  zone: string,
  { day, staffid }: { day: string; staffid: number },
): Promise<DrawerRow | undefined> =>
  (
    await named<DrawerRow>(on, 'drawers: one', drawers('where day = $3 and staffid = $4', ''), [
      raceid,
      zone,
      day,
      staffid,
    ])
  )[0]

type TakingRow = {
  kind: 'payment' | 'refund'
  id: number
  orderid: number
  at: Date
  way: DeskWay
  amount: number
  receipt: number | null
  reference: string | null
}
/** Lists the movements of a drawer in the order of time. */
export const listTakings = (
  db: Db,
  raceid: number,
  zone: string,
  { day, staffid }: { day: string; staffid: number },
  { after, limit }: { after: { at: Date; id: number } | undefined; limit: number },
): Promise<TakingRow[]> =>
  named<TakingRow>(
    db,
    'drawers: takings',
    `select kind, id, orderid, at, way, amount, receipt, reference from (${moved}) as moved
     where day = $3 and staffid = $4 and ($5::timestamptz is null or (at, id) > ($5, $6))
     order by at, id limit $7`,
    [raceid, zone, day, staffid, after?.at ?? null, after?.id ?? 0, limit],
  )

export const insertCount = async (
  tx: Tx,
  row: {
    raceid: number
    day: string
    staffid: number
    moves: number
    expected: number
    counted: number
    note: string
    counted_by: number
    counted_at: Date
  },
): Promise<void> => {
  await tx.insertInto('desk_counts').values(row).execute()
}

type CountRow = { id: number; expected: number; counted: number; note: string; staff: string | null; at: Date }
/** Lists the latest 100 counts of a drawer, the newest first. */
export const listCounts = (
  db: Db,
  raceid: number,
  { day, staffid }: { day: string; staffid: number },
): Promise<CountRow[]> =>
  named<CountRow>(
    db,
    'drawers: counts',
    `select c.id, c.expected, c.counted, c.note, s.name as staff, c.counted_at as at
     from desk_counts c left join ${staffRows.text} s on s.staffid = c.counted_by
     where c.raceid = $1 and c.day = $2 and c.staffid = $3 order by c.id desc limit 100`,
    [raceid, day, staffid],
  )
