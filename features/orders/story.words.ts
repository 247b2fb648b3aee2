import { text } from '#contract/words.ts'

export const storyWords = {
  opened: text('下单 {order}', '下單 {order}', 'Order {order} opened'),
  paid: text('已支付（{payment}）', '已付款（{payment}）', 'Paid ({payment})'),
  nothing_due: text('无需支付', '無需付款', 'Nothing to pay'),
  closed: text('订单已关闭：{why}', '訂單已關閉：{why}', 'Order closed: {why}'),
  unknown: text('未知', '未知', 'unknown'),
} as const
