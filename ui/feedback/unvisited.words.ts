import { text } from '#contract/words.ts'

export const words = {
  title: text('这个页面还没有保存在本机', '這個頁面還沒有儲存在本機', "This page isn't saved on this device"),
  description: text(
    '联网后即可打开；打开过的报名状态页没有网络也能查看',
    '連線後即可開啟；開啟過的報名狀態頁沒有網路也能檢視',
    'You can open it once you have a connection. Entry status pages you have opened work without one',
  ),
} as const
