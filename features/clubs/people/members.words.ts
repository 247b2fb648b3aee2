import { text } from '#contract/words.ts'

export const memberWords = {
  label: text('团体名单', '團體名單', 'People of the club'),
  description: text(
    '每行一人：姓名、证件号码、手机号和组别。每个人再通过自己的链接补齐信息并同意参赛声明。',
    '每列一人：姓名、證件號碼、手機號碼和組別。每個人再透過自己的連結補齊資料並同意參賽聲明。',
    'One person a row: name, ID number, mobile and event. Each person then completes the entry and agrees by a link.',
  ),
  name: text('姓名', '姓名', 'Name'),
  idnum: text('证件号码', '證件號碼', 'ID number'),
  mobile: text('手机号', '手機號碼', 'Mobile'),
  event: text('组别', '組別', 'Event'),
  idtype: text('证件类型', '證件類型', 'Document'),
  country: text('国籍（两位字母）', '國籍（兩位字母）', 'Country (two letters)'),
  gender: text('性别', '性別', 'Gender'),
  birth: text('出生日期', '出生日期', 'Date of birth'),
  clothes: text('参赛服尺码', '參賽服尺碼', 'Shirt size'),
  emername: text('紧急联系人', '緊急聯絡人', 'Emergency contact'),
  emertel: text('紧急联系电话', '緊急聯絡電話', 'Emergency number'),
  consents: text('本人同意', '本人同意', 'Own consent'),
  quiz: text('答题', '答題', 'Quiz'),
  event_unknown: text(
    '贵团体没有这个组别的名额：{given}',
    '貴團體沒有這個組別的名額：{given}',
    'Your club has no places in this event: {given}',
  ),
  gender_unknown: text('性别请填“男”或“女”', '性別請填「男」或「女」', 'Write male or female'),
  quota_full: text('这个组别的团体名额已用完', '這個組別的團體名額已用完', 'Your places in this event are used up'),
} as const
