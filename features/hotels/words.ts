import { refusal } from '#contract/words.ts'

export const refusals = {
  hotel_unknown: refusal('404', '没有找到这家酒店', '找不到這家飯店', "We couldn't find this hotel"),
  stay_unknown: refusal('404', '没有找到这份预订', '找不到這筆訂房', "We couldn't find this booking"),
  stay_dates: refusal('422', '离店日期须晚于入住日期', '退房日期須晚於入住日期', 'Check-out must be after check-in'),
  stay_change_same: refusal('409', '日期没有变化', '日期沒有變化', 'These are already your dates'),
  stay_change_open: refusal(
    '409',
    '还有一次改期等待补差价，请先支付，或等它过期',
    '還有一次改期等待補差價，請先付款，或等它過期',
    'Another change of dates is waiting for payment. Pay for it first, or wait until it expires',
  ),
  stay_change_late: refusal(
    '409',
    '已过免费改期的时间，请联系酒店',
    '已過免費改期的時間，請聯絡飯店',
    "It's too late to change the dates here. Please contact the hotel",
  ),
  stay_change_partly: refusal(
    '409',
    '这份预订退过部分房间，请联系酒店改期',
    '這筆訂房退過部分房間，請聯絡飯店改期',
    'Part of this booking was refunded. Please contact the hotel to change the dates',
  ),
  stay_change_moved: refusal(
    '409',
    '价格刚刚有变化，请核对后再确认',
    '價格剛剛有變化，請核對後再確認',
    'The price has just changed. Please check it and confirm again',
  ),
  stay_past: refusal('422', '入住日期已过', '入住日期已過', 'The check-in date has passed'),
  stay_too_long: refusal(
    '422',
    '超过这家酒店最多可订的晚数',
    '超過這家飯店最多可訂的晚數',
    "This is longer than the hotel's maximum stay",
  ),
  stay_too_short: refusal(
    '422',
    '少于这家酒店最少预订的晚数',
    '少於這家飯店最少預訂的晚數',
    "This is shorter than the hotel's minimum stay",
  ),
  stay_rooms: refusal(
    '422',
    '超过每单可订的房间数',
    '超過每單可訂的房間數',
    'This is more rooms than you can book at once',
  ),
  stay_guests: refusal('422', '入住人数与房间不符', '入住人數與房間不符', "The number of guests doesn't fit the rooms"),
  stay_over: refusal('409', '这份预订现在不能更改', '這筆訂房現在不能更改', "This booking can't be changed now"),
  stay_too_early: refusal('409', '还没到入住日期', '還沒到入住日期', "The check-in date hasn't come yet"),
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
