import { refusal, text } from '#contract/words.ts'

export const viewRefusals = {
  view_not_found: refusal('404', '这个视图已被删除', '這個檢視已被刪除', 'This view has been removed'),
  views_full: refusal(
    '409',
    '视图太多了，请先删除不用的',
    '檢視太多了，請先刪除不用的',
    'There are too many views. Please remove one that is not used',
  ),
} as const

export const words = {
  view: text('视图', '檢視', 'View'),
  usual: text('默认视图', '預設檢視', 'Default view'),
  by: text('{name}（{who}）', '{name}（{who}）', '{name} ({who})'),
  save: text('保存视图', '儲存檢視', 'Save view'),
  save_text: text(
    '保存当前的筛选、排序和列。搜索的内容不会保存。',
    '儲存目前的篩選、排序和欄位。搜尋的內容不會儲存。',
    'Keeps filters, order and columns as they are. The search is not kept.',
  ),
  name: text('视图名称', '檢視名稱', 'Name of the view'),
  shared: text('与本赛事的工作人员共享', '與本賽事的工作人員共用', "Share with the race's staff"),
  saved: text('视图“{name}”已保存', '檢視「{name}」已儲存', 'View “{name}” saved'),
  remove: text('删除视图', '刪除檢視', 'Remove view'),
  remove_title: text('删除视图“{name}”？', '刪除檢視「{name}」？', 'Remove the view “{name}”?'),
  remove_text: text('报名数据不受影响。', '報名資料不受影響。', 'The registrations themselves stay.'),
  remove_shared: text(
    '其他工作人员也将看不到它。报名数据不受影响。',
    '其他工作人員也將看不到它。報名資料不受影響。',
    'Other staff lose it too. The registrations themselves stay.',
  ),
  removed: text('视图已删除', '檢視已刪除', 'View removed'),
  columns: text('显示列', '顯示欄位', 'Columns'),
  columns_title: text('显示的列', '顯示的欄位', 'Columns shown'),
  columns_text: text(
    '勾选要显示的列并调整顺序，保存在这台设备上。拖动表头边缘可调整列宽，双击恢复。',
    '勾選要顯示的欄位並調整順序，儲存在這台裝置上。拖曳表頭邊緣可調整欄寬，按兩下恢復。',
    'Choose the columns and their order. They are kept on this device. Drag the edge of a head to set its width; ' +
      'press it twice to reset.',
  ),
  columns_reset: text('恢复默认', '恢復預設', 'Reset to default'),
  columns_done: text('完成', '完成', 'Done'),
} as const
