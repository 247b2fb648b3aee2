import { text } from '#contract/words.ts'

export const moreWords = {
  more: text('更多', '更多', 'More'),
} as const
