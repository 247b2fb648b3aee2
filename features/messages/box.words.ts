import { type Lang, type Text, fill, text } from '#contract/words.ts'
import { type Values, messageBodyOf, valuesIn } from './rules.ts'
import { titles as subjects } from './titles.words.ts'
import type { Template } from './words.ts'

/** The titles of messages in the box. A template that is not in this list has the subject that staff see. */
const titles: Partial<Record<Template, Text>> = {
  money_returned: text('退款已到账', '退款已入帳', 'Refund arrived'),
  follow_started: text('{who} 已出发', '{who} 已出發', '{who} has started'),
  follow_passed: text('{who} · {point} · {time}', '{who} · {point} · {time}', '{who} · {point} · {time}'),
  follow_finished: text('{who} 完赛 · {time}', '{who} 完賽 · {time}', '{who} finished · {time}'),
  follow_ended: text('{who} 已退赛', '{who} 已退賽', '{who} did not finish'),
  review_passed: text('审核通过', '審核通過', 'Approved'),
  review_passed_pay: text('审核通过，请支付', '審核通過，請付款', 'Approved. Please pay'),
  review_failed: text('审核未通过', '審核未通過', 'Not approved'),
  drawn_won: text('恭喜中签，请支付', '恭喜中籤，請付款', "You're in! Please pay"),
  drawn_won_paid: text('恭喜中签', '恭喜中籤', "You're in!"),
  drawn_lost: text('未中签', '未中籤', 'Not drawn'),
  drawn_lost_paid: text('未中签，已参加候补', '未中籤，已參加候補', "Not drawn. You're on the waitlist"),
  drawn_off: text('抽签已取消', '抽籤已取消', 'Ballot cancelled'),
  wait_offer: text('轮到您了，请支付', '輪到您了，請付款', "It's your turn. Please pay"),
  wait_given: text('候补成功', '候補成功', 'You have a place from the waitlist'),
  wait_failed: text('候补结束', '候補結束', 'The waitlist has closed'),
  wait_failed_refund: text('候补结束，退款中', '候補結束，退款中', 'The waitlist has closed. Refund on its way'),
  pay_soon: text('支付即将截止', '付款即將截止', 'Payment deadline soon'),
  wait_pay_soon: text('候补支付即将截止', '候補付款即將截止', 'Waitlist payment deadline soon'),
  handin_taken: text('成绩已采纳', '成績已採納', 'Your result was accepted'),
  handin_refused: text('成绩未被采纳', '成績未被採納', 'Your result was not accepted'),
  protest_upheld: text('抗议成立', '抗議成立', 'Your protest was upheld'),
  protest_dismissed: text('抗议不成立', '抗議不成立', 'Your protest was dismissed'),
  stay_moved: text('酒店预订已改期', '飯店訂房已改期', 'Your hotel dates changed'),
  stay_offered: text('酒店提供新日期，请确认', '飯店提供新日期，請確認', 'Your hotel offers other dates'),
  stay_withdrawn: text('酒店预订保持原日期', '飯店訂房維持原日期', 'Your hotel dates stay as they are'),
  stay_moved_back: text('酒店预订已改期', '飯店訂房已改期', 'Your hotel dates changed'),
  series_joined: text('成绩已关联', '成績已連結', 'Your results are linked'),
  series_not_joined: text('成绩未能关联', '成績未能連結', 'Your results were not linked'),
  stay_confirmed: text('酒店已确认', '飯店已確認', 'Your hotel is confirmed'),
  invoice_issued: text('发票已开具', '發票已開立', 'Your invoice has been issued'),
  invoice_refused: text('开票申请未通过', '開票申請未通過', 'Your invoice request was declined'),
  parcel_sent: text('PB 纪念衫已寄出', 'PB 紀念衫已寄出', 'Your PB shirt is on its way'),
  goods_sent: text('商品已寄出', '商品已寄出', 'Your order is on its way'),
  goods_taken_back: text('退货已办理', '退貨已辦理', 'Your return is complete'),
  goods_not_taken_back: text('退货申请未通过', '退貨申請未通過', 'Your return was not accepted'),
  deposit_kept: text('押金不予退还', '押金不予退還', 'Your deposit is kept'),
  disruption_declared: text('赛事变更，请选择', '賽事變更，請選擇', 'The race has changed: please choose'),
  disruption_changed: text('赛事变更有更新', '賽事變更有更新', 'The plan has changed'),
  disruption_undone: text('赛事按原计划进行', '賽事按原計畫進行', 'The race goes ahead'),
  safety: text('安全通知：{title}', '安全通知：{title}', 'Safety: {title}'),
  announcement: text('{title}', '{title}', '{title}'),
}
/** The texts that the box shows in place of the shorter text message. */
const bodies: Partial<Record<Template, Text>> = { announcement: text('{text}', '{text}', '{text}') }

/** Returns a message as the box shows it, in the reader's language. */
export const inBox = (template: Template, values: Values, lang: Lang): { title: string; text: string } => ({
  title: fill((titles[template] ?? subjects[template] ?? words.message)[lang], valuesIn(values, lang)),
  text: bodies[template] ? fill(bodies[template][lang], valuesIn(values, lang)) : messageBodyOf(template, values, lang),
})

export const words = {
  message: text('消息', '訊息', 'Message'),
  title: text('消息', '訊息', 'Messages'),
  none: text('暂无消息', '暫無訊息', 'No messages yet'),
  none_how: text(
    '抽签、候补、退款的消息都在这里',
    '抽籤、候補、退款的訊息都在這裡',
    'News about ballots, the waitlist and refunds appears here',
  ),
  unread: text('未读', '未讀', 'Unread'),
  unread_n: text('{n} 条未读消息', '{n} 則未讀訊息', '{n} unread {n|message|messages}'),
  read_all: text('全部标为已读', '全部標為已讀', 'Mark all as read'),
  all_read: text('已全部标为已读', '已全部標為已讀', 'All marked as read'),
  look: text('查看详情', '檢視詳情', 'View details'),
  today: text('今天', '今天', 'Today'),
  yesterday: text('昨天', '昨天', 'Yesterday'),
  older: text('更早的消息', '更早的訊息', 'Earlier messages'),
  log_in: text('登录后查看消息', '登入後檢視訊息', 'Log in to read your messages'),
  log_in_how: text(
    '赛事通知、抽签结果和候补进度都在这里',
    '賽事通知、抽籤結果和候補進度都在這裡',
    'Race news, ballot results and waitlist updates are all here',
  ),
} as const
