import { refusal, text } from '#contract/words.ts'

export const refusals = {
  import_unknown: refusal('404', '没有这种导入', '沒有這種匯入', 'There is no such import'),
  import_into_missing: refusal('422', '请选择导入到哪里', '請選擇匯入到哪裡', 'Choose what it goes into'),
  import_file_missing: refusal('422', '请选择文件', '請選擇檔案', 'Please choose a file'),
  import_too_long: refusal(
    '422',
    '一次最多导入 {most} 行，请分成几个文件',
    '一次最多匯入 {most} 列，請分成幾個檔案',
    'A file may have {most} rows at most; divide it',
  ),
  import_columns_missing: refusal(
    '422',
    '没有找到这些列：{names}',
    '找不到這些欄：{names}',
    'These columns are missing: {names}',
  ),
} as const

export const words = {
  title: text('导入', '匯入', 'Import'),
  description: text(
    '选择要导入的名单，拖入文件。先核对再写入，已导入过的行不会重复。',
    '選擇要匯入的名單，拖入檔案。先核對再寫入，已匯入過的列不會重複。',
    'Choose the kind of list and drop its file. You check before anything is written; rows taken before are not doubled.',
  ),
  kind: text('名单种类', '名單種類', 'Kind of list'),
  none: text('您没有可以导入的名单', '您沒有可以匯入的名單', 'There is no list that you may import'),
  drop: text('把文件拖到这里，或选择文件', '把檔案拖到這裡，或選擇檔案', 'Drop the file here, or choose it'),
  formats: text('.xlsx 或 CSV，最多 20,000 行', '.xlsx 或 CSV，最多 20,000 列', '.xlsx or CSV, up to 20,000 rows'),
  choose: text('选择文件', '選擇檔案', 'Choose a file'),
  other: text('换一个文件', '換一個檔案', 'Another file'),
  template: text('下载模板', '下載範本', 'Download a template'),
  columns_known: text('可用的列：{columns}', '可用的欄：{columns}', 'Columns: {columns}'),
  columns: text('列的含义', '欄位的含義', 'What the columns mean'),
  unused: text('不使用', '不使用', 'not used'),
  untitled: text('第 {column} 列', '第 {column} 欄', 'Column {column}'),
  sample: text('如 {sample}', '如 {sample}', 'such as {sample}'),
  missing: text('缺少必需的列：{names}', '缺少必需的欄：{names}', 'Needed columns are missing: {names}'),
  remembered: text(
    '已按您上次对同样表头的指定读取',
    '已依您上次對同樣表頭的指定讀取',
    'Read as you said for the last file with these titles',
  ),
  rows: text('共 {rows} 行', '共 {rows} 列', '{rows} rows'),
  added: text('新增 {n}', '新增 {n}', '{n} new'),
  changed: text('修改 {n}', '修改 {n}', '{n} changed'),
  same: text('已有 {n}', '已有 {n}', '{n} there already'),
  refused: text('有问题 {n}', '有問題 {n}', '{n} with a fault'),
  go: text('导入 {n} 行', '匯入 {n} 列', 'Import {n} rows'),
  nothing: text('没有可以导入的行', '沒有可以匯入的列', 'There is no row to import'),
  done: text('已导入 {n} 行', '已匯入 {n} 列', '{n} rows imported'),
  faults: text('有问题的行', '有問題的列', 'Rows with a fault'),
  faults_text: text(
    '下载这些行，改好后直接再导入；没有问题的行不会重复。',
    '下載這些列，改好後直接再匯入；沒有問題的列不會重複。',
    'Download these rows, correct them and import the file again. Rows without a fault are not doubled.',
  ),
  report: text('下载有问题的行', '下載有問題的列', 'Download these rows'),
  line: text('第 {line} 行', '第 {line} 列', 'line {line}'),
  more: text('还有 {n} 行', '還有 {n} 列', '{n} more'),
  comma: text('、', '、', ', '),
} as const
