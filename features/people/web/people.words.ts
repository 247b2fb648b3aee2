import { text } from '#contract/words.ts'

export const peopleWords = {
  country: text('护照签发国家或地区', '護照簽發國家或地區', 'Passport issued by'),
  choose: text('请选择', '請選擇', 'Please choose'),
  empty: text('还没有常用报名人', '還沒有常用報名人', 'No saved people yet'),
  emptyHow: text(
    '报名时勾选“保存为常用报名人”，下次就不用再填。',
    '報名時勾選「存為常用報名人」，下次就不用再填。',
    'Tick “Save this person” when you enter a race, and skip the typing next time.',
  ),
  remove: text('移除', '移除', 'Remove'),
  removeNamed: text('移除 {name}', '移除 {name}', 'Remove {name}'),
  removeSure: text('移除 {name}？', '移除 {name}？', 'Remove {name}?'),
  removeHow: text(
    '只从常用报名人中移除，已有的报名不受影响。',
    '只從常用報名人中移除，已有的報名不受影響。',
    'This only removes the saved person. Existing entries are not affected.',
  ),
  removed: text('已移除', '已移除', 'Removed'),
  playerBind: text('绑定本人证件', '綁定本人證件', 'Link your ID'),
  playerBindHow: text(
    '填写本人证件。加密保存，只用来确认您是账号的主人。',
    '填寫本人證件。加密保存，只用來確認您是帳號的主人。',
    'Enter your own ID. It is stored encrypted and only used to confirm that the account is yours.',
  ),
  playerUnbind: text('解绑本人证件', '解除綁定本人證件', 'Unlink your ID'),
  playerUnbindHow: text(
    '输入已绑定的证件号码以确认。',
    '輸入已綁定的證件號碼以確認。',
    'Enter the linked ID number to confirm.',
  ),
  documentType: text('证件类型', '證件類型', 'ID type'),
  number: text('证件号码', '證件號碼', 'ID number'),
  name: text('姓名', '姓名', 'Name'),
  birth: text('出生日期', '出生日期', 'Date of birth'),
  gender: text('性别', '性別', 'Gender'),
  bind: text('绑定', '綁定', 'Link'),
  unbind: text('解绑', '解除綁定', 'Unlink'),
  keep: text('保留', '保留', 'Keep'),
} as const
