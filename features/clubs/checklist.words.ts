import { text } from '#contract/words.ts'

export const checklistWords = {
  pay: text('为“{name}”的 {n} 人支付', '為「{name}」的 {n} 人付款', 'Pay for {n} {n|person|people} of {name}'),
  complete: text(
    '团体“{name}”还有 {n} 人未填完信息',
    '團體「{name}」還有 {n} 人未填完資料',
    '{n} {n|person|people} of {name} still {n|has|have} to complete the entry',
  ),
  list: text('可为“{name}”报名 {n} 人', '可為「{name}」報名 {n} 人', 'Enter up to {n} {n|person|people} for {name}'),
  done: text('团体“{name}”', '團體「{name}」', 'Your club {name}'),
} as const
