import { refusal, text } from '#contract/words.ts'
import type { VersionDifferenceKind } from './differences.rules.ts'
import type { PublicationState } from './publication.rules.ts'

export const refusals = {
  published_meanwhile: refusal(
    '409',
    '另一位工作人员刚刚发布过这份成绩，请核对最新的差异后再发布',
    '另一位工作人員剛剛發布過這份成績，請核對最新的差異後再發布',
    'A colleague has just published these results. Look at what changed since, then publish again',
  ),
  reason_missing: refusal('422', '请填写原因', '請填寫原因', 'Please give the reason'),
  protests_open: refusal(
    '409',
    '还有抗议没有裁定。请先裁定，或确认仍然作为官方成绩发布',
    '還有抗議沒有裁定。請先裁定，或確認仍然作為官方成績發布',
    'Protests are still open. Decide them first, or confirm that the results become official all the same',
  ),
  moment_past: refusal(
    '422',
    '发布时间已过，请选择将来的时间',
    '發布時間已過，請選擇將來的時間',
    'This moment has passed. Choose one to come',
  ),
  version_not_found: refusal(
    '404',
    '这个版本的名单已不再保存',
    '這個版本的名單已不再保存',
    'The list of this version is not kept any more',
  ),
} as const

export const publicationStateWords: Record<PublicationState, ReturnType<typeof text>> = {
  none: text('未发布', '未發布', 'Not published'),
  provisional: text('非官方', '非官方', 'Provisional'),
  official: text('官方', '官方', 'Official'),
}
export const resultStandingWords = {
  provisional: text('非官方成绩', '非官方成績', 'Provisional results'),
  official: text('官方成绩', '官方成績', 'Official results'),
} as const
export const differenceWords: Record<VersionDifferenceKind, ReturnType<typeof text>> = {
  added: text('新增', '新增', 'New'),
  gone: text('移除', '移除', 'Gone'),
  outcome: text('状态', '狀態', 'Status'),
  time: text('用时', '用時', 'Time'),
  name: text('姓名', '姓名', 'Name'),
  rank: text('名次', '名次', 'Place'),
}
