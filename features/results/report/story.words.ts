import { text } from '#contract/words.ts'

export const storyWords = {
  there: text('新增成绩：{outcome} {time}', '新增成績：{outcome} {time}', 'Result: {outcome} {time}'),
  published: text('成绩已公布', '成績已公布', 'Result published'),
  corrected: text('更正了成绩', '更正了成績', 'Result corrected'),
  undone: text('撤销了成绩更正', '復原了成績更正', 'Correction of the result undone'),
  protested: text('提出成绩抗议', '提出成績抗議', 'Protest filed against the result'),
  upheld: text('抗议成立', '抗議成立', 'Protest upheld'),
  dismissed: text('抗议不成立', '抗議不成立', 'Protest dismissed'),
  submitted: text('提交成绩 {time}', '送出成績 {time}', 'Submitted a result: {time}'),
  taken: text('提交的成绩已采纳', '送出的成績已採納', 'Submitted result accepted'),
  refused: text('提交的成绩未采纳', '送出的成績未採納', 'Submitted result refused'),
} as const
