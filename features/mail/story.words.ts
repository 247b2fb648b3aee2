import { text } from '#contract/words.ts'

export const storyWords = {
  sent: text('邮件：{title}', '郵件：{title}', 'Mail: {title}'),
  hard: text('退信：邮箱不存在', '退信：信箱不存在', 'Came back: no such address'),
  soft: text('退信：暂时无法送达', '退信：暫時無法送達', 'Came back: not now'),
  complaint: text('被标为垃圾邮件', '被標為垃圾郵件', 'Marked as spam'),
} as const

export const mailStateWords = {
  queued: text('待发送', '待寄送', 'Waits to be sent'),
  sending: text('发送中', '寄送中', 'On its way'),
  sent: text('已发送', '已寄出', 'Sent'),
  failed: text('发送失败', '寄送失敗', 'Not sent'),
  late: text('已过时，未发送', '已過時，未寄送', 'Out of date, not sent'),
  lost: text('结果不明', '結果不明', 'Result unknown'),
} as const
