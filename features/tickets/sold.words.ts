import { text } from '#contract/words.ts'

export const soldWords = {
  title: text('门票', '門票', 'Tickets'),
  number: text('票号', '票號', 'Number'),
  kind: text('票种', '票種', 'Kind'),
  variant: text('规格', '規格', 'Variant'),
  slot: text('场次', '場次', 'Slot'),
  starts_at: text('开始时间', '開始時間', 'Begins'),
  holder: text('持票人', '持票人', 'Holder'),
  state: text('状态', '狀態', 'State'),
  moves: text('转赠次数', '轉贈次數', 'Transfers'),
  price: text('票价（元）', '票價（元）', 'Price (CNY)'),
  order: text('订单号', '訂單編號', 'Order'),
  sold_at: text('出票时间', '出票時間', 'Issued'),
  unused: text('未使用', '未使用', 'Not used'),
  inside: text('场内', '場內', 'Inside'),
  out: text('已离场', '已離場', 'Left'),
  returned: text('已退', '已退', 'Returned'),
} as const
