import { refusal, text } from '#contract/words.ts'

export const refusals = {
  slot_not_found: refusal('404', '没有找到这个时段', '找不到這個時段', "We couldn't find this time"),
  slot_past: refusal(
    '409',
    '这个时段已经开始，不能再预约或更改',
    '這個時段已經開始，不能再預約或更改',
    'This time has started and can no longer be booked or changed',
  ),
  slot_full: refusal(
    '409',
    '这个时段刚刚约满，请换一个',
    '這個時段剛剛約滿，請換一個',
    'This time has just filled up. Please choose another',
  ),
  slot_elsewhere: refusal(
    '409',
    '这个时段只供其他组别预约',
    '這個時段只供其他組別預約',
    'This time is for other events',
  ),
  appointment_there: refusal(
    '409',
    '您已有同类预约，请更改原预约',
    '您已有同類預約，請更改原預約',
    'You already have a booking of this kind. Please change that one',
  ),
  appointment_none: refusal('404', '您还没有这项预约', '您還沒有這項預約', "You don't have this booking"),
  too_many_slots: refusal(
    '422',
    '一次最多生成 300 个时段',
    '一次最多產生 300 個時段',
    'At most 300 times can be made in one go',
  ),
  slot_is_taken: refusal(
    '409',
    '已有人预约，不能这样更改',
    '已有人預約，不能這樣更改',
    "People have already booked this, so it can't be changed like that",
  ),
} as const

export const serviceWords = {
  pickup: text('领取参赛包', '領取參賽包', 'Race pack'),
  medical: text('医疗咨询', '醫療諮詢', 'Medical desk'),
  massage: text('按摩放松', '按摩放鬆', 'Massage'),
  luggage: text('行李寄存', '行李寄放', 'Baggage'),
  other: text('其他服务', '其他服務', 'Other'),
} as const
export const words = {
  until_wrong: text(
    '结束时间应晚于开始时间，且至少容纳一个时段',
    '結束時間應晚於開始時間，且至少容納一個時段',
    'The end must leave room for at least one slot',
  ),
} as const
export const tableWords = {
  title: text('预约', '預約', 'Appointments'),
  service: text('服务', '服務', 'Service'),
  from: text('开始', '開始', 'From'),
  until: text('结束', '結束', 'Until'),
  slot: text('时段名称', '時段名稱', 'Slot'),
  place: text('地点', '地點', 'Place'),
  event: text('组别', '組別', 'Event'),
  bib: text('参赛号', '參賽號', 'Bib'),
} as const
