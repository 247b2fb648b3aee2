import { text } from '#contract/words.ts'

export const words = {
  about: text(
    '每次打开都会记录打开人和原因，选手本人可以看到。',
    '每次開啟都會記錄開啟人和原因，選手本人可以看到。',
    'Each opening is logged with your name and reason, and the runner can see it.',
  ),
  write: text('登记医疗事件', '登記醫療事件', 'New incident'),
  change: text('修改医疗事件 {id}', '修改醫療事件 {id}', 'Incident {id}'),
  none: text('还没有医疗事件', '還沒有醫療事件', 'No medical incidents yet'),
  all: text('全部', '全部', 'All'),
  shown: text('按状态筛选', '依狀態篩選', 'Filter by state'),
  open: text('打开', '開啟', 'Open'),
  open_one: text('打开医疗事件 {id}', '開啟醫療事件 {id}', 'Open incident {id}'),
  why: text('打开原因', '開啟原因', 'Reason'),
  reason_treat: text('现场伤病处置', '現場傷病處置', 'Treating the runner'),
  reason_contact: text('联系家属', '聯絡家屬', 'Calling the family'),
  reason_shift: text('交接班', '交接班', 'Change of shift'),
  save: text('保存', '儲存', 'Save'),
  saved: text('已保存', '已儲存', 'Saved'),
  erased: text('内容已删除', '內容已刪除', 'Texts erased'),
  none_event: text('不限组别', '不限組別', 'No event'),
  metres_unit: text('米', '公尺', 'm'),
  family_told: text('{time} 已告知家属', '{time} 已告知家屬', 'Family told at {time}'),
} as const
