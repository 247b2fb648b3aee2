import { text } from '#contract/words.ts'

export const words = {
  title: text('全程记录', '全程紀錄', 'Timeline'),
  filter: text('按类别筛选', '依類別篩選', 'Filter by kind'),
  all: text('全部', '全部', 'All'),
  order: text('查看订单', '檢視訂單', 'Order'),
  reason: text('原因：{reason}', '原因：{reason}', 'Reason: {reason}'),
  runner: text('报名人', '報名人', 'Registrant'),
  staff: text('工作人员', '工作人員', 'Staff'),
  system: text('系统', '系統', 'System'),
} as const
