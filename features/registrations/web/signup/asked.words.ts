import { type Text, text } from '#contract/words.ts'
import type { AskableField } from '#features/fields/lists.rules.ts'
import { labels } from '#features/fields/words.ts'

/** Fields with another name in the form than elsewhere: the form's headings name the person. */
const own: Partial<Record<AskableField, Text>> = {
  area: text('省份', '省份', 'Province'),
  address: text('详细地址', '詳細地址', 'Address'),
  emername: text('紧急联系人姓名', '緊急聯絡人姓名', 'Their name'),
  emertel: text('紧急联系人电话', '緊急聯絡人電話', 'Their mobile number'),
  emerrelationship: text('与您的关系', '與您的關係', 'Relationship'),
}
/** The label of a field in the form. */
export const askedLabel = (name: AskableField): Text => own[name] ?? labels[name]
