import { refusal, text } from '#contract/words.ts'

export const refusals = {
  name_check_not_found: refusal('404', '没有找到这条核验', '找不到這筆核驗', "We couldn't find this check"),
  name_check_decided: refusal('409', '这条核验已处理', '這筆核驗已處理', 'This check was decided already'),
} as const

export const words = {
  mismatch: text(
    '姓名与证件号码不一致，请核对后再试，还可以试 {n} 次',
    '姓名與證件號碼不一致，請核對後再試，還可以試 {n} 次',
    "The name doesn't match this ID number. Please check both; you can try {n} more {n|time|times}",
  ),
  mismatch_last: text(
    '姓名与证件号码不一致。如信息无误，请联系组委会处理',
    '姓名與證件號碼不一致。如資料無誤，請聯絡主辦單位處理',
    "The name doesn't match this ID number. If both are right, please contact the organisers",
  ),
  no_record: text(
    '未查到此证件信息。如信息无误，请联系组委会处理',
    '查不到此證件資料。如資料無誤，請聯絡主辦單位處理',
    'There is no record of this ID number. If it is right, please contact the organisers',
  ),
  title: text('实名核验', '實名核驗', 'Real names'),
  description: text(
    '服务未能确认的姓名与证件号码。核对证件后，您可以放行或拒绝。',
    '服務未能確認的姓名與證件號碼。核對證件後，您可以放行或拒絕。',
    'Names that the service did not confirm. Look at the document, then allow or refuse the person.',
  ),
  off: text(
    '未设置核验服务，报名时不核验姓名。',
    '未設定核驗服務，報名時不核驗姓名。',
    'No verification service is set up, so sign-up does not check names.',
  ),
  none: text('没有待处理的核验', '沒有待處理的核驗', 'Nothing to decide'),
  search: text('按姓名查找', '依姓名尋找', 'Find by name'),
  undecided: text('待处理', '待處理', 'To decide'),
  decided: text('已处理', '已處理', 'Decided'),
  outcome_mismatch: text('不一致', '不一致', 'No match'),
  outcome_no_record: text('查无此证件', '查無此證件', 'No record'),
  outcome_open: text('服务未答复', '服務未回覆', 'No answer yet'),
  outcome_match: text('一致', '一致', 'Match'),
  allowed: text('已放行', '已放行', 'Allowed'),
  refused: text('已拒绝', '已拒絕', 'Refused'),
  allow: text('放行', '放行', 'Allow'),
  refuse: text('拒绝', '拒絕', 'Refuse'),
  allow_of: text('放行 {name}', '放行 {name}', 'Allow {name}'),
  refuse_of: text('拒绝 {name}', '拒絕 {name}', 'Refuse {name}'),
  reason: text('原因', '原因', 'Reason'),
  saved: text('已保存', '已儲存', 'Saved'),
  see: text('查看报名', '檢視報名', 'See the entry'),
  registered: text('已报名', '已報名', 'Entered'),
  name: text('姓名', '姓名', 'Name'),
  idnum: text('证件号码', '證件號碼', 'ID number'),
  outcome: text('核验结果', '核驗結果', 'Answer'),
  decision: text('处理', '處理', 'Decision'),
  asked_at: text('核验时间', '核驗時間', 'Checked'),
} as const
