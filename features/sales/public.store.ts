import { readable } from '#db/readable.ts'

/** Lines of orders for goods, for selling rooms that list their own orders. */
export const soldItemRows = readable('sold_items', [
  'raceid',
  'id',
  '_key',
  'orderid',
  'slot',
  'n',
  'amount',
  'returned',
  'back',
  'state',
])
