import { text } from '#contract/words.ts'

export const storyWords = {
  sent: text('消息：{title}', '訊息：{title}', 'Message: {title}'),
  read: text('应用内已读', '應用程式內已讀', 'Read in the app'),
  delivered: text('短信已送达', '簡訊已送達', 'Text message delivered'),
  undelivered: text('短信未送达', '簡訊未送達', 'Text message not delivered'),
  queued: text('短信待发送', '簡訊待送出', 'Text message waits to be sent'),
  sending: text('短信发送中', '簡訊傳送中', 'Text message on its way'),
  gone: text('短信已发送，是否送达未知', '簡訊已送出，是否送達未知', 'Text message sent; not known to have arrived'),
  failed: text('短信发送失败', '簡訊傳送失敗', 'Text message failed'),
  late: text('短信已过时，未发送', '簡訊已過時，未送出', 'Out of date, not sent'),
  lost: text('短信结果不明', '簡訊結果不明', 'Text message: result unknown'),
  kept: text('仅在应用内，未读', '僅在應用程式內，未讀', 'In the app only, not read yet'),
} as const
