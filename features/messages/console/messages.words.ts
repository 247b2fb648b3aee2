import { text } from '#contract/words.ts'

export const messagesWords = {
  description: text(
    '本赛事发给选手的短信，不含验证码。未送达的可以再发一次。',
    '本賽事發給選手的簡訊，不含驗證碼。未送達的可以再發一次。',
    'Text messages to runners of this race, without login codes. What did not arrive can be sent again.',
  ),
  filter: text('筛选', '篩選', 'Filter'),
  only: {
    all: text('全部', '全部', 'All'),
    waiting: text('等待发送', '等待傳送', 'Waiting'),
    trouble: text('未送达', '未送達', 'Not delivered'),
  },
  none: text('还没有短信', '還沒有簡訊', 'No text messages yet'),
  none_found: text('没有符合的短信', '沒有符合的簡訊', 'No message matches'),
  no_right: text('您没有处理报名的权限', '您沒有處理報名的權限', 'You may not handle registrations'),
  state: {
    queued: text('等待发送', '等待傳送', 'Waiting'),
    sending: text('发送中', '傳送中', 'Sending'),
    sent: text('已发送', '已傳送', 'Sent'),
    delivered: text('已送达', '已送達', 'Delivered'),
    undelivered: text('未送达', '未送達', 'Not delivered'),
    failed: text('发送失败', '傳送失敗', 'Failed'),
    lost: text('结果不明', '結果不明', 'Outcome unknown'),
    late: text('已过时，未发送', '已過時，未傳送', 'Out of date, not sent'),
  },
} as const
