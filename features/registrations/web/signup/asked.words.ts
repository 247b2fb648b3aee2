import { type Lang, type Text, text } from '#contract/words.ts'
import type { FormField } from '#features/events/contract.ts'
import { answerText } from '#features/fields/own/answers.rules.ts'
import { chosenIn } from '#features/fields/own/conditions.rules.ts'
import type { AskableField } from '#features/fields/lists.rules.ts'
import { labels } from '#features/fields/words.ts'

/**
 * Labels of the form that differ from the usual labels of their fields, because they stand below the headings of the
 * form.
 */
const own: Partial<Record<AskableField, Text>> = {
  area: text('省份', '省份', 'Province'),
  address: text('详细地址', '詳細地址', 'Address'),
  emername: text('紧急联系人姓名', '緊急聯絡人姓名', 'Contact name'),
  emertel: text('紧急联系人电话', '緊急聯絡人電話', 'Contact mobile number'),
  emerrelationship: text('与您的关系', '與您的關係', 'Relationship'),
}
export const fieldLabel = (name: AskableField): Text => own[name] ?? labels[name]

export const ownWords = {
  agreed: text('同意', '同意', 'Agreed'),
  picture: text('已上传', '已上傳', 'Uploaded'),
  see: text('查看', '檢視', 'View'),
  pictureHow: text(
    '照片或扫描件，仅您本人和赛事工作人员可见',
    '照片或掃描檔，僅您本人和賽事工作人員可見',
    'A photo or scan. Only you and race staff can see it',
  ),
  fixedWho: text('证件、姓名、性别、出生日期', '證件、姓名、性別、出生日期', 'ID, name, gender, date of birth'),
  fixedContact: text('手机号', '手機號碼', 'Mobile number'),
  logIn: text('登录后上传', '登入後上傳', 'Log in to upload'),
} as const
/**
 * Writes an answer as text: an option by its label, a day in the format of the language, and a consent or a file by a
 * word. Other answers stay as the person typed them.
 */
export const answerIn = ({ kind, options }: FormField, answer: string, lang: Lang): string => {
  if (kind === 'consent') return ownWords.agreed[lang]
  if (kind === 'file') return ownWords.picture[lang]
  if (kind === 'date') return answerText({ name: '', kind, says: {}, options: [] }, answer, lang)
  const called = (value: string) => options.find((option) => option.value === value)?.label ?? value
  return kind === 'choices'
    ? chosenIn(answer)
        .map(called)
        .join(lang === 'en' ? ', ' : '、')
    : called(answer)
}
