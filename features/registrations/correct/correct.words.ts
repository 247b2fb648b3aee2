import { refusal, text } from '#contract/words.ts'

export const correctRefusals = {
  changed_meanwhile: refusal(
    '409',
    '这份报名刚被{who}改动过，您的更正尚未保存，请核对后再保存',
    '這份報名剛被{who}變更過，您的更正尚未儲存，請核對後再儲存',
    "{who} has just changed this entry. Your correction isn't saved. Please check and save again",
  ),
  document_taken: refusal(
    '409',
    '该证件已在本赛事报名{whose}，不能重复',
    '該證件已在本賽事報名{whose}，不能重複',
    'This document is registered in this race already{whose}',
  ),
  correction_undone: refusal(
    '409',
    '这次更正已撤销，或其后又有改动，无法直接撤销',
    '這次更正已撤銷，或其後又有變更，無法直接撤銷',
    'This correction is undone already, or the same fields were changed since',
  ),
  overrule_no_right: refusal(
    '403',
    '您没有突破组别限制的权限，请联系赛事总监',
    '您沒有突破組別限制的權限，請聯絡賽事總監',
    "You may not overrule the event's limits. Ask a race director",
  ),
} as const

export const correctWords = {
  of_number: text('与证件号码不一致', '與證件號碼不一致', 'The ID number says otherwise'),
  nothing: text('没有改动', '沒有變更', 'Nothing is changed'),
  whose: text('（{name}，编号 {id}）', '（{name}，編號 {id}）', ' ({name}, number {id})'),
  somebody: text('其他人', '其他人', 'Somebody'),
} as const
