import { text } from '#contract/words.ts'
import type { Story, StoryEvent } from '#seam/server/story.ts'
import { listForStory, listReturnsForStory } from './story.store.ts'

const words = {
  packed: text('商城订单已打包', '商城訂單已打包', 'Shop order packed'),
  sent: text(
    '商城订单已寄出（{carrier} {number}）',
    '商城訂單已寄出（{carrier} {number}）',
    'Shop order sent ({carrier} {number})',
  ),
  handed: text('商城订单已领取', '商城訂單已領取', 'Shop order picked up'),
  asked: text('申请退货 {n} 件', '申請退貨 {n} 件', 'Asked to give {n} {n|piece|pieces} back'),
}
/** The delivery and the returns of an account's orders of the shop. The room of sales lists the bought things. */
export const story: Story = {
  tables: ['shop_orders', 'shop_returns'],
  read: async (db, of) => {
    const [orders, returns] = await Promise.all([listForStory(db, of), listReturnsForStory(db, of)])
    return [
      ...orders.flatMap(({ orderid, state, carrier, number, packed_at, sent_at }): StoryEvent[] => [
        ...(packed_at
          ? [{ at: packed_at, kind: 'raceday' as const, by: 'staff' as const, says: words.packed, orderid }]
          : []),
        ...(sent_at
          ? [
              {
                at: sent_at,
                kind: 'raceday' as const,
                by: 'staff' as const,
                says: state === 'handed' ? words.handed : words.sent,
                values: { carrier: carrier ?? '', number: number ?? '' },
                orderid,
              },
            ]
          : []),
      ]),
      ...returns.map(({ orderid, pieces, reason, created_at }): StoryEvent => ({
        at: created_at,
        kind: 'money',
        by: 'runner',
        says: words.asked,
        values: { n: pieces },
        reason,
        orderid,
      })),
    ]
  },
}
