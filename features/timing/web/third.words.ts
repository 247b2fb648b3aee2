import { text } from '#contract/words.ts'

export const thirdWords = {
  title: text('其他计时公司的成绩', '其他計時公司的成績', 'From another timing company'),
  same: text('与本站一致', '與本站一致', 'Matches ours'),
  differs: text('与本站不同', '與本站不同', 'Differs from ours'),
  official: text('以本站公布的成绩为准', '以本站公布的成績為準', 'The results published here are the official ones'),
  gun: text('枪成绩', '槍成績', 'Gun time'),
  net: text('净成绩', '淨成績', 'Net time'),
  place: text('名次', '名次', 'Position'),
} as const
