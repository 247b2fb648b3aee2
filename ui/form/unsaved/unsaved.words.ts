import { text } from '#contract/words.ts'

export const words = {
  unsaved: text('{n} 项未保存：{names}', '{n} 項未儲存：{names}', '{n} unsaved: {names}'),
  and_more: text('{names} 等', '{names} 等', '{names} and more'),
  restored: text('已恢复上次未保存的修改', '已恢復上次未儲存的修改', 'Your unsaved changes from last time are back'),
  restored_changed: text(
    '已恢复上次未保存的修改；期间有人保存过，保存前请核对',
    '已恢復上次未儲存的修改；期間有人儲存過，儲存前請核對',
    'Your unsaved changes from last time are back. Somebody else has saved since: look them over first',
  ),
  fresh: text('尚未保存', '尚未儲存', 'Not saved yet'),
  discard: text('放弃修改', '放棄修改', 'Discard'),
  discard_title: text('放弃 {n} 项修改？', '放棄 {n} 項修改？', 'Discard {n} changes?'),
  discard_text: text(
    '{names}将恢复为已保存的内容。',
    '{names}將恢復為已儲存的內容。',
    '{names}: back to what is saved.',
  ),
  save: text('保存', '儲存', 'Save'),
  saved: text('已保存：{names}', '已儲存：{names}', 'Saved: {names}'),
  saved_plain: text('已保存', '已儲存', 'Saved'),
  merged: text(
    '另一位工作人员刚保存过，已合并双方的修改，请检查后再次保存',
    '另一位工作人員剛儲存過，已合併雙方的修改，請檢查後再次儲存',
    'Somebody else has just saved. Both changes are merged: look them over and save again',
  ),
  leave_title: text('离开而不保存？', '離開而不儲存？', 'Leave without saving?'),
  leave_text: text(
    '修改还没有保存。离开后草稿会留在本机，下次打开可以继续。',
    '修改還沒有儲存。離開後草稿會留在本機，下次開啟可以繼續。',
    'Your changes are not saved. A draft stays on this device and is here the next time you open the page.',
  ),
  leave_lost: text(
    '修改还没有保存，离开后不会保留。',
    '修改還沒有儲存，離開後不會保留。',
    'Your changes are not saved and are not kept.',
  ),
  typed: text('有修改未保存', '有修改未儲存', 'Unsaved changes'),
  leave: text('离开', '離開', 'Leave'),
  stay: text('继续编辑', '繼續編輯', 'Keep editing'),
  merge_title: text('有人刚保存了同样的内容', '有人剛儲存了同樣的內容', 'Somebody else changed the same'),
  merge_text: text(
    '您和另一位工作人员都修改了下面的内容。请逐项选择保留哪一个；其余修改已自动合并。',
    '您和另一位工作人員都修改了下面的內容。請逐項選擇保留哪一個；其餘修改已自動合併。',
    'You and another member of staff changed these. Choose which to keep; all other changes are merged.',
  ),
  mine: text('我的修改', '我的修改', 'Mine'),
  theirs: text('对方的修改', '對方的修改', 'Theirs'),
  nothing: text('（空）', '（空）', '(empty)'),
  whole: text('（整项内容）', '（整項內容）', '(the whole section)'),
  comma: text('、', '、', ', '),
  merge: text('继续', '繼續', 'Go on'),
} as const
