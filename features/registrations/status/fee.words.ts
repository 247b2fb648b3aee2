import { text } from '#contract/words.ts'

/**
 * The texts for fees that the labels of orders do not cover. For example, the fee of a runner who left the waitlist
 * goes back.
 */
export const feeWords = {
  refund_pending: text('退款处理中', '退款處理中', 'Refund in progress'),
  refund_stuck: text('退款未成功', '退款未成功', 'Refund not completed'),
  free: text('免费', '免費', 'Free'),
  after_review: text('审核通过后支付', '審核通過後付款', 'Pay after approval'),
  not_open: text('支付未开放', '付款未開放', 'Payment not open yet'),
  not_paid: text('未支付', '未付款', 'Not paid'),
  line_left: text(
    '您已退出候补，费用将在一周内退回原支付账户',
    '您已退出候補，費用將在一週內退回原付款帳戶',
    'You have left the waitlist. The fee will be refunded to your original payment method within one week',
  ),
  line_left_done: text(
    '您已退出候补，费用已于 {at} 退回原支付渠道',
    '您已退出候補，費用已於 {at} 退回原付款管道',
    'You have left the waitlist. The fee was refunded to your original payment method on {at}',
  ),
  line_left_failed: text(
    '您已退出候补，退款遇到问题，我们正在处理',
    '您已退出候補，退款遇到問題，我們正在處理',
    'You have left the waitlist. There is a problem with the refund and we are working on it',
  ),
} as const
