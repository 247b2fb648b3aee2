import { text } from '#contract/words.ts'

export const rareWords = {
  more: text('更多', '更多', 'More'),
} as const
