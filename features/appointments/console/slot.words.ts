import { text } from '#contract/words.ts'

export const slotWords = {
  make: text('生成时段', '產生時段', 'Create slots'),
  make_text: text(
    '一次生成一天的时段；已有的时段保持不变',
    '一次產生一天的時段；已有的時段保持不變',
    'Creates the slots of one day. Existing slots stay as they are',
  ),
  will_make: text('将生成 {n} 个时段', '將產生 {n} 個時段', '{n} {n|slot|slots} will be created'),
  made: text('已生成', '已產生', 'Created'),
  minutes: text('每个时段（分钟）', '每個時段（分鐘）', 'Minutes each'),
  places: text('每个时段名额', '每個時段名額', 'Places each'),
  slot_places: text('名额', '名額', 'Places'),
  none: text('暂无预约时段', '暫無預約時段', 'No slots yet'),
  none_text: text(
    '生成时段后，选手就可以预约领物、医疗咨询等服务',
    '產生時段後，選手就可以預約領物、醫療諮詢等服務',
    'Create slots, and runners can book race pack pickup, the medical desk and more',
  ),
  taken: text('{n} / {total}', '{n} / {total}', '{n} / {total}'),
  time: text('时段', '時段', 'Time'),
  code: text('预约码', '預約碼', 'Code'),
  none_booked: text('还没有人预约', '還沒有人預約', 'Nobody has booked yet'),
  all_services: text('全部服务', '全部服務', 'All services'),
  taken_why: text('已有人预约，不能删除', '已有人預約，不能刪除', 'Booked; it cannot be removed'),
  add: text('生成', '產生', 'Create'),
} as const
