import { refusal, text } from '#contract/words.ts'

export const refusals = {
  no_waiting_room: refusal('404', '当前无需排队', '目前無需排隊', 'There is no queue right now'),
  waiting_too_soon: refusal('409', '排队通道尚未开放', '排隊通道尚未開放', "The queue isn't open yet"),
  house_full: refusal(
    '429',
    '当前网络的排队人数过多，请换一个网络再试',
    '目前網路的排隊人數過多，請換一個網路再試',
    'Too many people are queuing from this network. Please try another network',
  ),
  ticket_unknown: refusal(
    '404',
    '没有找到您的排队号，请重新排队',
    '找不到您的排隊號，請重新排隊',
    "We couldn't find your place in the queue. Please queue again",
  ),
  in_waiting_room: refusal(
    '409',
    '报名人数较多，请先排队，轮到您后再提交；您填写的内容已保留',
    '報名人數較多，請先排隊，輪到您後再送出；您填寫的內容已保留',
    "Many people are entering right now. Please queue first and submit when it's your turn. What you filled in is kept",
  ),
  waiting_times_wrong: refusal(
    '422',
    '时间先后不正确：先开放排队，再开始，最后结束',
    '時間先後不正確：先開放排隊，再開始，最後結束',
    'The times are in the wrong order: it gathers, then opens, then closes',
  ),
  waiting_changed_meanwhile: refusal(
    '409',
    '排队设置刚被别人修改过，您的修改还没有保存',
    '排隊設定剛被別人修改過，您的修改還沒有儲存',
    'Somebody else has just changed the waiting room. Your changes are not saved yet',
  ),
  waiting_begun: refusal(
    '409',
    '已有人在排队，开始时间不能再修改',
    '已有人在排隊，開始時間不能再修改',
    'People are waiting already: its hour cannot be changed any more',
  ),
} as const

export const words = {
  title: text('排队报名', '排隊報名', 'Queue for sign-up'),
} as const
