import { type Text, text } from '#contract/words.ts'
import type { Story, StoryEvent } from '#seam/server/story.ts'
import { listBoughtForStory, listReturnsForStory } from './story.store.ts'

const words = {
  ordered: text('下单购买 {goods} × {n}', '下單購買 {goods} × {n}', 'Ordered {goods} × {n}'),
  closed: text(
    '{goods} × {n} 未支付，订单已关闭',
    '{goods} × {n} 未付款，訂單已關閉',
    'Order of {goods} × {n} closed unpaid',
  ),
  back: text('退回 {goods} × {n}', '退回 {goods} × {n}', 'Gave {goods} × {n} back'),
}
const namesOf = (name: string, names: Record<string, string>, variant = ''): Text => {
  const full = (of: string | undefined) => [of || name, variant].filter(Boolean).join(' ')
  return text(full(names['zh-cn']), full(names['zh-tw']), full(names.en))
}

/** The things that the account of a registration bought in the race, on the timeline of the registration. */
export const story: Story = {
  tables: ['sold_items', 'sold_returns'],
  read: async (db, of) => {
    const [bought, returned] = await Promise.all([listBoughtForStory(db, of), listReturnsForStory(db, of)])
    return [
      ...bought.flatMap(
        ({ goods, goods_names, variant, n, amount, orderid, state, created_at, ended_at }): StoryEvent[] => {
          const values = { goods: namesOf(goods, goods_names, variant), n }
          const ordered = { at: created_at, kind: 'money' as const, by: 'runner' as const, says: words.ordered }
          const closed = { kind: 'money' as const, by: 'system' as const, says: words.closed }
          return [
            { ...ordered, values, amount, orderid },
            ...(state === 'closed' && ended_at ? [{ ...closed, at: ended_at, values, orderid }] : []),
          ]
        },
      ),
      ...returned.map(({ goods, goods_names, pieces, amount, orderid, byStaff, reason, created_at }): StoryEvent => ({
        at: created_at,
        kind: 'money',
        by: byStaff ? 'staff' : 'runner',
        says: words.back,
        values: { goods: namesOf(goods, goods_names), n: pieces },
        amount,
        orderid,
        reason: reason || null,
      })),
    ]
  },
}
