import { text } from '#contract/words.ts'

export const thirdWords = {
  title: text('其他计时公司的成绩', '其他計時公司的成績', 'Another timing firm'),
  same: text('与本站一致', '與本站一致', 'The same as ours'),
  differs: text('与本站不同', '與本站不同', 'Differs from ours'),
  official: text('以本站公布的成绩为准', '以本站公布的成績為準', 'The results published here count'),
  gun: text('枪成绩', '槍成績', 'Gun time'),
  net: text('净成绩', '淨成績', 'Net time'),
  place: text('名次', '名次', 'Place'),
} as const
