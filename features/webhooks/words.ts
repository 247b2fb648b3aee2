import { refusal, text } from '#contract/words.ts'

export const refusals = {
  webhook_unknown: refusal('404', '没有找到这个 Webhook', '找不到這個 Webhook', 'This webhook was not found'),
  webhook_address: refusal(
    '422',
    '地址须以 https:// 开头，并可从公网访问',
    '網址須以 https:// 開頭，並可從公網存取',
    'The address must begin with https:// and lead to the public internet',
  ),
  webhook_key: refusal(
    '422',
    '所选字段需要一个有相应权限的有效密钥',
    '所選欄位需要一個有相應權限的有效金鑰',
    'The chosen fields need an active API key with the right for them',
  ),
  webhook_off: refusal('409', '请先启用这个 Webhook', '請先啟用這個 Webhook', 'Switch the webhook on first'),
  webhooks_too_many: refusal(
    '409',
    '最多设置 20 个 Webhook',
    '最多設定 20 個 Webhook',
    'There are 20 webhooks already',
  ),
} as const

export const tableWords = {
  title: text('Webhook 消息', 'Webhook 訊息', 'Webhook messages'),
  webhook: text('Webhook', 'Webhook', 'Webhook'),
  event: text('消息编号', '訊息編號', 'Message id'),
  type: text('事件', '事件', 'Event'),
  state: text('状态', '狀態', 'State'),
  tries: text('尝试次数', '嘗試次數', 'Attempts'),
  status: text('响应码', '回應碼', 'Status'),
  failure: text('失败原因', '失敗原因', 'Failure'),
  created_at: text('产生时间', '產生時間', 'Created'),
  tried_at: text('最近发送', '最近傳送', 'Last attempt'),
  waiting: text('等待发送', '等待傳送', 'Waiting'),
  delivered: text('已送达', '已送達', 'Delivered'),
} as const
