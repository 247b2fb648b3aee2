import { text } from '#contract/words.ts'

export const peopleWords = {
  country: text('护照签发国家或地区', '護照簽發國家或地區', 'Passport issued by'),
  choose: text('请选择', '請選擇', 'Please choose'),
  empty: text('还没有常用报名人', '還沒有常用報名人', 'Nobody saved yet'),
  emptyHow: text('报名时勾选“保存为常用报名人”，下次就不用再填。', '報名時勾選「存為常用報名人」，下次就不用再填。', 'Tick “Save this person” when you sign up and skip the typing next time.'),
  remove: text('移除', '移除', 'Remove'),
  removeNamed: text('移除 {name}', '移除 {name}', 'Remove {name}'),
  removeSure: text('移除 {name}？', '移除 {name}？', 'Remove {name}?'),
  removeHow: text('只从常用报名人中移除，已有的报名不受影响。', '只從常用報名人中移除，已有的報名不受影響。', 'This only forgets the saved person; registrations stay as they are.'),
  removed: text('已移除', '已移除', 'Removed'),
  keep: text('保留', '保留', 'Keep'),
} as const
