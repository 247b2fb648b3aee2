import { namingBuyers } from '#features/orders/buyers.service.ts'
import { signupGoodsSeller, goodsOrderPage } from '#features/registrations/signup/goodsAtSignup.service.ts'
import type { Room } from '#seam/server/room.ts'
import { table } from './movements/movements.service.ts'
import { pageOfGoodsOrder } from './payGoods.service.ts'
import { personal } from './personal.service.ts'
import { accountNames } from './public.store.ts'
import { routes } from './routes.ts'
import { sellAtSignup } from './signup/signup.service.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

/** The goods of all selling rooms. A copy of a race has the same kinds, closed and unsold. */
export const room: Room = {
  name: 'sales',
  routes,
  refusals,
  personal,
  story,
  tables: [table],
  provides: [
    signupGoodsSeller.from(sellAtSignup),
    goodsOrderPage.from(pageOfGoodsOrder),
    namingBuyers('sales', accountNames),
  ],
  configuration: {
    copied: {
      goods: { part: 'rules', row: (row) => ({ ...row, open: false }) },
      variants: { part: 'rules' },
      stock: { part: 'rules', row: (row) => ({ ...row, sold: 0 }) },
    },
  },
}
