import { type Text, refusal, text } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'
import type { TypedField } from '#features/fields/lists.rules.ts'
import { optionText } from '#features/fields/words.ts'
import { type DocumentKind, type Gender, type IdType, takesLatinName } from './rules.ts'

export const refusals = {
  player_unbound: refusal('422', '请先绑定选手信息', '請先綁定選手資訊', 'Please first bind the player information'),
  idnum_differs: refusal('422', '证件号码不一致', '證件號碼不一致', 'ID number is inconsistent'),
  proof_needed: refusal(
    '422',
    '请先证明这是您的账号：输入发到原手机号的验证码',
    '請先證明這是您的帳號：輸入傳送到原手機號碼的驗證碼',
    'Please confirm first that this is your account: enter the code sent to its current mobile',
  ),
  mobile_taken: refusal(
    '409',
    '这个号码已有自己的账号，其中有报名或订单，无法合并。请换一个号码，或用这个号码登录那个账号',
    '這個號碼已有自己的帳號，其中有報名或訂單，無法合併。請換一個號碼，或用這個號碼登入那個帳號',
    "This number already has its own account with entries or orders, so the accounts can't be merged here. Use another number, or log in with this one",
  ),
  mobile_same: refusal(
    '422',
    '这就是现在绑定的手机号',
    '這就是現在綁定的手機號碼',
    'This is already your linked mobile number',
  ),
  last_way: refusal(
    '409',
    '这是登录此账号的唯一方式，请先绑定另一种再解绑',
    '這是登入此帳號的唯一方式，請先綁定另一種再解除',
    'This is your only login method. Link another one before you unlink it',
  ),
  person_other: refusal(
    '409',
    '账号已绑定另一个微信，请先解绑',
    '帳號已綁定另一個微信，請先解除綁定',
    'This account is linked to another WeChat user. Unlink it first',
  ),
} as const

/** The messages about documents, names and numbers, exactly as in docs/behaviour/sentences.md, Fields. */
export const words = {
  idnum_empty: text('证件号码不能为空', '證件號碼不能為空', 'ID number can not be empty'),
  idnum_wrong: text('请输入正确的证件号码', '請輸入正確的證件號碼', 'Please enter the correct ID number'),
  idnum_too_old: text(
    '15 位旧身份证号码不能用于报名，请使用 18 位号码',
    '15 位舊身分證號碼不能用於報名，請使用 18 位號碼',
    '15-digit ID numbers can no longer be used. Please use the 18-digit one',
  ),
  idnum_inconsistent: text('证件号码不一致', '證件號碼不一致', 'ID number is inconsistent'),
  country_missing: text(
    '请选择护照签发国家或地区',
    '請選擇護照簽發國家或地區',
    'Please choose the country that issued the passport',
  ),
  name_wrong: text('请输入正确的姓名', '請輸入正確的姓名', 'Please enter the correct name'),
  enname_wrong: text('请输入正确的英文姓名', '請輸入正確的英文姓名', 'Please enter the correct English name'),
  mobile_wrong: text('手机号码格式不对哦~', '手機號碼格式不對哦~', 'Not a valid mobile number'),
  email_wrong: text('邮箱格式不对哦~', '電子郵件格式不對哦~', 'This is not a valid email address'),
  emertel_same: text(
    '本人联系电话不能与紧急联系人电话相同',
    '本人聯絡電話不能與緊急聯絡人電話相同',
    'My contact number shall be different from the emergency contact number',
  ),

  name_empty: text('姓名不能为空', '姓名不能為空', 'Please enter the name'),
  birth_wrong: text('请输入正确的出生日期', '請輸入正確的出生日期', 'Please enter the correct date of birth'),
  gender_missing: text('请选择性别', '請選擇性別', 'Please select a gender'),
  mobile_bound: text('手机号已绑定', '手機號碼已綁定', 'Mobile number linked'),
  mobile_unbound: text('手机号已解绑', '手機號碼已解除綁定', 'Mobile number unlinked'),
  app_bound: text('微信已绑定', '微信已綁定', 'WeChat linked'),
  app_unbound: text('微信已解绑', '微信已解除綁定', 'WeChat unlinked'),
  player_bound: text('本人证件已绑定', '本人證件已綁定', 'ID linked'),
  player_gone: text('本人证件已解绑', '本人證件已解除綁定', 'ID unlinked'),

  idcard: text('居民身份证', '居民身分證', 'Chinese resident ID card'),
  idcard_also: text(
    '含港澳台居民居住证、外国人永久居留身份证',
    '含港澳台居民居住證、外國人永久居留身分證',
    'Also residence permits for Hong Kong, Macao and Taiwan, and the foreign permanent resident card',
  ),
  hkpass: text('港澳居民来往内地通行证', '港澳居民來往內地通行證', 'Hong Kong / Macao home return permit'),
  other: text('台湾居民来往大陆通行证', '台灣居民來往大陸通行證', 'Taiwan travel permit'),
  passport: text('护照', '護照', 'Passport'),
  passport_unlikely: text(
    '中国护照一般是字母 E 加 8 位数字，请再核对；号码无误可以继续',
    '中國護照一般是字母 E 加 8 位數字，請再核對；號碼無誤可以繼續',
    "A Chinese passport number is usually E and 8 digits. Please check it; if it's right, you can continue",
  ),
  passport_digits: text(
    '有些国家的护照号码全是数字：请在号码前加上两位国家代码，例如 {example}',
    '有些國家的護照號碼全是數字：請在號碼前加上兩位國家代碼，例如 {example}',
    'If your passport number has digits only, put the two-letter country code in front, for example {example}',
  ),

  male: text('男', '男', 'Male'),
  female: text('女', '女', 'Female'),
  private: text('保密', '保密', 'Private'),
} as const

/** Returns the message at the name's field. It asks for a Chinese name if the document allows no other. */
export const wrongName = (kind: DocumentKind): Text => (takesLatinName(kind) ? words.name_wrong : wrong.name)

/** The message at the number's field for each reason that `checkDocument` gives. */
export const documentWords = {
  empty: words.idnum_empty,
  format: words.idnum_wrong,
  region: words.idnum_wrong,
  date: words.idnum_wrong,
  future: words.idnum_wrong,
  check: words.idnum_wrong,
  too_old: words.idnum_too_old,
  country: words.country_missing,
} as const

/** Returns a field's value in words. A choice shows its label. */
export const fieldText = (field: TypedField, value: string): Text =>
  field === 'idtype' || field === 'gender' ? words[value as IdType | Gender] : optionText(field, value)
