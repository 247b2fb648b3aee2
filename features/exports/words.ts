import { refusal, text } from '#contract/words.ts'

export const refusals = {
  table_not_found: refusal('404', '没有这个表格', '沒有這個表格', 'There is no such table'),
  layout_not_found: refusal('404', '这个版式已被删除', '這個版式已被刪除', 'This layout has been removed'),
  layouts_full: refusal(
    '409',
    '版式太多了，请先删除不用的',
    '版式太多了，請先刪除不用的',
    'There are too many layouts. Please remove one that is not used',
  ),
} as const

export const words = {
  export: text('导出', '匯出', 'Export'),
  title: text('导出{table}', '匯出{table}', 'Export: {table}'),
  filtered: text(
    '仅导出符合当前筛选条件的数据。',
    '僅匯出符合目前篩選條件的資料。',
    'Only rows that match the current filter are exported.',
  ),
  format: text('文件格式', '檔案格式', 'File format'),
  xlsx: text('Excel', 'Excel', 'Excel'),
  csv: text('CSV', 'CSV', 'CSV'),
  pdf: text('PDF', 'PDF', 'PDF'),
  schedule: text('定期导出', '定期匯出', 'Schedule'),
  schedules: text('查看定期导出', '檢視定期匯出', 'See scheduled exports'),
  layout: text('版式', '版式', 'Layout'),
  layout_all: text('全部列', '全部欄位', 'All columns'),
  layout_own: text('自定义', '自訂', 'Custom'),
  columns: text('列（已选 {n} / {of}）', '欄位（已選 {n} / {of}）', 'Columns ({n} of {of})'),
  columns_choose: text('选择列', '選擇欄位', 'Choose columns'),
  columns_none: text('请至少选择一列', '請至少選擇一欄', 'Choose at least one column'),
  column_sealed: text('加密', '加密', 'Sealed'),
  column_off: text('您没有查看这一列的权限', '您沒有檢視這一欄的權限', 'You may not see this column'),
  up: text('上移 {name}', '上移 {name}', 'Move {name} up'),
  down: text('下移 {name}', '下移 {name}', 'Move {name} down'),
  all: text('全选', '全選', 'Select all'),
  none: text('清空', '清空', 'Clear'),
  sealed_off: text(
    '您没有“查看证件与联系方式”权限，带锁的列会打码或留空。',
    '您沒有「檢視證件與聯絡方式」權限，帶鎖的欄位會遮罩或留空。',
    'You may not open identity and contact details. Columns with a lock are masked or empty.',
  ),
  why: text('导出完整信息的原因', '匯出完整資訊的原因', 'Reason for full details'),
  why_hint: text(
    '不填写时，带锁的列会打码或留空。填写后，每条记录都会连同原因写入操作日志，选手可以看到。',
    '不填寫時，帶鎖的欄位會遮罩或留空。填寫後，每筆記錄都會連同原因寫入操作紀錄，選手可以看到。',
    'Without one, columns with a lock are masked or empty. With one, the log keeps it for each row, and its runner can see that.',
  ),
  save: text('保存为版式', '儲存為版式', 'Save as a layout'),
  save_name: text('版式名称', '版式名稱', 'Name of the layout'),
  save_go: text('保存', '儲存', 'Save'),
  saved: text('版式“{name}”已保存', '版式「{name}」已儲存', 'Layout “{name}” saved'),
  remove: text('删除版式', '刪除版式', 'Remove this layout'),
  removed: text('版式已删除', '版式已刪除', 'Layout removed'),
  started: text('已开始下载', '已開始下載', 'The download has started'),
} as const
