import { text } from '#contract/words.ts'

export const checklistWords = {
  order: text('申请邮寄纪念衫', '申請郵寄紀念衫', 'Have your shirt sent home'),
  pay: text('支付邮费', '付郵費', 'Pay the postage'),
  ordered: text('纪念衫待寄出', '紀念衫待寄出', 'Shirt to be sent'),
  sent: text('纪念衫已寄出', '紀念衫已寄出', 'Shirt on its way'),
} as const
