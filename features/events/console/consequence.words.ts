import { text } from '#contract/words.ts'

/** The texts of the dialog that shows the effect of a change on people who have signed up. */
export const consequenceWords = {
  title: text('已开放报名，确认修改？', '已開放報名，確認修改？', 'Sign-up has begun. Save this change?'),
  price: text(
    '报名费由 {before} 改为 {after}。已报名的人按原价，不补不退；待支付的订单金额不变。',
    '報名費由 {before} 改為 {after}。已報名的人按原價，不補不退；待付款的訂單金額不變。',
    'The fee changes from {before} to {after}. Everybody who has signed up keeps the old price, also in unpaid orders.',
  ),
  more: text(
    '名额由 {before} 增加到 {after}。有人候补时，先给候补者。',
    '名額由 {before} 增加到 {after}。有人候補時，先給候補者。',
    'The places rise from {before} to {after}. If there is a waitlist, its runners come first.',
  ),
  fewer: text(
    '名额由 {before} 减少到 {after}。已占用的 {taken} 个不受影响。',
    '名額由 {before} 減少到 {after}。已占用的 {taken} 個不受影響。',
    'The places fall from {before} to {after}. {taken} {taken|place that is taken stays|places that are taken stay}.',
  ),
  start: text(
    '起跑时间由 {before} 改为 {after}。选手的报名状态页立即显示新时间。',
    '起跑時間由 {before} 改為 {after}。選手的報名狀態頁立即顯示新時間。',
    'The start moves from {before} to {after}. Runners see the new time on their status page at once.',
  ),
  none: text('未定', '未定', 'not set'),
  note: text('系统不会自动通知选手。', '系統不會自動通知選手。', 'Runners are not told automatically.'),
  save: text('仅保存', '僅儲存', 'Save only'),
  tell: text('保存并写通知', '儲存並撰寫通知', 'Save and write to them'),
}
