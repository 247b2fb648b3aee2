import { text } from '#contract/words.ts'

export const checklistWords = {
  pay: text('为“{name}”的 {n} 人支付', '為「{name}」的 {n} 人付款', 'Pay for {n} {n|person|people} of {name}'),
  complete: text(
    '“{name}”还有 {n} 人未填完信息',
    '「{name}」還有 {n} 人未填完資料',
    '{n} {n|person|people} of {name} still {n|has|have} to complete the entry',
  ),
  list: text(
    '“{name}”还有 {n} 个名额可以导入',
    '「{name}」還有 {n} 個名額可以匯入',
    '{name} has {n} {n|place|places} left for your list',
  ),
  done: text('团体“{name}”', '團體「{name}」', 'Your club {name}'),
} as const
