import { text } from '#contract/words.ts'

/** What is said of documents, names and numbers, to the letter of specification 1 section 5. */
export const words = {
  idnum_empty: text('证件号码不能为空', '證件號碼不能為空', 'ID number can not be empty'),
  idnum_wrong: text('请输入正确的证件号码', '請輸入正確的證件號碼', 'Please enter the correct ID number'),
  idnum_too_old: text('15位旧身份证号码不能用于报名，请使用18位号码', '15位舊身分證號碼不能用於報名，請使用18位號碼', 'A 15-digit number is too old to sign up with; please use the 18-digit one'),
  idnum_inconsistent: text('证件号码不一致', '證件號碼不一致', 'ID number is inconsistent'),
  country_missing: text('请选择护照签发国家或地区', '請選擇護照簽發國家或地區', 'Please choose the country that issued the passport'),
  name_wrong: text('请输入正确的姓名', '請輸入正確的姓名', 'Please enter the correct name'),
  enname_wrong: text('请输入正确的英文姓名', '請輸入正確的英文姓名', 'Please enter the correct English name'),
  mobile_wrong: text('手机号码格式不对哦~', '手機號碼格式不對哦~', 'Not a valid mobile number'),
  email_wrong: text('邮箱格式不对哦~', '郵箱格式不對哦~', 'is not a valid email address'),
  emertel_same: text('本人联系电话不能与紧急联系人电话相同', '本人聯絡電話不能與緊急聯絡人電話相同', 'My contact number shall be different from the emergency contact number'),
  required: text('{field}为必填项', '{field}為必填項', '{field} is a required item'),

  idcard: text('居民身份证', '居民身分證', 'Chinese resident ID card'),
  idcard_also: text('含港澳台居民居住证、外国人永久居留身份证', '含港澳臺居民居住證、外國人永久居留身分證', 'Also residence permits for Hong Kong, Macao and Taiwan, and the foreign permanent resident card'),
  hkpass: text('港澳居民来往内地通行证', '港澳居民來往內地通行證', 'Hong Kong / Macao home return permit'),
  other: text('台湾居民来往大陆通行证', '臺灣居民來往大陸通行證', 'Taiwan travel permit'),
  passport: text('护照', '護照', 'Passport'),

  male: text('男', '男', 'Male'),
  female: text('女', '女', 'Female'),
  private: text('保密', '保密', 'Private'),
} as const

/** The sentence at the number's field for each reason that `checkDocument` gives. */
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
