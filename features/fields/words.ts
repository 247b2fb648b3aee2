import { type Text, text } from '#contract/words.ts'
import type { FieldName } from './fields.rules.ts'
import type { FieldGroup } from './listed.rules.ts'
import type { ChoiceField, OptionOf } from './lists.rules.ts'

/** The labels of fields, for screens and files that have no other label for a field. */
export const labels: Readonly<Record<FieldName, Text>> = {
  idtype: text('证件类型', '證件類型', 'Document'),
  idnum: text('证件号码', '證件號碼', 'ID number'),
  country: text('签发国家', '簽發國家', 'Issuing country'),
  name: text('姓名', '姓名', 'Name'),
  gender: text('性别', '性別', 'Gender'),
  birth: text('出生日期', '出生日期', 'Date of birth'),
  mobile: text('手机号', '手機號碼', 'Mobile'),
  enname: text('英文姓名', '英文姓名', 'English name'),
  email: text('邮箱', '電子郵件', 'Email'),
  emername: text('紧急联系人', '緊急聯絡人', 'Emergency contact'),
  emertel: text('紧急联系电话', '緊急聯絡電話', 'Emergency number'),
  emerrelationship: text('与紧急联系人的关系', '與緊急聯絡人的關係', 'Relationship'),
  bloodtype: text('血型', '血型', 'Blood type'),
  province: text('省份', '省份', 'Province'),
  city: text('城市', '城市', 'City'),
  area: text('区县', '區縣', 'District'),
  address: text('地址', '地址', 'Address'),
  clothes: text('参赛服尺码', '參賽服尺碼', 'Shirt size'),
  packagebus: text('接驳车', '接駁車', 'Shuttle bus'),
  bib_wish: text('参赛号偏好', '參賽號偏好', 'Preferred bib number'),
  answers: text('填写的问题', '填寫的問題', 'Answers'),
  qualifying: text('成绩证明', '成績證明', 'Proof of time'),
  guardian: text('监护人', '監護人', 'Guardian'),
}

/** The labels of the parts of fields, by their names on the wire. Messages about a missing part use them. */
export const partLabels: Readonly<Record<string, Text>> = {
  guardian_name: text('监护人姓名', '監護人姓名', "Guardian's name"),
  guardian_mobile: text('监护人手机号', '監護人手機號碼', "Guardian's mobile"),
  guardian_relationship: text('与监护人的关系', '與監護人的關係', 'Relationship to the guardian'),
  'qualifying.race': text('赛事名称', '賽事名稱', 'Race'),
  'qualifying.day': text('比赛日期', '比賽日期', 'Race day'),
  'qualifying.time': text('完赛成绩', '完賽成績', 'Time'),
  code: text('验证码', '驗證碼', 'Verification code'),
  login: text('登录名', '登入名稱', 'Login'),
  password: text('密码', '密碼', 'Password'),
  title: text('标题', '標題', 'Title'),
  tax_number: text('税号', '稅號', 'Tax number'),
  reason: text('原因', '原因', 'Reason'),
  why: text('原因', '原因', 'Reason'),
}

/** The options of the built-in choices that have the same options in every event. */
export const options: { readonly [Name in ChoiceField]: Readonly<Record<OptionOf<Name>, Text>> } = {
  emerrelationship: {
    parent: text('父母', '父母', 'Parent'),
    spouse: text('配偶', '配偶', 'Spouse'),
    child: text('子女', '子女', 'Child'),
    sibling: text('兄弟姐妹', '兄弟姐妹', 'Brother or sister'),
    friend: text('朋友', '朋友', 'Friend'),
    colleague: text('同事', '同事', 'Colleague'),
    other: text('其他', '其他', 'Other'),
  },
  bloodtype: {
    A: text('A 型', 'A 型', 'Type A'),
    B: text('B 型', 'B 型', 'Type B'),
    AB: text('AB 型', 'AB 型', 'Type AB'),
    O: text('O 型', 'O 型', 'Type O'),
    unknown: text('不清楚', '不清楚', 'Not known'),
  },
  bib_wish: {
    none: text('不指定', '不指定', 'No preference'),
    birthday: text('生日月日', '生日月日', 'My birthday (month and day)'),
    phone: text('手机尾号', '手機末碼', 'The end of my mobile number'),
  },
}

/** Returns the text of an option. The text of an unknown value is the value itself. */
export const optionText = (field: FieldName, value: string): Text => {
  const known = (options as Readonly<Record<string, Readonly<Record<string, Text>>>>)[field]
  return known && Object.hasOwn(known, value) ? known[value]! : text(value, value, value)
}

export const groupWords: Readonly<Record<FieldGroup, Text>> = {
  identity: text('身份信息', '身分資料', 'Identity'),
  contact: text('联系方式', '聯絡方式', 'Contact'),
  emergency: text('紧急联系人与监护人', '緊急聯絡人與監護人', 'Emergency contact and guardian'),
  health: text('健康信息', '健康資訊', 'Health'),
  delivery: text('参赛物品', '參賽物品', 'Race pack'),
  questions: text('填写的问题', '填寫的問題', 'Answers'),
  proofs: text('成绩证明', '成績證明', 'Proofs of times'),
}
