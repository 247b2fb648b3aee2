import { text } from '#contract/words.ts'

export const bulkWords = {
  cancel: text('取消报名', '取消報名', 'Cancel registrations'),
  cancel_text: text(
    '已支付的报名退赛，证件不能再次报名；未支付的报名结束，可以重新报名。名额和参赛号释放，并通知选手。',
    '已付款的報名退賽，證件不能再次報名；未付款的報名結束，可以重新報名。名額和參賽號釋出，並通知選手。',
    "Paid entries are withdrawn, and their ID numbers can't enter again. Unpaid entries end, and their ID numbers can enter again. Places and bibs are released, and runners are notified.",
  ),
  refund: text('已支付的如何退款', '已付款的如何退款', 'What goes back of what was paid'),
  refunds: {
    rules: text('按退款规则', '按退款規則', 'As the refund rules say'),
    all: text('全额退款', '全額退款', 'Everything'),
    none: text('不退款', '不退款', 'Nothing'),
  },
  reason: text('原因', '原因', 'Reason'),
  reason_hint: text('记入退款和操作日志', '記入退款和操作紀錄', 'Kept with the refund and in the log'),
  refund_many: text('退款', '退款', 'Refund'),
  refund_text: text(
    '只处理已支付的报名。金额按确认时的规则锁定，原路退回；渠道不再支持退款的，会列入待线下退款。',
    '只處理已付款的報名。金額按確認時的規則鎖定，原路退回；管道不再支援退款的，會列入待線下退款。',
    'Only paid registrations get money back. The amounts are those at your confirmation. They go back the way they ' +
      'came. If a payment channel no longer makes refunds, the refund waits for staff.',
  ),
  how_much: text('退多少', '退多少', 'How much goes back'),
  ways: {
    rules: text('按退款规则（按日期分档）', '按退款規則（按日期分級）', 'As the refund rules say, by date'),
    kept: text('扣除一定比例', '扣除一定比例', 'All but a percentage that we keep'),
    all: text('全额退款', '全額退款', 'Everything'),
  },
  percent: text('扣除比例（%）', '扣除比例（%）', 'Percentage that we keep'),
  percent_hint: text('0 到 99 的整数', '0 到 99 的整數', 'A whole number from 0 to 99'),
  leave: text('是否退赛', '是否退賽', 'Withdraw them from the race?'),
  leaves: {
    yes: text('退赛，名额释放', '退賽，名額釋出', 'Yes, and release their places'),
    no: text('保留报名，只退款', '保留報名，只退款', 'No, refund only'),
  },
  not_paid: text('没有已支付的费用', '沒有已付的費用', 'Nothing was paid'),
  nothing: {
    free: text('免费报名，没有可退的费用', '免費報名，沒有可退的費用', 'A free entry: there is nothing to refund'),
    given_back: text('已全部退回', '已全部退回', 'Everything went back before'),
    no_tier: text('不在任何退款时段内', '不在任何退款時段內', 'No refund rule holds today'),
    all_kept: text('按规则不退', '按規則不退', 'The rules keep the whole fee'),
  },
  nothing_left: text('没有可退的金额', '沒有可退的金額', 'Nothing is left to refund'),
  refunded_meanwhile: text(
    '确认之后另有退款，请核对后再退',
    '確認之後另有退款，請核對後再退',
    'Another refund was made after the confirmation. Check the amount, then refund again',
  ),
  left_before: text('此前已退赛', '先前已退賽', 'Withdrawn before'),
} as const
