import { text } from '#contract/words.ts'

export const checklistWords = {
  pay: text('支付商城订单', '商城訂單付款', 'Pay for your shop order'),
  hand: text('领取商城订单', '領取商城訂單', 'Collect your shop order'),
  sent: text('商城订单运送中', '商城訂單運送中', 'Shop order on its way'),
} as const
