import { text } from '#contract/words.ts'

/** The texts about a point and about an event's rules, except for the labels of plain fields. */
export const courseWords = {
  trail: text('填入越野 CP 点', '填入越野 CP 點', 'Usual points of a trail'),
  more: text('更多设置', '更多設定', 'More'),
  take: text('采用哪条记录', '採用哪條紀錄', 'Which read counts'),
  take_usual: text('按类型', '依類型', 'By kind'),
  take_text: text(
    '按类型：起点和出站取最后一条，其余取第一条',
    '依類型：起點和出站取最後一條，其餘取第一條',
    'By kind: the last read at a start or exit, otherwise the first',
  ),
  take_first: text('第一条', '第一條', 'The first'),
  take_last: text('最后一条', '最後一條', 'The last'),
  required: text(
    '必须经过：没有记录的选手列入待核对',
    '必須經過：沒有紀錄的選手列入待核對',
    'Must be passed: runners without a read here need review',
  ),
  cutoff: text('关门时间（发枪后）', '關門時間（發槍後）', 'Cut-off after the gun'),
  handover: text('交接棒关门（发枪后）', '交接棒關門（發槍後）', 'Hand-over cut-off after the gun'),
  mass_start: text('未交棒者集体出发（发枪后）', '未交棒者集體出發（發槍後）', 'Mass start of this leg after the gun'),
  mass_start_text: text(
    '到这个时刻还没有接到棒的，这一棒统一出发',
    '到這個時刻還沒有接到棒的，這一棒統一出發',
    'Whoever still waits for the baton then starts this leg together',
  ),
  duration_wrong: text(
    '请写成 时:分 或 时:分:秒',
    '請寫成 時:分 或 時:分:秒',
    'Write hours:minutes or hours:minutes:seconds',
  ),
  mend_first: text('请先改正标出的时间', '請先改正標出的時間', 'Correct the marked times first'),
  early: text('发枪前多少秒内算抢跑', '發槍前多少秒內算搶跑', 'Early start: at most this long before the gun'),
  early_text: text(
    '更早的起点记录视为热身路过',
    '更早的起點紀錄視為熱身路過',
    'Earlier reads at the start are ignored',
  ),
  fastest: text('最快配速', '最快配速', 'Fastest possible pace'),
  usual: text('多数人的配速', '多數人的配速', 'Typical pace'),
  per_km: text('秒/公里', '秒/公里', 's per km'),
  without_start: text('没有起点记录时，净成绩', '沒有起點紀錄時，淨成績', 'Net time without a start read'),
  from_gun: text('从发枪算起', '從發槍算起', 'Counts from the gun'),
  no_net: text('不计', '不計', 'None'),
} as const
