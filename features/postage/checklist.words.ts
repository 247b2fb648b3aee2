import { text } from '#contract/words.ts'

export const checklistWords = {
  order: text('申请邮寄完赛服', '申請郵寄完賽服', 'Have your shirt sent home'),
  pay: text('支付邮费', '付款郵費', 'Pay the postage'),
  ordered: text('完赛服待寄出', '完賽服待寄出', 'Shirt to be sent'),
  sent: text('完赛服已寄出', '完賽服已寄出', 'Shirt on its way'),
} as const
