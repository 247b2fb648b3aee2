import { text } from '#contract/words.ts'

export const cancelWords = {
  cancel: text('取消报名', '取消報名', 'Cancel registration'),
  title: text('取消 {name} 的报名？', '取消 {name} 的報名？', 'Cancel the registration of {name}?'),
  text_paid: text(
    '名额立即释放，参赛号收回，该证件不能再报名本赛事。此操作不能撤销，选手会收到通知。',
    '名額立即釋出，參賽號收回，該證件不能再報名本賽事。此操作不能復原，選手會收到通知。',
    'The place is free at once, the bib is taken back, and the document cannot enter this race again. This cannot be undone. The runner is told.',
  ),
  text_unpaid: text(
    '名额立即释放，未支付的订单关闭，该证件可以重新报名。此操作不能撤销，选手会收到通知。',
    '名額立即釋出，未付款的訂單關閉，該證件可以重新報名。此操作不能復原，選手會收到通知。',
    'The place is free at once and the unpaid order is closed. The document may sign up again. This cannot be undone. The runner is told.',
  ),
  free: text('免费报名，不涉及退款', '免費報名，不涉及退款', 'A free entry: no refund is offered'),
  back: text('退款', '退款', 'Refund'),
  rules: text('按退款规则', '依退款規則', 'By the refund rules of today'),
  all: text('全额退款', '全額退款', 'Everything that is left'),
  none: text('不退款', '不退款', 'Nothing'),
  no_right: text('需要退款权限', '需要退款權限', 'Needs the right to refund'),
  reason: text('取消原因', '取消原因', 'Reason'),
  done: text('报名已取消', '報名已取消', 'Registration cancelled'),
  done_back: text(
    '报名已取消，退款 {amount}',
    '報名已取消，退款 {amount}',
    'Registration cancelled, {amount} goes back',
  ),
} as const
