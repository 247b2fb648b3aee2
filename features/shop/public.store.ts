import { readable } from '#db/readable.ts'

/** Orders of the shop and their returns, for rooms that count what waits for staff. */
export const shopOrderRows = readable('shop_orders', ['raceid', 'orderid', 'state', 'way'])
export const shopReturnRows = readable('shop_returns', ['raceid', 'id', 'state'])
