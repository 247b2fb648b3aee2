import { text } from '#contract/words.ts'

export const resultFilterWords = {
  filters: text('筛选', '篩選', 'Filter'),
  filters_n: text('筛选 · {n}', '篩選 · {n}', 'Filter · {n}'),
  remove: text('移除此条件', '移除此條件', 'Remove this filter'),
  show: text('查看结果', '檢視結果', 'Show results'),
  from: text('从第 {n} 名起', '從第 {n} 名起', 'From position {n}'),
  mine: text('我', '我', 'You'),
  followed: text('关注', '追蹤', 'Following'),
  pinned: text('我和我关注的选手', '我和我追蹤的選手', 'You and those you follow'),
} as const
