import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Returns the breaches of the conditions that must always hold in the shop and for deposits. */
export const shopBreaches = async (db: Db): Promise<unknown[]> =>
  (
    await sql<{ breach: string }>`
      select 'stock ' || s.variantid || ' says ' || s.sold || ', items say '
          || coalesce(sum(i.n - i.returned) filter (where i.state in ('open', 'paid')), 0) as breach
        from stock s left join sold_items i on i.raceid = s.raceid and i.variantid = s.variantid and i.slot = s.slot
        group by s.raceid, s.variantid, s.slot, s.sold
        having s.sold <> coalesce(sum(i.n - i.returned) filter (where i.state in ('open', 'paid')), 0)
      union all select 'order ' || o.id || ' is ' || o.amount || ', items and postage are ' || sum(i.amount) + s.postage
        from shop_orders s join orders o on o.raceid = s.raceid and o.id = s.orderid
        join sold_items i on i.raceid = s.raceid and i.orderid = s.orderid
        group by o.id, o.amount, s.postage having o.amount <> sum(i.amount) + s.postage
      union all select 'order ' || o.id || ' gave ' || o.refunded || ', items and postage gave '
          || sum(i.back) + s.postage_back
        from shop_orders s join orders o on o.raceid = s.raceid and o.id = s.orderid
        join sold_items i on i.raceid = s.raceid and i.orderid = s.orderid
        left join (select raceid, orderid, sum(amount) as amount from refunds where state = 'waiting'
          group by raceid, orderid) r on r.raceid = o.raceid and r.orderid = o.id
        group by o.id, o.refunded, s.postage_back, r.amount
          having o.refunded + coalesce(r.amount, 0) <> sum(i.back) + s.postage_back
      union all select 'order ' || o.id || ' has discount ' || o.discount || ', coupons saved ' || sum(c.off)
        from orders o join coupons c on c.raceid = o.raceid and c.orderid = o.id
        group by o.id, o.discount having o.discount <> sum(c.off)
      union all select 'order ' || o.id || ' has a discount and no coupon' from orders o where o.room = 'shop'
        and o.discount > 0 and o.state <> 'closed' and o.refunded < o.amount
        and not exists (select from coupons c where c.raceid = o.raceid and c.orderid = o.id)
      union all select 'coupon ' || c.id || ' is used by a closed order' from coupons c
        join orders o on o.raceid = c.raceid and o.id = c.orderid where o.state = 'closed'
      union all select 'batch ' || b.id || ' says ' || b.given || ' given' from coupon_batches b
        where b.given <> (select count(*) from coupons c where c.raceid = b.raceid and c.batchid = b.id)
      union all select 'shop order ' || s.orderid || ' is ' || s.state || ', order is ' || o.state from shop_orders s
        join orders o on o.raceid = s.raceid and o.id = s.orderid
        where (o.state = 'open') <> (s.state = 'open') or (o.state = 'closed') <> (s.state = 'closed')
      union all select 'item ' || i.id || ' has ' || i.n || ' pieces, deposits ' || count(d.id) from sold_items i
        left join deposits d on d.raceid = i.raceid and d.itemid = i.id
        where i.room = 'deposits' and i.state in ('paid', 'ended')
        group by i.id, i.n, i.returned having count(d.id) <> i.n
          or count(d.id) filter (where d.state = 'back') <> i.returned
      union all select 'books of order ' || orderid from order_books where not balanced`.execute(db)
  ).rows
