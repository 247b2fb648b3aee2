import { text } from '#contract/words.ts'

export const storyWords = {
  printed: text('在成绩大厅打印证书', '在成績大廳列印證書', 'Certificate printed in the results hall'),
  shown: text('在成绩大厅投屏', '在成績大廳投影', 'Picture shown in the results hall'),
} as const
