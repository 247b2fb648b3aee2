import { text } from '#contract/words.ts'

export const checklistWords = {
  claim: text('领取奖品：{name}', '領取獎品：{name}', 'Claim your prize: {name}'),
  claim_all: text('领取 {n} 件奖品', '領取 {n} 件獎品', 'Claim your {n} {n|prize|prizes}'),
} as const
