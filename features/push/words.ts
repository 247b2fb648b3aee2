import { refusal, text } from '#contract/words.ts'

export const refusals = {
  push_unusable: refusal(
    '422',
    '无法向此浏览器发送通知，请重新开启',
    '無法向此瀏覽器傳送通知，請重新開啟',
    "We can't notify this browser. Please turn on notifications again",
  ),
  push_no_holder: refusal(
    '409',
    '浏览器禁用了 Cookie，请允许后再试，或先登录',
    '瀏覽器停用了 Cookie，請允許後再試，或先登入',
    'Your browser blocks cookies. Please allow them, or log in first',
  ),
}

export const notificationWords = {
  stop: text('取消关注', '取消追蹤', 'Stop following'),
  unread: text('您有一条新消息', '您有一則新訊息', 'You have a new message'),
} as const
