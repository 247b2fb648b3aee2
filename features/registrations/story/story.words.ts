import { text } from '#contract/words.ts'

export const storyWords = {
  signed_up: text('提交报名', '送出報名', 'Entered'),
  signed_up_invited: text('使用邀请码报名', '使用邀請碼報名', 'Entered with an invitation code'),
  bib_given: text('分配参赛号 {bib}', '分配參賽號 {bib}', 'Bib {bib} assigned'),
  bib_given_once: text('分配参赛号（已收回）', '分配參賽號（已收回）', 'A bib was assigned (taken back since)'),
  ran_out: text('超时未支付，报名失效', '逾時未付款，報名失效', 'Not paid in time: the entry lapsed'),
} as const
