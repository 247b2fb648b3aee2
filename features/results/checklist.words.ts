import { text } from '#contract/words.ts'

export const checklistWords = {
  result: text('查看成绩', '檢視成績', 'See your result'),
  result_finished: text('查看成绩和证书', '檢視成績和證書', 'See your result and certificate'),
} as const
