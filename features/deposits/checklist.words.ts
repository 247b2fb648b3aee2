import { text } from '#contract/words.ts'

export const checklistWords = {
  collect: text('领取{name}', '領取{name}', 'Collect: {name}'),
  return: text('归还{name}，退回押金', '歸還{name}，退回押金', 'Return for your deposit: {name}'),
} as const
