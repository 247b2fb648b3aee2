import { refusal, text } from '#contract/words.ts'

export const refusals = {
  disruption_none: refusal(
    '404',
    '没有找到这项赛事变更',
    '找不到這項賽事變更',
    'This change of the race was not found',
  ),
  disruption_over: refusal(
    '409',
    '选择时间已截止，不能再更改',
    '選擇時間已截止，無法再更改',
    'The deadline to choose has passed',
  ),
  disruption_undone: refusal(
    '409',
    '这项赛事变更已撤销',
    '這項賽事變更已撤銷',
    'This change of the race has been taken back',
  ),
  disruption_chosen: refusal(
    '409',
    '已有选手作出选择，不能撤销',
    '已有選手作出選擇，無法撤銷',
    'A runner has chosen already, so the change cannot be taken back',
  ),
  disruption_open: refusal(
    '409',
    '所选组别已有未结束的赛事变更',
    '所選組別已有未結束的賽事變更',
    'One of these events already has an open change',
  ),
  disruption_total_changed: refusal(
    '409',
    '涉及的报名数已变为 {n}，请重新预览',
    '涉及的報名數已變為 {n}，請重新預覽',
    'It now concerns {n} {n|registration|registrations}. Please preview it again',
  ),
  choice_not_offered: refusal(
    '409',
    '这条报名不能选择此项',
    '這筆報名不能選擇此項',
    "This entry doesn't have that option",
  ),
  choice_amount_changed: refusal(
    '409',
    '可退金额已变为 {amount}，请确认后再选',
    '可退金額已變為 {amount}，請確認後再選',
    'The refund is now {amount}. Please check and choose again',
  ),
} as const

export const planFaultWords = {
  until_soon: text('至少要给选手 60 分钟', '至少要給選手 60 分鐘', 'Runners need at least 60 minutes'),
  until_late: text('最长 180 天', '最長 180 天', 'At most 180 days'),
  until_after_start: text('应早于开赛时间', '應早於開賽時間', 'It must be before the start'),
  start_past: text('应晚于现在', '應晚於現在', 'It must be in the future'),
  start_same: text('与现在的开赛时间相同', '與目前的開賽時間相同', 'This is the present start'),
  no_keep: text('赛事取消后不能保留名额', '賽事取消後無法保留名額', 'Nobody can keep a place in a cancelled race'),
  fallback_unknown: text('请选择上面提供的一项', '請選擇上面提供的一項', 'Choose one of the offered choices'),
  no_target: text('请选择要保留到的赛事', '請選擇要保留到的賽事', 'Choose the race to defer to'),
  event_unknown: text('没有这个组别', '沒有這個組別', 'There is no such event'),
  no_distance: text('请填写缩短后的距离', '請填寫縮短後的距離', 'Enter the shorter distance'),
  distance_not_shorter: text('应短于原距离', '應短於原距離', 'It must be shorter than before'),
} as const

/** The words that runners and organisers both read. */
export const planTermWords = {
  kinds: {
    postpone: text('延期', '延期', 'Postponed'),
    shorten: text('缩短赛程', '縮短賽程', 'Shortened'),
    cancel: text('取消', '取消', 'Cancelled'),
  },
  choices: {
    keep: text('保留名额', '保留名額', 'Keep my place'),
    defer: text('保留到下届', '保留到下屆', 'Defer to the next race'),
    refund: text('退赛并退款', '退賽並退款', 'Withdraw with a refund'),
  },
  /** A free entry has nothing to refund. */
  leave_free: text('退赛', '退賽', 'Withdraw'),
  stay_in_line: text('继续等待', '繼續等待', 'Stay in the queue'),
  to_day: text('延期至 {when}', '延期至 {when}', 'postponed to {when}'),
  to_unknown: text('延期，新的开赛时间另行公布', '延期，新的開賽時間另行公布', 'postponed; the new date follows'),
  is_shortened: text('缩短赛程', '縮短賽程', 'shortened'),
  is_cancelled: text('取消', '取消', 'cancelled'),
  fallbacks: {
    keep: text('保留名额', '保留名額', 'your place stays as it is'),
    defer: text('名额保留到下届', '名額保留到下屆', 'your place is deferred'),
    refund: text('退赛并按方案退款', '退賽並按方案退款', 'your entry is withdrawn and refunded as announced'),
  },
} as const

/** The words with which pages, widgets and calendars say that a race or some of its events changed. */
export const headlineWords = {
  is_postponed: text('赛事延期', '賽事延期', 'The race is postponed'),
  is_shortened: text('赛程缩短', '賽程縮短', 'The race is shortened'),
  is_cancelled: text('赛事取消', '賽事取消', 'The race is cancelled'),
  event_postponed: text('{events}延期', '{events}延期', '{events}: postponed'),
  event_shortened: text('{events}赛程缩短', '{events}賽程縮短', '{events}: shortened'),
  event_cancelled: text('{events}取消', '{events}取消', '{events}: cancelled'),
  and: text('、', '、', ', '),
  note_start: text('{what}，新的开赛时间：{when}', '{what}，新的開賽時間：{when}', '{what}. New start: {when}'),
  note_start_unknown: text(
    '{what}，新的开赛时间另行公布',
    '{what}，新的開賽時間另行公布',
    '{what}. The new date will be announced',
  ),
} as const

export const tableWords = {
  table: text('赛事变更的选择', '賽事變更的選擇', 'Choices after a change of the race'),
  chosen_at: text('选择时间', '選擇時間', 'Chosen at'),
  choice: text('选手的选择', '選手的選擇', 'Choice of the runner'),
  applied: text('最终处理', '最終處理', 'Counted at the end'),
  left: text('此前已退出', '先前已退出', 'Left before'),
} as const
