import { refusal, text } from '#contract/words.ts'

export const refusals = {
  runner_not_found: refusal('404', '没有该用户的信息', '沒有該使用者的資訊', 'No information for such user'),
  game_not_found: refusal('404', '没有找到这个活动', '找不到這個活動', "We couldn't find this activity"),
  game_list_empty: refusal('422', '名单是空的', '名單是空的', 'The list is empty'),
  game_list_without_columns: refusal(
    '422',
    '名单里认不出必需的列：{names}',
    '名單裡認不出必要的欄位：{names}',
    'These columns were not recognised in the list: {names}',
  ),
} as const

/** The console's texts about games. */
export const words = {
  title: text('同期活动', '同期活動', 'Side activities'),
  description: text(
    '赛事之外的活动（挑战赛、亲子跑……）各有自己的选手名单，选手凭证件号码查到自己。',
    '賽事之外的活動（挑戰賽、親子跑……）各有自己的選手名單，選手憑證件號碼查到自己。',
    'Activities beside the race (a challenge, a family run) have lists of their own; runners find themselves by ID number.',
  ),
  none: text('还没有活动', '還沒有活動', 'No activities yet'),
  add: text('添加活动', '新增活動', 'Add an activity'),
  edit: text('修改', '修改', 'Change'),
  name_of_game: text('活动名称', '活動名稱', 'Name'),
  certificateid: text('证书编号', '證書編號', 'Certificate id'),
  posterid: text('海报编号', '海報編號', 'Poster id'),
  published: text('选手可以查到', '選手可以查到', 'Runners can find themselves'),
  draft: text('未发布', '未發布', 'Not published'),
  public: text('已发布', '已發布', 'Published'),
  runners: text('{n} 名选手', '{n} 名選手', '{n} {n|runner|runners}'),
  address: text('查询链接', '查詢連結', 'Link to the look-up'),
  save: text('保存', '儲存', 'Save'),
  saved: text('已保存', '已儲存', 'Saved'),
  import: text('导入选手', '匯入選手', 'Import runners'),
  import_text: text(
    'CSV 文件，或从表格里复制粘贴。必需的列：参赛号、姓名；有证件号码才能被查到。',
    'CSV 檔案，或從試算表複製貼上。必要的欄位：參賽號、姓名；有證件號碼才能被查到。',
    'A CSV file, or paste it from a spreadsheet. It needs a bib and a name, and an ID number to be found by.',
  ),
  bib: text('参赛号', '參賽號', 'Bib'),
  name: text('姓名', '姓名', 'Name'),
  idnum: text('证件号码', '證件號碼', 'ID number'),
  event: text('组别', '組別', 'Event'),
  time: text('成绩', '成績', 'Time'),
  nettime: text('净成绩', '淨成績', 'Net time'),
  gender: text('性别', '性別', 'Sex'),
  extra: text('一并显示给选手的列', '一併顯示給選手的欄位', 'Further columns that the runner sees'),
  columns_missing: text('表头缺少：{names}', '表頭缺少：{names}', 'Columns that are missing: {names}'),
  row_without_bib: text('缺少参赛号或姓名', '缺少參賽號或姓名', 'Bib or name is missing'),
  row_twice: text('参赛号重复', '參賽號重複', 'This bib is there twice'),
} as const

export const ticketStateWords = {
  valid: text('可使用', '可使用', 'Valid'),
  used: text('已使用', '已使用', 'Used'),
  returned: text('已退票', '已退票', 'Returned'),
} as const
