import { text } from '#contract/words.ts'

/** Cancelling many registrations at once. */
export const bulkWords = {
  cancel: text('取消报名', '取消報名', 'Cancel'),
  cancel_text: text(
    '已缴费的报名退出本赛事，名额和参赛号释放，证件不能再次报名。按下方比例退回已付金额，并通知选手。',
    '已繳費的報名退出本賽事，名額和參賽號釋出，證件不能再次報名。按下方比例退回已付金額，並通知選手。',
    'Paid registrations leave the race: places and bibs are free, and their ID numbers cannot sign up again. The part ' +
      'below of what was paid goes back, and runners are told.',
  ),
  percent: text('退回已付金额的百分比', '退回已付金額的百分比', 'Percent of the payment to refund'),
  percent_hint: text('0 到 100；0 表示不退款', '0 到 100；0 表示不退款', '0 to 100; 0 refunds nothing'),
  reason: text('原因', '原因', 'Reason'),
  reason_hint: text('记入退款和操作日志', '記入退款和操作紀錄', 'Stands with the refund and in the log'),
  left_before: text('此前已退出', '先前已退出', 'Left the race before'),
} as const
