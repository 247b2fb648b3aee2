import * as z from 'zod/mini'
import { Int } from '#contract/scalars.ts'
import { text } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { type CouponUseRow, listUses } from './coupons.store.ts'

const states = {
  open: text('未使用', '未使用', 'Not used'),
  used: text('已使用', '已使用', 'Used'),
  void: text('已作废', '已作廢', 'Void'),
}
const columns: readonly TableColumn<CouponUseRow>[] = [
  { name: 'batch', label: text('优惠券', '優惠券', 'Batch'), kind: 'text', cell: ({ batch }) => batch },
  { name: 'number', label: text('编号', '編號', 'Number'), kind: 'number', cell: ({ id }) => id },
  { name: 'account', label: text('账号', '帳號', 'Account'), kind: 'number', cell: ({ uid }) => uid },
  { name: 'origin', label: text('来源', '來源', 'Given by'), kind: 'text', cell: ({ origin }) => origin },
  {
    name: 'state',
    label: text('状态', '狀態', 'State'),
    kind: 'text',
    cell: ({ state }, { lang }) => states[state][lang],
  },
  {
    name: 'given_at',
    label: text('发放时间', '發放時間', 'Given at'),
    kind: 'moment',
    cell: ({ given_at }) => given_at,
  },
  { name: 'used_at', label: text('使用时间', '使用時間', 'Used at'), kind: 'moment', cell: ({ used_at }) => used_at },
  { name: 'off', label: text('优惠金额', '優惠金額', 'Saving'), kind: 'money', cell: ({ off }) => off },
  { name: 'order', label: text('订单', '訂單', 'Order'), kind: 'number', cell: ({ orderid }) => orderid },
]
const Filter = z.object({ id: z.optional(Int) })

/** The coupons of a race or of one batch as a file, the newest first. */
export const table = tableSource<CouponUseRow, z.output<typeof Filter>>({
  name: 'coupons',
  label: text('优惠券', '優惠券', 'Coupons'),
  right: 'money.read',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db }, { raceid, filter, after, limit }) =>
    pageOf(await listUses(db, raceid, filter.id, { after: idIn(after), limit: rowsFor(limit) }), limit, byId),
})
