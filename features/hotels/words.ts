import { refusal } from '#contract/words.ts'

export const refusals = {
  hotel_unknown: refusal('404', '没有找到这家酒店', '找不到這家飯店', 'This hotel was not found'),
  stay_unknown: refusal('404', '没有找到这份预订', '找不到這筆訂房', 'This booking was not found'),
  stay_dates: refusal(
    '422',
    '离店日期须晚于入住日期',
    '退房日期須晚於入住日期',
    'The day of departure must be after the day of arrival',
  ),
  stay_past: refusal('422', '入住日期已过', '入住日期已過', 'The day of arrival is over'),
  stay_too_long: refusal(
    '422',
    '超过这家酒店最多可订的晚数',
    '超過這家飯店最多可訂的晚數',
    'This hotel does not take bookings for so many nights',
  ),
  stay_too_short: refusal(
    '422',
    '少于这家酒店最少预订的晚数',
    '少於這家飯店最少預訂的晚數',
    'This hotel takes bookings only for more nights',
  ),
  stay_rooms: refusal('422', '超过每单可订的房间数', '超過每單可訂的房間數', 'This is more rooms than one may book'),
  stay_guests: refusal(
    '422',
    '入住人数与房间不符',
    '入住人數與房間不符',
    'The number of guests does not fit the rooms',
  ),
  stay_over: refusal('409', '这份预订现在不能更改', '這筆訂房現在不能更改', 'This booking cannot be changed now'),
  stay_too_early: refusal('409', '还没到入住日期', '還沒到入住日期', 'The day of arrival has not come yet'),
  confirmation_taken: refusal(
    '409',
    '这个确认号已用于另一份预订',
    '這個確認號已用於另一筆訂房',
    'Another booking of this hotel has this number',
  ),
  nights_too_many: refusal('422', '一次最多设置 100 晚', '一次最多設定 100 晚', 'Set at most 100 nights at once'),
  clerk_unknown: refusal(
    '404',
    '没有找到这位酒店人员',
    '找不到這位飯店人員',
    'This person does not work for a hotel of this race',
  ),
} as const
