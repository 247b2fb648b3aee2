import { text } from '#contract/words.ts'

/** The words of a person in a list. */
export const listedWords = {
  name: text('姓名', '姓名', 'Name'),
  idnum: text('证件号码', '證件號碼', 'ID number'),
  idtype: text('证件类型', '證件類型', 'Document'),
  country: text('国籍（两位字母）', '國籍（兩位字母）', 'Country (two letters)'),
  idtype_unknown: text('不认识的证件类型：{given}', '不認識的證件類型：{given}', 'Unknown type of document: {given}'),
  twice: text('此人在文件里出现了两次', '此人在檔案裡出現了兩次', 'This person stands twice in the file'),
} as const
