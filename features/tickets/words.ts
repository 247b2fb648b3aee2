import { refusal } from '#contract/words.ts'

export const refusals = {
  ticket_kind_unknown: refusal('404', '没有找到这种票', '找不到這種票', "We couldn't find this kind of ticket"),
  own_ticket_unknown: refusal('404', '没有找到您的这张票', '找不到您的這張票', "We couldn't find this ticket of yours"),
  ticket_is_used: refusal(
    '409',
    '这张票已经入场，不能更改',
    '這張票已經入場，不能更改',
    "This ticket has been used and can't be changed",
  ),
  ticket_gone: refusal('409', '这张票已经退掉了', '這張票已經退掉了', 'This ticket has been returned'),
  ticket_link_over: refusal(
    '409',
    '这个转赠链接已经失效或被领取',
    '這個轉贈連結已經失效或被領取',
    'This transfer link is no longer valid or has been claimed',
  ),
  scan_unknown: refusal('404', '没有找到这条记录', '找不到這筆紀錄', 'This record was not found'),
} as const
