import { text } from '#contract/words.ts'

/**
 * The names of pages to which the account page leads. Each of these pages has a large table of words in its room, and
 * the account page needs only one name from the table.
 */
export const myWayWords = {
  club: text('我的团体', '我的團體', 'My clubs'),
  results: text('我的成绩', '我的成績', 'My results'),
  trails: text('我的路线', '我的路線', 'My trails'),
  challenges: text('我的打卡', '我的打卡', 'My challenges'),
  mail: text('邮件通知', '郵件通知', 'Email notifications'),
  legal: text('协议与隐私', '協議與隱私', 'Terms & privacy'),
} as const
