import { expect, test } from 'vitest'
import { personalReason, sealedClass } from './personal.rules.ts'

const labelled = {
  health: [
    '有无心脏病史？',
    '過敏史',
    '血型',
    'Do you have any allergies?',
    'MEDICAL conditions',
    '您是否怀孕',
    'Ｈealth notes',
  ],
  document: ['身份证号码', '护照有效期', 'Passport number', 'Student number', '學生證號'],
  contact: ['同行人手机', '微信号', 'WeChat ID', 'Your address in China', '住址', "A friend's phone"],
}
test('questions on health, documents and contact are marked by their label, in any language', () => {
  for (const [reason, labels] of Object.entries(labelled))
    for (const label of labels)
      expect(personalReason(/\p{Script=Han}/u.test(label) ? { 'zh-cn': label } : { en: label }), label).toBe(reason)
})
test('other questions are not marked, and neither are words that only contain such a word', () => {
  for (const label of [
    '您怎么来？',
    '所属跑团',
    'How do you travel?',
    'Number plate',
    'Favourite colour',
    'Addressing the crowd',
    'Wealth of the club',
    '希望与谁同住',
    '',
    '😀',
    '䶮',
  ])
    expect(personalReason({ 'zh-cn': label, en: label }), label).toBeUndefined()
})
test('a label in one language is enough', () => {
  expect(personalReason({ 'zh-cn': '补充说明', en: 'Medical notes' })).toBe('health')
})
test('a marked field is erased with the class of its subject, a file with the proofs', () => {
  const said = (label: string) => ({ kind: 'text', says: { 'zh-cn': label }, personal: true }) as const
  expect(sealedClass(said('病史'))).toBe('health')
  expect(sealedClass(said('护照'))).toBe('identity')
  expect(sealedClass(said('微信'))).toBe('contact')
  expect(sealedClass(said('跑团'))).toBe('health')
  expect(sealedClass({ ...said('病史'), personal: false })).toBeUndefined()
  expect(sealedClass({ ...said('跑团'), kind: 'file', personal: false })).toBe('proofs')
})
