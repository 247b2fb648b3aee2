import { refusal, text } from '#contract/words.ts'

export const vipRefusals = {
  bib_kept_before: refusal(
    '409',
    '号码 {bib} 已为 {name} 保留',
    '號碼 {bib} 已為 {name} 保留',
    'Bib {bib} is kept for {name} already',
  ),
  vip_not_found: refusal('404', '这个保留号已被删除', '這個保留號已被刪除', 'This kept bib has been removed'),
  vips_full: refusal('409', '保留号太多了', '保留號太多了', 'There are too many kept bibs'),
} as const

export const vipWords = {
  title: text('嘉宾号码', '嘉賓號碼', 'VIP bibs'),
  description: text(
    '为嘉宾保留的号码不会分给别人。下次批量分配时，嘉宾最先拿到自己的号码。',
    '為嘉賓保留的號碼不會分給別人。下次批次分配時，嘉賓最先拿到自己的號碼。',
    'Nobody else gets these bibs. With the next assignment the guests get theirs before everybody else.',
  ),
  none: text('还没有嘉宾号码', '還沒有嘉賓號碼', 'No VIP bibs yet'),
  add: text('添加嘉宾号码', '新增嘉賓號碼', 'Add a VIP bib'),
  change: text('修改号码 {bib}', '修改號碼 {bib}', 'Change bib {bib}'),
  remove: text('删除号码 {bib}', '刪除號碼 {bib}', 'Remove bib {bib}'),
  remove_title: text('不再保留 {bib}？', '不再保留 {bib}？', 'Release bib {bib}?'),
  remove_text: text(
    '这个号码以后可以分给别人。已经拿到它的选手不受影响。',
    '這個號碼以後可以分給別人。已經拿到它的選手不受影響。',
    'Other runners may get it from now on. A runner who has it keeps it.',
  ),
  remove_go: text('不再保留', '不再保留', 'Release'),
  removed: text('已不再保留', '已不再保留', 'Released'),
  bib: text('号码', '號碼', 'Bib'),
  bib_wrong: text(
    '应为最多 6 个字母加最多 7 位数字',
    '應為最多 6 個字母加最多 7 位數字',
    'Up to 6 letters and up to 7 digits',
  ),
  name: text('嘉宾姓名', '嘉賓姓名', 'Name of the guest'),
  name_hint: text(
    '须与报名姓名一致。有同名选手时，请填写报名编号。',
    '須與報名姓名一致。有同名選手時，請填寫報名編號。',
    'As in the registration. If several runners share it, add the registration number.',
  ),
  registration: text('报名编号', '報名編號', 'Registration number'),
  state: text('状态', '狀態', 'State'),
  given: text('已分配', '已分配', 'Assigned'),
  waiting: text('待分配', '待分配', 'Gets it next'),
  other: text('现在是 {bib}', '現在是 {bib}', 'Wears {bib}'),
  several: text('有同名选手', '有同名選手', 'Several of this name'),
  nobody: text('未找到报名', '找不到報名', 'Not registered'),
  saved: text('号码已保留', '號碼已保留', 'Bib kept'),
  import_label: text('嘉宾号码', '嘉賓號碼', 'VIP bibs'),
  import_text: text(
    '为嘉宾保留号码，写明姓名，或用报名编号、证件号码指定报名。',
    '為嘉賓保留號碼，寫明姓名，或用報名編號、證件號碼指定報名。',
    'Keeps bibs for guests, by name, registration number or document.',
  ),
  for_whom: text(
    '请写明姓名、报名编号或证件号码',
    '請寫明姓名、報名編號或證件號碼',
    'Add a name, a registration number or a document',
  ),
  worn: text('这个号码已属于 {name}', '這個號碼已屬於 {name}', 'This bib belongs to {name}'),
  twice: text('这个号码在文件里出现了两次', '這個號碼在檔案裡出現了兩次', 'The file has this bib twice'),
  kept_for: text('这个号码为嘉宾 {name} 保留', '這個號碼為嘉賓 {name} 保留', 'This bib is kept for {name}'),
} as const
