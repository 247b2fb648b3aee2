import { refusal, text } from '#contract/words.ts'

export const refusals = {
  not_waiting: refusal('409', '该报名不在候补中', '該報名不在候補中', "This entry isn't on the waitlist"),
  waitlist_not_found: refusal('404', '该组别没有开放候补', '該組別沒有開放候補', 'This event has no open waitlist'),
  waitlist_nobody: refusal('409', '候补队列中没有人', '候補佇列中沒有人', 'Nobody is in the queue'),
  waitlist_no_place: refusal(
    '409',
    '没有空出的名额，或下一组人数超过空额',
    '沒有空出的名額，或下一組人數超過空額',
    'No place is free, or the next group needs more than are free',
  ),
  waitlist_after_review: refusal(
    '409',
    '需审核的组别不能候补',
    '需審核的組別不能候補',
    'An event with review has no waitlist: a review comes before a place',
  ),
  waitlist_without_draw: refusal(
    '409',
    '只有抽签组别才有候补码，请选择按支付时间',
    '只有抽籤組別才有候補碼，請選擇按付款時間',
    'Only an event with a ballot has waitlist codes. Choose time of payment',
  ),
  waitlist_end_wrong: refusal('422', '结束时间须晚于现在', '結束時間須晚於現在', 'The end must lie in the future'),
  waitlist_begun: refusal(
    '409',
    '已有人在候补，排序依据和同单规则不能再改',
    '已有人在候補，排序依據和同單規則不能再改',
    "Runners are in the queue, so the order and the rule for groups can't change",
  ),
  waitlist_no_group: refusal(
    '409',
    '只有逐人递补的候补中，同单两人及以上才能这样选择',
    '只有逐人遞補的候補中，同單兩人及以上才能這樣選擇',
    'Only two or more of one order can choose this, where places go to one runner at a time',
  ),
  waitlist_ending: refusal(
    '409',
    '候补正在结束，请稍后',
    '候補正在結束，請稍後',
    'This waitlist is just closing. Please try again later',
  ),
} as const

export const words = {
  title: text('候补', '候補', 'Waitlists'),
} as const

export const tableWords = {
  event: text('组别', '組別', 'Event'),
  rank: text('顺位', '順位', 'Position'),
  rank_before: text('上次顺位', '上次順位', 'Previous position'),
  code: text('候补码', '候補碼', 'Waitlist code'),
  joined_at: text('加入候补时间', '加入候補時間', 'Joined at'),
  pay_at: text('支付时间', '付款時間', 'Paid at'),
  registration: text('报名编号', '報名編號', 'Entry number'),
} as const
