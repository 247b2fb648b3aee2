import { text } from '#contract/words.ts'

export const words = {
  correct: text('更正资料', '更正資料', 'Correct details'),
  title: text('更正 {name} 的报名资料', '更正 {name} 的報名資料', 'Correct the registration of {name}'),
  intro: text(
    '只有填写了新值的项会改动；证件、姓名、性别、出生日期或手机号改动后，会用消息告知报名人。',
    '只有填寫了新值的項目會變更；證件、姓名、性別、出生日期或手機號碼變更後，會以訊息告知報名人。',
    'Only fields that you fill in are changed. If the document, name, gender, date of birth or mobile changes, the registrant gets a message.',
  ),
  sealed: text('已加密：{mask}。不填则不变', '已加密：{mask}。不填則不變', 'Sealed: {mask}. Left empty, it stays'),
  sealed_kept: text('已加密。不填则不变', '已加密。不填則不變', 'Sealed. Left empty, it stays'),
  who: text('身份', '身分', 'Identity'),
  rest: text('其他资料', '其他資料', 'Other details'),
  reason: text('更正原因', '更正原因', 'Reason for the correction'),
  save: text('保存更正', '儲存更正', 'Save correction'),
  saved: text('已更正', '已更正', 'Corrected'),
  nothing: text('没有改动', '沒有變更', 'Nothing was changed'),
  overrule: text(
    '仍要保存：不受组别的年龄和证件类型限制（原因会记入日志）',
    '仍要儲存：不受組別的年齡和證件類型限制（原因會記入操作紀錄）',
    "Save anyway: the event's limits of age and document are ignored (the reason is logged)",
  ),
  undo: text('撤销', '復原', 'Undo'),
  undo_title: text('撤销这次更正？', '復原這次更正？', 'Undo this correction?'),
  undo_text: text(
    '资料恢复到更正之前。撤销会作为单独的操作记入日志，身份信息变动会再次告知报名人。',
    '資料恢復到更正之前。復原會作為單獨的操作記入操作紀錄，身分資訊變動會再次告知報名人。',
    'The details go back to what they were. The undoing stands in the log by itself, and a change of identity is told to the registrant again.',
  ),
  undo_reason: text('撤销原因', '復原原因', 'Reason for undoing it'),
  undone: text('已撤销更正', '已復原更正', 'Correction undone'),
} as const
