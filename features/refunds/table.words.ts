import { text } from '#contract/words.ts'

export const tableWords = {
  for_books: text('财务入账', '財務入帳', 'Accounting'),
  for_desk: text('客服跟进', '客服跟進', 'Service desk'),
  title: text('退款', '退款', 'Refunds'),
  number: text('退款单号', '退款單號', 'Refund number'),
  name: text('姓名', '姓名', 'Name'),
  event: text('组别', '組別', 'Event'),
  currency: text('币种', '幣別', 'Currency'),
  came_back: text('已到账金额（元）', '已入帳金額（元）', 'Arrived (CNY)'),
  note: text('备注', '備註', 'Note'),
  staff: text('经办人', '經辦人', 'By'),
  asked_at: text('申请时间', '申請時間', 'Asked at'),
  refund_at: text('退款时间', '退款時間', 'Refunded at'),
} as const
