import { text } from '#contract/words.ts'
import type { MessageAction } from './nextAction.rules.ts'

export const messageActionWords: Readonly<Record<MessageAction, ReturnType<typeof text>>> = {
  pay: text('去支付', '前往付款', 'Pay now'),
  mend: text('补充资料', '補充資料', 'Correct and resubmit'),
  book: text('预约领取时间', '預約領取時間', 'Book a pick-up time'),
  sign: text('去签署', '前往簽署', 'Sign now'),
  collect: text('查看领取地点', '檢視領取地點', 'See where to collect'),
  next: text('查看接下来的事项', '檢視接下來的事項', "See what's next"),
  refund: text('查看退款', '檢視退款', 'Follow your refund'),
  invoice: text('查看发票', '檢視發票', 'See your invoice'),
  result: text('查看成绩', '檢視成績', 'See your result'),
  see: text('查看详情', '檢視詳情', 'See details'),
}
