import { text } from '#contract/words.ts'

/** The words for decisions of staff that are not about times. */
export const decisionWords = {
  did_hide: text('隐藏姓名', '隱藏姓名', 'Name hidden'),
  did_show: text('公开姓名', '公開姓名', 'Name shown'),
  did_settle: text('已核对存疑', '已核對存疑', 'Doubt settled'),
  hide: text('隐藏姓名', '隱藏姓名', 'Hide the name'),
  hide_text: text(
    '公开的列表、成绩单和证书不再显示姓名；撤销后恢复。',
    '公開的清單、成績單和證書不再顯示姓名；撤銷後恢復。',
    'Public lists, reports and certificates show no name any more. Undoing it shows the name again.',
  ),
  settle: text('核对无误', '核對無誤', 'Confirm result'),
  settle_text: text(
    '确认成绩无误后，不再列为需核对；撤销后恢复。',
    '確認成績無誤後，不再列為需核對；撤銷後恢復。',
    'The result is right and no longer needs review. Undo brings the doubt back.',
  ),
} as const
