import { text } from '#contract/words.ts'

export const checklistWords = {
  claim: text('领取奖品：{name}', '領取獎品：{name}', 'Claim your prize: {name}'),
} as const
