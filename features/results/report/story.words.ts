import { text } from '#contract/words.ts'

export const storyWords = {
  there: text('有了成绩：{outcome} {time}', '有了成績：{outcome} {time}', 'Result: {outcome} {time}'),
  published: text('成绩已公布', '成績已公布', 'Result published'),
  corrected: text('成绩被更正', '成績被更正', 'Result corrected'),
  undone: text('撤销了成绩更正', '撤銷了成績更正', 'Correction of the result undone'),
  protested: text('提出成绩申诉', '提出成績申訴', 'Protested against the result'),
  upheld: text('申诉成立', '申訴成立', 'Protest upheld'),
  dismissed: text('申诉不成立', '申訴不成立', 'Protest dismissed'),
  submitted: text('提交成绩 {time}', '送出成績 {time}', 'Submitted a result: {time}'),
  taken: text('提交的成绩已采纳', '送出的成績已採納', 'Submitted result accepted'),
  refused: text('提交的成绩未采纳', '送出的成績未採納', 'Submitted result refused'),
} as const
