import { text } from '#contract/words.ts'

export const storyWords = {
  drawn: text('批量生成证书“{name}”', '批次產生證書「{name}」', 'Certificate “{name}” drawn in bulk'),
} as const
