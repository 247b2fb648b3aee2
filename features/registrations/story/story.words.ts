import { text } from '#contract/words.ts'

export const storyWords = {
  signed_up: text('提交报名', '提交報名', 'Signed up'),
  signed_up_invited: text('使用邀请码报名', '使用邀請碼報名', 'Signed up with an invitation code'),
  bib_given: text('分配参赛号 {bib}', '分配參賽號 {bib}', 'Bib {bib} assigned'),
  bib_given_once: text('分配参赛号（已收回）', '分配參賽號（已收回）', 'A bib was assigned (taken back since)'),
  ran_out: text('超时未缴费，报名失效', '逾時未繳費，報名失效', 'Not paid in time: the entry lapsed'),
} as const
