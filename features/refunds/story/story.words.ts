import { text } from '#contract/words.ts'

export const storyWords = {
  asked: text('申请退款：{why}', '申請退款：{why}', 'Refund requested: {why}'),
  done: text('退款已到账', '退款已入帳', 'Refund done'),
  by_hand: text('退款已人工支付', '退款已人工付款', 'Refund paid by hand'),
  failed: text('退款失败，需人工处理', '退款失敗，需人工處理', 'Refund failed: needs attention'),
  other: text('其他', '其他', 'other'),
} as const
