import { refusal, text } from '#contract/words.ts'

export const refusals = {
  event_not_found: refusal('404', '没有找到这个组别', '找不到這個組別', "We couldn't find this event"),
  event_changed_meanwhile: refusal(
    '409',
    '这个组别刚被别人修改过，请重新打开后再改',
    '這個組別剛被別人修改過，請重新開啟後再改',
    'Somebody else has just changed this event. Open it again and make your change',
  ),
  places_below_taken: refusal(
    '409',
    '名额不能少于已占用的 {taken} 个',
    '名額不能少於已占用的 {taken} 個',
    'There cannot be fewer places than the {taken} that {taken|is|are} taken',
  ),
  stock_below_taken: refusal(
    '409',
    '“{name}”的数量不能少于已占用的 {taken} 个',
    '「{name}」的數量不能少於已占用的 {taken} 個',
    'There cannot be fewer of “{name}” than the {taken} that {taken|is|are} taken',
  ),
  event_in_use: refusal(
    '409',
    '这个组别已有人报名或已有成绩，不能删除',
    '這個組別已有人報名或已有成績，不能刪除',
    'This event has registrations or results and cannot be removed',
  ),
} as const

export const words = {
  full: text('全程马拉松', '全程馬拉松', 'Marathon'),
  half: text('半程马拉松', '半程馬拉松', 'Half marathon'),
  '10km': text('10公里', '10公里', '10 km'),
  fun_run: text('欢乐跑', '歡樂跑', 'Fun run'),
  ultra: text('超级马拉松', '超級馬拉松', 'Ultra'),
  trail_over_100km: text('100公里以上越野', '100公里以上越野', 'Trail over 100 km'),
  '100km': text('100公里', '100公里', '100 km'),
  '50km': text('50公里', '50公里', '50 km'),
  mountain: text('山地赛', '山地賽', 'Mountain'),
  short_trail: text('短程越野', '短程越野', 'Short trail'),
  other: text('其他', '其他', 'Other'),
  signup_soon: text('尚未开始', '尚未開始', 'Opens later'),
  signup_open: text('报名中', '報名中', 'Open'),
  signup_wait: text('可候补', '可候補', 'Waitlist open'),
  signup_full: text('名额已满', '名額已滿', 'Full'),
  signup_over: text('报名已截止', '報名已截止', 'Closed'),
  cancelled: text('已取消', '已取消', 'Cancelled'),
  event_state_normal: text('先到先得', '先到先得', 'First come, first served'),
  event_state_draw: text('抽签', '抽籤', 'By ballot'),
  event_state_audit: text('需审核', '需審核', 'By review'),
} as const
