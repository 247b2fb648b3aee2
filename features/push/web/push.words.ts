import { text } from '#contract/words.ts'

export const pushWords = {
  title: text('有新进展时通知我', '有新進展時通知我', 'Notify me of changes'),
  how: text(
    '抽签、候补、支付截止等消息直接推送到这台设备',
    '抽籤、候補、付款期限等訊息直接推播到這台裝置',
    'Ballot results, places offered and deadlines, straight to this device',
  ),
  on: text('开启通知', '開啟通知', 'Turn on'),
  not_now: text('暂不', '暫不', 'Not now'),
  done: text('已开启通知', '已開啟通知', 'Notifications are on'),
  failed: text(
    '浏览器没有允许通知，可在浏览器设置中开启',
    '瀏覽器未允許通知，可在瀏覽器設定中開啟',
    "Your browser didn't allow notifications. You can allow them in its settings",
  ),
} as const
