import { text } from '#contract/words.ts'

export const footWords = {
  organiser: text('联系组委会', '聯絡主辦單位', 'Contact the organisers'),
  wechat: text('微信服务号：{name}', '微信服務號：{name}', 'WeChat: {name}'),
  agreement: text('用户协议', '使用者條款', 'Terms of use'),
  privacy: text('隐私政策', '隱私權政策', 'Privacy policy'),
  my_data: text('我的数据与隐私', '我的資料與隱私', 'My data and privacy'),
} as const
