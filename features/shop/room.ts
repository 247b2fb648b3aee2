import { couponGiver as couponPrize } from '#features/luckydraws/prizes/prizes.service.ts'
import { sellingGoods } from '#features/sales/hooks.service.ts'
import type { Room } from '#seam/server/room.ts'
import { checklist } from './orders/checklist.service.ts'
import { giveCouponAsPrize } from './coupons/coupons.service.ts'
import { table as couponTable } from './coupons/table.service.ts'
import { SHOP } from './goods.service.ts'
import { hooks } from './orders/orders.service.ts'
import { numberList } from './orders/numbers.service.ts'
import { table } from './orders/table.service.ts'
import { personal } from './personal.service.ts'
import { routes } from './routes.ts'
import { story } from './story.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'shop',
  checklist,
  routes,
  refusals,
  personal,
  story,
  tables: [table, couponTable],
  imports: [numberList],
  provides: [sellingGoods(SHOP, hooks), couponPrize.from(giveCouponAsPrize)],
  configuration: {
    copied: {
      shop_settings: { part: 'rules' },
      // A batch of coupons belongs to the days of one race. Its copy is therefore closed, and no coupon of the copy is
      // given yet.
      coupon_batches: { part: 'rules', row: (row) => ({ ...row, open: false, given: 0, code: null }) },
    },
  },
}
