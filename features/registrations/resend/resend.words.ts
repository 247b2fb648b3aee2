import { refusal, text } from '#contract/words.ts'

export const resendRefusals = {
  no_contact: refusal(
    '409',
    '这份报名的手机号已按保存期限删除，无法发送',
    '這份報名的手機號碼已依保存期限刪除，無法傳送',
    'The mobile number of this entry has been deleted, so nothing can be sent',
  ),
} as const

export const resendWords = {
  resend: text('重发确认', '重送確認', 'Resend confirmation'),
  sent: text('已发送到 {mobile}', '已傳送到 {mobile}', 'Sent to {mobile}'),
} as const
