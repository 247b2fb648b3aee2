import { text } from '#contract/words.ts'

export const consentWords = {
  optional: text('以下可选，不同意也能报名', '以下可選，不同意也能報名', 'Optional: you can sign up without these'),
} as const

/** The reasons for a wrong document number, shown below the sentence of the specification. */
export const numberWords = {
  idcard_length: text(
    '身份证号码应为 18 位，现在是 {n} 位',
    '身分證號碼應為 18 碼，目前是 {n} 碼',
    'A Chinese ID number has 18 characters. You have entered {n}',
  ),
  hkpass_length: text(
    '港澳居民来往内地通行证号码为 H 或 M 加 8 位数字，现在是 {n} 位',
    '港澳居民來往內地通行證號碼為 H 或 M 加 8 碼數字，目前是 {n} 碼',
    'This permit number is H or M and 8 digits. You have entered {n} {n|character|characters}',
  ),
  other_length: text(
    '台湾居民来往大陆通行证号码为 8 位数字，现在是 {n} 位',
    '台胞證號碼為 8 碼數字，目前是 {n} 碼',
    'This permit number has 8 digits. You have entered {n} {n|character|characters}',
  ),
  letters: text(
    '号码中有不应出现的字符，请核对',
    '號碼中有不應出現的字元，請核對',
    "It contains a character that isn't allowed. Please check",
  ),
  check: text(
    '最后一位校验码不符，可能输错了某一位',
    '最後一碼檢查碼不符，可能輸錯了某一碼',
    "The last character doesn't match, so another one may be mistyped",
  ),
  region: text(
    '前两位不是有效的省级代码',
    '前兩碼不是有效的省級代碼',
    "The first two digits aren't a valid province code",
  ),
  date: text(
    '第 7 至 14 位不是有效的出生日期',
    '第 7 至 14 碼不是有效的出生日期',
    "Characters 7 to 14 aren't a valid date of birth",
  ),
  future: text('号码中的出生日期晚于今天', '號碼中的出生日期晚於今天', 'The date of birth in it is in the future'),
  passport: text(
    '护照号码为 5 至 17 位字母或数字，不含符号',
    '護照號碼為 5 至 17 碼字母或數字，不含符號',
    'A passport number has 5 to 17 letters and digits',
  ),
  latin: text(
    '请用拼音或拉丁字母，与证件一致',
    '請用拼音或拉丁字母，與證件一致',
    'Use Latin letters, as in your passport',
  ),
} as const
