import { type Text, text } from './words.ts'

/** The filters of a registration's timeline. */
export const storyKinds = {
  entry: text('报名', '報名', 'Entry'),
  money: text('支付与退款', '付款與退款', 'Payments and refunds'),
  message: text('消息', '訊息', 'Messages'),
  number: text('参赛号与分区', '參賽號與分區', 'Bib and start zone'),
  raceday: text('赛前与赛日', '賽前與賽日', 'Race day'),
  result: text('成绩与证书', '成績與證書', 'Results'),
  change: text('资料改动', '資料變更', 'Changes'),
  view: text('查看与查询', '檢視與查詢', 'Look-ups'),
} as const satisfies Record<string, Text>
export type StoryKind = keyof typeof storyKinds
