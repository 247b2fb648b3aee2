import { readable } from '#db/readable.ts'

/** Lines of orders for goods, for other rooms. */
export const soldItemRows = readable('sold_items', [
  'raceid',
  'id',
  '_key',
  'orderid',
  'uid',
  'room',
  'goodsid',
  'variantid',
  'slot',
  'n',
  'amount',
  'returned',
  'back',
  'state',
  'created_at',
  'paid_at',
])
/** Kinds of goods, for rooms that show that a kind changed. */
export const goodsRows = readable('goods', ['raceid', 'id', 'updated_at'])
