import { text } from '#contract/words.ts'

/** The words for cancelling many registrations at once. */
export const bulkWords = {
  cancel: text('取消报名', '取消報名', 'Cancel'),
  cancel_text: text(
    '已缴费的报名退出本赛事，证件不能再次报名；未缴费的报名结束，可以重新报名。名额和参赛号释放，并通知选手。',
    '已繳費的報名退出本賽事，證件不能再次報名；未繳費的報名結束，可以重新報名。名額和參賽號釋出，並通知選手。',
    'Paid registrations leave the race, and their ID numbers cannot sign up again. Unpaid ones end and may sign up ' +
      'anew. Places and bibs are free, and runners are told.',
  ),
  refund: text('已缴费的如何退款', '已繳費的如何退款', 'What goes back of what was paid'),
  refunds: {
    rules: text('按退款规则', '按退款規則', 'As the refund rules say'),
    all: text('全额退款', '全額退款', 'Everything'),
    none: text('不退款', '不退款', 'Nothing'),
  },
  reason: text('原因', '原因', 'Reason'),
  reason_hint: text('记入退款和操作日志', '記入退款和操作紀錄', 'Stands with the refund and in the log'),
  left_before: text('此前已退出', '先前已退出', 'Left the race before'),
} as const
